import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openClient, type Answer, type Client, type Options } from '../support/client.ts';
import { publicly } from '../support/identities.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { PATIENCE } from '../support/patience.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
/** UUIDs of a public and a private asset of the same tenant, and the responses to their events. */
let open: string;
let closed: string;
let events: Record<'first' | 'second' | 'closed', Answer['body']>;

const FAMILIES = ['/publicassets', '/v2/publicassets'];
const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const BLANK = { issuer: '', subject: '', display_name: '', email: '' };

const append = (owner: Tenant, asset: string, body: object = {}): Promise<Answer> =>
  client.call(owner.token, 'POST', `/v2/assets/${asset}/events`, {
    body: { ...RECORD, ...body },
  });
const create = async (owner: Tenant, body: object): Promise<string> =>
  ((await client.call(owner.token, 'POST', '/v2/assets', { body })).body.identity as string).slice(7);
const get = (path: string, options: Options = {}): Promise<Answer> => client.call(undefined, 'GET', path, options);
const mine = async (path: string): Promise<Answer['body']> => (await client.call(tenant.token, 'GET', path)).body;
const settled = async (): Promise<boolean> =>
  (await mine('/v2/assets/-/events?confirmation_status=PENDING')).events.length === 0;
const uuid = (event: { identity: string }): string => event.identity.split('/')[3]!;

beforeAll(async () => {
  service = await startService({ vars: { RESULT_LIMIT: '6', PUBLIC_MAX_AGE: '7' } });
  client = await openClient(service);
  tenant = await newTenant(service, 'Public');
  open = await create(tenant, { public: true, attributes: { colour: 'red' } });
  closed = await create(tenant, { attributes: { colour: 'secret' } });
  const declared = { issuer: 'idp', subject: 'bob', display_name: 'Bob', email: 'bob@job' };
  events = {
    first: (
      await append(tenant, open, {
        event_attributes: { n: '1' },
        asset_attributes: { colour: 'blue' },
        principal_declared: declared,
      })
    ).body,
    second: (await append(tenant, open, { event_attributes: { n: '2' } })).body,
    closed: (await append(tenant, closed, { event_attributes: { n: '3' } })).body,
  };
  // Both are confirmed before the tests compare the public view with the view of the tenant.
  await vi.waitUntil(settled, { timeout: PATIENCE });
});
afterAll(() => service.close());

test.each(FAMILIES)('%s shows a public asset and its events, with blank principals', async (family) => {
  expect((await get(`${family}/${open}`)).body).toEqual(publicly(await mine(`/v2/assets/${open}`)));
  const listed = await get(`${family}/${open}/events`);
  const own = (await mine(`/v2/assets/${open}/events`)).events as { identity: string }[];
  const blanked = own.map((event) => ({ ...publicly(event), principal_declared: BLANK, principal_accepted: BLANK }));
  expect(listed.body).toEqual({ events: blanked, next_page_token: '' });
  expect(blanked).toHaveLength(3);
  expect((await get(`${family}/${open}/events/${uuid(events.first)}`)).body).toEqual(blanked[1]);
  expect(listed.text).not.toContain(tenant.client_id);
  expect(listed.text).not.toContain('bob');
});

test.each(FAMILIES)('%s/-/events lists the events of all public assets and of no other', async (family) => {
  const listed = await get(`${family}/-/events`);
  expect(listed.body.events).toHaveLength(3);
  for (const event of listed.body.events) {
    expect(event).toMatchObject({
      asset_identity: `publicassets/${open}`,
      principal_declared: BLANK,
      principal_accepted: BLANK,
    });
  }
  const ordered = (await get(`${family}/-/events`, { query: { order_by: 'SIMPLEHASHV1' } })).body.events as {
    identity: string;
  }[];
  expect(ordered.map(({ identity }) => identity)).toEqual(ordered.map(({ identity }) => identity).toSorted());
});

test('a public asset is shown as it was with at_time', async () => {
  const at = async (time: string): Promise<Answer> => get(`/publicassets/${open}`, { query: { at_time: time } });
  const created = ((await mine(`/v2/assets/${open}/events`)).events as { timestamp_accepted: string }[]).at(
    -1,
  )!.timestamp_accepted;
  expect((await at(created)).body).toMatchObject({ attributes: { colour: 'red' }, at_time: created });
  expect((await at(events.first.timestamp_accepted)).body.attributes).toEqual({ colour: 'blue' });
  expect((await at('1999-01-01T00:00:00Z')).status).toBe(404);
  expect((await at('then')).status).toBe(400);
});

