import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, ORIGIN, sharedService, type Service, type Tenant } from '../support/service.ts';
import { sized } from '../support/size.ts';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

const create = async (owner: Tenant, body: object): Promise<string> =>
  (await client.call(owner.token, 'POST', '/v2/assets', { body })).body.identity as string;
const append = async (owner: Tenant, asset: string, body: object): Promise<Answer['body']> => {
  const whole = { ...RECORD, ...body };
  return (await client.call(owner.token, 'POST', `/v2/${asset}/events`, { body: whole })).body;
};

/** Makes a KHIPU asset look unconfirmed, although the chain has confirmed it. */
const unconfirmed = (asset: string): Promise<unknown> =>
  service.db.batch([
    service.db.prepare("UPDATE assets SET confirmation = 'PENDING' WHERE id = ?").bind(asset.slice(7)),
    service.db
      .prepare(
        `UPDATE events SET confirmation = 'PENDING', committed_us = NULL WHERE asset = (SELECT number FROM assets
        WHERE id = ?)`,
      )
      .bind(asset.slice(7)),
  ]);

const LONG = 'x'.repeat(64);
/** Encodes a readable query: {L} stands for 64 characters, %xx is kept, everything else is encoded. */
const query = (text: string): string => {
  const safe = (part: string): string => part.replaceAll(/[^\w.~%!*'()[\]-]/gu, (c) => encodeURIComponent(c));
  const pair = (part: string): string => `${safe(part.split('=', 1)[0]!)}=${safe(part.slice(part.indexOf('=') + 1))}`;
  return text === '' ? '' : text.replaceAll('{L}', LONG).split('&').map(pair).join('&');
};

/** The `n` of the assets or events that a query finds (an event without one: its operation), sorted; or the status. */
async function found(owner: Tenant, text: string, path = '/v2/assets'): Promise<string> {
  const answer = await client.call(owner.token, 'GET', path, { query: query(text) });
  if (answer.status !== 200) return String(answer.status);
  type Item = { operation: string; attributes?: { n: string }; event_attributes?: { n?: string } };
  const items = (answer.body.assets ?? answer.body.events) as Item[];
  expect(Number(answer.headers.get('x-total-count'))).toBe(items.length);
  const names = items.map(
    ({ operation, attributes, event_attributes }) => attributes?.n ?? event_attributes?.n ?? operation,
  );
  return names.toSorted().join(' ');
}

/** Runs a table of `query -> what it finds` against the service and shows every line that differs. */
async function agree(owner: Tenant, table: string, path?: string): Promise<void> {
  const lines = table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const actual: string[] = [];
  for (const line of lines) {
    const text = line.split('->')[0]!.trim();
    actual.push(`${text} -> ${await found(owner, text, path)}`.trim());
  }
  expect(actual).toEqual(lines);
}

const ASSETS: object[] = [
  { n: '1', a: 'red', map: { k: 'v', e: '' }, list: [{ k: 'v' }, { k: 'w', z: '' }] },
  { n: '2', a: 'blue', map: 'v', list: { k: 'v' } },
  { n: '3', a: '', list: [] },
  { n: '4', long: `${LONG}1`, q: `it's "quoted" %_ \\`, 'näme 😀': 'Grüße 😀', 'a=b&c': '1+1 = 2' },
  { n: '5', long: `${LONG}2`, q: 'it%', a: 'red OR blue', empty: {}, brackets: '[]', braces: '{}' },
  { n: '6', long: LONG, q: 'itx', a: '*', map: { k: `${LONG}1` } },
];

test('attribute filters select the right assets', async () => {
  const owner = await newTenant(service, 'Attributes');
  for (const attributes of ASSETS) await create(owner, { attributes });
  await agree(
    owner,
    `
    attributes.a=red -> 1
    attributes.a=RED ->
    attributes.a= -> 3
    attributes.a=* -> 1 2 5 6
    attributes.a!=* -> 3 4
    attributes.a!=red -> 2 3 4 5 6
    attributes.map=* -> 1 2 6
    attributes.map=v -> 2
    attributes.map.k=v -> 1
    attributes.map.k=* -> 1 6
    attributes.map.e=* ->
    attributes.map.e!=* -> 1 2 3 4 5 6
    attributes.map.k={L}1 -> 6
    attributes.list[].k=w -> 1
    attributes.list[].k=v -> 1
    attributes.list.k=v -> 2
    attributes.list[].z=* ->
    attributes.list=* -> 1 2
    attributes.empty=* ->
    attributes.brackets=* -> 5
    attributes.braces={} -> 5
    attributes.long={L}1 -> 4
    attributes.long={L}2 -> 5
    attributes.long={L} -> 6
    attributes.long!={L}2 -> 1 2 3 4 6
    attributes.q=it's "quoted" %25_ \\ -> 4
    attributes.q=it%25 -> 5
    attributes.q=it_ ->
    attributes.näme 😀=Grüße 😀 -> 4
    attributes.a%3Db%26c=1%2B1 = 2 -> 4
    attributes.a=red&attributes.map=* -> 1
    attributes.a=*&attributes.map!=* -> 5
    attributes.a=red&attributes.a=blue ->
    attributes.a=red&attributes.a=red -> 1
    attributes.absent=x ->
    filters=attributes.a=red OR attributes.a=blue -> 1 2
    filters=attributes.a='red OR blue' or attributes.n=3 -> 3 5
    filters=attributes.q='it''s "quoted" %25_ \\' -> 4
    filters=attributes.a=* OR attributes.n=4&filters=attributes.long=* -> 4 5 6
    filters=attributes.n=1 OR attributes.n=2&attributes.map!=v -> 1
    filters=attributes.a!=* OR attributes.a!=red&filters=attributes.map.k!=v -> 2 3 4 5 6
    attributes=x -> 400
    attributes.=x -> 400
    attributes.a.=x -> 400
    attributes.a..b=x -> 400
    attributes..a=x -> 400
    attributes.a.b.c=x -> 400
    attributes.a[]=x -> 400
    asset.attributes.a=x -> 400
    event_attributes.a=x -> 400
    colour=x -> 400
    Tracked=ANY -> 400
    __proto__=x -> 400
    attributes.a=%00 -> 400
    attributes.a=%ED%A0%80 -> 400
    attributes.a=%FF -> 400
    tracked=x -> 400
    order_by=x -> 400
    order_by=timestamp_declared -> 400
    confirmation_status=x -> 400
    proof_mechanism=x -> 400
    storage_integrity=x -> 400
    privacy=x -> 400
    tracked=ANY&tracked=ANY -> 400
    chain_id=1&chain_id=1 -> 400
    page_size=2&page_size=2 -> 400
    order_by=DEFAULT&order_by=DEFAULT -> 400
    filters= -> 400
    filters=a=1 -> 400
    filters=attributes.a -> 400
    filters=attributes.a='x -> 400
    filters=attributes.a=red OR -> 400
    filters=OR -> 400
    filters=attributes.a..b=1 -> 400
    filters=event_attributes.a=1 -> 400
    filters=attributes.a='1' attributes.b='2' -> 400
  `,
  );
});

test('a query with the maximum number of conditions works, and one more is refused', async () => {
  const owner = await newTenant(service, 'Many');
  await create(owner, { attributes: { n: '1', map: { k: 'v' } } });
  const or = (n: number): string => `filters=${Array.from({ length: n }, (_, i) => `attributes.n=${i}`).join(' OR ')}`;
  const and = (n: number, condition: string): string => Array.from({ length: n }, () => condition).join('&');
  const results = {
    '20 conditions': await found(owner, and(20, 'attributes.n=1')),
    '20 nested conditions': await found(owner, and(20, 'attributes.map.k!=x')),
    '21 conditions': await found(owner, and(21, 'attributes.n=1')),
    '20 alternatives': await found(owner, or(20)),
    '21 alternatives': await found(owner, or(21)),
    '4 times 5 alternatives': await found(owner, and(4, or(5))),
    '7 times 3 alternatives': await found(owner, and(7, or(3))),
  };
  expect(results).toEqual({
    '20 conditions': '1',
    '20 nested conditions': '1',
    '21 conditions': '400',
    '20 alternatives': '1',
    '21 alternatives': '400',
    '4 times 5 alternatives': '1',
    '7 times 3 alternatives': '400',
  });
  const fixed = `operation=a&behaviour=b&from=c&transaction_id=d&principal_declared.email=e&principal_accepted.email=f
    &principal_declared.issuer=e&principal_accepted.issuer=f&timestamp_accepted_since=2020-01-01T00:00:00Z
    &timestamp_accepted_before=2020-01-01T00:00:00Z&timestamp_declared_since=2020-01-01T00:00:00Z`.replaceAll(
    /\s/g,
    '',
  );
  // All terms and all fixed filters together fit into one statement.
  expect(await found(owner, `${and(20, 'asset.attributes.n!=x')}&${fixed}`, '/v2/assets/-/events')).toBe('');
});

test('a filter finds the current value and not the previous one', async () => {
  const owner = await newTenant(service, 'Updates');
  const asset = await create(owner, {
    attributes: { n: '1', a: 'old', map: { k: 'old', gone: 'x' }, list: [{ k: 'old' }] },
  });
  await append(owner, asset, { asset_attributes: { a: 'new', map: { k: 'new' }, list: 'text' } });
  await append(owner, asset, { event_attributes: { a: 'old' } });
  await agree(
    owner,
    `
    attributes.a=new -> 1
    attributes.map.k=new -> 1
    attributes.list=text -> 1
    attributes.map.gone!=* -> 1
    attributes.a!=old -> 1
    attributes.a=old ->
    attributes.map.k=old ->
    attributes.map.gone=* ->
    attributes.list[].k=* ->
  `,
  );
});

test('the other filters select the right assets', async () => {
  const owner = await newTenant(service, 'Fixed');
  const hidden = await create(owner, { attributes: { n: 'hidden' } });
  await append(owner, hidden, { operation: 'StopTracking', behaviour: 'Builtin' });
  const khipu = await create(owner, { attributes: { n: 'khipu' }, proof_mechanism: 'KHIPU' });
  await create(owner, { attributes: { n: 'open' }, public: true });
  await expect.poll(() => found(owner, 'confirmation_status=CONFIRMED&tracked=ANY')).toBe('hidden khipu open');
  await unconfirmed(khipu);
  await agree(
    owner,
    `
    -> khipu open
    tracked=TRACKED -> khipu open
    tracked=TRACKED_STATUS_UNSPECIFIED -> khipu open
    tracked=NOT_TRACKED -> hidden
    tracked=ANY -> hidden khipu open
    tracked=ANY&attributes.n=hidden -> hidden
    attributes.n=hidden ->
    confirmation_status=PENDING -> khipu
    confirmation_status=STORED ->
    confirmation_status=FAILED ->
    confirmation_status=COMMITTED ->
    confirmation_status=UNEQUIVOCAL ->
    confirmation_status=CONFIRMATION_STATUS_UNSPECIFIED -> khipu open
    proof_mechanism=KHIPU -> khipu
    proof_mechanism=SIMPLE_HASH -> open
    storage_integrity=LEDGER -> khipu
    storage_integrity=TENANT_STORAGE -> open
    chain_id=8275868384 -> khipu open
    chain_id=1 ->
    privacy=PUBLIC -> open
    privacy=RESTRICTED&order_by=SIMPLEHASHV1 -> khipu
  `,
  );
});

test('all filters select the right events', async () => {
  const owner = await newTenant(service, 'Events');
  const main = await create(owner, { attributes: { colour: 'red', map: { k: 'v' } } });
  const other = await create(owner, { proof_mechanism: 'KHIPU', attributes: { colour: 'blue' } });
  const one = await append(owner, main, {
    event_attributes: { n: '1', type: 'x', map: { k: 'v' }, list: [{ k: 'a' }, { k: 'b' }], long: `${LONG}1` },
    timestamp_declared: '2019-11-27T14:44:19Z',
    principal_declared: { issuer: 'idp', subject: 'bob', display_name: 'Bob', email: 'bob@job' },
  });
  const two = await append(owner, main, {
    event_attributes: { n: '2', type: 'y', e: '', braces: '{}', brackets: '[]', long: `${LONG}2` },
    asset_attributes: { size: '7', map: { k: 'w' } },
  });
  await append(owner, other, { event_attributes: { n: '3', type: 'x', none: [] }, asset_attributes: { size: '' } });
  await append(owner, main, { operation: 'StopTracking', behaviour: 'Builtin', event_attributes: { n: '4' } });
  const all = '/v2/assets/-/events';
  await expect.poll(() => found(owner, 'confirmation_status=PENDING', all)).toBe('');
  const [third] = (await client.call(owner.token, 'GET', `/v2/${other}/events`)).body.events;
  await unconfirmed(other);
  const [t1, t2] = [one.timestamp_accepted, two.timestamp_accepted] as [string, string];
  const declared = `timestamp_declared_since=2019-11-27T14:44:19Z&timestamp_declared_before=${t2}`;
  const refused = `
    colour=x -> 400
    attributes.a=x -> 400
    event_attributes.=x -> 400
    event_attributes.a.=x -> 400
    asset.attributes.a..b=x -> 400
    tracked=ANY -> 400
    principal_declared.name=x -> 400
    timestamp_since=${t1} -> 400
    timestamp_accepted_since=yesterday -> 400
    timestamp_declared_before= -> 400
    confirmation_status=x -> 400
    order_by=x -> 400
    filters=attributes.a=1 -> 400
    operation=Record&operation=Record -> 400
    timestamp_accepted_since=${t1}&timestamp_accepted_since=${t1} -> 400
    principal_accepted.email=x&principal_accepted.email=x -> 400
  `;
  await agree(
    owner,
    `
    -> 1 2 3 4 NewAsset NewAsset
    event_attributes.type=x -> 1 3
    event_attributes.type!=x -> 2 4 NewAsset NewAsset
    event_attributes.type=* -> 1 2 3
    event_attributes.type!=* -> 4 NewAsset NewAsset
    event_attributes.e=* ->
    event_attributes.e= -> 2
    event_attributes.braces=* -> 2
    event_attributes.brackets=* -> 2
    event_attributes.none=* ->
    event_attributes.map=* -> 1
    event_attributes.list=* -> 1
    event_attributes.map.k=v -> 1
    event_attributes.map.k=* -> 1
    event_attributes.list[].k=b -> 1
    event_attributes.list[].k=* -> 1
    event_attributes.list.k=* ->
    event_attributes.long={L}2 -> 2
    event_attributes.type=x&event_attributes.n=3 -> 3
    asset_attributes.size=7 -> 2
    asset_attributes.size=* -> 2
    asset_attributes.colour=red -> NewAsset
    asset_attributes.map.k=v -> NewAsset
    asset.attributes.colour=red -> 1 2 4 NewAsset
    asset.attributes.map.k=v ->
    asset.attributes.map.k=w&event_attributes.type=x -> 1
    asset.attributes.colour!=red -> 3 NewAsset
    operation=Record -> 1 2 3
    behaviour=Builtin -> 4
    operation=record ->
    proof_mechanism=KHIPU -> 3 NewAsset
    proof_mechanism=PROOF_MECHANISM_UNSPECIFIED&operation=Record -> 1 2 3
    confirmation_status=PENDING -> 3 NewAsset
    confirmation_status=STORED ->
    principal_declared.issuer=idp -> 1
    principal_declared.subject=bob -> 1
    principal_declared.display_name=Bob -> 1
    principal_declared.email=bob@job -> 1
    principal_accepted.subject=${owner.client_id}&operation=Record -> 1 2 3
    principal_accepted.issuer=${ORIGIN}/appidpv1&operation=Record -> 1 2 3
    principal_accepted.subject=bob ->
    from=${one.from}&operation=Record -> 1 2 3
    from=x ->
    transaction_id=ab ->
    transaction_id=${third.transaction_id} -> 3
    transaction_id=${third.transaction_id}&proof_mechanism=SIMPLE_HASH ->
    timestamp_accepted_since=${t1}&timestamp_accepted_before=${t2} -> 1
    timestamp_accepted_since=${t1}&event_attributes.n=1 -> 1
    timestamp_accepted_before=${t1}&event_attributes.n=1 ->
    timestamp_declared_before=2019-11-27T14:44:20Z -> 1
    timestamp_declared_since=2019-11-27T14:44:19Z&timestamp_declared_before=2019-11-27T14:44:19Z ->
    timestamp_declared_since=2019-11-27T15:44:19%2B01:00&timestamp_declared_before=2019-11-27T14:44:19.000001Z -> 1
    order_by=timestamp_declared -> 1 2 3 4 NewAsset NewAsset
    order_by=timestamp_declared&${declared} -> 1 NewAsset NewAsset
    order_by=timestamp_declared&timestamp_declared_before=2019-11-27T14:44:19Z ->
    order_by=timestamp_declared&timestamp_accepted_since=${t1}&timestamp_accepted_before=${t2} -> 1
    order_by=timestamp_declared&event_attributes.type=x -> 1 3
    order_by=timestamp_declared&behaviour=Builtin -> 4
    order_by=timestamp_declared&confirmation_status=PENDING -> 3 NewAsset
    order_by=timestamp_accepted -> 400
    timestamp_committed_since=${t1}&operation=Record -> 1 2
    timestamp_committed_before=1970-01-01T00:00:01Z -> 3 NewAsset
    filters=event_attributes.n=1 OR asset_attributes.size='7' -> 1 2
    filters=event_attributes.n=1 OR event_attributes.n=3&filters=asset.attributes.colour=blue -> 3
    ${refused}
  `,
    all,
  );
  await agree(
    owner,
    `
    event_attributes.type=x -> 1
    asset.attributes.colour=red&operation=Record -> 1 2
    asset.attributes.colour=blue ->
    ${refused}
  `,
    `/v2/${main}/events`,
  );
});

test('lists by attribute filters agree with a naive model', async () => {
  const owner = await newTenant(service, 'Model');
  const text = fc.constantFrom('', 'a', 'b', '*x', LONG, `${LONG}1`, `${LONG}2`);
  const map = fc.dictionary(fc.constantFrom('k', 'l'), text, { maxKeys: 2 });
  const attribute = fc.oneof({ weight: 3, arbitrary: text }, map, fc.array(map, { maxLength: 2 }));
  const attributes = fc.dictionary(fc.constantFrom('x', 'y'), attribute, { maxKeys: 2 });
  type Value = string | Record<string, string> | Record<string, string>[];
  const model: Record<string, Value>[] = [];
  for (const [i, sample] of fc.sample(attributes, { numRuns: 40, seed: 7 }).entries()) {
    model.push({ n: String(i), ...sample });
  }
  const assets = model.map((attributes) => ({ attributes }));
  const made = await client.call(owner.token, 'POST', '/v2/assets:batch', { body: { assets } });
  expect(made.body.results.filter(({ error }: { error?: object }) => error)).toEqual([]);
  const path = fc.constantFrom('x', 'y', 'x.k', 'x.l', 'y[].k', 'x[].k');
  const term = fc.record({ path, not: fc.boolean(), value: fc.oneof(text, fc.constant('*')) });
  type Term = { path: string; not: boolean; value: string };
  const holds = (asset: Record<string, Value>, { path, not, value }: Term): boolean => {
    const [, name = '', list, key] = /^(\w+)(\[\])?(?:\.(\w+))?$/.exec(path)!;
    const whole = asset[name];
    const texts: string[] = [];
    if (key === undefined) {
      if (typeof whole === 'string') texts.push(whole);
      else if (value === '*' && whole && Object.keys(whole).length > 0) texts.push('something');
    } else if (typeof whole === 'object' && Array.isArray(whole) === (list === '[]')) {
      for (const item of [whole].flat()) if (item[key] !== undefined) texts.push(item[key]);
    }
    return texts.some((t) => (value === '*' ? t !== '' : t === value)) !== not;
  };
  const alternatives = fc.array(term, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(term, { maxLength: 3 }), fc.array(alternatives, { maxLength: 2 }), async (all, any) => {
      const one = ({ path, not, value }: Term): string => `attributes.${path}${not ? '!=' : '='}${value}`;
      const quoted = any.map((or) => or.map((t) => one(t.value === '' ? { ...t, value: "''" } : t)).join(' OR '));
      const expected = model.filter(
        (asset) => all.every((t) => holds(asset, t)) && any.every((or) => or.some((t) => holds(asset, t))),
      );
      const asked = [...all.map(one), ...quoted.map((or) => `filters=${or}`)].join('&');
      const names = expected.map((asset) => asset['n'] as string).toSorted();
      expect(await found(owner, asked), asked).toBe(names.join(' '));
    }),
    { numRuns: sized({ quick: 80, long: 200, full: 200 }), seed: 20_261_121 },
  );
});
