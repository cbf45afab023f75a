import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { LIMITED, newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';

const PATH = '/v2/locations';
const UUID = /^locations\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN = 'locations/c3b2a1f0-0000-4000-8000-000000000000';
const HERE = { display_name: 'Here', latitude: 1, longitude: 2 };

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Locations');
});

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  client.call(tenant.token, method, path, { body });
const create = (body: object = HERE): Promise<Answer> => call('POST', PATH, body);
const get = (identity: string): Promise<Answer> => call('GET', `/v2/${identity}`);
const patch = (identity: string, body: unknown): Promise<Answer> => call('PATCH', `/v2/${identity}`, body);
const remove = (identity: string): Promise<Answer> => call('DELETE', `/v2/${identity}`);
const names = async (query = ''): Promise<string[]> => {
  const { status, body, text } = await call('GET', `${PATH}?${query}`);
  expect(status, text).toBe(200);
  return body.locations.map((each: { display_name: string }) => each.display_name);
};

describe('the life of a location', () => {
  test('can be created, read, listed, changed and deleted', async () => {
    const body = {
      display_name: 'Quay 4',
      description: 'Cranes',
      latitude: 51.95,
      longitude: -4.05,
      attributes: { phone: '1', hours: { monday: '8-17' }, gates: [{ name: 'north' }, { name: 'south' }] },
    };
    const made = await create(body);
    expect(made.body).toEqual({
      identity: expect.stringMatching(UUID),
      ...body,
      owner: (await call('GET', '/iam/v1/subjects/00000000-0000-0000-0000-000000000000')).body.wallet_address[0],
      tenant: tenant.tenant_identity,
    });
    expect(Object.keys(made.body)).toEqual([
      'identity',
      'display_name',
      'description',
      'latitude',
      'longitude',
      'attributes',
      'owner',
      'tenant',
    ]);
    const { identity } = made.body;
    expect((await get(identity)).body).toEqual(made.body);
    expect((await call('GET', PATH)).body).toEqual({ locations: [made.body], next_page_token: '' });
    const moved = await patch(identity, { latitude: 10.5, description: '' });
    expect(moved.body).toEqual({ ...made.body, latitude: 10.5, description: '' });
    expect((await get(identity)).body).toEqual(moved.body);
    const gone = await remove(identity);
    expect([gone.status, gone.text]).toEqual([200, '{}']);
    for (const again of [get, remove]) expectProblem(await again(identity), 404);
    expectProblem(await patch(identity, {}), 404);
    expectProblem(await call('GET', `/v2/${identity}/permissions`), 404);
    expect(await names()).toEqual([]);
  });

  test('requires only a name and coordinates; other fields are empty', async () => {
    const made = await create();
    expect(made.body).toMatchObject({ ...HERE, description: '', attributes: {} });
    expect((await get(made.body.identity)).body).toEqual(made.body);
  });

  test('has its attributes replaced as a whole, and a mask selects the fields to change or clear', async () => {
    const { identity } = (await create({ ...HERE, description: 'd', attributes: { a: '1', b: '2' } })).body;
    expect((await patch(identity, { attributes: { c: '3' } })).body.attributes).toEqual({ c: '3' });
    const masked = await patch(`${identity}?mask=latitude,description`, { display_name: 'no', latitude: '5.25' });
    expect(masked.body).toMatchObject({ ...HERE, latitude: 5.25, description: '', attributes: { c: '3' } });
    expect((await patch(`${identity}?mask=attributes`, {})).body.attributes).toEqual({});
    for (const field of ['display_name', 'latitude', 'longitude']) {
      const refused = await patch(`${identity}?mask=${field}`, {});
      expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
    }
    expect((await get(identity)).body).toMatchObject({ ...HERE, latitude: 5.25, attributes: {} });
  });

  test('can be sent back as it was read, because read-only fields are ignored', async () => {
    const { body } = await create({ ...HERE, attributes: { a: '1' } });
    expect((await patch(body.identity, { ...body, owner: '0x', tenant: 'tenant/x' })).body).toEqual(body);
    expect((await create(body)).body).toEqual({ ...body, identity: expect.not.stringMatching(body.identity) });
  });

  test('leaves an audit row for every change, also of the permissions', async () => {
    const { identity } = (await create()).body;
    await patch(identity, { latitude: 3 });
    await call('PATCH', `/v2/${identity}/permissions`, { subject_identities: ['email=a@b.example'] });
    await call('PATCH', `/v2/${identity}/permissions`, { subject_identities: [] });
    await call('PATCH', `/v2/${identity}/permissions`, { subject_identities: ['nobody'] });
    await remove(identity);
    type Entry = { operation: string; resource: string; before_hash: string; after_hash: string };
    const rows = ((await call('GET', '/v1/audit')).body.audit as Entry[])
      .filter(({ resource }) => resource === identity)
      .toReversed();
    expect(rows.map(({ operation }) => operation)).toEqual([
      'createLocation',
      'updateLocation',
      'updateLocationPermissions',
      'updateLocationPermissions',
      'deleteLocation',
    ]);
    const [created, updated, shared, unshared, deleted] = rows as [Entry, Entry, Entry, Entry, Entry];
    expect(updated.before_hash).toBe(created.after_hash);
    expect(deleted.before_hash).toBe(updated.after_hash);
    expect(unshared.before_hash).toBe(shared.after_hash);
    expect(unshared.after_hash).toBe(shared.before_hash);
    expect(shared.after_hash).not.toBe(shared.before_hash);
  });

  test('either takes all concurrent changes of different fields or responds with a conflict', async () => {
    const { identity } = (await create()).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => patch(identity, i % 2 === 0 ? { latitude: i } : { longitude: i })),
    );
    const landed = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { latitude, longitude } = (await get(identity)).body;
    expect([HERE.latitude, ...landed.filter((i) => i % 2 === 0)]).toContain(latitude);
    expect([HERE.longitude, ...landed.filter((i) => i % 2 === 1)]).toContain(longitude);
  });
});

