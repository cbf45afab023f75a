import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, walk, type Actor, type Arrays, type Tenancy } from '../support/tenancy.ts';

const ALL_EVENTS = '/v2/assets/-/events';

let service: Service;
let client: Client;
let owner: Tenancy;
const names = new Map<string, string>();

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  owner = await openTenancy(service, client, 'Owner');
  names.clear();
});

const asset = async (name: string, attributes: object, more: object = {}): Promise<string> => {
  const identity = await owner.asset(attributes, more);
  names.set(identity, name);
  return identity;
};
const event = async (name: string, on: string, body: object): Promise<string> => {
  const answer = await owner.append(on, body);
  expect(answer.status, answer.text).toBe(200);
  names.set(answer.body.identity, name);
  return answer.body.identity;
};
type Item = { identity: string; operation?: string; asset_identity?: string };
/** An event without a name is the NewAsset event of its asset. */
const nameOf = ({ identity, asset_identity = '' }: Item): string =>
  names.get(identity) ?? `new-${names.get(asset_identity)}`;
const lists = async (who: Actor, query: Record<string, string>, path = '/v2/assets', size = 100): Promise<string> =>
  (await walk(who, path, query, size)).map(nameOf).join(' ');
const give = (who: Actor, filters: string[], arrays: Arrays): Promise<string> =>
  owner.policy(filters, [`subject=${who.id}`], arrays);
