import { beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { LIMITED, newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import { sampled } from '../support/size.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
let assets: string[];

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Paging');
  assets = [];
  for (let i = 0; i < 7; i++) assets.push(await create(tenant, { attributes: { kind: i < 5 ? 'a' : 'b' } }));
});

type Query = Record<string, string>;
const ALL = '/v2/assets/-/events';
const create = async (owner: Tenant, body: object = {}): Promise<string> =>
  (await client.call(owner.token, 'POST', '/v2/assets', { body })).body.identity as string;
const append = (owner: Tenant, asset: string): Promise<Answer> =>
  client.call(owner.token, 'POST', `/v2/${asset}/events`, {
    body: RECORD,
  });
const list = (path: string, query: Query = {}, headers: Query = {}, owner: Tenant = tenant): Promise<Answer> =>
  client.call(owner.token, 'GET', path, { query, headers });
const identities = (answer: Answer): string[] =>
  ((answer.body.assets ?? answer.body.events) as { identity: string }[]).map(({ identity }) => identity);

/** Reads all pages of a list. `follow` returns the query of the next page, `between` runs before it is read. */
async function walk(
  path: string,
  query: Query,
  follow: (token: string) => Query,
  between?: () => Promise<unknown>,
  owner = tenant,
): Promise<string[]> {
  const seen: string[] = [];
  let answer = await list(path, query, {}, owner);
  for (let pages = 0; pages < 50; pages++) {
    expect(answer.status).toBe(200);
    seen.push(...identities(answer));
    if (answer.body.next_page_token === '') return seen;
    await between?.();
    answer = await list(path, follow(answer.body.next_page_token as string), {}, owner);
  }
  throw new Error('the list has more than 50 pages');
}

test('page_size: 0 and absent select the default, and a value above the maximum selects the maximum', async () => {
  const rich = await newTenant(service, 'Rich');
  const asset = await create(rich);
  const event = { asset_identity: asset, ...RECORD };
  const added = await client.call(rich.token, 'POST', '/v2/assets/-/events:batch', {
    body: { events: Array.from({ length: 510 }, () => event) },
  });
  expect(added.body.results.filter(({ error }: { error?: object }) => error)).toEqual([]);
  const sizes = async (path: string, size?: string): Promise<number> =>
    identities(await list(path, size === undefined ? {} : { page_size: size }, {}, rich)).length;
  for (const path of [`/v2/${asset}/events`, ALL]) {
    expect(await sizes(path)).toBe(100);
    expect(await sizes(path, '0')).toBe(100);
    expect(await sizes(path, '3')).toBe(3);
    expect(await sizes(path, '9999999999')).toBe(500);
    expect(await sizes(path, '500')).toBe(500);
  }
  for (const size of ['-1', 'ten', '1.5', '', ' 1', '0x10', '1e3', '99999999999999999999']) {
    expect((await list('/v2/assets', { page_size: size })).status, `page_size=${size}`).toBe(400);
  }
  expect((await list('/v2/assets', { page_token: '' })).status).toBe(200);
});

test.each<[string, string, Query]>([
  ['assets', '/v2/assets', {}],
  ['assets by a filter', '/v2/assets', { 'attributes.kind': 'a' }],
  [
    'assets by two filters',
    '/v2/assets',
    { 'attributes.kind!': '*x', filters: 'attributes.kind=a OR attributes.kind=b' },
  ],
  ['assets by identity', '/v2/assets', { order_by: 'SIMPLEHASHV1' }],
  ['assets by identity and a filter', '/v2/assets', { order_by: 'SIMPLEHASHV2', 'attributes.kind': 'a' }],
  ['events', ALL, {}],
  ['events by identity', ALL, { order_by: 'SIMPLEHASHV2' }],
  ['events by declared time', ALL, { order_by: 'timestamp_declared' }],
])(
  'reading %s page by page returns every record once, with only the token and with the query repeated',
  async (_name, path, query) => {
    const whole = identities(await list(path, query));
    expect(whole.length).toBeGreaterThan(4);
    for (const size of [1, 2, 3]) {
      const sized = { ...query, page_size: String(size) };
      const ways: ((token: string) => Query)[] = [
        (token) => ({ page_token: token, page_size: String(size) }),
        (token) => ({ ...sized, page_token: token }),
        (token) => ({ page_token: token }),
      ];
      for (const next of sampled(ways, ways.length, size)) expect(await walk(path, sized, next)).toEqual(whole);
    }
  },
);

