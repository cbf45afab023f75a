import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
let asset: string;
let keys = 0;

beforeAll(async () => {
  service = await startService({ vars: { QUOTA_ASSETS: '60' } });
  client = await openClient(service);
  tenant = await newTenant(service, 'Idempotency');
  asset = (await create(`first`)).body.identity as string;
});
afterAll(() => service.close());

const RECORD = { operation: 'Record', behaviour: 'RecordEvidence', event_attributes: { a: '1', b: '2' } };
const newKey = (): string => `key-${++keys}`;
const create = (key: string, body: object = {}, token = tenant.token): Promise<Answer> =>
  client.call(token, 'POST', '/v2/assets', { body, headers: { 'idempotency-key': key } });
const append = (key: string, body: object = RECORD, to = asset, token = tenant.token): Promise<Answer> =>
  client.call(token, 'POST', `/v2/${to}/events`, { body, headers: { 'idempotency-key': key } });
const count = async (of = asset): Promise<number> =>
  (await client.call(tenant.token, 'GET', `/v2/${of}/events`, { query: { page_size: '500' } })).body.events.length;
/** Ages every key to just over 24 hours. */
const aDayLater = async (): Promise<void> => {
  await service.db.prepare('UPDATE idempotency SET created_us = created_us - 86400000001').run();
};

test('a repeated request with the same key and body returns the same event with its current status', async () => {
  const key = newKey();
  const before = await count();
  const first = await append(key);
  expect(first.body.confirmation_status).toBe('PENDING');
  const again = await append(key, {
    event_attributes: { b: '2', a: '1' },
    behaviour: 'RecordEvidence',
    operation: 'Record',
  });
  expect(again.body).toEqual({
    ...first.body,
    confirmation_status: 'CONFIRMED',
    timestamp_committed: again.body.timestamp_committed,
  });
  expect(await count()).toBe(before + 1);
});

test('reusing a key for another body, asset or operation is 409', async () => {
  const key = newKey();
  const other = (await create(newKey())).body.identity as string;
  expect((await append(key)).status).toBe(200);
  const before = [await count(), await count(other)];
  const answers = [
    await append(key, { ...RECORD, event_attributes: { a: '2' } }),
    await append(key, { ...RECORD, asset_attributes: { a: '1' } }),
    await append(key, { ...RECORD, timestamp_declared: '2020-01-01T00:00:00Z' }),
    await append(key, RECORD, other),
    await create(key),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409));
  for (const { body } of answers) expect(body.message).toContain('Idempotency-Key');
  expect([await count(), await count(other)]).toEqual(before);
});

test('keys of different principals and tenants are independent', async () => {
  const made = await client.call(tenant.token, 'POST', '/iam/v1/applications', { body: { display_name: 'Second' } });
  const { client_id, credentials } = made.body as { client_id: string; credentials: { secret: string }[] };
  const { administrators } = (await client.call(tenant.token, 'GET', '/v1/tenancies/administrators')).body;
  const second = { ...administrators[0], subject: client_id, display_name: 'Second' };
  const patched = await client.call(tenant.token, 'PATCH', '/v1/tenancies/administrators', {
    body: { administrators: [...administrators, second] },
  });
  expect(patched.status).toBe(200);
  const token = await tokenOf(service, client_id, credentials[0]!.secret);
  const key = newKey();
  const mine = await append(key);
  const theirs = await append(key, { ...RECORD, event_attributes: {} }, asset, token);
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.body.identity).not.toBe(mine.body.identity);
  expect(theirs.body.principal_accepted.subject).toBe(client_id);
  const foreign = await newTenant(service, 'Foreign');
  const assets = [await create(key), await create(key, {}, token), await create(key, {}, foreign.token)];
  // The first principal used the key for an event.
  expect(assets.map(({ status }) => status)).toEqual([409, 409, 200]);
  const fresh = newKey();
  const same = [await create(fresh), await create(fresh, {}, token), await create(fresh, {}, foreign.token)];
  expect(new Set(same.map(({ body }) => body.identity as string)).size).toBe(3);
});

test('20 concurrent requests with one key create one event and get the same response', async () => {
  const key = newKey();
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 20 }, () => append(key)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.identity as string)).size).toBe(1);
  expect(await count()).toBe(before + 1);
});

