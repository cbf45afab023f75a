import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { DESKTOP, sharedBrowser, PHONE } from './support/browser.ts';

let service: Service;
let browser: Browser;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  browser = await sharedBrowser();
  tenant = await newTenant(service, 'Reader');
});

/** Opens the reference. `complaints` collects errors, violations of the policy, and requests to other origins. */
async function open(query: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ acceptDownloads: true });
  const complaints: string[] = [];
  const { origin } = new URL(service.base);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of'))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(`request to ${request.url()}`);
  });
  await page.exposeFunction('complain', (text: string) => void complaints.push(text));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { complain: (text: string) => void }).complain(`${violatedDirective} ${blockedURI}`),
    ),
  );
  await page.goto(`${service.base}/openapi-ui${query}`);
  await page.getByRole('button', { name: 'Authorize', exact: true }).waitFor();
  return { page, complaints };
}

/** Enters the token by keyboard. */
async function authorize(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize', exact: true }).press('Enter');
  await page.getByLabel('auth-bearer-value').first().fill(token);
  await page.getByRole('button', { name: 'Apply credentials' }).first().press('Enter');
  await page.getByRole('button', { name: 'Close', exact: true }).first().press('Enter');
}

/** The block of an operation, opened and ready to be executed. */
async function operation(page: Page, method: string, path: string) {
  const block = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
  await block.locator('.opblock-summary-control').press('Enter');
  await block.getByRole('button', { name: 'Try it out' }).press('Enter');
  return block;
}

it('the API reference sends requests with a token that it keeps in memory only', async () => {
  const { page, complaints } = await open('?group=assets');
  await page.getByRole('heading', { level: 1, name: /^Assets and events/ }).waitFor();
  expect(await page.locator('.opblock-tag').count()).toBe(1);

  const create = await operation(page, 'post', '/v2/assets');
  await create.getByRole('button', { name: 'Execute' }).press('Enter');
  await create.locator('.live-responses-table .response-col_status', { hasText: '401' }).waitFor();
  await authorize(page, tenant.token);
  await create.locator('textarea').fill('{"attributes": {"arc_display_name": "<img src=x onerror=alert(1)>"}}');
  await create.getByRole('button', { name: 'Execute' }).press('Enter');
  await create.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  expect(await create.locator('.live-responses-table').innerText()).toContain('<img src=x');
  const [asset] = (await done(client, tenant.token, 'GET', '/v2/assets')).assets;

  const read = await operation(page, 'get', '/v2/assets/{uuid}');
  await read.getByPlaceholder('uuid').fill(asset.identity.split('/')[1]);
  await read.getByRole('button', { name: 'Execute' }).press('Enter');
  await read.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  expect(await read.locator('.live-responses-table').innerText()).toContain(asset.identity);

  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage, cookie: document.cookie }))).toEqual({
    cookie: '',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Authorize', exact: true }).press('Enter');
  expect(await page.getByLabel('auth-bearer-value').first().inputValue()).toBe('');
  expect(complaints).toEqual([]);
  await page.close();
});

