import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { upload, namedAs } from '../support/blobs.ts';
import { exported } from '../support/exports.ts';
import { RECORD } from '../support/record.ts';
import { done, importSubject } from '../support/sharing.ts';
import { newTenant } from '../support/service.ts';
import { sampled } from '../support/size.ts';
import { newWebhook } from '../webhooks/support/hooks.ts';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.ts';
import { loaded, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { PAYLOADS } from './support/payloads.ts';
import { attached, author } from './support/story.ts';

const vars: Record<string, string> = {};
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  vars['WEBHOOK_ALLOWED_HOSTS'] = receiver.host;
});
afterAll(() => receiver?.disappear());
const on = consoleTest(vars);
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

/** Texts that fit into a name, without white space at their ends. */
const NAMES = sampled(
  PAYLOADS.map((text) => text.slice(0, 128).trim()).filter((text) => text !== ''),
  5,
);
/** Some of them: the parts from `from` to `to` of ten. */
const tenths = (from: number, to: number): string[] =>
  NAMES.slice(Math.floor((NAMES.length * from) / 10), Math.floor((NAMES.length * to) / 10));
const FILE = Buffer.from('a file that many events carry');
/** Every PUBLIC-th asset is public. */
const PUBLIC = 25;

/**
 * How many different hostile texts the page shows, as text or as values of its inputs. Fails if one made an element
 * or ran.
 */
async function shown(page: Page, where = 'body'): Promise<number> {
  const text = await page.locator(where).evaluate((root) => {
    const values = [...root.querySelectorAll<HTMLInputElement>('input, textarea, option')].map(({ value }) => value);
    const labels = [...root.querySelectorAll('[aria-label], title')].map(
      (each) => each.getAttribute('aria-label') ?? each.textContent,
    );
    return [root.textContent, ...values, ...labels].join('\n');
  });
  const found = await page.evaluate(() => {
    const own = 'script[src="/console/app.js"], script[src^="/static/"], svg.map, svg.chart, img.picture';
    const odd = ':is(img, svg, script, iframe, object, embed, video, audio, math, base, template, frame, style)';
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on') || name === 'style'),
    );
    return [...[...document.querySelectorAll(odd)].filter((element) => !element.matches(own)), ...handlers].map(
      ({ outerHTML }) => outerHTML.slice(0, 160),
    );
  });
  expect(found).toEqual([]);
  expect(await page.evaluate(() => (window as { __ran?: unknown }).__ran)).toBe(undefined);
  return NAMES.filter((name) => text.includes(name)).length;
}

