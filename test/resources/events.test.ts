import { beforeAll, expect, test } from 'vitest';
import { bytesOf, listedAs, upload } from '../support/blobs.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, ORIGIN, sharedService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Events');
});

const newAsset = async (body: object = {}): Promise<string> =>
  (await client.call(tenant.token, 'POST', '/v2/assets', { body })).body.identity as string;
const append = (asset: string, body: object = RECORD): Promise<Answer> =>
  client.call(tenant.token, 'POST', `/v2/${asset}/events`, { body });
const get = async (identity: string): Promise<Answer['body']> =>
  (await client.call(tenant.token, 'GET', `/v2/${identity}`)).body;
const eventsOf = async (asset: string): Promise<Answer['body'][]> =>
  (await client.call(tenant.token, 'GET', `/v2/${asset}/events`, { query: { page_size: '500' } })).body.events;
const fields = (answer: Answer): string[] =>
  (answer.body.details as { field_violations?: { field: string }[] }[])
    .flatMap((detail) => detail.field_violations ?? [])
    .map(({ field }) => field);
/** `2026-11-21T08:46:00.123456Z` -> microseconds. */
const micros = (time: string): bigint => {
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  return BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1000n + BigInt(time.slice(20, 26));
};
const EPOCH = '1970-01-01T00:00:00Z';

test('the first event is NewAsset, recorded by the service on behalf of the creator', async () => {
  const created = (await client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes: { a: '1' } } })).body;
  const answer = await client.call(tenant.token, 'GET', `/v2/${created.identity}/events`);
  expect(answer.body.events).toHaveLength(1);
  const raw = (JSON.parse(answer.text) as { events: object[] }).events[0]!;
  expect(Object.keys(raw)).toEqual([
    'identity',
    'asset_identity',
    'event_attributes',
    'asset_attributes',
    'operation',
    'behaviour',
    'timestamp_declared',
    'timestamp_accepted',
    'timestamp_committed',
    'principal_declared',
    'principal_accepted',
    'confirmation_status',
    'transaction_id',
    'block_number',
    'transaction_index',
    'from',
    'tenant_identity',
  ]);
  const me = { issuer: `${ORIGIN}/appidpv1`, subject: tenant.client_id, display_name: expect.any(String), email: '' };
  expect(raw).toMatchObject({
    asset_identity: created.identity,
    event_attributes: {},
    asset_attributes: { a: '1' },
    operation: 'NewAsset',
    behaviour: 'AssetCreator',
    timestamp_declared: created.at_time,
    timestamp_accepted: created.at_time,
    principal_declared: me,
    principal_accepted: me,
    transaction_id: '',
    block_number: 0,
    transaction_index: 0,
    from: created.owner,
    tenant_identity: tenant.tenant_identity,
  });
});

const NAMED = { event_attributes: { arc_behaviour_name: 'Firmware' } };
test.each<[string, string, object]>([
  ['Record', 'RecordEvidence', {}],
  ['Attach', 'Attachments', { event_attributes: { arc_append_attachments: [] } }],
  ['StartTracking', 'Builtin', {}],
  ['StopTracking', 'Builtin', {}],
  ['Add', 'Builtin', NAMED],
  ['Remove', 'Builtin', NAMED],
  ['Update', 'Firmware', {}],
  ['Update', 'LocationUpdate', {}],
  ['MaintenanceRequired', 'Maintenance', {}],
  ['MaintenancePerformed', 'Maintenance', {}],
])('%s / %s is a pair', async (operation, behaviour, rest) => {
  const answer = await append(await newAsset(), { operation, behaviour, ...rest });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    operation,
    behaviour,
    confirmation_status: 'PENDING',
    timestamp_committed: EPOCH,
  });
});