test('filters match public fields, and filters on principals match blanks', async () => {
  const find = async (query: Record<string, string>): Promise<string[]> => {
    const one = await get(`/publicassets/${open}/events`, { query });
    const all = await get('/v2/publicassets/-/events', { query });
    expect([one.status, all.status]).toEqual([200, 200]);
    const names = (answer: Answer): string[] =>
      (answer.body.events as Answer['body'][]).map((event) => event.event_attributes.n ?? event.operation).toSorted();
    expect(names(all)).toEqual(names(one));
    return names(one);
  };
  expect(await find({ 'event_attributes.n': '2' })).toEqual(['2']);
  expect(await find({ 'event_attributes.n': '3' })).toEqual([]);
  expect(await find({ 'event_attributes.n': '*' })).toEqual(['1', '2']);
  expect(await find({ 'asset_attributes.colour': 'blue' })).toEqual(['1']);
  expect(await find({ 'asset.attributes.colour': 'blue' })).toEqual(['1', '2', 'NewAsset']);
  expect(await find({ 'asset.attributes.colour': 'secret' })).toEqual([]);
  expect(await find({ filters: 'event_attributes.n=1 OR event_attributes.n=3' })).toEqual(['1']);
  expect(await find({ operation: 'NewAsset' })).toEqual(['NewAsset']);
  expect(await find({ confirmation_status: 'CONFIRMED' })).toEqual(['1', '2', 'NewAsset']);
  expect(await find({ from: events.first.from })).toEqual(['1', '2', 'NewAsset']);
  expect(
    await find({
      timestamp_accepted_since: events.first.timestamp_accepted,
      timestamp_accepted_before: events.second.timestamp_accepted,
    }),
  ).toEqual(['1']);
  expect(await find({ 'principal_declared.email': 'bob@job' })).toEqual([]);
  expect(await find({ 'principal_declared.subject': 'bob' })).toEqual([]);
  expect(await find({ 'principal_accepted.subject': tenant.client_id })).toEqual([]);
  expect(await find({ 'principal_accepted.display_name': events.first.principal_accepted.display_name })).toEqual([]);
  expect((await get('/publicassets/-/events', { query: { colour: 'red' } })).status).toBe(400);
  expect((await get('/publicassets/-/events', { query: { filters: 'x' } })).status).toBe(400);
});

test('counts, pages and 206 behave as for private lists', async () => {
  const asset = await create(tenant, { public: true });
  for (let i = 0; i < 7; i++) await append(tenant, asset);
  const path = `/publicassets/${asset}/events`;
  const heads = (answer: Answer) => [
    answer.status,
    answer.headers.get('x-total-count'),
    answer.headers.get('content-range'),
  ];
  expect(heads(await get(path))).toEqual([206, '7', 'items 0-6/7']);
  expect(heads(await get(path, { headers: { 'x-request-total-count': 'true' } }))).toEqual([206, '8', 'items 0-6/8']);
  expect(heads(await get(path, { query: { page_size: '5' } }))).toEqual([200, '7', null]);
  const first = (await get(path, { query: { page_size: '5' } })).body;
  const second = (await get(`/v2${path}`, { query: { page_token: first.next_page_token } })).body;
  expect(new Set([...first.events, ...second.events].map((event: { identity: string }) => event.identity)).size).toBe(
    8,
  );
  expect(second.next_page_token).toBe('');
  expect((await get('/publicassets/-/events', { query: { page_token: first.next_page_token } })).status).toBe(400);
  expect(
    (
      await client.call(tenant.token, 'GET', `/v2/assets/${asset}/events`, {
        query: { page_token: first.next_page_token },
      })
    ).status,
  ).toBe(400);
});

test.each(FAMILIES)('%s: a private asset and an unknown one get the same response', async (family) => {
  const plain = (answer: Answer): string => answer.text.replaceAll(answer.headers.get('x-request-id')!, 'REQUEST');
  const event = uuid(events.closed);
  for (const rest of ['', '/events', `/events/${event}`, '?at_time=2200-01-01T00:00:00Z']) {
    const [hidden, none] = [await get(`${family}/${closed}${rest}`), await get(`${family}/${UNKNOWN}${rest}`)];
    expect([rest, hidden.status, none.status]).toEqual([rest, 404, 404]);
    expect(plain(hidden).replaceAll(closed, UNKNOWN)).toBe(plain(none));
    expect([...hidden.headers.keys()]).toEqual([...none.headers.keys()]);
  }
  expect((await get(`${family}/${open}/events/${event}`)).status).toBe(404);
  expect((await get(`${family}/not-a-uuid`)).status).toBe(400);
  expect((await get(family)).status).toBe(404);
});

test('a public asset can be written only by the creating tenancy, and never through the public paths', async () => {
  const other = await newTenant(service, 'Other');
  expect((await append(other, open)).status).toBe(404);
  for (const path of [`/v2/assets/${open}`, `/v2/assets/${open}/events`, `/v2/assets/${open}:publicurl`]) {
    expect((await client.call(other.token, 'GET', path)).status).toBe(404);
  }
  expect((await client.call(other.token, 'GET', `/publicassets/${open}`)).status).toBe(200);
  expect((await client.call(undefined, 'POST', `/v2/assets/${open}/events`, { body: {} })).status).toBe(401);
  for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
    for (const path of [`/publicassets/${open}`, `/v2/publicassets/${open}/events`, '/publicassets/-/events']) {
      const answer = await client.call(tenant.token, method, path, { body: {} });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
  }
});