describe('what may be written', () => {
  test.each<[unknown, unknown]>([
    [90, 180],
    [-90, -180],
    [0, -0],
    ['51.5', '-0.12'],
    ['+90.0', '1.8e2'],
    ['.5', '5.'],
    [1e-9, '-1E-9'],
    ['-0', '0'],
  ])('latitude %j and longitude %j are taken, as numbers', async (latitude, longitude) => {
    const { identity } = (await create({ ...HERE, latitude, longitude })).body;
    const shown = await get(identity);
    expect(shown.body.latitude).toBe(Number(latitude) + 0);
    expect(shown.body.longitude).toBe(Number(longitude) + 0);
  });

  const wrong = [
    '',
    ' ',
    'north',
    '1e999',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '1 ',
    '1\n',
    '1_0',
    true,
    [1],
    { deg: 1 },
  ];
  test.each<[string, unknown, string]>([
    ...wrong.flatMap((value): [string, unknown, string][] => [
      [`latitude ${JSON.stringify(value)}`, { latitude: value }, 'latitude'],
      [`longitude ${JSON.stringify(value)}`, { longitude: value }, 'longitude'],
    ]),
    ['latitude above', { latitude: 90.000_001 }, 'latitude'],
    ['latitude below, as text', { latitude: '-90.000001' }, 'latitude'],
    ['longitude above', { longitude: 180.000_001 }, 'longitude'],
    ['longitude below', { longitude: -181 }, 'longitude'],
    ['an empty name', { display_name: '' }, 'display_name'],
    ['a long name', { display_name: 'x'.repeat(129) }, 'display_name'],
    ['a long description', { description: 'x'.repeat(8097) }, 'description'],
    ['a number as attribute', { attributes: { n: 1 } }, 'attributes.n'],
    ['a nested attribute', { attributes: { n: { a: { b: 'c' } } } }, 'attributes.n.a'],
    ['a dot in the name of an attribute', { attributes: { 'a.b': 'x' } }, 'attributes.a.b'],
    ['a long attribute', { attributes: { a: 'x'.repeat(4097) } }, 'attributes.a'],
    ['a list of attributes', { attributes: [] }, 'attributes'],
  ])('%s is 400, at creation and after', async (_what, more, field) => {
    const refused = await create({ ...HERE, ...(more as object) });
    expectProblem(refused, 400);
    expect(fieldsOf(refused)).toEqual([field]);
    expect(await names()).toEqual([]);
    const { identity } = (await create()).body;
    const unchanged = await patch(identity, more);
    expect([unchanged.status, fieldsOf(unchanged)]).toEqual([400, [field]]);
    expect((await get(identity)).body).toMatchObject(HERE);
  });

  test('a very long number is refused without being parsed', async () => {
    const started = Date.now();
    for (const latitude of ['1'.repeat(500_000), `${'1'.repeat(500_000)}x`]) {
      const refused = await create({ ...HERE, latitude });
      expect([refused.status, fieldsOf(refused)]).toEqual([400, ['latitude']]);
    }
    // A pattern that backtracks would take minutes.
    expect(Date.now() - started).toBeLessThan(60_000);
  });

  test('a number that is too large for JSON is 400', async () => {
    const raw = '{"display_name":"x","latitude":1e999,"longitude":0}';
    const headers = { 'content-type': 'application/json' };
    const refused = await client.call(tenant.token, 'POST', PATH, { raw, headers });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['latitude']]);
  });

  test('an error names a missing name or coordinate, and attributes that are too large', async () => {
    expect(fieldsOf(await create({}))).toEqual(['display_name', 'latitude', 'longitude']);
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`a${i}`, 'x'.repeat(4096)]));
    const refused = await create({ ...HERE, attributes: many });
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['attributes']]);
    delete many['a12'];
    const most = { ...HERE, display_name: 'x'.repeat(128), description: 'x'.repeat(8096), attributes: many };
    expect((await create(most)).body).toMatchObject(most);
  });
});

