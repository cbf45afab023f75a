import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { namedAs, upload } from '../support/blobs.ts';
import { erase, erased, reasonOf } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { ANCHORING, newTenant, type Service, sharedService, type Tenant } from '../support/service.ts';
import { violationsOf } from '../support/tenancy.ts';
import { done, idOf, newMember } from '../support/sharing.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await sharedService(ANCHORING);
  client = await openClient(service);
  tenant = await newTenant(service, 'Erasing');
});

const create = (body: object = {}): Promise<any> => done(client, tenant.token, 'POST', '/v2/assets', body);
const append = async (asset: string, body: object = {}, headers: Record<string, string> = {}): Promise<any> => {
  const answer = await client.call(tenant.token, 'POST', `/v2/${asset}/events`, {
    body: { ...RECORD, ...body },
    headers,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const read = (path: string, token: string | undefined = tenant.token): Promise<any> =>
  client.call(token as string, 'GET', `/v2/${path}`).then(({ body }) => body);
const remove = (identity: string, body?: object, headers?: Record<string, string>): Promise<Answer> =>
  erased(client, tenant.token, identity, body, headers);

test('an erasure is refused while the event sets a current attribute of the asset', async () => {
  const asset = await create({ attributes: { a: '1', b: '1' } });
  const event = await append(asset.identity, { asset_attributes: { a: '2', b: '2' } });
  await append(asset.identity, { asset_attributes: { a: '3' } });
  const answer = await remove(event.identity);
  expect([answer.status, reasonOf(answer), violationsOf(answer)]).toEqual([
    409,
    'CURRENT_VALUE',
    { 'asset_attributes.b': 'is the current value of the asset: first record an event that sets another value' },
  ]);
  await append(asset.identity, { asset_attributes: { b: '3' } });
  expect((await remove(event.identity)).status).toBe(200);
});

test('an erasure is refused while an attachment that it appended is a current one', async () => {
  const asset = await create();
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  const blob = (await client.call(tenant.token, 'POST', '/v1/blobs', { raw: form })).body;
  const attachment = { arc_attachment_identity: blob.identity, arc_hash_value: blob.hash.value };
  const attach = () =>
    append(asset.identity, {
      operation: 'Attach',
      behaviour: 'Attachments',
      event_attributes: { arc_append_attachments: [attachment] },
    });
  const first = await attach();
  await attach();
  const answer = await remove(first.identity);
  expect([answer.status, Object.keys(violationsOf(answer))]).toEqual([409, ['asset_attributes.arc_attachments']]);
});

test('an erasure is refused while no anchored root covers the window of the event', async () => {
  // By default, windows have an hour.
  const slow = await sharedService();
  const caller = await openClient(slow);
  const { token } = await newTenant(slow, 'Slow');
  const asset = await done(caller, token, 'POST', '/v2/assets', {});
  const event = await done(caller, token, 'POST', `/v2/${asset.identity}/events`, RECORD);
  const answer = await erase(caller, token, event.identity);
  expect([answer.status, reasonOf(answer), Object.keys(violationsOf(answer))]).toEqual([
    409,
    'NOT_ANCHORED',
    ['timestamp_accepted'],
  ]);
  expect((await slow.blobs.list({ prefix: 'erasures/' })).objects).toEqual([]);
});

test('an erasure is refused while the hash of a final KHIPU event can still be computed again', async () => {
  const asset = await create({ proof_mechanism: 'KHIPU' });
  const event = await append(asset.identity);
  const [first] = (await read(`${asset.identity}/events`)).events.slice(-1);
  expect((await remove(first.identity)).status).toBe(200);
  // As after a crash between the call of the outbox and the commit that follows it.
  const submitted = (to: number) =>
    service.db
      .prepare(
        'UPDATE khipu_events SET submitted = ? WHERE (asset, seq) IN (SELECT asset, seq FROM events WHERE id = ?)',
      )
      .bind(to, idOf(event.identity))
      .run();
  await expect.poll(async () => (await read(event.identity)).confirmation_status).toBe('CONFIRMED');
  await submitted(0);
  const answer = await erase(client, tenant.token, event.identity);
  expect([answer.status, violationsOf(answer)]).toEqual([
    409,
    { timestamp_accepted: 'the transaction of the event is not final yet: try again later' },
  ]);
  await submitted(1);
  expect((await remove(event.identity)).status).toBe(200);
});

test('an erasure is refused for an event that records an erasure', async () => {
  const asset = await create();
  const event = await append(asset.identity);
  const { erased: how } = (await remove(event.identity)).body;
  const answer = await remove(how.event_identity);
  expect([answer.status, reasonOf(answer), Object.keys(violationsOf(answer))]).toEqual([
    409,
    'ERASURE_EVENT',
    ['operation'],
  ]);
});

test('an erasure is refused for events that do not exist, and for those of another tenancy', async () => {
  const asset = await create();
  const event = await append(asset.identity);
  const other = await newTenant(service, 'Other');
  const missing = `${asset.identity}/events/00000000-0000-4000-8000-000000000000`;
  expect((await erase(client, tenant.token, missing)).status).toBe(404);
  expect((await erase(client, other.token, event.identity)).status).toBe(404);
  expect((await read(event.identity)).erased).toBeUndefined();
});

test('an erasure is refused for callers who are not administrators, and for callers without a token', async () => {
  const asset = await create();
  const event = await append(asset.identity);
  const member = await newMember(service, client, tenant);
  expect((await erase(client, member.token, event.identity)).status).toBe(403);
  expect((await erase(client, undefined, event.identity)).status).toBe(401);
});

test.each([
  ['without a reason', {}, 'reason'],
  ['with an empty reason', { reason: '' }, 'reason'],
  ['with a blank reason', { reason: ' \n\u00a0' }, 'reason'],
  ['with a long reason', { reason: 'x'.repeat(1001) }, 'reason'],
  ['with an unknown field', { reason: 'x', force: true }, 'force'],
  ['with another type', { reason: 'x', accept_unsalted_chain_hash: 'yes' }, 'accept_unsalted_chain_hash'],
])('an erasure is refused %s', async (_, body, field) => {
  const asset = await create();
  const event = await append(asset.identity);
  const answer = await erase(client, tenant.token, event.identity, body);
  expect([answer.status, Object.keys(violationsOf(answer))]).toEqual([400, [field]]);
});

describe('an erasure that is repeated', () => {
  test('returns the first one, also at the same time', async () => {
    const asset = await create();
    const event = await append(asset.identity, { event_attributes: { a: 'b' } });
    await append(asset.identity);
    const first = await remove(event.identity, { reason: 'first' });
    const again = await remove(event.identity, { reason: 'second' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const next = await append(asset.identity, { event_attributes: { a: 'c' } });
    await expect.poll(async () => (await read(next.identity)).transaction_id).not.toBe('');
    let answers: Answer[];
    do
      answers = await Promise.all(
        ['1', '2', '3'].map((reason) => erase(client, tenant.token, next.identity, { reason })),
      );
    while (answers.some((answer) => reasonOf(answer) === 'NOT_ANCHORED'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.erased.event_identity)).size).toBe(1);
    const erasures = (await read(`${asset.identity}/events?event_attributes.arc_display_type=Erasure`)).events;
    expect(erasures).toHaveLength(2);
  });

  test('has the same response for the same Idempotency-Key, and 409 for another request with it', async () => {
    const asset = await create();
    const [one, two] = [await append(asset.identity), await append(asset.identity)];
    const key = { 'idempotency-key': 'erase-once' };
    const first = await remove(one.identity, { reason: 'r' }, key);
    const again = await remove(one.identity, { reason: 'r' }, key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    for (const [event, reason] of [
      [one, 'other'],
      [two, 'r'],
    ] as const)
      expect((await remove(event.identity, { reason }, key)).status).toBe(409);
    expect((await read(two.identity)).erased).toBeUndefined();
  });
});

describe('a request that is repeated after its event was erased', () => {
  const idOfKey = async (key: string): Promise<unknown[]> =>
    (await service.db.prepare('SELECT key, fingerprint FROM idempotency WHERE key = ?').bind(key).all()).results;

  test('does not record the content again, and responds with 409 that names the erased event', async () => {
    const asset = await create();
    const key = { 'idempotency-key': 'record-once' };
    const body = { event_attributes: { a: 'content' } };
    const event = await append(asset.identity, body, key);
    expect((await remove(event.identity)).status).toBe(200);
    // The second request of each kind is decided without a read, unless the first one was refused by a remembered key.
    for (const repeated of [body, body, { event_attributes: { a: 'other' } }]) {
      const answer = await client.call(tenant.token, 'POST', `/v2/${asset.identity}/events`, {
        body: { ...RECORD, ...repeated },
        headers: key,
      });
      expect([answer.status, reasonOf(answer), answer.body.message]).toEqual([
        409,
        'EVENT_ERASED',
        expect.stringContaining(event.identity),
      ]);
    }
    const batch = await client.call(tenant.token, 'POST', '/v2/assets/-/events:batch', {
      body: { events: [{ ...RECORD, ...body, asset_identity: asset.identity, idempotency_key: 'record-once' }] },
    });
    expect(batch.body.results[0].error?.code, batch.text).toBe(6);
    expect((await read(`${asset.identity}/events`)).events).toHaveLength(3);
    expect(await idOfKey('record-once')).toEqual([]);
    const { results } = await service.db
      .prepare('SELECT fingerprint FROM idempotency WHERE event = ?')
      .bind(idOf(event.identity))
      .all();
    expect(results).toEqual([{ fingerprint: '' }]);
  });

  test('does not record the content again with the same Record-Id, and responds with 409', async () => {
    const asset = await create();
    const key = { 'record-id': crypto.randomUUID() };
    const body = { event_attributes: { a: 'content' } };
    const event = await append(asset.identity, body, key);
    expect((await remove(event.identity)).status).toBe(200);
    for (const repeated of [body, body, { event_attributes: { a: 'other' } }]) {
      const answer = await client.call(tenant.token, 'POST', `/v2/${asset.identity}/events`, {
        body: { ...RECORD, ...repeated },
        headers: key,
      });
      expect([answer.status, reasonOf(answer)]).toEqual([409, 'EVENT_ERASED']);
      expect(answer.body.message).toContain(`this Record-Id recorded ${event.identity}, which was erased`);
    }
    expect((await read(`${asset.identity}/events`)).events).toHaveLength(3);
  });

  test.each(['idempotency-key', 'record-id'])(
    'gets the same 409 if its file was erased as well, with %s',
    async (name) => {
      const asset = await create();
      const key = { [name]: crypto.randomUUID() };
      const file = await upload(client, tenant.token, Buffer.from(`a file with ${name}`), { name: 'photo.jpg' });
      const body = { event_attributes: { photo: namedAs(file) } };
      const event = await append(asset.identity, body, key);
      expect((await remove(event.identity)).status).toBe(200);
      await expect.poll(async () => (await client.call(tenant.token, 'GET', `/v1/${file.identity}`)).status).toBe(404);
      const repeated = await client.call(tenant.token, 'POST', `/v2/${asset.identity}/events`, {
        body: { ...RECORD, ...body },
        headers: key,
      });
      expect([repeated.status, reasonOf(repeated)]).toEqual([409, 'EVENT_ERASED']);
      // A request of its own is refused because of the file.
      const another = await client.call(tenant.token, 'POST', `/v2/${asset.identity}/events`, {
        body: { ...RECORD, ...body },
        headers: { [name]: crypto.randomUUID() },
      });
      expect([another.status, Object.keys(violationsOf(another))]).toEqual([400, ['event_attributes.photo']]);
    },
  );

  test('does not create the asset again whose creation was erased', async () => {
    const key = { 'idempotency-key': 'create-once' };
    const send = () =>
      client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes: { a: 'content' } }, headers: key });
    const asset = (await send()).body;
    const [created] = (await read(`${asset.identity}/events`)).events;
    await append(asset.identity, { asset_attributes: { a: 'other' } });
    expect((await remove(created.identity)).status).toBe(200);
    const answer = await send();
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'EVENT_ERASED']);
  });

  test('gets the same 409 if it created the asset and its file was erased as well', async () => {
    const key = { 'idempotency-key': 'create-with-file' };
    const file = await upload(client, tenant.token, Buffer.from('a file of a creation'), { name: 'photo.jpg' });
    const send = (headers: Record<string, string>) =>
      client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes: { photo: namedAs(file) } }, headers });
    const first = await send(key);
    expect(first.status, first.text).toBe(200);
    const { identity } = first.body;
    const [created] = (await read(`${identity}/events`)).events;
    await append(identity, { asset_attributes: { photo: 'none' } });
    // Not erased yet: the first response.
    const before = await send(key);
    expect([before.status, before.body.identity]).toEqual([200, identity]);
    expect((await remove(created.identity)).status).toBe(200);
    await expect.poll(async () => (await client.call(tenant.token, 'GET', `/v1/${file.identity}`)).status).toBe(404);
    for (let i = 0; i < 2; i++) {
      const repeated = await send(key);
      expect([repeated.status, reasonOf(repeated)]).toEqual([409, 'EVENT_ERASED']);
      expect(repeated.body.message).toContain(created.identity);
    }
    // A request of its own is refused because of the file.
    const another = await send({ 'idempotency-key': 'create-with-erased-file' });
    expect([another.status, Object.keys(violationsOf(another))]).toEqual([400, ['attributes.photo']]);
  });

  test('records another event with a key that another caller has used', async () => {
    const asset = await create();
    const key = { 'idempotency-key': 'of-both' };
    const event = await append(asset.identity, {}, key);
    await remove(event.identity);
    const other = await newTenant(service, 'Same key');
    const elsewhere = await done(client, other.token, 'POST', '/v2/assets', {});
    const answer = await client.call(other.token, 'POST', `/v2/${elsewhere.identity}/events`, {
      body: RECORD,
      headers: key,
    });
    expect(answer.status, answer.text).toBe(200);
  });
});
