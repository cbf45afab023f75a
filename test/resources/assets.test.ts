import { getAddress } from 'ethers';
import { beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, ORIGIN, sharedService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Assets');
});

const create = (body: unknown = {}): Promise<Answer> => client.call(tenant.token, 'POST', '/v2/assets', { body });
const append = (asset: string, body: object): Promise<Answer> =>
  client.call(tenant.token, 'POST', `/v2/${asset}/events`, {
    body: { ...RECORD, ...body },
  });
const read = (asset: string, at_time?: string): Promise<Answer> =>
  client.call(tenant.token, 'GET', `/v2/${asset}`, at_time === undefined ? {} : { query: { at_time } });
/** The fields that a 400 names. */
const fields = (answer: Answer): string[] =>
  (answer.body.details as { field_violations?: { field: string }[] }[])
    .flatMap((detail) => detail.field_violations ?? [])
    .map(({ field }) => field);
/** The time plus `us` microseconds. */
const later = (time: string, us: number): string => {
  const micros = BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1000n + BigInt(time.slice(20, 26)) + BigInt(us);
  const seconds = new Date(Number(micros / 1_000_000n) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % 1_000_000n).padStart(6, '0')}Z`;
};

test('an empty body creates an asset with defaults, with every field present and in order', async () => {
  const created = await create();
  expect(created.status).toBe(200);
  expect(Object.keys(JSON.parse(created.text) as object)).toEqual([
    'identity',
    'behaviours',
    'attributes',
    'confirmation_status',
    'tracked',
    'owner',
    'at_time',
    'storage_integrity',
    'proof_mechanism',
    'chain_id',
    'public',
    'tenant_identity',
  ]);
  expect(created.body).toEqual({
    identity: expect.stringMatching(/^assets\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    behaviours: ['RecordEvidence', 'Builtin', 'AssetCreator'],
    attributes: {},
    confirmation_status: 'PENDING',
    tracked: 'TRACKED',
    owner: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    at_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    storage_integrity: 'TENANT_STORAGE',
    proof_mechanism: 'SIMPLE_HASH',
    chain_id: '8275868384',
    public: false,
    tenant_identity: tenant.tenant_identity,
  });
  // With the checksum of EIP-55.
  expect(created.body.owner).toBe(getAddress(created.body.owner.toLowerCase()));
  expect((await create()).body.owner).toBe(created.body.owner);
  await expect
    .poll(async () => (await read(created.body.identity)).body)
    .toEqual({ ...created.body, confirmation_status: 'CONFIRMED' });
});

test.each<[object, object]>([
  [{ proof_mechanism: 'KHIPU' }, { proof_mechanism: 'KHIPU', storage_integrity: 'LEDGER' }],
  [{ proof_mechanism: 'SIMPLE_HASH' }, { proof_mechanism: 'SIMPLE_HASH', storage_integrity: 'TENANT_STORAGE' }],
  [{ storage_integrity: 'LEDGER' }, { proof_mechanism: 'KHIPU', storage_integrity: 'LEDGER' }],
  [{ storage_integrity: 'TENANT_STORAGE' }, { proof_mechanism: 'SIMPLE_HASH', storage_integrity: 'TENANT_STORAGE' }],
  [
    { storage_integrity: 'LEDGER', proof_mechanism: 'KHIPU' },
    { proof_mechanism: 'KHIPU', storage_integrity: 'LEDGER' },
  ],
  [{ behaviours: [] }, { behaviours: ['Builtin', 'AssetCreator'] }],
  [
    { behaviours: ['Attachments', 'RecordEvidence', 'Attachments', 'Builtin'] },
    { behaviours: ['Attachments', 'RecordEvidence', 'Builtin', 'AssetCreator'] },
  ],
  [{ chain_id: '8275868384' }, { chain_id: '8275868384' }],
  [{ chain_id: 8_275_868_384 }, { chain_id: '8275868384' }],
  [{ chain_id: '' }, { chain_id: '8275868384' }],
  [
    { attributes: null, public: null, behaviours: null },
    { attributes: {}, public: false },
  ],
  [
    {
      identity: 'assets/x',
      owner: 'me',
      tracked: 'NOT_TRACKED',
      confirmation_status: 'FAILED',
      at_time: 'never',
      tenant_identity: 'tenant/x',
    },
    { tracked: 'TRACKED', confirmation_status: 'PENDING' },
  ],
])('creating with %j', async (body, expected) => {
  const created = await create(body);
  expect(created.status).toBe(200);
  expect(created.body).toMatchObject(expected);
  expect((await read(created.body.identity)).body).toMatchObject({
    ...expected,
    confirmation_status: expect.any(String),
  });
});

test.each<[object, string[]]>([
  [{ storage_integrity: 'LEDGER', proof_mechanism: 'SIMPLE_HASH' }, ['storage_integrity']],
  [{ storage_integrity: 'CLOUD' }, ['storage_integrity']],
  [{ proof_mechanism: 'TRIE_HASH' }, ['proof_mechanism']],
  [{ storage_integrity: 'LEDGER', proof_mechanism: 'MERKLE_LOG' }, ['storage_integrity']],
  [{ chain_id: '1' }, ['chain_id']],
  [{ behaviours: ['Teleport'] }, ['behaviours[0]']],
  [{ behaviours: 'RecordEvidence' }, ['behaviours']],
  [{ public: 'true' }, ['public']],
  [{ attributes: [] }, ['attributes']],
  [{ attributes: 'x' }, ['attributes']],
  [{ colour: 'red', access_policy: {} }, ['access_policy', 'colour']],
  [
    { public: 1, behaviours: ['x'], proof_mechanism: 'y', attributes: { a: 1, b: null }, z: 1 },
    ['attributes.a', 'attributes.b', 'behaviours[0]', 'proof_mechanism', 'public', 'z'],
  ],
])('a 400 names every bad field: %j', async (body, expected) => {
  const answer = await client.call(tenant.token, 'POST', '/v2/assets', { body, query: 'strict=true' });
  expect(answer.status).toBe(400);
  expect(answer.body.code).toBe(3);
  expect(fields(answer).toSorted()).toEqual(expected);
  for (const field of expected) expect(answer.body.message).toContain(field);
});

const shown = (text: string): string => `${text.slice(0, 80)}…`;
const REFUSED: [string, Record<string, unknown>, string][] = [
  ['a number', { a: 1 }, 'a'],
  ['a boolean', { a: true }, 'a'],
  ['null', { a: null }, 'a'],
  ['a number in a map', { a: { b: 1 } }, 'a.b'],
  ['null in a map', { a: { b: null } }, 'a.b'],
  ['a map in a map', { a: { b: { c: 'x' } } }, 'a.b'],
  ['a list in a map', { a: { b: [] } }, 'a.b'],
  ['a list of strings', { a: ['x'] }, 'a[0]'],
  ['a list in a list', { a: [{ b: 'x' }, []] }, 'a[1]'],
  ['a map in a map of a list', { a: [{ b: {} }] }, 'a[0].b'],
  ['an empty name', { '': 'x' }, ''],
  ['a name with a dot', { 'a.b': 'x' }, 'a.b'],
  ['a name that ends in []', { 'a[]': 'x' }, 'a[]'],
  ['a control character in a name', { 'a\tb': 'x' }, 'a\uFFFDb'],
  ['a name of 1,025 characters', { ['n'.repeat(1025)]: 'x' }, shown('n'.repeat(1025))],
  ['a key with a dot', { a: { 'b.c': 'x' } }, 'a.b.c'],
  ['a key of 1,025 characters', { a: { ['k'.repeat(1025)]: 'x' } }, `a.${'k'.repeat(78)}`],
  ['a value of 4,097 characters', { a: 'x'.repeat(4097) }, 'a'],
  ['a value of 4,097 characters in a map', { a: { b: 'x'.repeat(4097) } }, 'a.b'],
  ['a lone surrogate', { a: 'x\uD800' }, 'a'],
  ['a lone surrogate in a list', { a: [{ b: '\uDC00x' }] }, 'a[0].b'],
  ['NUL', { a: { b: 'x\0' } }, 'a.b'],
  ['a lone surrogate in a name', { 'a\uD800': 'x' }, 'a\uFFFD'],
  ['a name __proto__', JSON.parse('{"__proto__": "x"}') as Record<string, unknown>, '__proto__'],
  ['a key __proto__', { a: JSON.parse('{"__proto__": {"b": "x"}}') as unknown }, 'a.__proto__'],
];

test.each(REFUSED)('creation refuses attributes with %s', async (_name, attributes, field) => {
  const { identity } = (await create()).body;
  const tries: [string, Answer][] = [
    ['attributes', await create({ attributes })],
    ['event_attributes', await append(identity, { event_attributes: attributes })],
    ['asset_attributes', await append(identity, { asset_attributes: attributes })],
  ];
  for (const [where, answer] of tries) {
    expect(answer.status).toBe(400);
    const named = fields(answer);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named)
      expect(name.startsWith(`${where}.${field}`.slice(0, 90)), `${name} for ${where}.${field}`).toBe(true);
  }
  expect((await client.call(tenant.token, 'GET', `/v2/${identity}/events`)).body.events).toHaveLength(1);
});

test('attributes up to the limits are accepted and returned unchanged', async () => {
  const attributes: Record<string, unknown> = {
    ['n'.repeat(1024)]: 'x'.repeat(4096),
    empty: '',
    map: { ['k'.repeat(1024)]: 'v'.repeat(4096), '': 'no, keys have a name' },
    nothing: {},
    none: [],
    list: [{ a: '1' }, {}, { a: '1', b: 'zwei' }],
    'quote " back\\slash \'': 'line\nbreak\ttab \u0007 "quoted" \\',
    'é✓😀 %_*?': 'Ünïcödé 😀 \u2028 \uFFFF',
    constructor: 'c',
    toString: { hasOwnProperty: 'h' },
    '10': 'ten',
    '9': 'nine',
  };
  delete (attributes.map as Record<string, string>)[''];
  const created = await create({ attributes });
  expect(created.body.attributes).toEqual(attributes);
  expect((await read(created.body.identity)).body.attributes).toEqual(attributes);
  expect((await read(created.body.identity, created.body.at_time)).body.attributes).toEqual(attributes);
});

test('the attributes of a request together have at most 51,200 bytes of UTF-8', async () => {
  // Six values of 4,096 characters and one that fills the rest, all of two bytes: bytes are counted, not characters.
  const fill = (rest: number): Record<string, string> => ({
    ...Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`n${i}`, 'é'.repeat(4096)])),
    last: 'é'.repeat((51_200 - 6 * 8194 - 4 - rest) / 2),
  });
  const exact = await create({ attributes: fill(0) });
  expect(exact.status).toBe(200);
  const over = await create({ attributes: { ...fill(0), x: '' } });
  expect([over.status, fields(over)]).toEqual([400, ['attributes']]);
  const { identity } = exact.body;
  expect((await append(identity, { event_attributes: fill(10), asset_attributes: { abcde: '12345' } })).status).toBe(
    200,
  );
  const ofAsset = await append(identity, { event_attributes: {}, asset_attributes: { ...fill(0), x: '' } });
  expect([ofAsset.status, fields(ofAsset)]).toEqual([400, ['asset_attributes']]);
  const both = await append(identity, { event_attributes: fill(10), asset_attributes: { abcde: '123456' } });
  expect([both.status, fields(both)]).toEqual([400, ['event_attributes']]);
});

test('2,000 values in one request are accepted, more are refused, whatever the length of their names', async () => {
  const values = (n: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [i.toString(36), '']));
  const { identity } = (await create()).body;
  const statuses = async (n: number): Promise<number[]> => [
    (await create({ attributes: values(n) })).status,
    (await create({ attributes: { ['n'.repeat(1024)]: values(n) } })).status,
    (await append(identity, { event_attributes: values(n) })).status,
    (await append(identity, { event_attributes: values(n - 1), asset_attributes: { last: '' } })).status,
  ];
  expect(await statuses(2000)).toEqual([200, 200, 200, 200]);
  expect(await statuses(2001)).toEqual([400, 400, 400, 400]);
});

test('all values below long names are changed and removed in one request', async () => {
  const names = Array.from({ length: 4 }, (_, i) => `${i}`.padStart(1024, 'n'));
  const values = (text: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [i.toString(36), text]));
  const { identity } = (await create()).body;
  const change = async (asset_attributes: object): Promise<number> =>
    (await append(identity, { event_attributes: {}, asset_attributes })).status;
  const listed = async (name: string, key: string): Promise<number> =>
    (await client.call(tenant.token, 'GET', `/v2/assets?attributes.${name}.1=${key}`)).body.assets.length;
  for (const name of names) expect(await change({ [name]: values('a') })).toBe(200);
  expect(await change({ [names[0]!]: values('b') })).toBe(200);
  expect([await listed(names[0]!, 'a'), await listed(names[0]!, 'b'), await listed(names[3]!, 'a')]).toEqual([0, 1, 1]);
  expect(await change(Object.fromEntries(names.map((name) => [name, ''])))).toBe(200);
  expect([await listed(names[0]!, 'b'), await listed(names[3]!, 'a')]).toEqual([0, 0]);
});

test('PROOF_MECHANISM_UNSPECIFIED is the default mechanism', async () => {
  const unspecified = 'PROOF_MECHANISM_UNSPECIFIED';
  expect((await create({ proof_mechanism: unspecified })).body.proof_mechanism).toBe('SIMPLE_HASH');
  const integrity = await create({ proof_mechanism: unspecified, storage_integrity: 'TENANT_STORAGE' });
  expect([integrity.status, integrity.body.proof_mechanism]).toEqual([200, 'SIMPLE_HASH']);
});

test('empty maps and lists count as values and as bytes wherever attributes are accepted', async () => {
  const { identity } = (await create()).body;
  const post = (path: string, body: object): Promise<Answer> => client.call(tenant.token, 'POST', path, { body });
  const inputs: [field: string, send: (attributes: object) => Promise<Answer>][] = [
    ['attributes', (attributes) => create({ attributes })],
    ['event_attributes', (attributes) => append(identity, { event_attributes: attributes })],
    ['asset_attributes', (attributes) => append(identity, { asset_attributes: attributes })],
    ['attributes', (attributes) => post('/v2/locations', { display_name: 'x', latitude: 1, longitude: 2, attributes })],
  ];
  const maps = (count: number): object[] => Array.from({ length: count }, () => ({}));
  const names = (count: number, value: unknown): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`.padStart(1000, 'n'), value]));
  const values = 'values, empty maps and lists included';
  for (const [field, send] of inputs) {
    expect((await send({ list: maps(2000) })).status, field).toBe(200);
    const refused = `${field}: all attributes of a request together must have at most`;
    for (const attributes of [{ list: maps(2001) }, { list: maps(1000), ...Object.fromEntries(maps(1001).entries()) }])
      expect((await send(attributes)).body.message).toBe(`${refused} 2000 ${values}`);
    expect((await send({ list: maps(29_000) })).body.message).toBe(`${refused} 51200 bytes`);
    // 51 names of 1,000 bytes and 51 pairs of brackets, and 98 bytes for the rest.
    for (const value of [[], {}]) {
      expect((await send({ ...names(51, value), ['n'.repeat(98)]: '' })).status, field).toBe(200);
      expect((await send({ ...names(51, value), ['n'.repeat(99)]: '' })).body.message).toBe(`${refused} 51200 bytes`);
    }
  }
  const batch = await post('/v2/assets:batch', { assets: [{}, { attributes: { list: maps(2001) } }] });
  expect(batch.body.results[1].error.message).toBe(
    `attributes: all attributes of a request together must have at most 2000 ${values}`,
  );
});

