import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { barriersOf } from './support/axe.ts';
import { open, showApplicationForm, signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { newPhone } from './support/phone.ts';

/*
 * Days without a network, in a browser with a profile on disk that is killed like a phone without power.
 */

const on = consoleTest();
const HOUR = 3_600_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const phone = newPhone();
afterEach(() => phone.destroy());

async function newAsset(name: string): Promise<string> {
  const { body } = await on.client.call(on.tenant.token, 'POST', '/v2/assets', {
    body: { behaviours: ['RecordEvidence'], attributes: { arc_display_name: name, arc_display_type: 'Crane' } },
  });
  return body.identity.slice('assets/'.length);
}

async function recordsOn(uuid: string): Promise<any[]> {
  const { body } = await on.client.call(on.tenant.token, 'GET', `/v2/assets/${uuid}/events?page_size=100`);
  return body.events.filter(({ operation }: any) => operation === 'Record').toReversed();
}

/** Opens an asset, signed in, so that it can be used without a network. */
async function atAsset(page: Page, uuid: string): Promise<void> {
  await page.goto(`${on.service.at}/field/#/assets/${uuid}`);
  await signIn(page, on.tenant);
  await page.getByRole('link', { name: 'Record', exact: true }).waitFor();
  await queue(page, 'All sent');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while ((await (await caches.open('field 1')).keys()).length < 7) await new Promise((go) => setTimeout(go, 20));
  });
}

async function begin(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('textbox', { name: 'Kind' }).fill('Inspection');
  await page.getByRole('textbox', { name: 'What did you see?' }).fill(text);
  await page.getByLabel('Take a photo').setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: PNG });
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
}

async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('link', { name: 'Record', exact: true }).waitFor();
}

const queue = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Secret').fill(on.tenant.client_secret);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** All that the device keeps: texts and bytes as one text, rows of each store, and whether it has a key. */
const storage = (page: Page): Promise<{ text: string; rows: Record<string, number>; keys: number }> =>
  page.evaluate(async () => {
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('field');
      request.addEventListener('success', () => resolve(request.result));
    });
    const texts: string[] = [];
    let keys = 0;
    const latin = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes);
    const dump = async (value: unknown): Promise<void> => {
      if (value instanceof CryptoKey) keys += 1;
      else if (value instanceof Blob) texts.push(latin(await value.arrayBuffer()));
      else if (value instanceof ArrayBuffer) texts.push(latin(value));
      else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) await dump(each);
      else texts.push(String(value));
    };
    const rows: Record<string, number> = {};
    for (const name of opened.objectStoreNames) {
      const all = await new Promise<unknown[]>((resolve) => {
        const request = opened.transaction(name).objectStore(name).getAll();
        request.addEventListener('success', () => resolve(request.result));
      });
      rows[name] = all.length;
      await dump(all);
    }
    opened.close();
    return { text: texts.join('\n'), rows, keys };
  });