test.each<[object, string[]]>([
  [{}, ['behaviour', 'operation']],
  [{ operation: 'Record' }, ['behaviour']],
  [{ behaviour: 'RecordEvidence' }, ['operation']],
  [{ operation: 'Record', behaviour: '' }, ['behaviour']],
  [{ operation: 'NewAsset', behaviour: 'AssetCreator' }, ['operation']],
  [{ operation: 'Record', behaviour: 'Builtin' }, ['behaviour']],
  [{ operation: 'StopTracking', behaviour: 'RecordEvidence' }, ['behaviour']],
  [{ operation: 'record', behaviour: 'RecordEvidence' }, ['operation']],
  [{ operation: 'toString', behaviour: 'Builtin' }, ['operation']],
  [{ operation: 1, behaviour: null }, ['behaviour', 'operation']],
  [{ operation: 'Attach', behaviour: 'Attachments' }, ['event_attributes.arc_append_attachments']],
  [
    { operation: 'Attach', behaviour: 'Attachments', event_attributes: { arc_append_attachments: 'x' } },
    ['event_attributes.arc_append_attachments'],
  ],
  [{ operation: 'Add', behaviour: 'Builtin' }, ['event_attributes.arc_behaviour_name']],
  [
    { operation: 'Add', behaviour: 'Builtin', event_attributes: { arc_behaviour_name: 'Teleport' } },
    ['event_attributes.arc_behaviour_name'],
  ],
  [
    { operation: 'Remove', behaviour: 'Builtin', event_attributes: { arc_behaviour_name: 'AssetCreator' } },
    ['event_attributes.arc_behaviour_name'],
  ],
  [{ ...RECORD, colour: 'red' }, ['colour']],
  [{ ...RECORD, principal_declared: { colour: 'red' } }, ['principal_declared.colour']],
  [{ ...RECORD, principal_declared: { email: 7 } }, ['principal_declared.email']],
  [{ ...RECORD, principal_declared: 'me' }, ['principal_declared']],
  [{ ...RECORD, timestamp_declared: 'yesterday' }, ['timestamp_declared']],
  [{ ...RECORD, timestamp_declared: '2019-11-27' }, ['timestamp_declared']],
  [{ ...RECORD, timestamp_declared: '2019-11-27T14:44:19' }, ['timestamp_declared']],
  [{ ...RECORD, timestamp_declared: '2019-02-30T14:44:19Z' }, ['timestamp_declared']],
  [{ ...RECORD, timestamp_declared: 1_574_865_859 }, ['timestamp_declared']],
  [{ ...RECORD, timestamp_declared: '' }, ['timestamp_declared']],
  [
    { ...RECORD, x: 1, timestamp_declared: 'x', event_attributes: { a: 1 }, asset_attributes: { b: 2 } },
    ['asset_attributes.b', 'event_attributes.a', 'timestamp_declared', 'x'],
  ],
])('a 400 names every bad field: %j', async (body, expected) => {
  const asset = await newAsset();
  const path = `/v2/${asset}/events`;
  const answer = await client.call(tenant.token, 'POST', path, { body, query: 'strict=true' });
  expect(answer.status).toBe(400);
  expect([...new Set(fields(answer))].toSorted()).toEqual(expected);
  expect(await eventsOf(asset)).toHaveLength(1);
});

test('read-only fields are ignored, so an event can be sent again as it was read', async () => {
  const asset = await newAsset();
  const first = (await append(asset, { ...RECORD, event_attributes: { n: '1' } })).body;
  const again = (await append(asset, first)).body;
  expect(again.identity).not.toBe(first.identity);
  expect(again).toMatchObject({
    event_attributes: { n: '1' },
    timestamp_declared: first.timestamp_declared,
    from: first.from,
  });
  expect(micros(again.timestamp_accepted)).toBeGreaterThan(micros(first.timestamp_accepted));
});

test("Attach appends to the asset's arc_attachments and keeps the given list in the event", async () => {
  const items: ReturnType<typeof listedAs>[] = [];
  for (let n = 1; n <= 5; n++) items.push(listedAs(await upload(client, tenant.token, bytesOf(10, n))));
  const item = (n: number) => items[n - 1]!;
  const attach = (asset: string, items: object[], more: object = {}) =>
    append(asset, {
      operation: 'Attach',
      behaviour: 'Attachments',
      event_attributes: { arc_append_attachments: items },
      ...more,
    });
  const asset = await newAsset({ attributes: { arc_attachments: [item(1)], other: 'x' } });
  const event = (await attach(asset, [item(2), item(3)])).body;
  expect(event).toMatchObject({
    event_attributes: { arc_append_attachments: [item(2), item(3)] },
    asset_attributes: {},
  });
  expect((await get(asset)).attributes).toEqual({ arc_attachments: [item(1), item(2), item(3)], other: 'x' });
  await attach(asset, [item(5)], { asset_attributes: { arc_attachments: [item(4)], other: 'y' } });
  expect((await get(asset)).attributes).toEqual({ arc_attachments: [item(4), item(5)], other: 'y' });
  const fresh = await newAsset();
  await attach(fresh, [item(1)]);
  expect((await get(fresh)).attributes).toEqual({ arc_attachments: [item(1)] });
  // Filters see the attachments of an asset, but an event is found only by the attributes that it sets itself.
  const byAsset = await client.call(tenant.token, 'GET', '/v2/assets', {
    query: { 'attributes.arc_attachments[].arc_hash_value': item(5).arc_hash_value },
  });
  expect(byAsset.body.assets.map((a: { identity: string }) => a.identity)).toEqual([asset]);
});

