import { beforeAll, expect, test } from 'vitest';
import { newAuthorKey } from '../support/authors.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { ANCHORING, newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import { done, importSubject, newMember, record, type Member } from '../support/sharing.ts';
import { enrolKey, signedBody } from './support/signing.ts';

const TYPE = 'Pressure vessel';
const WRITE = { behaviours: ['*'], asset_attributes_write: ['*'], event_arc_display_type_write: ['*'] };

let service: Service;
let client: Client;
let owner: Tenant;
let partner: Tenant;
let member: Member;
let vessel: string;
let other: string;

beforeAll(async () => {
  service = await sharedService(ANCHORING);
  client = await openClient(service);
  [owner, partner] = await Promise.all([newTenant(service, 'Boilers'), newTenant(service, 'Inspectors')]);
  vessel = await create(TYPE);
  other = await create('Crane');
  member = await newMember(service, client, owner, { group: 'fitters' });
  const { identity } = await importSubject(client, { of: partner, into: owner, name: 'Inspectors' });
  await importSubject(client, { of: owner, into: partner, name: 'Boilers' });
  await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'All',
    filters: [{ or: ['attributes.site=north'] }],
    access_permissions: [
      { subjects: [identity], asset_attributes_read: ['site'], ...WRITE },
      { user_attributes: [{ or: ['group=fitters'] }], asset_attributes_read: ['site'], ...WRITE },
    ],
  });
});

async function create(type: string): Promise<string> {
  const attributes = { arc_display_type: type, site: 'north' };
  return (await done(client, owner.token, 'POST', '/v2/assets', { attributes })).identity;
}
const requireFor = (types: string[], token = owner.token): Promise<Answer> =>
  client.call(token, 'PATCH', '/v1/tenancies/self', { body: { require_signature: types } });
const append = (body: object, token = owner.token, asset = vessel, headers = {}): Promise<Answer> =>
  client.call(token, 'POST', `/v2/${asset}/events`, { body, headers });
function expectUnsigned(refused: Answer): void {
  expectProblem(refused, 400);
  expect(fieldsOf(refused)).toEqual(['author_statement']);
  expect(refused.text).toContain('"reason":"SIGNATURE_REQUIRED"');
  expect(refused.text).not.toContain(TYPE);
}

test('an unsigned event of an asset whose type requires signatures is 400 for every caller and route', async () => {
  expect((await requireFor([TYPE])).body.require_signature).toEqual([TYPE]);
  for (const token of [owner.token, member.token, partner.token]) {
    expectUnsigned(await append(record('Test'), token));
    expect((await append(record('Test'), token, other)).status).toBe(200);
  }
  expectUnsigned(await append(record('Test'), owner.token, vessel, { 'idempotency-key': 'a key' }));
  expectUnsigned(await append(record('Test'), owner.token, vessel, { 'record-id': crypto.randomUUID() }));
  // Also one that takes the type away, or changes what the asset does.
  expectUnsigned(await append(record('Test', { arc_display_type: 'Crane' })));
  const remove = { arc_behaviour_name: 'RecordEvidence' };
  expectUnsigned(await append({ operation: 'Remove', behaviour: 'Builtin', event_attributes: remove }));
  const events = [vessel, other].map((asset_identity) => ({ asset_identity, ...record('Test') }));
  const { results } = await done(client, member.token, 'POST', '/v2/assets/-/events:batch', { events });
  expect(results[0].error.message).toContain('author_statement: must be given');
  expect(results[1].event.asset_identity).toBe(other);
  const { events: recorded } = await done(client, owner.token, 'GET', `/v2/${vessel}/events`);
  expect(recorded.map(({ operation }: any) => operation)).toEqual(['NewAsset']);
});

test('a signed event is recorded, and so are creations, erasures and tracking that says nothing', async () => {
  await requireFor([TYPE]);
  const asset = await create(TYPE);
  const event = { ...record('Test', { state: 'tight' }), timestamp_declared: '2026-11-28T14:02:07Z' };
  for (const [token, { tenant_identity }] of [
    [owner.token, owner],
    [member.token, owner],
    [partner.token, partner],
  ] as const) {
    const key = newAuthorKey();
    await enrolKey(client, token, tenant_identity, key);
    const made = await append(await signedBody(asset, event, key), token, asset);
    expect(made.status, made.text).toBe(200);
  }
  const tracking = { operation: 'StopTracking', behaviour: 'Builtin' };
  expectUnsigned(await append({ ...tracking, event_attributes: { note: 'broken' } }, owner.token, asset));
  expectUnsigned(await append({ ...tracking, asset_attributes: { state: 'broken' } }, owner.token, asset));
  expect((await append(tracking, owner.token, asset)).status).toBe(200);
  const { events } = await done(client, owner.token, 'GET', `/v2/${asset}/events`);
  expect(events.length).toBe(5);
  const erase = () => client.call(owner.token, 'POST', `/v2/${events[2].identity}:erase`, { body: { reason: 'test' } });
  // Only once the event is in its log.
  await expect.poll(async () => (await erase()).status).toBe(200);
});

test('the next event of any caller follows the requirement, also if their rights are remembered', async () => {
  await requireFor([]);
  const asset = await create(TYPE);
  const callers = [owner.token, member.token, partner.token];
  const all = () => Promise.all(callers.map(async (token) => (await append(record('Test'), token, asset)).status));
  const repeated = () => append(record('Test'), member.token, asset, { 'idempotency-key': 'before' });
  expect(await all()).toEqual([200, 200, 200]);
  const first = await repeated();
  await requireFor(['Crane', TYPE]);
  expect(await all()).toEqual([400, 400, 400]);
  // The event is stored already.
  expect((await repeated()).body.identity).toBe(first.body.identity);
  await requireFor(['Crane']);
  expect(await all()).toEqual([200, 200, 200]);
  // Types are compared exactly, and that of the asset counts, which the event before has set.
  expect((await append(record('Test', { arc_display_type: 'Crane' }), owner.token, asset)).status).toBe(200);
  expect(await all()).toEqual([400, 400, 400]);
});

test('administrators set the types, and callers read whether they must sign on an asset', async () => {
  await requireFor([TYPE]);
  for (const token of [owner.token, member.token, partner.token]) {
    const on = async (asset: string) =>
      (await done(client, token, 'GET', `/v1/whoami?asset_identity=${asset}`)).on_asset.require_signature;
    expect([await on(vessel), await on(other)]).toEqual([true, false]);
  }
  expect((await done(client, member.token, 'GET', '/v1/tenancies/self')).require_signature).toEqual([TYPE]);
  expect((await requireFor([], member.token)).status).toBe(403);
  expect((await requireFor([], partner.token)).status).toBe(200);
  for (const wrong of [[''], ['x'.repeat(1025)], Array.from({ length: 51 }, String), TYPE]) {
    const refused = await requireFor(wrong as string[]);
    expectProblem(refused, 400);
    expect(refused.text).toContain('require_signature');
  }
  const renamed = await client.call(owner.token, 'PATCH', '/v1/tenancies/self', { body: { display_name: 'Boilers' } });
  expect(renamed.body.require_signature).toEqual([TYPE]);
});
