import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { fieldRecordsIn, recordAll, type RecordOutcome } from '../../apps/client/src/cli/field-records.ts';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { erased } from '../support/erasure.ts';
import { type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { newPhone } from './support/phone.ts';

/** A service whose base URL is not the one that browsers know. */
const on = consoleTest({ ANCHOR_WINDOW_SECONDS: '1' });
const phone = newPhone();
afterEach(() => phone.destroy());
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const get = (path: string, token = on.tenant.token): Promise<any> => done(on.client, token, 'GET', path);

async function newAsset(requires = false): Promise<string> {
  const attributes = { arc_display_name: 'Vessel', arc_display_type: 'Vessel' };
  const { identity } = await done(on.client, on.tenant.token, 'POST', '/v2/assets', { attributes });
  const body = { require_signature: requires ? ['Vessel'] : [] };
  await done(on.client, on.tenant.token, 'PATCH', '/v1/tenancies/self', body);
  return identity.slice('assets/'.length);
}

async function eventsOf(uuid: string): Promise<any[]> {
  const { events } = await get(`/v2/assets/${uuid}/events?page_size=100`);
  return events.filter(({ operation }: any) => operation === 'Record').toReversed();
}
const keysOf = async (token?: string): Promise<any[]> => (await get('/v1/signing_keys', token)).signing_keys;

/** The author in the proof of an event, which must verify; undefined if it is not signed. */
async function authorOf(identity: string): Promise<any> {
  let proof: any;
  await expect
    .poll(async () => {
      const answer = await on.client.call(on.tenant.token, 'GET', `/v2/${identity}:proof?form=log`);
      proof = answer.body;
      return answer.status;
    })
    .toBe(200);
  return proof.author;
}

async function atAsset(page: Page, uuid: string, by: Pick<Tenant, 'client_id' | 'client_secret'>): Promise<void> {
  await page.goto(`${on.service.at}/field/#/assets/${uuid}`);
  await signIn(page, by);
  await page.getByRole('link', { name: 'Record', exact: true }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while ((await (await caches.open('field 1')).keys()).length < 10) await new Promise((go) => setTimeout(go, 20));
  });
}

async function record(page: Page, text: string, of: { sign?: boolean; photo?: boolean } = {}): Promise<void> {
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('textbox', { name: 'Kind' }).fill('Inspection');
  await page.getByRole('textbox', { name: 'What did you see?' }).fill(text);
  if (of.sign) await page.getByRole('checkbox', { name: 'Sign with the key of this device' }).check();
  if (of.photo) {
    const file = { name: 'IMG_1.png', mimeType: 'image/png', buffer: PIXEL };
    await page.getByLabel('Take a photo').setInputFiles(file);
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  }
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('link', { name: 'Record', exact: true }).waitFor();
}
const queue = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

it('records that a person wants to sign are signed without a network, and sent once with one key', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset();
  await atAsset(page, uuid, on.tenant);
  await record(page, 'not signed');
  await record(page, 'signed', { sign: true });
  await queue(page, 'All sent');
  await context.setOffline(true);
  // The wish is kept.
  await record(page, 'without a network');
  await record(page, 'with a photo', { photo: true });
  await page.getByRole('link', { name: '2 not sent yet' }).click();
  const items = page.getByRole('listitem');
  await items
    .filter({ hasText: 'without a network' })
    .getByText(/, signed$/)
    .waitFor();
  await items
    .filter({ hasText: 'with a photo' })
    .getByText(/, signed when it is sent$/)
    .waitFor();
  await page.close();
  const later = await context.newPage();
  let lost = 0;
  await later.route('**/archivist/v2/assets/*/events', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch().catch(() => undefined);
    await route.abort('connectionreset');
  });
  await context.setOffline(false);
  await later.goto(`${on.service.at}/field/#/queue`);
  await queue(later, '2 not sent yet');
  await later.getByRole('button', { name: 'Send now' }).click();
  await queue(later, 'All sent');
  const events = await eventsOf(uuid);
  expect(events.map(({ event_attributes }) => event_attributes.arc_description)).toEqual([
    'not signed',
    'signed',
    'without a network',
    'with a photo',
  ]);
  const authors = await Promise.all(events.map(({ identity }) => authorOf(identity)));
  const [key, ...others] = await keysOf();
  expect(others).toEqual([]);
  expect(authors.map((author) => author?.key.x)).toEqual([undefined, ...Array(3).fill(key.public_jwk.x)]);
});