test('Add and Remove change the behaviours, StopTracking and StartTracking whether it is tracked', async () => {
  const asset = await newAsset({ behaviours: ['RecordEvidence'] });
  const builtin = async (operation: string, name?: string): Promise<Answer['body']> => {
    await append(asset, {
      operation,
      behaviour: 'Builtin',
      event_attributes: name ? { arc_behaviour_name: name } : {},
    });
    return get(asset);
  };
  const plain = ['RecordEvidence', 'Builtin', 'AssetCreator'];
  expect((await builtin('Add', 'Attachments')).behaviours).toEqual([...plain, 'Attachments']);
  expect((await builtin('Add', 'Attachments')).behaviours).toEqual([...plain, 'Attachments']);
  expect((await builtin('Remove', 'RecordEvidence')).behaviours).toEqual(['Builtin', 'AssetCreator', 'Attachments']);
  expect((await builtin('StopTracking')).tracked).toBe('NOT_TRACKED');
  expect((await builtin('StopTracking')).tracked).toBe('NOT_TRACKED');
  expect((await append(asset)).status).toBe(200);
  expect((await builtin('StartTracking')).tracked).toBe('TRACKED');
});

test('accepted times have six digits, increase within an asset, and are never ahead of the clock', async () => {
  const asset = await newAsset();
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => append(asset)));
    const now = BigInt(Date.now()) * 1000n + 1000n;
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(micros(answer.body.timestamp_accepted)).toBeLessThanOrEqual(now);
    }
  }
  const times = (await eventsOf(asset)).map((event) => micros(event.timestamp_accepted)).toReversed();
  expect(times).toHaveLength(91);
  for (const [i, time] of times.slice(1).entries()) expect(time).toBeGreaterThan(times[i]!);
});

test.each([
  ['2019-11-27T14:44:19Z', '2019-11-27T14:44:19Z'],
  ['2019-11-27T14:44:19.000Z', '2019-11-27T14:44:19.000Z'],
  ['2019-11-27T14:44:19.123456789Z', '2019-11-27T14:44:19.123456789Z'],
  ['2019-11-27T14:44:19+02:00', '2019-11-27T12:44:19Z'],
  ['2019-11-27T23:44:19.5-01:30', '2019-11-28T01:14:19.5Z'],
  ['2199-01-01T00:00:00Z', '2199-01-01T00:00:00Z'],
])('timestamp_declared %s is kept as %s', async (declared, kept) => {
  const event = (await append(await newAsset(), { ...RECORD, timestamp_declared: declared })).body;
  expect(event.timestamp_declared).toBe(kept);
  expect((await get(event.identity)).timestamp_declared).toBe(kept);
});

test('declared principals and times default to the accepted ones; partial principals get blanks', async () => {
  const asset = await newAsset();
  const plain = (await append(asset)).body;
  expect(plain.principal_accepted).toMatchObject({
    issuer: `${ORIGIN}/appidpv1`,
    subject: tenant.client_id,
    email: '',
  });
  expect(plain.principal_declared).toEqual(plain.principal_accepted);
  expect(plain.timestamp_declared).toBe(plain.timestamp_accepted);
  const partial = (await append(asset, { ...RECORD, principal_declared: { subject: 'bob', email: 'bob@job' } })).body;
  expect(partial.principal_declared).toEqual({ issuer: '', subject: 'bob', display_name: '', email: 'bob@job' });
  expect(partial.principal_accepted).toEqual(plain.principal_accepted);
});

test('an event is PENDING in the response to its POST, CONFIRMED when read, and else unchanged', async () => {
  const asset = await newAsset();
  const event = (await append(asset)).body;
  const answered = BigInt(Date.now()) * 1000n;
  expect(event).toMatchObject({ confirmation_status: 'PENDING', timestamp_committed: EPOCH });
  expect((await get(event.identity)).confirmation_status).toBe('CONFIRMED');
  const events = await eventsOf(asset);
  for (const confirmed of events) {
    expect(confirmed.confirmation_status).toBe('CONFIRMED');
    expect(micros(confirmed.timestamp_committed)).toBeGreaterThanOrEqual(micros(confirmed.timestamp_accepted));
    expect(micros(confirmed.timestamp_committed)).toBeLessThanOrEqual(answered);
  }
  expect(events[0]).toEqual({
    ...event,
    confirmation_status: 'CONFIRMED',
    timestamp_committed: events[0].timestamp_committed,
  });
  expect((await get(asset)).confirmation_status).toBe('CONFIRMED');
});

