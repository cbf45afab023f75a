import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { expectAccessible } from './support/axe.ts';
import { launch } from './support/browser.ts';

let service: Service;
let browser: Browser;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  browser = await launch();
  tenant = await newTenant(service, 'Reader');
});
afterAll(async () => {
  await browser?.close();
});

it('the API reference links to a group, whose operations can be called with a token', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${service.base}/openapi-ui`);
  await page.getByRole('link', { name: 'Assets and events', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /^Assets/ }).waitFor();

  await page.locator('summary', { hasText: 'Create an asset' }).click();
  const create = page.getByRole('form', { name: 'Try post /v2/assets', exact: true });
  await create.getByRole('button', { name: 'Send' }).click();
  await create.getByText(/^401/).waitFor();
  complaints.length = 0;
  await page.getByLabel('Access token').fill(tenant.token);
  await create
    .getByRole('textbox', { name: 'Body' })
    .fill('{"attributes": {"arc_display_name": "<img src=x onerror=alert(1)>"}}');
  await create.getByRole('button', { name: 'Send' }).click();
  await create.getByText(/^200/).waitFor();
  expect(await create.locator('pre').last().innerText()).toContain('<img src=x');
  const [asset] = (await done(client, tenant.token, 'GET', '/v2/assets')).assets;

  await page.locator('summary', { hasText: /List assets$/ }).click();
  const list = page.getByRole('form', { name: 'Try get /v2/assets', exact: true });
  await list.getByLabel('tracked').selectOption('NOT_TRACKED');
  await list.getByRole('button', { name: 'Send' }).click();
  await list.getByText('"assets": []').waitFor();
  await list.getByLabel('tracked').selectOption('');
  await list.getByLabel('Further query').fill('attributes.arc_display_name=*');
  await list.getByRole('button', { name: 'Send' }).click();
  await list.getByText(asset.identity).waitFor();

  await page.locator('summary', { hasText: /Read an asset$/ }).click();
  const read = page.getByRole('form', { name: 'Try get /v2/assets/{uuid}', exact: true });
  await read.getByLabel('uuid').fill('x/../y');
  await read.getByRole('button', { name: 'Send' }).click();
  await read.getByText(/^40[04]/).waitFor();
  complaints.length = 0;
  await read.getByLabel('uuid').fill(asset.identity.split('/')[1]);
  await read.getByRole('button', { name: 'Send' }).click();
  await read.getByText(/^200/).waitFor();

  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage, cookie: document.cookie }))).toEqual({
    cookie: '',
  });
  await page.reload();
  expect(await page.getByLabel('Access token').inputValue()).toBe('');
  await page.getByRole('link', { name: 'All groups' }).click();
  await page.getByRole('heading', { level: 1, name: /interface/ }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('the API reference can upload and download a file', async () => {
  const page = await browser.newPage();
  await page.goto(`${service.base}/openapi-ui?group=blobs`);
  await page.getByLabel('Access token').fill(tenant.token);
  await page.locator('summary', { hasText: '/v1/blobs' }).first().click();
  const upload = page.getByRole('form', { name: 'Try post /v1/blobs', exact: true });
  await upload
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('evidence') });
  await upload.getByRole('button', { name: 'Send' }).click();
  await upload.getByText(/^200/).waitFor();
  const { identity } = JSON.parse(await upload.locator('pre').last().innerText());
  await page.locator('details:not([open]) > summary', { hasText: '/v1/blobs/{uuid}' }).first().click();
  const read = page.getByRole('form', { name: 'Try get /v1/blobs/{uuid}', exact: true });
  await read.getByLabel('uuid').fill(identity.split('/')[1]);
  await read.getByRole('button', { name: 'Send' }).click();
  const downloading = page.waitForEvent('download');
  await read.getByRole('link', { name: 'Save the file' }).click();
  expect(readFileSync(await (await downloading).path(), 'utf8')).toBe('evidence');
  await page.close();
});

it('the API reference is readable without scripts, and accessible in light and dark mode on desktop and phone', async () => {
  const still = await browser.newContext({ javaScriptEnabled: false });
  const page = await still.newPage();
  await page.goto(`${service.base}/openapi-ui?group=assets`);
  await page.locator('summary', { hasText: 'Create an asset' }).click();
  expect(await page.getByText('curl -X POST').first().isVisible()).toBe(true);
  expect(await page.locator('form:visible').count()).toBe(0);
  await still.close();

  for (const query of ['', '?group=assets', '?group=blobs'])
    await expectAccessible(browser, `${service.base}/openapi-ui${query}`, async (seen) => {
      if (query !== '') await seen.getByLabel('Access token').waitFor();
      await seen.evaluate(() => document.querySelectorAll('details').forEach((it) => void (it.open = true)));
    });
});
