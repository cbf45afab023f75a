import { beforeAll, expect, test } from 'vitest';
import { namedAs, upload } from '../support/blobs.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { done, newMember } from '../support/sharing.ts';
import { newTenant, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
let asset: string;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Record ids');
  asset = await create();
});

const RECORD = { operation: 'Record', behaviour: 'RecordEvidence', event_attributes: { a: '1', b: '2' } };
const create = async (body: object = {}, token = tenant.token): Promise<string> =>
  (await client.call(token, 'POST', '/v2/assets', { body })).body.identity as string;
type Other = { body?: object; to?: string; token?: string; headers?: Record<string, string> };
const record = (id: string, { body = RECORD, to = asset, token = tenant.token, headers = {} }: Other = {}) =>
  client.call(token, 'POST', `/v2/${to}/events`, { body, headers: { 'record-id': id, ...headers } });
const count = async (of = asset): Promise<number> =>
  (await client.call(tenant.token, 'GET', `/v2/${of}/events`, { query: { page_size: '500' } })).body.events.length;
const read = async (identity: string): Promise<Answer> => client.call(tenant.token, 'GET', `/v2/${identity}`);
/** How many idempotency keys the tenancy has used. */
const keys = async (): Promise<unknown> =>
  service.db
    .prepare('SELECT count(*) AS n FROM idempotency WHERE tenant = ?')
    .bind(tenant.tenant_identity.slice(7))
    .first('n');
const uuid = (): string => crypto.randomUUID();

test('a repeated request with a Record-Id returns the first event as it is now, without a key', async () => {
  const id = uuid();
  const before = await count();
  const declared = { timestamp_declared: '2026-11-20T10:00:00+01:00', principal_declared: { display_name: 'Ada' } };
  const first = await record(id, { body: { ...RECORD, ...declared } });
  expect(first.status, first.text).toBe(200);
  await record(uuid(), { body: { ...RECORD, asset_attributes: { state: 'later' } } });
  expect(await keys()).toBe(0);
  const again = await record(id.toUpperCase(), {
    body: { ...declared, event_attributes: { b: '2', a: '1' }, behaviour: 'RecordEvidence', operation: 'Record' },
  });
  expect([again.status, again.body]).toEqual([200, (await read(first.body.identity)).body]);
  expect(await count()).toBe(before + 2);
});

test('another body with the same Record-Id is 409, and nothing is recorded', async () => {
  const id = uuid();
  expect((await record(id)).status).toBe(200);
  const before = await count();
  const others = [
    { ...RECORD, event_attributes: { a: '2' } },
    { ...RECORD, asset_attributes: { a: '1' } },
    { ...RECORD, timestamp_declared: '2020-01-01T00:00:00Z' },
    { ...RECORD, principal_declared: { display_name: 'Somebody else' } },
    { operation: 'StopTracking', behaviour: 'Builtin', event_attributes: RECORD.event_attributes },
  ];
  for (const body of others) {
    const answer = await record(id, { body });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      6,
      'this Record-Id was used for another event of the asset',
    ]);
  }
  expect((await record(id)).status).toBe(200);
  expect(await count()).toBe(before);
});

test('a file that was uploaded again is the same file, and another one is not', async () => {
  const attached = async (bytes: string): Promise<object> => {
    const photo = namedAs(await upload(client, tenant.token, Buffer.from(bytes), { name: 'photo.jpg' }));
    return { ...RECORD, event_attributes: { photo } };
  };
  const id = uuid();
  const first = await record(id, { body: await attached('a photo') });
  expect(first.status, first.text).toBe(200);
  const again = await record(id, { body: await attached('a photo') });
  expect([again.status, again.body.identity]).toEqual([200, first.body.identity]);
  expect(again.body.event_attributes).toEqual(first.body.event_attributes);
  expect((await record(id, { body: await attached('another photo') })).status).toBe(409);
});