test('a KHIPU event takes effect while PENDING, is CONFIRMED by its transaction, and else unchanged', async () => {
  const khipu = await newAsset({ proof_mechanism: 'KHIPU' });
  const made: Answer['body'][] = [];
  for (const a of ['1', '2']) {
    made.push((await append(khipu, { ...RECORD, asset_attributes: { a } })).body);
    expect((await get(khipu)).attributes).toEqual({ a });
  }
  const unrecorded = {
    confirmation_status: 'PENDING',
    timestamp_committed: EPOCH,
    transaction_id: '',
    block_number: 0,
    transaction_index: 0,
  };
  for (const event of made) expect(event).toMatchObject(unrecorded);
  // At every moment an event is recorded either completely or not at all.
  const wholly = (event: Answer['body']): boolean => {
    const places = [event.timestamp_committed !== EPOCH, event.transaction_id !== '', event.block_number > 0];
    expect(new Set([event.confirmation_status === 'CONFIRMED', ...places]).size).toBe(1);
    return places[0]!;
  };
  await expect.poll(async () => (await eventsOf(khipu)).every(wholly), { interval: 50 }).toBe(true);
  const events = (await eventsOf(khipu)).toReversed();
  expect((await get(khipu)).confirmation_status).toBe('CONFIRMED');
  expect(events.slice(1).map((event) => ({ ...event, ...unrecorded }))).toEqual(made);
  for (const event of events) {
    expect(event.transaction_id).toMatch(/^0x[0-9a-f]{64}$/);
    expect(event.transaction_index).toBeGreaterThanOrEqual(0);
    // Block times are whole seconds.
    expect(event.timestamp_committed).toMatch(/T\d\d:\d\d:\d\dZ$|\.000000Z$/);
    expect(Date.parse(event.timestamp_committed)).toBeGreaterThan(Date.parse(event.timestamp_accepted) - 1000);
  }
  expect(new Set(events.map((event) => event.transaction_id)).size).toBe(3);
  // Their order on the chain is that of the asset.
  const placed = events.map((event) => event.block_number * 1e6 + event.transaction_index);
  expect(placed).toEqual(placed.toSorted((x, y) => x - y));
});

test('an event can be read only at its own address and only by its tenancy', async () => {
  const [asset, other] = [await newAsset(), await newAsset()];
  const event = (await append(asset)).body;
  const uuid = (event.identity as string).split('/')[3]!;
  expect((await get(event.identity)).identity).toBe(event.identity);
  expect((await client.call(tenant.token, 'GET', `/v2/${other}/events/${uuid}`)).status).toBe(404);
  const foreign = await newTenant(service, 'Foreign');
  expect((await client.call(foreign.token, 'GET', `/v2/${event.identity}`)).status).toBe(404);
  expect((await client.call(foreign.token, 'GET', '/v2/assets/-/events')).body.events).toEqual([]);
  expect((await client.call(tenant.token, 'GET', `/v2/assets/-/events/${uuid}`)).status).toBe(400);
  expect((await client.call(tenant.token, 'POST', '/v2/assets/-/events', { body: RECORD })).status).toBe(405);
});

test('a list shows each event exactly as its own address does', async () => {
  const asset = await newAsset({
    attributes: { 'it\'s "100%"': 'a\u2028b\\ %s %d', list: [{ a: '1' }, { b: '\u0001' }] },
  });
  const bodies = [
    { ...RECORD, event_attributes: { '%': "'; --", 'ž€😀': { '"': '\\u0041' }, 10: 'x', 9: 'y' } },
    { ...RECORD, timestamp_declared: '2020-02-29T23:59:59.5+02:00' },
    { ...RECORD, timestamp_declared: '1969-12-31T23:59:59Z', asset_attributes: { state: '<declared>' } },
    { ...RECORD, principal_declared: { issuer: '%s', subject: '"', display_name: "O'Neil", email: '<own>' } },
    { operation: 'StopTracking', behaviour: 'Builtin' },
  ];
  for (const body of bodies) expect((await append(asset, body)).status).toBe(200);
  const list = await client.call(tenant.token, 'GET', `/v2/${asset}/events`, { query: { page_size: '50' } });
  const events = list.body.events as { identity: string }[];
  expect(events).toHaveLength(1 + bodies.length);
  const texts = await Promise.all(
    events.map(async ({ identity }) => (await client.call(tenant.token, 'GET', `/v2/${identity}`)).text),
  );
  expect(list.text).toBe(`{"events":[${texts.join(',')}],"next_page_token":""}`);
});