describe('lists', () => {
  test('are ordered newest first or by name, filtered, counted and paged', async () => {
    const wanted = ['b', 'a', 'c', 'a'];
    for (const name of wanted) await create({ ...HERE, display_name: name, description: `the ${name}` });
    expect(await names()).toEqual(wanted.toReversed());
    expect(await names('order_by=DISPLAY_NAME')).toEqual(wanted.toSorted());
    expect(await names('display_name=a')).toEqual(['a', 'a']);
    expect(await names('description=the%20c')).toEqual(['c']);
    expect(await names('display_name=a&description=the%20c')).toEqual([]);
    for (const order of ['DEFAULT', 'DISPLAY_NAME']) {
      const seen: string[] = [];
      for (let token = '', pages = 0; pages === 0 || token !== ''; pages += 1) {
        const page = await client.call(tenant.token, 'GET', PATH, {
          query: { page_size: '3', ...(token === '' ? { order_by: order } : { page_token: token }) },
          headers: { 'x-request-total-count': 'true' },
        });
        expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '4']);
        seen.push(...page.body.locations.map((each: { display_name: string }) => each.display_name));
        token = page.body.next_page_token;
      }
      expect(seen).toEqual(order === 'DEFAULT' ? wanted.toReversed() : wanted.toSorted());
    }
  });

  test('are filtered by attributes: text, maps, lists, presence and absence', async () => {
    const attributes: Record<string, object> = {
      text: { namespace: 'n1', empty: '' },
      map: { namespace: { region: 'north', none: '' }, 'odd "name\' %_?': 'x' },
      list: { namespace: [{ region: 'north' }, { region: 'south' }], empty: [] },
      bare: { empty: {} },
    };
    for (const [name, each] of Object.entries(attributes))
      await create({ ...HERE, display_name: name, attributes: each });
    const found = async (query: Record<string, string>): Promise<string> =>
      (await names(String(new URLSearchParams({ order_by: 'DISPLAY_NAME', ...query })))).join(' ');
    expect(await found({ 'attributes.namespace': 'n1' })).toBe('text');
    expect(await found({ 'attributes.namespace!': 'n1' })).toBe('bare list map');
    expect(await found({ 'attributes.namespace': '*' })).toBe('list map text');
    expect(await found({ 'attributes.namespace!': '*' })).toBe('bare');
    expect(await found({ 'attributes.empty': '*' })).toBe('');
    expect(await found({ 'attributes.empty': '' })).toBe('text');
    expect(await found({ 'attributes.namespace.region': 'north' })).toBe('map');
    expect(await found({ 'attributes.namespace.none': '*' })).toBe('');
    expect(await found({ 'attributes.namespace[].region': 'south' })).toBe('list');
    expect(await found({ 'attributes.namespace[].region!': 'south' })).toBe('bare map text');
    expect(await found({ 'attributes.odd "name\' %_?': 'x' })).toBe('map');
    expect(await found({ 'attributes.namespace': '*', 'attributes.namespace!': 'n1' })).toBe('list map');
    expect(await found({ 'attributes.namespace': "n1' OR '1'='1" })).toBe('');
    expect(await found({ 'attributes.namespace': '{"region":"north","none":""}' })).toBe('');
    expect(await found({ namespace: 'unknown parameters are ignored' })).toBe('bare list map text');
  });

  test.each([
    ['attributes.', 'attributes.'],
    ['attributes.a.b.c', 'attributes.a.b.c'],
    ['attributes.a[]', 'attributes.a[]'],
    ['attributes.a..b', 'attributes.a..b'],
  ])('the filter %s is 400', async (name, field) => {
    const refused = await call('GET', `${PATH}?${new URLSearchParams({ [name]: 'x' })}`);
    expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
  });

  test('accept twenty attribute terms beside all other parameters, and refuse more with 400', async () => {
    const both = { ...HERE, description: 'same' };
    const made = [await create(both), await create(both)].map(({ body }) => body.identity);
    const query = (terms: number): string =>
      ['display_name=Here', 'description=same', 'order_by=DISPLAY_NAME', 'page_size=1']
        .concat(Array.from({ length: terms }, (_, i) => `attributes.a${i}[].k${i}!=v${i}`))
        .join('&');
    const first = (await call('GET', `${PATH}?${query(20)}`)).body;
    const second = (await call('GET', `${PATH}?${query(20)}&page_token=${first.next_page_token}`)).body;
    expect([...first.locations, ...second.locations].map(({ identity }) => identity)).toEqual(made.toSorted());
    expectProblem(await call('GET', `${PATH}?${query(21)}`), 400);
  });
});