test('a repeated request returns the first response also if the caller cannot read its file any more', async () => {
  const photo = namedAs(await upload(client, tenant.token, Buffer.from('a photo of another'), { name: 'photo.jpg' }));
  const body = { ...RECORD, event_attributes: { photo } };
  const permission = { subjects: [], user_attributes: [{ or: ['jwt_role=recorder'] }], behaviours: ['*'] };
  const policy = {
    display_name: 'Recorders',
    filters: [{ or: ['attributes.kind=recorded'] }],
    access_permissions: [{ ...permission, event_arc_display_type_read: ['*'], event_arc_display_type_write: ['*'] }],
  };
  await done(client, tenant.token, 'POST', '/iam/v1/access_policies', policy);
  const to = await create({ attributes: { kind: 'recorded' } });
  const { client_id, token } = await newMember(service, client, tenant, { role: 'recorder' });
  const { administrators } = await done(client, tenant.token, 'GET', '/v1/tenancies/administrators');
  const administrate = (all: object[]) =>
    done(client, tenant.token, 'PATCH', '/v1/tenancies/administrators', { administrators: all });
  await administrate([...administrators, { ...administrators[0], subject: client_id, display_name: 'Recorder' }]);
  const [id, key] = [uuid(), uuid()];
  const item = (idempotency_key: string) => ({ ...body, asset_identity: to, idempotency_key });
  const batch = async (idempotency_key: string) =>
    (await done(client, token, 'POST', '/v2/assets/-/events:batch', { events: [item(idempotency_key)] })).results[0];
  const requests = [
    async () => (await record(id, { body, to, token })).body.identity,
    async () => (await post(key)).body.identity,
    async () => (await batch(`${key} in a batch`)).event?.identity,
  ];
  const post = (idempotency_key: string) =>
    client.call(token, 'POST', `/v2/${to}/events`, { body, headers: { 'idempotency-key': idempotency_key } });
  const first = await Promise.all(requests.map((request) => request()));
  expect(first).toEqual([0, 1, 2].map(() => expect.stringContaining(`${to}/events/`)));
  const before = await count(to);
  await administrate(administrators);
  expect(await Promise.all(requests.map((request) => request()))).toEqual(first);
  // Requests of their own with the file are refused, and record nothing.
  const refused = expect.stringContaining(`event_attributes.photo: ${photo.arc_blob_identity} does not exist`);
  for (const answer of [await record(uuid(), { body, to, token }), await post(uuid())])
    expect([answer.status, answer.body.message]).toEqual([400, refused]);
  expect((await batch(uuid())).error).toMatchObject({ code: 3, message: refused });
  expect(await count(to)).toBe(before);
});

test('20 concurrent requests with one Record-Id record one event, and those with another body are 409', async () => {
  const id = uuid();
  const before = await count();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => record(id, i < 16 ? {} : { body: { ...RECORD, event_attributes: {} } })),
  );
  const [same, other] = [answers.slice(0, 16), answers.slice(16)];
  const winners = same.every(({ status }) => status === 200) ? same : other;
  const losers = winners === same ? other : same;
  expect(new Set(winners.map(({ status, body }) => `${status} ${body.identity}`)).size).toBe(1);
  expect(new Set(losers.map(({ status }) => status))).toEqual(new Set([409]));
  expect(await count()).toBe(before + 1);
});

test('the Record-Ids of other callers, tenancies and assets neither reveal nor change an event', async () => {
  const id = uuid();
  const mine = (await record(id)).body.identity as string;
  // The same tenancy, as another administrator.
  const made = await client.call(tenant.token, 'POST', '/iam/v1/applications', { body: { display_name: 'Second' } });
  const { administrators } = (await client.call(tenant.token, 'GET', '/v1/tenancies/administrators')).body;
  const second = { ...administrators[0], subject: made.body.client_id, display_name: 'Second' };
  await client.call(tenant.token, 'PATCH', '/v1/tenancies/administrators', {
    body: { administrators: [...administrators, second] },
  });
  const token = await tokenOf(service, made.body.client_id, made.body.credentials[0].secret);
  const theirs = await record(id, { token, body: { ...RECORD, event_attributes: { a: 'theirs' } } });
  const elsewhere = await record(id, { to: await create() });
  expect([theirs.status, elsewhere.status]).toEqual([200, 200]);
  // Another tenancy: on its own asset, and on one that it may not know.
  const foreign = await newTenant(service, 'Foreign');
  const own = await record(id, { to: await create({}, foreign.token), token: foreign.token });
  expect(own.status).toBe(200);
  const [known, unknown] = [id, uuid()].map((each) => record(each, { token: foreign.token }));
  expect((await known!).body.message).toBe((await unknown!).body.message);
  expect([(await known!).status, (await unknown!).status]).toEqual([404, 404]);
  const uuids = [mine, theirs.body.identity, elsewhere.body.identity, own.body.identity].map((identity: string) =>
    identity.slice(-36),
  );
  expect(new Set([id, ...uuids]).size).toBe(5);
  expect((await record(id)).body.identity).toBe(mine);
});

test('a Record-Id must be a UUID, comes without an Idempotency-Key, and is not used by a refused request', async () => {
  const before = await count();
  for (const bad of ['x', uuid().slice(1), `{${uuid()}}`, `${uuid()}0`])
    expect((await record(bad)).body.message).toBe('record-id: must be a uuid');
  const id = uuid();
  const both = await record(id, { headers: { 'idempotency-key': 'k' } });
  expect([both.status, both.body.message]).toEqual([
    400,
    'record-id: has the effect of an Idempotency-Key without an end: send one of them',
  ]);
  expect((await record(id, { body: { ...RECORD, operation: 'x' } })).status).toBe(400);
  expect((await record(id)).status).toBe(200);
  expect(await count()).toBe(before + 1);
});