test('an asset is shown as it was with at_time', async () => {
  const created = await create({
    behaviours: ['RecordEvidence'],
    attributes: { a: '1', map: { k: 'old' }, list: [{ n: '1' }], 'q"\\': 'x' },
  });
  const { identity } = created.body;
  const t0 = created.body.at_time as string;
  expect((await read(identity)).body.confirmation_status).toBe('CONFIRMED');
  const [creation] = (await client.call(tenant.token, 'GET', `/v2/${identity}/events`)).body.events;
  const committed = creation.timestamp_committed as string;
  const times: string[] = [];
  for (const body of [
    { asset_attributes: { a: '2', map: { k: 'new', more: 'y' }, b: 'added', 'q"\\': 'z' } },
    { operation: 'StopTracking', behaviour: 'Builtin', asset_attributes: { list: [] } },
    { operation: 'Add', behaviour: 'Builtin', event_attributes: { arc_behaviour_name: 'Attachments' } },
    { operation: 'StartTracking', behaviour: 'Builtin', asset_attributes: { a: '', map: 'a string now' } },
  ]) {
    times.push((await append(identity, body)).body.timestamp_accepted as string);
  }
  const [t1, t2, t3, t4] = times as [string, string, string, string];
  const first = { a: '1', map: { k: 'old' }, list: [{ n: '1' }], 'q"\\': 'x' };
  const second = { a: '2', map: { k: 'new', more: 'y' }, list: [{ n: '1' }], b: 'added', 'q"\\': 'z' };
  const plain = ['RecordEvidence', 'Builtin', 'AssetCreator'];
  const table: [string, object][] = [
    [
      t0,
      {
        attributes: first,
        tracked: 'TRACKED',
        behaviours: plain,
        confirmation_status: committed > t0 ? 'PENDING' : 'CONFIRMED',
      },
    ],
    [later(t1, -1), { attributes: first, tracked: 'TRACKED', behaviours: plain, confirmation_status: 'CONFIRMED' }],
    [t1, { attributes: second, tracked: 'TRACKED', behaviours: plain, confirmation_status: 'CONFIRMED' }],
    [later(t2, -1), { attributes: second, tracked: 'TRACKED' }],
    [t2, { attributes: { ...second, list: [] }, tracked: 'NOT_TRACKED', behaviours: plain }],
    [t3, { tracked: 'NOT_TRACKED', behaviours: [...plain, 'Attachments'] }],
    [
      t4,
      {
        attributes: { ...second, list: [], a: '', map: 'a string now' },
        tracked: 'TRACKED',
        behaviours: [...plain, 'Attachments'],
      },
    ],
  ];
  for (const [at, expected] of table) {
    const then = await read(identity, at);
    expect(then.status, at).toBe(200);
    expect(then.body, at).toMatchObject({ ...expected, at_time: at, identity, owner: created.body.owner });
    expect(then.body.attributes, at).toEqual((expected as { attributes?: object }).attributes ?? then.body.attributes);
  }
  // A time without a fraction includes its whole second.
  const whole = await read(identity, `${t0.slice(0, 19)}Z`);
  expect([whole.status, whole.body.at_time]).toEqual([200, `${t0.slice(0, 19)}Z`]);
  expect((await read(identity, `${t4.slice(0, 19)}Z`)).body.attributes.a).toBe('');
  expect((await read(identity, later(t0, -1))).status).toBe(404);
  expect((await read(identity, '1970-01-01T00:00:00Z')).status).toBe(404);
  expect((await read(identity, `${t1.slice(0, 10)} ${t1.slice(11)}`)).status).toBe(400);
  expect((await read(identity, '')).status).toBe(400);
});