/** `a=b&c!=d` -> query parameters; the first = of a pair separates. */
const parsed = (text: string): Record<string, string> =>
  Object.fromEntries(
    text === ''
      ? []
      : text.split('&').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

/**
 * Runs a table of `query -> what is found` against a list, and shows lines that differ. Each line is also read in
 * pages of one and of two records.
 */
async function agree(who: Actor, path: string, table: string): Promise<void> {
  const lines = table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const actual: string[] = [];
  for (const line of lines) {
    const query = line.split('->')[0]!.trim();
    const found = await lists(who, parsed(query), path);
    for (const size of [1, 2]) expect(await lists(who, parsed(query), path, size), query).toBe(found);
    actual.push(`${query} -> ${found}`.trim());
  }
  expect(actual).toEqual(lines);
}

describe('a filter on an attribute that the member may not read reveals nothing', () => {
  beforeEach(async () => {
    await asset('a', {
      kind: 'x',
      open: '1',
      omap: { k: 'v' },
      olist: [{ k: 'v' }],
      secret: 's',
      smap: { k: 'v' },
      slist: [{ k: 'v' }],
    });
    await asset('b', { kind: 'x', open: '2', secret: 't' });
    await asset('c', { kind: 'x', open: '' });
    await asset('d', { kind: 'y', open: '1', secret: 's', smap: { k: 'v' } });
    await asset('hidden', { kind: 'z', open: '1', secret: 's' });
  });
  const readers = async (): Promise<Actor> => {
    const member = await owner.member();
    const event_arc_display_type_read = ['*'];
    const open = ['open', 'omap', 'olist'];
    await give(member, ['attributes.kind=x'], { asset_attributes_read: open, event_arc_display_type_read });
    await give(member, ['attributes.kind=y'], {
      asset_attributes_read: ['secret', 'smap'],
      event_arc_display_type_read,
    });
    return member;
  };

  test('a filter on an attribute that the member may not read reveals nothing in lists of assets', async () => {
    await agree(
      await readers(),
      '/v2/assets',
      `
      -> d c b a
      attributes.open=1 -> a
      attributes.open!=1 -> d c b
      attributes.open=* -> b a
      attributes.open!=* -> d c
      attributes.omap.k=v -> a
      attributes.olist[].k=v -> a
      attributes.secret=s -> d
      attributes.secret=t ->
      attributes.secret=* -> d
      attributes.secret!=s -> c b a
      attributes.secret!=* -> c b a
      attributes.smap=* -> d
      attributes.smap.k=v -> d
      attributes.smap.k!=v -> c b a
      attributes.slist[].k=v ->
      attributes.slist[].k=* ->
      attributes.slist[].k!=* -> d c b a
      attributes.kind=x ->
      attributes.kind=* ->
      attributes.kind!=x -> d c b a
      attributes.open=1&attributes.secret=s ->
      attributes.open=1&attributes.secret!=s -> a
      attributes.secret!=s&attributes.open=2 -> b
      filters=attributes.secret=s OR attributes.open=2 -> d b
      filters=attributes.secret!=s OR attributes.open=9 -> c b a
      filters=attributes.smap.k='v' OR attributes.slist[].k='v' -> d
      filters=attributes.kind=x OR attributes.kind=y OR attributes.kind=z ->
      filters=attributes.secret=t OR attributes.secret=s&attributes.open!=* -> d
    `,
    );
  });

  test('a filter on an attribute that the member may not read reveals nothing in the order of identities', async () => {
    const member = await readers();
    const sorted = [...names].toSorted(([x], [y]) => (x < y ? -1 : 1)).map(([, name]) => name);
    const expected = (...of: string[]): string => sorted.filter((name) => of.includes(name)).join(' ');
    for (const order_by of ['SIMPLEHASHV1', 'SIMPLEHASHV2']) {
      for (const size of [1, 2, 100]) {
        const list = (query: string): Promise<string> => lists(member, { order_by, ...parsed(query) }, undefined, size);
        expect(await list('')).toBe(expected('a', 'b', 'c', 'd'));
        expect(await list('attributes.secret=s')).toBe('d');
        expect(await list('attributes.secret!=*')).toBe(expected('a', 'b', 'c'));
      }
    }
  });

  test('a filter on an attribute that the member may not read reveals nothing in lists of events', async () => {
    const member = await readers();
    const [a, , , d] = [...names.keys()] as [string, string, string, string];
    await event('e1', a, { event_attributes: { note: 'n' }, asset_attributes: { secret: 'u', open: '7' } });
    await event('e2', d, { event_attributes: { note: 'n' }, asset_attributes: { secret: 'u', open: '7' } });
    await event('e3', a, { event_attributes: { note: 'm' }, asset_attributes: { smap: { k: 'w' } } });
    await agree(
      member,
      ALL_EVENTS,
      `
      -> e3 e2 e1 new-d new-c new-b new-a
      asset_attributes.secret=u -> e2
      asset_attributes.secret=* -> e2 new-d
      asset_attributes.secret!=u -> e3 e1 new-d new-c new-b new-a
      asset_attributes.secret!=* -> e3 e1 new-c new-b new-a
      asset_attributes.open=7 -> e1
      asset_attributes.open=* -> e1 new-b new-a
      asset_attributes.smap.k=w ->
      asset_attributes.smap.k=v -> new-d
      asset_attributes.smap.k!=* -> e3 e2 e1 new-c new-b new-a
      asset_attributes.slist[].k=v ->
      asset_attributes.kind=x ->
      asset.attributes.secret=u -> e2 new-d
      asset.attributes.secret!=u -> e3 e1 new-c new-b new-a
      asset.attributes.secret=* -> e2 new-d
      asset.attributes.secret!=* -> e3 e1 new-c new-b new-a
      asset.attributes.open=7 -> e3 e1 new-a
      asset.attributes.smap.k=* -> e2 new-d
      asset.attributes.kind=x ->
      event_attributes.note=n -> e2 e1
      event_attributes.note=n&asset.attributes.secret=u -> e2
      event_attributes.note=n&asset_attributes.secret!=u -> e1
      filters=asset_attributes.secret=u OR event_attributes.note=m -> e3 e2
      filters=asset.attributes.kind=x OR asset_attributes.kind=y OR asset.attributes.secret=s ->
      operation=NewAsset&asset.attributes.secret=* -> new-d
    `,
    );
    await agree(
      member,
      `/v2/${a}/events`,
      `
      -> e3 e1 new-a
      asset_attributes.secret=u ->
      asset_attributes.secret!=u -> e3 e1 new-a
      asset.attributes.secret=* ->
      asset.attributes.open=7 -> e3 e1 new-a
      asset_attributes.smap.k=w ->
      asset_attributes.open=7&event_attributes.note=n -> e1
    `,
    );
  });

  test('a filter on an unreadable attribute reveals nothing in events of which some types are readable', async () => {
    const member = await owner.member();
    await give(member, ['attributes.kind=x'], { asset_attributes_read: ['open'], event_arc_display_type_read: ['T'] });
    const [a, b] = [...names.keys()] as [string, string];
    const typed = (arc_display_type: string, note: string): object => ({
      event_attributes: { arc_display_type, note },
    });
    await event('t1', a, { ...typed('T', 'n'), asset_attributes: { open: '5' } });
    await event('u1', a, { ...typed('U', 'n'), asset_attributes: { open: '6' } });
    await event('t2', b, typed('T', 'm'));
    await event('u2', b, typed('U', 'm'));
    await agree(
      member,
      ALL_EVENTS,
      `
      -> t2 t1
      event_attributes.arc_display_type=U ->
      event_attributes.arc_display_type!=T ->
      event_attributes.note=n -> t1
      event_attributes.note=* -> t2 t1
      filters=event_attributes.note=n OR event_attributes.note=m -> t2 t1
      asset_attributes.open=* -> t1
      asset_attributes.open=6 ->
      asset.attributes.open=6 -> t1
      operation=NewAsset ->
      operation=Record -> t2 t1
      order_by=SIMPLEHASHV1&event_attributes.note=n -> t1
    `,
    );
  });
});

describe('order, pages and totals', () => {
  /** Expects that `who` gets the owner's list in the same order, filtered by `seen`, with every page size. */
  async function inOrder(
    who: Actor,
    seen: (item: any) => boolean,
    path: string,
    query: Record<string, string> = {},
    sizes = [1, 2, 3, 7, 100],
  ): Promise<number> {
    const whole = (await walk(owner, path, query, 500)).filter(seen).map(({ identity }) => identity);
    for (const size of sizes)
      expect((await walk(who, path, query, size)).map(({ identity }) => identity)).toEqual(whole);
    return whole.length;
  }

  test('list each record once and in the usual order under several overlapping policies', async () => {
    for (let i = 0; i < 14; i++) {
      const attributes = { ...(i % 2 ? { kind: 'x' } : {}), ...(i % 3 ? { place: String(i % 3) } : {}), n: String(i) };
      const identity = await asset(String(i), attributes);
      await event(`e${i}`, identity, { event_attributes: { arc_display_type: i % 4 ? 'T' : 'U' } });
    }
    const member = await owner.member({ role: 'r' });
    const all: Arrays = { asset_attributes_read: ['n', 'place'], event_arc_display_type_read: ['T'] };
    await give(member, ['attributes.kind=x'], all);
    await give(member, ['attributes.kind=x'], { include_attributes: ['kind'] });
    await owner.policy([['attributes.place=1', 'attributes.kind=x']], ['jwt_role=r'], all);
    await give(member, ['attributes.kind!=*', 'attributes.place=*'], all);
    await give(member, ['attributes.place=2', 'attributes.kind:x'], { ...all, event_arc_display_type_read: ['*'] });
    const visible = new Set([...names].filter(([, n]) => Number(n) % 2 === 1 || Number(n) % 3 > 0).map(([id]) => id));
    const seen = (item: Item): boolean => visible.has(item.identity);
    for (const query of [{}, { order_by: 'SIMPLEHASHV1' }, { order_by: 'SIMPLEHASHV2' }] as Record<string, string>[]) {
      expect(await inOrder(member, seen, '/v2/assets', query)).toBe(11);
      const byPlace = { ...query, 'attributes.place': '1' };
      expect(await inOrder(member, seen, '/v2/assets', byPlace)).toBe(5);
      const events = (item: any): boolean => {
        const n = Number(names.get(item.asset_identity));
        const whole = n % 2 === 1 && n % 3 === 2;
        return visible.has(item.asset_identity) && (whole || item.event_attributes.arc_display_type === 'T');
      };
      expect(await inOrder(member, events, ALL_EVENTS, query)).toBeGreaterThan(8);
      await inOrder(member, events, ALL_EVENTS, { ...query, 'event_attributes.arc_display_type': 'T' });
    }
    const anywhere = { tracked: 'ANY', confirmation_status: 'CONFIRMATION_STATUS_UNSPECIFIED' };
    await inOrder(member, seen, '/v2/assets', anywhere);
  });

  test('leave out untracked assets unless the client asks for them', async () => {
    const [x, y] = [await asset('x', { kind: 'x' }), await asset('y', { kind: 'x' })];
    await asset('z', { kind: 'z' });
    const member = await owner.member();
    await give(member, ['attributes.kind=*', 'attributes.kind!=z'], { asset_attributes_read: ['*'] });
    await event('stop', x, { operation: 'StopTracking', behaviour: 'Builtin' });
    expect(await lists(member, {})).toBe('y');
    expect(await lists(member, { tracked: 'NOT_TRACKED' })).toBe('x');
    expect(await lists(member, { tracked: 'ANY' })).toBe('y x');
    await expect.poll(async () => (await member.get(`/v2/${y}`)).body.confirmation_status).toBe('CONFIRMED');
    expect(await lists(member, { confirmation_status: 'CONFIRMED' })).toBe('y');
    expect(await lists(member, { confirmation_status: 'PENDING', tracked: 'ANY' })).toMatch(/^x?$/);
    expect(await lists(member, { proof_mechanism: 'KHIPU' })).toBe('');
    expect(await lists(member, { storage_integrity: 'TENANT_STORAGE', privacy: 'RESTRICTED' })).toBe('y');
  });

  test('agree between more than a thousand assets and a few, also where counting stops', async () => {
    const member = await owner.member();
    const many = async (n: number, kind: string): Promise<void> => {
      await owner.assets(Array.from({ length: n }, () => ({ kind, secret: 's' })));
    };
    const early = await asset('early', { kind: 'x', secret: 's' });
    await event('first', early, { event_attributes: { arc_display_type: 'T' } });
    await many(990, 'x');
    const late = await asset('late', { kind: 'x', note: 'n' });
    const never = await asset('never', { kind: 'y' });
    for (const [i, on] of [late, never, early, late].entries()) {
      await event(`t${i}`, on, {
        event_attributes: { arc_display_type: 'T', i: String(i) },
        asset_attributes: { note: 'm' },
      });
      await event(`u${i}`, on, { event_attributes: { arc_display_type: 'U' } });
    }
    await give(member, ['attributes.kind=x'], { asset_attributes_read: ['note'], event_arc_display_type_read: ['T'] });
    const check = async (assets: number): Promise<void> => {
      const seen = ({ asset_identity, event_attributes }: any): boolean =>
        asset_identity !== never && event_attributes.arc_display_type === 'T';
      await inOrder(member, seen, ALL_EVENTS, { operation: 'Record' }, [3]);
      await inOrder(member, seen, ALL_EVENTS, { operation: 'Record', order_by: 'SIMPLEHASHV1' }, [100]);
      expect(await lists(member, {}, ALL_EVENTS)).toBe('t3 t2 t0 first');
      expect(await lists(member, { 'asset.attributes.note': 'm' }, ALL_EVENTS)).toBe('t3 t2 t0 first');
      expect(await lists(member, { 'asset.attributes.secret': 's' }, ALL_EVENTS)).toBe('');
      expect(await lists(member, { 'asset_attributes.note': 'm' }, ALL_EVENTS)).toBe('t3 t2 t0');
      const counted = await member.call('GET', '/v2/assets', {
        query: { page_size: '1' },
        headers: { 'x-request-total-count': 'true' },
      });
      expect(counted.headers.get('x-total-count')).toBe(String(assets));
    };
    await check(992);
    await many(20, 'x');
    await check(1012);
    const first = await member.get('/v2/assets');
    expect([first.status, first.headers.get('content-range')]).toEqual([206, 'items 0-500/501']);
    expect((await member.get('/v2/assets', 'attributes.secret=s')).headers.get('x-total-count')).toBe('0');
    const noted = { 'attributes.note': 'm' };
    expect(await inOrder(member, (item) => item.identity !== never, '/v2/assets', noted, [1, 100])).toBe(2);
  });
});