it('the API reference sends requests in the session of who is signed in at the console', async () => {
  const { page, complaints } = await open('?group=assets');
  const signedIn = await page.evaluate(
    async ([address, client_id, client_secret]) => {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': 'new' };
      const body = JSON.stringify({ client_id, client_secret });
      return (await fetch(address, { method: 'POST', headers, body })).status;
    },
    [`${service.base}/iam/v1/sessions`, tenant.client_id, tenant.client_secret] as const,
  );
  expect(signedIn).toBe(200);
  const create = await operation(page, 'post', '/v2/assets');
  await create.locator('textarea').fill('{"attributes": {"arc_display_name": "Made in a session"}}');
  await create.getByRole('button', { name: 'Execute' }).press('Enter');
  await create.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  const { assets } = await done(
    client,
    tenant.token,
    'GET',
    '/v2/assets?attributes.arc_display_name=Made in a session',
  );
  expect(assets).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

it('the API reference shows the whole API with samples in curl, Python and JavaScript', async () => {
  const { page, complaints } = await open('');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect((await page.locator('.info .version').first().innerText()).trim()).toBe(version);
  expect(await page.locator('.opblock-tag').count()).toBeGreaterThan(15);
  await page.locator('#operations-tag-assets button').first().press('Enter');
  const block = page.locator('.opblock-post', { has: page.locator('[data-path="/v2/assets"]') });
  await block.locator('.opblock-summary-control').press('Enter');
  const samples = block.getByRole('region', { name: 'Code samples' });
  const texts: string[] = [];
  for (const language of ['curl', 'Python', 'JavaScript']) {
    if (language !== 'curl') await samples.locator('summary', { hasText: language }).press('Enter');
    texts.push(await samples.locator('details', { hasText: language }).locator('pre').innerText());
  }
  const [curl, python, javascript] = texts;
  expect(curl).toContain(`curl -X POST '${service.base}/v2/assets'`);
  expect(curl).toContain('-H "Authorization: Bearer $TOKEN"');
  expect(curl).toContain('arc_display_name');
  expect(python).toContain('requests.request(');
  expect(javascript).toContain(`await fetch("${service.base}/v2/assets"`);
  expect(complaints).toEqual([]);
  await page.close();
});

it('the filter of the API reference finds operations by summary, path, name and description', async () => {
  const { page, complaints } = await open('');
  const filter = page.getByRole('textbox', { name: 'Filter operations' });
  const shown = async (): Promise<string[]> =>
    page
      .locator('.opblock')
      .evaluateAll((blocks) => blocks.map((block) => block.querySelector('[data-path]')!.getAttribute('data-path')!));
  expect(await shown()).toEqual([]);
  const found = [
    ['Create asset', '/v2/assets'],
    ['record event history', '/v2/assets/{uuid}/events'],
    ['post locations', '/v2/locations'],
    ['whoami', '/v1/whoami'],
    ['checkpoint signed tree', '/v1/logs/{log}/checkpoint'],
  ] as const;
  for (const [words, path] of found) {
    await filter.fill(words);
    await expect.poll(shown).toContain(path);
  }
  await filter.fill('createAsset ');
  await expect.poll(shown).toEqual(['/v2/assets', '/v2/assets:batch']);
  // The operations themselves stay closed.
  expect(await page.locator('.opblock.is-open').count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  await filter.fill('zebra');
  await page.getByText('No operation has all words of “zebra”.').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await filter.fill('');
  await expect.poll(() => page.locator('.opblock-tag').count()).toBeGreaterThan(15);
  expect(complaints).toEqual([]);
  await page.close();
});

it('the API reference can upload and download a file', async () => {
  const { page, complaints } = await open('?group=blobs');
  await authorize(page, tenant.token);
  const upload = await operation(page, 'post', '/v1/blobs');
  await upload
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('evidence') });
  await upload.getByRole('button', { name: 'Execute' }).press('Enter');
  await upload.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  const identity = /blobs\/[0-9a-f-]{36}/.exec(await upload.locator('.live-responses-table').innerText())![0];
  const read = await operation(page, 'get', '/v1/blobs/{uuid}');
  await read.getByPlaceholder('uuid').first().fill(identity.split('/')[1]!);
  await read.getByRole('button', { name: 'Execute' }).press('Enter');
  await read.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  await read
    .getByRole('link', { name: /download/i })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

it('the API reference is readable without scripts', async () => {
  const still = await browser.newContext({ javaScriptEnabled: false });
  const page = await still.newPage();
  await page.goto(`${service.base}/openapi-ui`);
  await page.getByRole('link', { name: 'Assets and events', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /^Assets and events/ }).waitFor();
  expect(await page.getByText('Create an asset').isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')).toBe(
    '/archivist/openapi.json',
  );
  await still.close();

  // axe-core needs scripts, so only that of the page is missing.
  const checked = await browser.newPage({ viewport: PHONE });
  await checked.route('**/reference/main.js', (route) => route.abort());
  await checked.goto(`${service.base}/openapi-ui?group=assets`);
  expect(await barriersOf(checked)).toEqual([]);
  await checked.close();
});

it('the API reference is accessible in both modes, with an executed operation and the token dialog', async () => {
  const looks = [
    [PHONE, 'dark', 'assets', '/v2/assets'],
    [DESKTOP, 'light', 'webhooks', '/v1/webhooks'],
  ] as const;
  for (const [viewport, colorScheme, group, path] of looks) {
    const page = await browser.newPage({ viewport, colorScheme });
    await page.goto(`${service.base}/openapi-ui?group=${group}`);
    await page.getByRole('button', { name: 'Authorize', exact: true }).waitFor();
    await operation(page, 'post', path);
    const list = await operation(page, 'get', path);
    await list.getByRole('button', { name: 'Execute' }).press('Enter');
    await list.locator('.live-responses-table .response-col_status', { hasText: '401' }).waitFor();
    await list.getByRole('region', { name: `Code samples of GET ${path}` }).waitFor();
    expect(await barriersOf(page), `${group} ${colorScheme}`).toEqual([]);
    await page.getByRole('button', { name: 'Authorize', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Apply credentials' }).first().waitFor();
    expect(await barriersOf(page), `${group} ${colorScheme}, dialog`).toEqual([]);
    await page.close();
  }
});

it('the API reference shows each error response as one line, which opens on demand', async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${service.base}/openapi-ui?group=assets`);
    const block = await operation(page, 'post', '/v2/assets');
    const table = block.locator('.responses-table:not(.live-responses-table)');
    const lines = table.locator('tr.response');
    const errors = table.locator('tr.error-line');
    const codes = await lines.locator('.response-col_status').allInnerTexts();
    expect(codes.map((code) => code.trim().slice(0, 3))).toEqual(expect.arrayContaining(['200', '400', '401', '429']));
    expect(await errors.count()).toBe(codes.filter((code) => /^[45]/.test(code)).length);
    for (const line of await errors.all()) expect((await line.boundingBox())!.height).toBeLessThan(45);
    // What a success returns is open.
    expect(await lines.first().locator('.model-example').count()).toBe(1);
    expect(await errors.locator('.model-example').count()).toBe(0);
    const first = errors.first().getByRole('button');
    expect(await first.getAttribute('aria-expanded')).toBe('false');
    await first.press('Enter');
    await table.locator('tr.response:not(.error-line)').nth(1).locator('.model-example').waitFor();
    expect(await first.getAttribute('aria-expanded')).toBe('true');
    expect(await barriersOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await first.press('Enter');
    expect(await table.locator('tr.response:not(.error-line)').count()).toBe(1);
    await page.close();
  }
});

it('the API reference has its own texts in the language of the browser or the one that was chosen', async () => {
  const context = await browser.newContext({ locale: 'de-DE', viewport: DESKTOP });
  const page = await context.newPage();
  const response = await page.goto(`${service.base}/openapi-ui?group=assets`);
  expect([response!.headers()['content-language'], response!.headers()['vary']]).toEqual(['de', 'accept-language']);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Assets and events: API-Referenz' }).waitFor();
  const block = page.locator('.opblock-get', { has: page.locator('[data-path="/v2/assets"]') });
  await block.locator('.opblock-summary-control').press('Enter');
  await block.getByRole('button', { name: 'Ausprobieren' }).press('Enter');
  await block.getByRole('button', { name: 'Senden' }).press('Enter');
  await block.getByText('Antwort des Servers').waitFor();
  await block.getByRole('region', { name: 'Beispiele zu GET /v2/assets' }).waitFor();
  const chrome = await page.evaluate(() => {
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const others = '.renderedMarkdown, .model, .samples, .opblock-summary, .opblock-tag, code, pre, .info, .error-line';
    while (nodes.nextNode()) {
      const { parentElement: at, textContent } = nodes.currentNode;
      if (!at!.closest(`${others}, .parameter__name, option, textarea, table.parameters td`) && at!.checkVisibility())
        texts.push(textContent!.trim());
    }
    return texts.filter((text) => /\p{L}{2}/u.test(text));
  });
  const english =
    /\b(the|Response|Request|Try|Execute|Cancel|Clear|Description|Details|No|Media|Example|Controls|header)\b/;
  expect(chrome.filter((text) => english.test(text))).toEqual([]);
  // Texts of the API stay.
  await block
    .getByText(/^Returns the assets/)
    .first()
    .waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Authorize', exact: true }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Assets and events: API reference' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.getByRole('button', { name: 'Deutsch' }).waitFor();
  await context.close();
});