test('a future at_time is treated and shown as now, so the time of a response has the same response', async () => {
  const { identity } = (await create({ behaviours: ['RecordEvidence'], attributes: { a: '1' } })).body;
  const before = Date.now();
  const { status, body } = await read(identity, '2200-01-01T00:00:00Z');
  expect([status, body.attributes.a]).toEqual([200, '1']);
  expect(Date.parse(body.at_time)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(body.at_time)).toBeLessThanOrEqual(Date.now());
  await append(identity, { asset_attributes: { a: '2' } });
  expect((await read(identity, body.at_time)).body).toEqual(body);
  expect((await read(identity)).body.attributes.a).toBe('2');
});

test(':publicurl returns the address of a public asset or event, and 404 for a private one', async () => {
  for (const isPublic of [true, false]) {
    const { identity } = (await create({ public: isPublic })).body;
    const event = (await append(identity, {})).body.identity as string;
    for (const resource of [identity, event]) {
      for (const verb of [':publicurl', '%3Apublicurl']) {
        const answer = await client.call(tenant.token, 'GET', `/v2/${resource}${verb}`);
        expect(answer.status).toBe(isPublic ? 200 : 404);
        if (isPublic) expect(answer.body).toEqual({ publicurl: `${ORIGIN}/archivist/public${resource}` });
      }
    }
  }
});