test('public is fixed at creation', async () => {
  for (const [asset, isPublic] of [
    [open, true],
    [closed, false],
  ] as const) {
    const changed = await append(tenant, asset, { public: !isPublic });
    expect([changed.status, changed.headers.get('archivist-ignored-fields')]).toEqual([200, 'public']);
    await append(tenant, asset, { asset_attributes: { public: String(!isPublic) } });
    expect((await mine(`/v2/assets/${asset}`)).public).toBe(isPublic);
    expect((await get(`/publicassets/${asset}`)).status).toBe(isPublic ? 200 : 404);
  }
});

test('responses can be cached for the stated time, and a matching ETag gets 304', async () => {
  const own = await create(tenant, { public: true });
  const event = uuid((await append(tenant, own)).body);
  await vi.waitUntil(settled, { timeout: PATIENCE });
  for (const path of [
    `/publicassets/${own}`,
    `/v2/publicassets/${own}/events`,
    `/publicassets/${own}/events?page_size=1`,
    '/publicassets/-/events',
    `/publicassets/${own}/events/${event}`,
  ]) {
    const [bare = '', query = ''] = path.split('?');
    const first = await get(bare, { query });
    const tag = first.headers.get('etag')!;
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=7');
    for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await get(bare, { query, headers: { 'if-none-match': value } });
      expect([path, value, again.status, again.text, again.headers.get('etag')]).toEqual([path, value, 304, '', tag]);
      expect(again.headers.get('cache-control')).toBe('public, max-age=7');
    }
    expect((await get(bare, { query, headers: { 'if-none-match': '"x"' } })).status).toBe(first.status);
  }
  const tag = (await get(`/publicassets/${own}`)).headers.get('etag')!;
  await append(tenant, own, { asset_attributes: { colour: 'green' } });
  const changed = await get(`/publicassets/${own}`, { headers: { 'if-none-match': tag } });
  expect([changed.status, changed.body.attributes]).toEqual([200, { colour: 'green' }]);
  expect((await get(`/publicassets/${closed}`, { headers: { 'if-none-match': '*' } })).status).toBe(404);
  expect((await get(`/publicassets/${closed}`)).headers.get('cache-control')).toBe('no-store');
  expect((await client.call(tenant.token, 'GET', `/v2/assets/${open}`)).headers.get('cache-control')).toBe('no-store');
});

test('the ETag of all public events changes with any of them, that of an asset with its own events', async () => {
  await vi.waitUntil(settled, { timeout: PATIENCE });
  const tagOf = async (path: string) => (await get(path)).headers.get('etag')!;
  const [all, one] = ['/publicassets/-/events', `/publicassets/${open}/events`];
  const own = await create(tenant, { public: true });
  await vi.waitUntil(settled, { timeout: PATIENCE });
  const [before, ofOne] = [await tagOf(all), await tagOf(one)];
  expect([await tagOf(all), await tagOf(one)]).toEqual([before, ofOne]);
  await append(tenant, own);
  expect(await tagOf(all)).not.toBe(before);
  await append(tenant, open);
  expect(await tagOf(one)).not.toBe(ofOne);
});

test('pages of any origin can read public paths and nothing else', async () => {
  const origin = { origin: 'https://page.example' };
  const preflight = {
    ...origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-request-total-count',
  };
  for (const path of [
    `/publicassets/${open}`,
    `/v2/publicassets/${open}/events`,
    '/publicassets/-/events',
    `/publicassets/${open}/events/${uuid(events.first)}`,
  ]) {
    const answer = await get(path, { headers: origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-total-count');
    const options = await client.call(undefined, 'OPTIONS', path, { headers: preflight });
    expect([options.status, options.headers.get('allow'), options.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      '*',
    ]);
    expect(options.headers.get('access-control-allow-methods')).toContain('GET');
    expect(options.headers.get('access-control-allow-headers')).toContain('x-request-total-count');
    const head = await client.call(undefined, 'HEAD', path);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([answer.status, '', answer.headers.get('etag')]);
    expect(head.headers.get('x-total-count')).toBe(answer.headers.get('x-total-count'));
  }
  expect((await get(`/publicassets/${closed}`, { headers: origin })).headers.get('access-control-allow-origin')).toBe(
    '*',
  );
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await client.call(tenant.token, method, `/v2/assets/${open}`, { headers: preflight });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect((await client.call(undefined, 'HEAD', `/publicassets/${closed}`)).status).toBe(404);
});