it('a signed record that was saved is imported with its statement, and recorded once', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset(true);
  await atAsset(page, uuid, on.tenant);
  const events = '**/archivist/v2/assets/*/events';
  await page.route(events, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await record(page, 'with a photo', { photo: true });
  await page.getByRole('link', { name: '1 not sent yet' }).click();
  await page
    .getByRole('listitem')
    .getByText(/, signed$/)
    .waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save to a file' }).click();
  const saved = fieldRecordsIn(await (await saving).path());
  const client = new EvidenceClient({ url: on.service.at, token: on.tenant.token });
  const { principal, tenantid } = await client.request('GET', '/v1/whoami');
  expect([saved.owner, saved.tenant_identity]).toEqual([principal, tenantid]);
  const outcomes: RecordOutcome[] = [];
  for await (const outcome of recordAll(client, saved, false)) outcomes.push(outcome);
  expect(outcomes.map(({ refused }) => refused)).toEqual([undefined]);
  await page.unroute(events);
  await page.getByRole('button', { name: 'Send now' }).click();
  await queue(page, 'All sent');
  const [event, ...others] = await eventsOf(uuid);
  expect(others).toEqual([]);
  expect((await authorOf(event.identity)).key.x).toBe((await keysOf())[0].public_jwk.x);
});

it('the key of a person survives the end of the browser, and what it has signed before', async () => {
  const uuid = await newAsset(true);
  let page = await phone.start(0, false);
  await atAsset(page, uuid, on.tenant);
  await record(page, 'first');
  await queue(page, 'All sent');
  await phone.context!.setOffline(true);
  await record(page, 'second');
  await queue(page, '1 not sent yet');
  await phone.kill();
  page = await phone.start(0, true);
  await page.goto(`${on.service.at}/field/#/assets/${uuid}`);
  await record(page, 'third');
  await queue(page, '2 not sent yet');
  await phone.kill();
  page = await phone.start(0, true);
  await page.goto(`${on.service.at}/field/#/queue`);
  await queue(page, '2 not sent yet');
  // Whether a killed browser still has its session depends on when it wrote it.
  await phone.context!.clearCookies();
  await phone.context!.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Secret').fill(on.tenant.client_secret);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await queue(page, 'All sent');
  const events = await eventsOf(uuid);
  expect(events.map(({ event_attributes }) => event_attributes.arc_description)).toEqual(['first', 'second', 'third']);
  const authors = await Promise.all(events.map(({ identity }) => authorOf(identity)));
  const [key, ...others] = await keysOf();
  expect([others, authors.map((author) => author.key.x)]).toEqual([[], Array(3).fill(key.public_jwk.x)]);
});

/** Another member of the tenancy, who may record on all assets. */
async function colleague(): Promise<Pick<Tenant, 'client_id' | 'client_secret'>> {
  const body = { display_name: 'Colleague', custom_claims: { group: 'fitters' } };
  const { client_id, credentials } = await done(on.client, on.tenant.token, 'POST', '/iam/v1/applications', body);
  await done(on.client, on.tenant.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'Fitters',
    filters: [{ or: ['attributes.arc_display_type=*'] }],
    access_permissions: [
      {
        user_attributes: [{ or: ['group=fitters'] }],
        asset_attributes_read: ['*'],
        event_arc_display_type_read: ['*'],
        behaviours: ['RecordEvidence'],
        event_arc_display_type_write: ['*'],
      },
    ],
  });
  return { client_id, client_secret: credentials[0].secret };
}

it('two people of a tenancy sign on one device, each with a key of their own', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset(true);
  const second = await colleague();
  await atAsset(page, uuid, on.tenant);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByText('Records of this asset must be signed').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Sign with the key of this device' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await record(page, 'of the first');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await context.setOffline(false);
  await page.reload();
  await atAsset(page, uuid, second);
  await record(page, 'of the second');
  await queue(page, 'All sent');
  expect((await eventsOf(uuid)).map(({ event_attributes }) => event_attributes.arc_description)).toEqual([
    'of the second',
  ]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, on.tenant);
  await queue(page, 'All sent');
  const events = await eventsOf(uuid);
  const authors = await Promise.all(events.map(({ identity }) => authorOf(identity)));
  const keys = await keysOf();
  expect(keys.length).toBe(2);
  for (const [i, { principal_accepted }] of events.entries()) {
    const own = keys.find(({ public_jwk }) => public_jwk.x === authors[i].key.x);
    expect(own.owner.subject).toBe(principal_accepted.subject);
  }
});

it('a record of a key that was revoked meanwhile is refused, stays, and says why', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset(true);
  await atAsset(page, uuid, on.tenant);
  await record(page, 'before');
  await queue(page, 'All sent');
  await context.setOffline(true);
  await record(page, 'signed before the revocation');
  await queue(page, '1 not sent yet');
  const [key] = await keysOf();
  await done(on.client, on.tenant.token, 'POST', `/v1/${key.identity}:revoke`, { reason: 'lost' });
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/events') && response.request().method() === 'POST') statuses.push(response.status());
  });
  await context.setOffline(false);
  await queue(page, '1 refused');
  await page.getByRole('link', { name: '1 refused' }).click();
  await page
    .getByText(`The service refused it: author_statement.signature: the signing key ${key.thumbprint} is revoked`)
    .waitFor();
  expect(statuses).toEqual([403]);
  await page.reload();
  await page.getByText('is revoked').waitFor();
  expect((await eventsOf(uuid)).length).toBe(1);
  // The person may sign it once more, with a new key.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await eventsOf(uuid)).length).toBe(2);
  expect((await keysOf()).map(({ revoked_at }) => revoked_at === null)).toEqual([true, false]);
});