it('20 records of 72 hours without a network are sent once each, in order; the browser was killed twice', async () => {
  const uuid = await newAsset('Crane 1');
  const texts = Array.from({ length: 20 }, (_, i) => `finding ${i + 1}`);
  let page = await phone.start(-72 * HOUR, false);
  await atAsset(page, uuid);
  await phone.context!.setOffline(true);
  for (const text of texts.slice(0, 7)) await begin(page, text).then(() => finish(page));
  await phone.kill();
  page = await phone.start(-48 * HOUR, true);
  await page.goto(`${on.service.at}/field/#/assets/${uuid}`);
  await queue(page, '7 not sent yet');
  for (const text of texts.slice(7, 14)) await begin(page, text).then(() => finish(page));
  await begin(page, texts[14]!);
  // The draft is kept a moment after the picture is shown.
  await expect.poll(async () => (await storage(page)).rows['drafts']).toBe(1);
  await phone.kill();
  page = await phone.start(0, true);
  await page.goto(`${on.service.at}/field/#/assets/${uuid}`);
  await queue(page, '14 not sent yet');
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByText('Your draft was restored.').waitFor();
  await page.getByRole('textbox', { name: 'What did you see?' }).fill(texts[14]!);
  await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  await finish(page);
  for (const text of texts.slice(15)) await begin(page, text).then(() => finish(page));
  await queue(page, '20 not sent yet');
  const kept = await storage(page);
  expect(kept).toMatchObject({ rows: { records: 20, drafts: 0 }, keys: 1 });
  for (const secret of ['finding', 'Crane 1', 'PNG\r\n']) expect(kept.text).not.toContain(secret);

  // The session has ended meanwhile. The network fails in an upload, and a response is lost.
  await on.service.db.prepare('UPDATE sessions SET expires_us = 1 WHERE subject = ?').bind(on.tenant.client_id).run();
  const cut = Promise.withResolvers<void>();
  let uploads = 0;
  await page.route('**/archivist/v1/blobs', async (route) => {
    uploads += 1;
    if (uploads !== 4) return route.continue();
    await phone.context!.setOffline(true);
    await route.abort('internetdisconnected');
    cut.resolve();
  });
  let events = 0;
  await page.route('**/archivist/v2/assets/*/events', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    events += 1;
    if (events !== 9) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await phone.context!.setOffline(false);
  await signInAgain(page);
  await cut.promise;
  await queue(page, 'not sent yet');
  expect((await recordsOn(uuid)).length).toBe(3);
  await phone.context!.setOffline(false);
  await expect.poll(() => events).toBeGreaterThan(8);
  await queue(page, 'not sent yet');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await queue(page, 'All sent');
  const recorded = await recordsOn(uuid);
  expect(recorded.map(({ event_attributes }) => event_attributes.arc_description)).toEqual(texts);
  const days = recorded.map(({ timestamp_declared }) =>
    Math.round((Date.now() - Date.parse(timestamp_declared)) / HOUR / 24),
  );
  expect([days[0], days[7], days[14], days[19]]).toEqual([3, 2, 0, 0]);
  for (const { event_attributes } of recorded)
    expect(event_attributes.arc_primary_image).toMatchObject({ arc_attribute_type: 'arc_attachment' });
  expect(await storage(page)).toMatchObject({ rows: { records: 0, drafts: 0 } });
});

it('a session that is ended on another device deletes assets, keeps what waits encrypted, and says so', async () => {
  const { page: desk } = on.visitor;
  const uuid = await newAsset('Crane 2');
  const page = await phone.start(0, false);
  await atAsset(page, uuid);
  await phone.context!.setOffline(true);
  await begin(page, 'rope worn');
  await finish(page);
  await begin(page, 'half a sentence');
  await expect.poll(async () => (await storage(page)).rows['drafts']).toBe(1);

  await signIn(desk, on.tenant);
  await open(desk, 'sessions', 'Your sessions');
  expect(await barriersOf(desk)).toEqual([]);
  await desk.getByRole('button', { name: /^End the session of Chrome/ }).click();
  await desk.getByRole('dialog').locator('button.danger').click();
  await desk.getByRole('dialog').waitFor({ state: 'detached' });

  await phone.context!.setOffline(false);
  await page.getByText('was ended from another device or by an administrator').waitFor();
  await page.getByText('1 record waits on this device, encrypted').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await expect
    .poll(() => storage(page))
    .toMatchObject({ rows: { assets: 0, records: 1, drafts: 1, person: 0 }, keys: 0 });
  const { text } = await storage(page);
  for (const secret of ['rope', 'half', 'Crane', 'PNG\r\n']) expect(text).not.toContain(secret);
  expect(await page.content()).not.toContain('Crane 2');
  expect(await recordsOn(uuid)).toEqual([]);

  // After a reload as well, until the same person signs in.
  await page.reload();
  await page.getByText('was ended from another device or by an administrator').waitFor();
  await signIn(page, on.tenant);
  await queue(page, 'All sent');
  expect((await recordsOn(uuid)).map(({ event_attributes }) => event_attributes.arc_description)).toEqual([
    'rope worn',
  ]);
  await page.goto(`${on.service.at}/field/#/assets/${uuid}/record`);
  await page.getByText('Your draft was restored.').waitFor();
});

it('a session that ends by time locks the page and keeps its input; a login page of the network does not', async () => {
  const uuid = await newAsset('Crane 3');
  const page = await phone.start(0, false);
  await atAsset(page, uuid);
  await begin(page, 'typed before');
  // A network that wants a login answers everything with a page.
  const login = (route: any) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Log in</h1>' });
  await page.route('**/archivist/**', login);
  await finish(page);
  await queue(page, '1 not sent yet');
  await page.reload();
  await page.getByText('No network: as it was on').waitFor();
  await begin(page, 'typed after');
  await on.service.db.prepare('UPDATE sessions SET expires_us = 1 WHERE subject = ?').bind(on.tenant.client_id).run();
  await page.unroute('**/archivist/**', login);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await expect.poll(async () => (await storage(page)).keys).toBe(0);
  expect((await storage(page)).rows).toMatchObject({ assets: 1, records: 1, drafts: 1 });
  await page.getByRole('textbox', { name: 'What did you see?' }).waitFor({ state: 'hidden' });
  expect(await barriersOf(page)).toEqual([]);
  await signInAgain(page);
  await page.getByRole('textbox', { name: 'What did you see?' }).waitFor();
  await finish(page);
  await queue(page, 'All sent');
  expect((await recordsOn(uuid)).map(({ event_attributes }) => event_attributes.arc_description)).toEqual([
    'typed before',
    'typed after',
  ]);
  // A device that was signed out has no key either.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await showApplicationForm(page);
  await expect.poll(() => storage(page)).toMatchObject({ rows: { assets: 0, person: 0 }, keys: 0 });
});