test('one key in concurrent requests to several assets is used once', async () => {
  const key = newKey();
  const assets = await Promise.all(
    Array.from({ length: 5 }, async () => (await create(newKey())).body.identity as string),
  );
  const answers = await Promise.all(assets.map((to) => append(key, RECORD, to)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const counts = await Promise.all(assets.map((to) => count(to)));
  expect(counts.toSorted()).toEqual([1, 1, 1, 1, 2]);
});

test('repeated creations with one key create one asset, with a UUID of version 4', async () => {
  const key = newKey();
  const body = { attributes: { a: '1' } };
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, body)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [identity, ...rest] = [...new Set(answers.map((answer) => answer.body.identity as string))];
  expect(rest).toEqual([]);
  expect(identity).toMatch(/^assets\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await count(identity)).toBe(1);
  expect((await create(key, { attributes: { a: '2' } })).status).toBe(409);
  expect((await append(key, RECORD, identity)).status).toBe(409);
  // A retry returns the current state of the asset.
  await append(newKey(), { ...RECORD, asset_attributes: { a: 'new' } }, identity);
  expect((await create(key, body)).body).toMatchObject({ identity, attributes: { a: 'new' } });
});

test('a key can be used for another event after 24 hours, and is 409 for another asset', async () => {
  const [forEvent, forAsset] = [newKey(), newKey()];
  const event = (await append(forEvent)).body.identity as string;
  const made = (await create(forAsset)).body.identity as string;
  await aDayLater();
  const next = await append(forEvent, { ...RECORD, event_attributes: {} });
  expect([next.status, next.body.identity === event]).toEqual([200, false]);
  expect((await append(forEvent, { ...RECORD, event_attributes: {} })).body.identity).toBe(next.body.identity);
  await aDayLater();
  await service.cron('* * * * *');
  expect(await service.db.prepare('SELECT count(*) AS n FROM idempotency').first('n')).toBe(0);
  expect((await append(forEvent)).status).toBe(200);
  const again = await create(forAsset);
  expect(again.status).toBe(409);
  expect(again.body.message).toContain(made);
  expect(again.body.message).toContain('use a new key');
});

test('a key is still in use just before 24 hours have passed', async () => {
  const key = newKey();
  const event = (await append(key)).body.identity as string;
  await service.db
    .prepare('UPDATE idempotency SET created_us = created_us - 86340000000 WHERE key = ?')
    .bind(key)
    .run();
  await service.cron('* * * * *');
  expect((await append(key)).body.identity).toBe(event);
});

test('a refused request does not use its key', async () => {
  const key = newKey();
  expect((await append(key, { ...RECORD, operation: 'x' })).status).toBe(400);
  expect((await append(key, RECORD, 'assets/11111111-1111-4111-8111-111111111111')).status).toBe(404);
  expect((await append(key)).status).toBe(200);
  const owner = await newTenant(service, 'Full');
  await service.db
    .prepare("INSERT INTO usage (tenant, resource, used) VALUES (?, 'assets', 60)")
    .bind(owner.tenant_identity.slice(7))
    .run();
  const forAsset = newKey();
  expect((await create(forAsset, { public: 'x' }, owner.token)).status).toBe(400);
  expect((await create(forAsset, {}, owner.token)).status).toBe(402);
  expect((await create(forAsset, {}, owner.token)).status).toBe(402);
  await service.db.prepare('UPDATE usage SET used = 0 WHERE tenant = ?').bind(owner.tenant_identity.slice(7)).run();
  expect((await create(forAsset, { attributes: { another: 'body' } }, owner.token)).status).toBe(200);
});

/** Posts an event with these bytes as the value of a header. Returns the status. */
function postRaw(value: Buffer): Promise<number> {
  const { hostname, port } = new URL(service.at);
  const body = JSON.stringify(RECORD);
  const head =
    `POST /archivist/v2/${asset}/events HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ` +
    `${tenant.token}\r\nconnection: close\r\n`;
  const rest = `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const bytes = Buffer.concat([Buffer.from(`${head}idempotency-key: `), value, Buffer.from(`\r\n${rest}`)]);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0)));
  });
}

test('a key must have 1 to 255 ASCII characters', async () => {
  const before = await count();
  const bad: Record<string, Buffer> = {
    empty: Buffer.from(''),
    blank: Buffer.from('   '),
    'of 256': Buffer.alloc(256, 'k'),
    'UTF-8': Buffer.from('schlüssel'),
    emoji: Buffer.from('😀'),
    'latin 1': Buffer.from('schlüssel', 'latin1'),
    'no text': Buffer.from([0x80, 0xff]),
    'a tab': Buffer.from('a\tb'),
  };
  const statuses: Record<string, number> = {};
  for (const [name, value] of Object.entries(bad)) statuses[name] = await postRaw(value);
  expect(statuses).toEqual(Object.fromEntries(Object.keys(bad).map((name) => [name, 400])));
  expect(await count()).toBe(before);
  expect(await postRaw(Buffer.alloc(255, 'k'))).toBe(200);
  expect(await postRaw(Buffer.from('~ !"#$%&\'()*+,-./:;<=>?@[]^_`{|}'))).toBe(200);
});