describe('quota', () => {
  let small: Service;
  beforeAll(async () => {
    small = await sharedService(LIMITED);
  });

  test('responds 402 above it, for concurrent requests too, and a deletion frees a place', async () => {
    const here = await openClient(small);
    const { token } = await newTenant(small);
    const caps = async () => (await here.call(token, 'GET', `${PATH}:caps`)).body.caps;
    const left = (n: number) => [{ resource_type: 'Locations', resource_remaining: String(n), resource_cap: '2' }];
    expect(await caps()).toEqual(left(2));
    const answers = await Promise.all(Array.from({ length: 5 }, () => here.call(token, 'POST', PATH, { body: HERE })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402]);
    expectProblem(
      answers.find(({ status }) => status === 402)!,
      402,
    );
    expect(await caps()).toEqual(left(0));
    const service_ = await here.call(token, 'GET', '/v1/caps', { query: { service: 'locations' } });
    expect(service_.body.caps).toEqual(left(0));
    const made = answers.find(({ status }) => status === 200)!;
    await here.call(token, 'DELETE', `/v2/${made.body.identity}`);
    expect(await caps()).toEqual(left(1));
    expect((await here.call(token, 'POST', PATH, { body: HERE })).status).toBe(200);
    expect((await here.call(token, 'POST', PATH, { body: HERE })).status).toBe(402);
    const other = await newTenant(small);
    expect((await here.call(other.token, 'POST', PATH, { body: HERE })).status).toBe(200);
  });
});

test('the descriptions of the group are served', async () => {
  for (const path of [`${PATH}:openapi`, `${PATH}:openapi-ui`]) expect((await call('GET', path)).status).toBe(200);
  const { paths } = (await call('GET', `${PATH}:openapi`)).body;
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([PATH, `${PATH}/{uuid}`, `${PATH}/{uuid}/permissions`, `${PATH}:caps`]),
  );
});

test('another tenancy can neither read nor change a location', async () => {
  const { identity } = (await create()).body;
  const { token } = await newTenant(service, 'Other');
  for (const id of [identity, UNKNOWN]) {
    for (const path of [`/v2/${id}`, `/v2/${id}/permissions`]) {
      expectProblem(await client.call(token, 'GET', path), 404);
      expectProblem(
        await client.call(token, 'PATCH', path, { body: path.endsWith('s') ? { subject_identities: [] } : {} }),
        404,
      );
    }
    expectProblem(await client.call(token, 'DELETE', `/v2/${id}`), 404);
  }
  const list = await client.call(token, 'GET', PATH);
  expect([list.body.locations, list.headers.get('x-total-count')]).toEqual([[], '0']);
  expectProblem(await client.call(token, 'GET', `${PATH}/not-a-uuid`), 400);
  expect((await get(identity)).status).toBe(200);
});