/** Blocks and collects requests to other origins, and collects dialogs and windows. */
async function guard(page: Page): Promise<string[]> {
  const harm: string[] = [];
  await page.context().route(
    ({ origin, protocol }) => /^(https?|wss?|ftp):/.test(protocol) && origin !== on.service.at,
    (route) => {
      harm.push(route.request().url());
      return route.abort();
    },
  );
  page.on('dialog', (dialog) => {
    harm.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', () => void harm.push('a window'));
  return harm;
}

it('the test counts a request to another origin', async () => {
  const { page } = on.visitor;
  const harm = await guard(page);
  await page.goto(`${on.service.at}/`);
  await page.evaluate(() => {
    const image = new Image();
    image.src = 'http://127.0.0.1:9/x.png';
  });
  // The policy of the page refuses it before it is sent.
  expect(harm).toEqual([]);
  await page.goto('http://127.0.0.1:9/').catch(() => undefined);
  expect(harm).toEqual(['http://127.0.0.1:9/']);
  on.visitor.complaints.length = 0;
});

it('hostile texts are shown as text by the overview, the palette, the timeline, events and find by file', async () => {
  const { page } = on.visitor;
  const blob = await upload(on.client, on.tenant.token, FILE, { name: 'scan.txt' });
  const created = await post('/v2/assets:batch', {
    assets: NAMES.map((text, i) => ({
      public: i % PUBLIC === 0,
      attributes: { arc_display_name: text, arc_display_type: text, note: `word${i}` },
    })),
  });
  const assets: string[] = created.results.map(({ asset }: any) => asset.identity);
  const appended = await post('/v2/assets/-/events:batch', {
    events: NAMES.map((text) => ({
      asset_identity: assets[1],
      ...RECORD,
      principal_declared: { issuer: text, subject: text, display_name: text, email: text },
      event_attributes: {
        arc_display_type: text,
        arc_description: text,
        arc_home_location_identity: text,
        scan: namedAs(blob, { arc_file_name: text, arc_display_name: text }),
      },
      asset_attributes: { note: text },
    })),
  });
  expect(appended.results.filter(({ error }: any) => error)).toEqual([]);
  const harm = await guard(page);
  await signIn(page, on.tenant, '');

  await titled(page, 'Harbour Works');
  await page.getByText('Loading…', { exact: true }).first().waitFor({ state: 'detached' });
  expect(await shown(page)).toBeGreaterThan(5);

  await loaded(page, assets[1]!);
  const more = page.getByRole('button', { name: 'Show more' });
  while ((await more.count()) > 0) {
    const before = await page.getByRole('article').count();
    // As long as a person holds a button: the values before, which arrive meanwhile, move it.
    await more.click({ delay: 300 });
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(before);
  }
  expect(await shown(page)).toBe(NAMES.length);

  await loaded(page, 'events');
  expect(await shown(page)).toBeGreaterThan(15);

  await loaded(page, 'find');
  for (const text of sampled(
    NAMES.filter((_, i) => i % 20 === 0),
    2,
  )) {
    const chosen = page.getByLabel('File', { exact: true });
    await chosen.setInputFiles({ name: text.replaceAll(/[/\\\0]/g, '·'), mimeType: 'text/plain', buffer: FILE });
    await page.getByRole('heading', { level: 2, name: /^Events with/ }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    expect(await shown(page)).toBeGreaterThan(15);
  }

  await loaded(page, 'compliance');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Screen, action or record' });
  const seen = new Set<string>();
  for (let i = 0; i < NAMES.length; i += Math.ceil(NAMES.length / 10)) {
    await box.fill(`word${i}`);
    await page
      .getByRole('option', { name: /Asset$/ })
      .first()
      .waitFor();
    await shown(page);
    for (const text of await page.getByRole('option').allTextContents()) seen.add(text);
  }
  for (const text of NAMES) await box.fill(text);
  await shown(page);
  expect(seen.size).toBeGreaterThan(5);
  await page.keyboard.press('Escape');

  for (let i = 0; i < NAMES.length; i += PUBLIC) {
    await loaded(page, assets[i]!);
    await page.getByRole('button', { name: 'Show a label to print' }).click();
    const label = page.getByRole('dialog', { name: 'Label' });
    await label.getByRole('img', { name: /^QR code of/ }).waitFor();
    expect(await label.textContent()).toContain(NAMES[i]);
    await shown(page);
    await label.getByRole('button', { name: 'Close' }).click();
  }

  for (const text of sampled(
    NAMES.filter((_, i) => i % 4 === 0),
    5,
  )) {
    const words = encodeURIComponent(text);
    await page.evaluate((hash) => void (location.hash = hash), `#/assets?q=${words}`);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(text.replaceAll('\n', ''));
    await shown(page);
  }
  expect(harm).toEqual([]);
});

it('the start page shows hostile types of events and names of files as text', async () => {
  const { page } = on.visitor;
  const by = await author(on.service, 'Hostile');
  const file = await by.upload(FILE, 'scan.txt');
  const asset = await by.asset({ arc_display_name: 'Crane' });
  const types = NAMES.filter((_, i) => i % 4 === 0);
  for (const text of types) await by.event(asset, { arc_display_type: text, scan: attached(file, text) });
  const harm = await guard(page);
  await page.goto(`${on.service.at}/`);
  for (const text of sampled(
    NAMES.filter((_, i) => i % 5 === 0),
    5,
  )) {
    const name = text.replaceAll(/[/\\\0]/g, '·');
    await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer: FILE });
    await page.getByText(/^\d+ public events carry the file/).waitFor();
    expect(await shown(page)).toBeGreaterThanOrEqual(types.length);
  }
  expect(harm).toEqual([]);
});

it('hostile texts are shown as text by the policy builder and the delivery log of a webhook', async () => {
  const { page } = on.visitor;
  const partner = await newTenant(on.service, 'Partner');
  await importSubject(on.client, { of: partner, into: on.tenant, name: NAMES[0]! });
  await post('/v2/assets', { attributes: Object.fromEntries(NAMES.map((text, i) => [`name ${i}`, text])) });
  const roles = tenths(1, 2);
  for (const [i, display_name] of tenths(0, 1).entries())
    await post('/iam/v1/applications', { display_name, custom_claims: { role: roles[i]! } });
  const policy = await post('/iam/v1/access_policies', {
    display_name: NAMES[2],
    description: PAYLOADS[3],
    filters: tenths(0, 1).map((text) => ({ or: [`attributes.kind=${text}`] })),
    access_permissions: [
      {
        user_attributes: [{ or: tenths(2, 3).map((text) => `jwt_role=${text}`) }],
        asset_attributes_read: ['*'],
        event_arc_display_type_read: tenths(3, 6),
      },
    ],
  });
  const hook = await newWebhook(on.client, on.tenant, receiver, { display_name: NAMES[5], filters: [] });
  // The receiver responds with hostile texts, which the log could show.
  receiver.respond((_received, response) => {
    response.writeHead(500, { 'content-type': 'text/html', 'x-error': '<img src=x onerror=__ran()>' });
    response.end(PAYLOADS.join('\n'));
  });
  await post(`/v1/${hook.identity}:test`, {});
  const harm = await guard(page);
  await signIn(page, on.tenant);
  await loaded(page, 'policies/new');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  for (const [i, text] of sampled([...NAMES.entries()], 7)) {
    await page.getByLabel('Attribute 1.1').fill(`name ${i}`);
    await page.getByLabel('Value 1.1').fill(text);
    await shown(page);
  }
  expect(await shown(page)).toBeGreaterThan(tenths(0, 1).length);
  await loaded(page, policy.identity.replace('access_policies', 'policies'));
  expect(await shown(page)).toBeGreaterThanOrEqual(tenths(1, 6).length);
  await loaded(page, hook.identity);
  await page.locator('tbody tr').first().getByText('Failed').waitFor();
  expect(await shown(page)).toBeGreaterThan(0);
  await loaded(page, 'audit');
  expect(await shown(page)).toBeGreaterThan(tenths(0, 1).length / 2);
  receiver.respond();
  expect(harm).toEqual([]);
});

it('hostile texts are shown as text by the labels of both maps', async () => {
  const { page } = on.visitor;
  // On a grid, so that each asset is a point of its own.
  const at = (i: number) => ({ latitude: 72 - 16 * Math.floor(i / 20), longitude: -171 + 18 * (i % 20) });
  const placed = NAMES.map((arc_display_name, i) => {
    const { latitude, longitude } = at(i);
    return { attributes: { arc_display_name, arc_gis_lat: `${latitude}`, arc_gis_lng: `${longitude}` } };
  });
  const { results } = await post('/v2/assets:batch', { assets: placed });
  expect(results.filter(({ error }: { error?: object }) => error)).toEqual([]);
  for (const [i, display_name] of NAMES.entries()) await post('/v2/locations', { display_name, ...at(i) });
  const harm = await guard(page);
  await signIn(page, on.tenant);
  for (const path of ['assets?view=map', 'locations']) {
    await loaded(page, path);
    await page.locator('svg.map .point').first().waitFor({ state: 'attached' });
    expect([path, await shown(page, 'svg.map')]).toEqual([path, NAMES.length]);
  }
  expect(harm).toEqual([]);
});

it('hostile texts are shown as text by the list of exports and by an export', async () => {
  const { page } = on.visitor;
  const { identity } = await exported(on.client, on.tenant);
  // A tenancy has at most 100 exports, and each is a job: the texts are put into the responses instead.
  const changed = (path: RegExp, change: (body: any) => object): Promise<unknown> =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    });
  await changed(/\/v1\/exports(\?|$)/, ({ exports: [one], ...rest }) => ({
    ...rest,
    exports: NAMES.map((display_name, i) => ({
      ...one,
      identity: `exports/00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      display_name,
      status: 'STATUS_FAILED',
      error_message: display_name,
    })),
  }));
  await changed(/\/v1\/exports\/[^/]+$/, (one) => ({
    ...one,
    display_name: NAMES.join('\n'),
    error_message: NAMES.join('\n'),
    files: NAMES.map((name) => ({ name, kind: name, lines: 1, bytes: 1, sha256: name })),
  }));
  const harm = await guard(page);
  await signIn(page, on.tenant);
  for (const path of ['exports', identity]) {
    await loaded(page, path);
    expect([path, await shown(page, 'main')]).toEqual([path, NAMES.length]);
  }
  expect(await page.locator('tbody th').count()).toBe(NAMES.length + 1);
  expect(harm).toEqual([]);
});