it('records of a revoked key stay and use up no new keys; sent again, each is recorded once', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset(true);
  await atAsset(page, uuid, on.tenant);
  await record(page, 'before');
  await queue(page, 'All sent');
  await context.setOffline(true);
  const texts = ['one', 'two', 'three'];
  for (const text of texts) await record(page, text);
  await queue(page, '3 not sent yet');
  const [key] = await keysOf();
  await done(on.client, on.tenant.token, 'POST', `/v1/${key.identity}:revoke`, { reason: 'lost' });
  await context.setOffline(false);
  await queue(page, '3 refused');
  await page.getByRole('link', { name: '3 refused' }).click();
  const refusals = page.getByText(`the signing key ${key.thumbprint} is revoked`);
  await expect.poll(() => refusals.count()).toBe(3);
  expect((await keysOf()).length).toBe(1);
  for (const left of [2, 1, 0]) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect.poll(() => refusals.count()).toBe(left);
  }
  await queue(page, 'All sent');
  const events = await eventsOf(uuid);
  expect(events.map(({ event_attributes }) => event_attributes.arc_description)).toEqual(['before', ...texts]);
  expect((await keysOf()).length).toBe(2);
});

/** The signatures of the statements that a page sends, in their order. */
function signaturesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/events'))
      sent.push(request.postDataJSON().author_statement.signature);
  });
  return sent;
}

it('a signed record that was recorded and erased before its response arrived is not recorded again', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset(true);
  await atAsset(page, uuid, on.tenant);
  const sent = signaturesOf(page);
  let isLost = true;
  await page.route('**/archivist/v2/assets/*/events', async (route) => {
    if (route.request().method() !== 'POST' || !isLost) return route.continue();
    await route.fetch().catch(() => undefined);
    await route.abort('connectionreset');
  });
  await record(page, 'erased meanwhile');
  await queue(page, '1 not sent yet');
  const [{ identity }] = await eventsOf(uuid);
  await erased(on.client, on.tenant.token, identity, { reason: 'personal data' });
  isLost = false;
  await page.getByRole('link', { name: '1 not sent yet' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  const refusal = page.getByText('which was erased');
  await refusal.waitFor();
  const before = sent.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => sent.length).toBe(before + 1);
  await refusal.waitFor();
  expect(new Set(sent).size).toBe(1);
  const { events } = await get(`/v2/assets/${uuid}/events?page_size=100`);
  expect(events.filter(({ operation }: any) => operation === 'Record').length).toBe(1);
});

it('a signed record keeps its statement after a lost right, and is signed again if its file is gone', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset(true);
  await atAsset(page, uuid, on.tenant);
  const sent = signaturesOf(page);
  const refusals = [
    () => ({ status: 403, message: 'you may not record on this asset' }),
    (blob: string) => ({ status: 400, message: `event_attributes.arc_primary_image: ${blob} does not exist any more` }),
  ];
  await page.route('**/archivist/v2/assets/*/events', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const { event_attributes } = route.request().postDataJSON();
    const refused = refusals.shift()?.(event_attributes.arc_primary_image.arc_blob_identity);
    if (!refused) return route.continue();
    await route.fulfill({ status: refused.status, json: { code: 3, message: refused.message } });
  });
  await record(page, 'with a photo', { photo: true });
  await page.getByRole('link', { name: '1 refused' }).click();
  await page.getByText('you may not record').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('does not exist any more').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The service has all of your records').waitFor();
  expect(sent.length).toBe(3);
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[1]);
  expect((await eventsOf(uuid)).length).toBe(1);
});

it('a record that the device cannot sign without a network is kept, and signed when it is sent', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset(true);
  await atAsset(page, uuid, on.tenant);
  await page.evaluate(async () => (await caches.open('field 1')).delete('/field/signing.js'));
  await context.setOffline(true);
  await record(page, 'not signed yet');
  await page.getByRole('link', { name: '1 not sent yet' }).click();
  await page.getByText(/, signed when it is sent$/).waitFor();
  await context.setOffline(false);
  await page.getByText('The service has all of your records').waitFor();
  const [event, ...others] = await eventsOf(uuid);
  expect(others).toEqual([]);
  expect((await authorOf(event.identity)).key.x).toBe((await keysOf())[0].public_jwk.x);
});