test('rejects a page token with another query, list or tenant, and a damaged one', async () => {
  const query = { 'attributes.kind': 'a', page_size: '2' };
  const first = await list('/v2/assets', query);
  const token = first.body.next_page_token as string;
  expect(identities(await list('/v2/assets', { page_token: token, page_size: '1' }))).toHaveLength(1);
  const other = await newTenant(service, 'Other');
  for (const asset of [assets[0]!, assets[1]!]) for (let i = 0; i < 3; i++) await append(tenant, asset);
  const ofOne = (await list(`/v2/${assets[0]}/events`, { page_size: '2' })).body.next_page_token as string;
  const [newest, declared] = (
    await Promise.all(['DEFAULT', 'timestamp_declared'].map((order_by) => list(ALL, { order_by, page_size: '2' })))
  ).map(({ body }) => body.next_page_token as string) as [string, string];
  const middle = Math.floor(token.length / 2);
  const damaged = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`;
  const table: [string, Answer][] = [
    ['another value', await list('/v2/assets', { page_token: token, 'attributes.kind': 'b' })],
    ['one filter more', await list('/v2/assets', { page_token: token, 'attributes.kind': 'a', tracked: 'ANY' })],
    ['another order', await list('/v2/assets', { page_token: token, order_by: 'SIMPLEHASHV1' })],
    ['an event list', await list(ALL, { page_token: token })],
    ['events in another order', await list(ALL, { page_token: newest, order_by: 'timestamp_declared' })],
    ['events in the default order', await list(ALL, { page_token: declared, order_by: 'DEFAULT' })],
    ['the list of one asset', await list(`/v2/${assets[0]}/events`, { page_token: token })],
    ['the list of another asset', await list(`/v2/${assets[1]}/events`, { page_token: ofOne })],
    ['another tenant', await list('/v2/assets', { page_token: token }, {}, other)],
    ['the public', await client.call(undefined, 'GET', '/publicassets/-/events', { query: { page_token: ofOne } })],
    ['damaged', await list('/v2/assets', { page_token: damaged })],
    ['cut', await list('/v2/assets', { page_token: token.slice(0, -5) })],
    ['made up', await list('/v2/assets', { page_token: 'bm90IGEgdG9rZW4' })],
    [
      'twice',
      await client.call(tenant.token, 'GET', '/v2/assets', { query: `page_token=${token}&page_token=${token}` }),
    ],
  ];
  expect(table.map(([name, answer]) => [name, answer.status])).toEqual(table.map(([name]) => [name, 400]));
});

const GROWING: [string, (asset: string) => string, Query][] = [
  ['assets, newest first', () => '/v2/assets', {}],
  ['assets by identity', () => '/v2/assets', { order_by: 'SIMPLEHASHV1' }],
  ['assets by a filter', () => '/v2/assets', { 'attributes.kind': 'w' }],
  ['the events of an asset', (asset) => `/v2/${asset}/events`, {}],
  ['the events of an asset by identity', (asset) => `/v2/${asset}/events`, { order_by: 'SIMPLEHASHV1' }],
  ['all events', () => ALL, {}],
  ['the events of an asset by declared time', (asset) => `/v2/${asset}/events`, { order_by: 'timestamp_declared' }],
  ['all events by identity', () => ALL, { order_by: 'SIMPLEHASHV1' }],
  ['all events by declared time', () => ALL, { order_by: 'timestamp_declared' }],
  ['all events by their attribute', () => ALL, { 'event_attributes.kind': 'w' }],
];
test.each(sampled(GROWING, 3))(
  'reading %s page by page during appends returns every record that existed at the start once',
  async (name, pathOf, query) => {
    const owner = await newTenant(service, name);
    const body = { ...RECORD, event_attributes: { kind: 'w' } };
    const grow = async (): Promise<string> => {
      const asset = await create(owner, { attributes: { kind: 'w' } });
      await Promise.all(
        [body, { ...body, timestamp_declared: '2020-01-01T00:00:00Z' }].map((body, i) =>
          client.call(owner.token, 'POST', `/v2/${(i === 0 ? undefined : first) ?? asset}/events`, { body }),
        ),
      );
      return asset;
    };
    let first: string | undefined;
    first = await grow();
    for (let i = 0; i < 3; i++) await grow();
    const path = pathOf(first);
    const before = identities(await list(path, query, {}, owner));
    const seen = await walk(
      path,
      { ...query, page_size: '2' },
      (token) => ({ page_token: token, page_size: '2' }),
      grow,
      owner,
    );
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.length).toBeGreaterThan(3);
    expect(seen.filter((identity) => before.includes(identity))).toEqual(before);
  },
);

test('SIMPLEHASH orders sort by ascending identity, also with a time window and a proof mechanism', async () => {
  const owner = await newTenant(service, 'Order');
  const made: Answer['body'][] = [];
  for (const proof_mechanism of ['SIMPLE_HASH', 'KHIPU', 'SIMPLE_HASH', 'SIMPLE_HASH']) {
    const asset = await create(owner, { proof_mechanism });
    made.push((await append(owner, asset)).body, (await append(owner, asset)).body);
  }
  const [from, to] = [made[1].timestamp_accepted as string, made.at(-1).timestamp_accepted as string];
  const byIdentity = async (query: Query): Promise<Answer['body'][]> => {
    const events = (await list(ALL, query, {}, owner)).body.events as Answer['body'][];
    const names = events.map(({ identity }) => identity as string);
    expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    return events;
  };
  for (const order_by of ['SIMPLEHASHV1', 'SIMPLEHASHV2']) {
    expect(await byIdentity({ order_by })).toHaveLength(12);
    expect(await byIdentity({ order_by, proof_mechanism: 'SIMPLE_HASH' })).toHaveLength(9);
    const window = {
      order_by,
      proof_mechanism: 'SIMPLE_HASH',
      timestamp_accepted_since: from,
      timestamp_accepted_before: to,
    };
    const inside = await byIdentity(window);
    const expected = (await list(ALL, { ...window, order_by: 'DEFAULT' }, {}, owner)).body.events as Answer['body'][];
    // Of the 12 events, 6 are excluded: the first two of the first asset, the last event, the three of the KHIPU asset.
    expect(inside).toHaveLength(6);
    expect(new Set(inside.map((event) => event.identity))).toEqual(new Set(expected.map((event) => event.identity)));
    const paged = await walk(
      ALL,
      { ...window, page_size: '2' },
      (token) => ({ page_token: token, page_size: '2' }),
      undefined,
      owner,
    );
    expect(paged).toEqual(inside.map((event) => event.identity));
    const one = identities(await list(`/v2/${made[0].asset_identity}/events`, { order_by }, {}, owner));
    expect(one).toEqual(one.toSorted());
    expect(one).toHaveLength(3);
  }
});

test('a list above the limit without page_size is a 206 with a total of limit + 1, or exact on request', async () => {
  const small = await sharedService(LIMITED);
  const own = await openClient(small);
  const owner = await newTenant(small);
  const get = async (path: string, query: Query = {}, exact?: string): Promise<(string | number | null)[]> => {
    const answer = await own.call(owner.token, 'GET', path, {
      query,
      headers: exact === undefined ? {} : { 'x-request-total-count': exact },
    });
    return [answer.status, answer.headers.get('x-total-count'), answer.headers.get('content-range')];
  };
  const add = () => own.call(owner.token, 'POST', '/v2/assets', { body: { attributes: { a: '1' } } });
  expect(await get('/v2/assets')).toEqual([200, '0', null]);
  for (let i = 0; i < 3; i++) await add();
  expect(await get('/v2/assets')).toEqual([200, '3', null]);
  for (let i = 0; i < 3; i++) await add();
  for (const path of ['/v2/assets', ALL]) {
    expect(await get(path)).toEqual([206, '4', 'items 0-3/4']);
    expect(await get(path, {}, 'true')).toEqual([206, '6', 'items 0-3/6']);
    expect(await get(path, {}, 'True')).toEqual([206, '6', 'items 0-3/6']);
    expect(await get(path, {}, 'false')).toEqual([206, '4', 'items 0-3/4']);
    expect(await get(path, { page_size: '2' })).toEqual([200, '4', null]);
    expect(await get(path, { page_size: '2' }, 'true')).toEqual([200, '6', null]);
  }
  expect(await get('/v2/assets', { 'attributes.a': '1' }, 'true')).toEqual([206, '6', 'items 0-3/6']);
  expect(await get('/v2/assets', { 'attributes.a': '2' }, 'true')).toEqual([200, '0', null]);
});