test('an asset is never changed or deleted by a request', async () => {
  const { identity } = (await create()).body;
  for (const method of ['PATCH', 'PUT', 'DELETE', 'POST']) {
    const answer = await client.call(tenant.token, method, `/v2/${identity}`, { body: {} });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
  }
  const event = (await append(identity, {})).body.identity as string;
  for (const method of ['PATCH', 'DELETE'])
    expect((await client.call(tenant.token, method, `/v2/${event}`, { body: {} })).status).toBe(405);
});

test('an id that is no version 4 UUID is 400; unknown assets and those of other tenancies are 404', async () => {
  const foreign = await newTenant(service, 'Foreign');
  const { identity } = (await create()).body;
  for (const id of ['x', '-', '00000000-0000-0000-0000-000000000000', identity.slice(7, -1), `${identity.slice(7)}0`]) {
    expect((await client.call(tenant.token, 'GET', `/v2/assets/${id}`)).status, id).toBe(400);
  }
  expect(
    (await client.call(tenant.token, 'GET', `/v2/${identity.toUpperCase().replace('ASSETS', 'assets')}`)).body.identity,
  ).toBe(identity);
  const unknown = 'assets/11111111-1111-4111-8111-111111111111';
  for (const suffix of ['', '/events', ':publicurl']) {
    const [theirs, none] = await Promise.all(
      [identity, unknown].map((id) => client.call(foreign.token, 'GET', `/v2/${id}${suffix}`)),
    );
    expect([theirs!.status, none!.status]).toEqual([404, 404]);
    expect(theirs!.body.message).toBe((none!.body.message as string).replace(unknown, identity));
  }
  const body = RECORD;
  expect((await client.call(foreign.token, 'POST', `/v2/${identity}/events`, { body })).status).toBe(404);
  expect((await client.call(foreign.token, 'POST', `/v2/${unknown}/events`, { body })).status).toBe(404);
});
