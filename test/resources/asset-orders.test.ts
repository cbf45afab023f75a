import { beforeAll, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, violationsOf, walk, type Actor, type Tenancy } from '../support/tenancy.ts';

let service: Service;
let client: Client;
let owner: Tenancy;
const names = new Map<string, string>();

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  owner = await openTenancy(service, client, 'Orders');
  for (const [label, attributes] of [
    ['none', { kind: 'x' }],
    ['pear', { kind: 'x', arc_display_name: 'Pear' }],
    ['apple', { kind: 'x', arc_display_name: 'Apple' }],
    ['apple again', { kind: 'y', arc_display_name: 'Apple' }],
    ['small', { kind: 'x', arc_display_name: 'apple' }],
    ['map', { kind: 'x', arc_display_name: { en: 'Apple' } }],
    ['long', { kind: 'x', arc_display_name: `B${'o'.repeat(70)}` }],
    ['wide', { kind: 'x', arc_display_name: 'Ａ' }],
    ['ship', { kind: 'x', arc_display_name: '🚢' }],
    ['empty', { kind: 'x', arc_display_name: '' }],
  ] as const)
    names.set(await owner.asset(attributes), label);
});

const list = async (who: Actor, query: Record<string, string>, size = 100): Promise<string> =>
  (await walk(who, '/v2/assets', query, size)).map(({ identity }) => names.get(identity) ?? identity).join(', ');

test('assets are listed by name: by code points, the same names by creation, and assets without one last', async () => {
  for (const size of [1, 2, 3, 100]) {
    const by = (query: Record<string, string>) => list(owner, { order_by: 'DISPLAY_NAME', ...query }, size);
    expect(await by({})).toBe('apple, apple again, pear, small, long, wide, ship, none, map, empty');
    expect(await by({ 'attributes.kind': 'x' })).toBe('apple, pear, small, long, wide, ship, none, map, empty');
    expect(await by({ 'attributes.arc_display_name': 'Apple' })).toBe('apple, apple again');
    expect(await by({ 'attributes.arc_display_name!': 'Apple', privacy: 'RESTRICTED' })).toBe(
      'pear, small, long, wide, ship, none, map, empty',
    );
    expect(await by({ tracked: 'NOT_TRACKED' })).toBe('');
  }
});

test('an asset moves in the order of names with the response to the event that renames it', async () => {
  const tenancy = await openTenancy(service, client, 'Renaming');
  const [one, two] = [await tenancy.asset({ arc_display_name: 'a' }), await tenancy.asset({ arc_display_name: 'b' })];
  const listed = async () =>
    (await walk(tenancy, '/v2/assets', { order_by: 'DISPLAY_NAME' })).map(({ identity }) => identity);
  expect(await listed()).toEqual([one, two]);
  await tenancy.append(one, { asset_attributes: { arc_display_name: 'c' } });
  expect(await listed()).toEqual([two, one]);
});

test('assets are listed by the time of their last event, the latest first', async () => {
  const tenancy = await openTenancy(service, client, 'Times');
  const ids: string[] = [];
  for (const n of ['1', '2', '3', '4']) ids.push(await tenancy.asset({ n }));
  for (const i of [2, 0]) await tenancy.append(ids[i]!, {});
  for (const size of [1, 3, 100]) {
    const assets = await walk(tenancy, '/v2/assets', { order_by: 'at_time' }, size);
    expect(assets.map(({ identity }) => ids.indexOf(identity))).toEqual([0, 2, 3, 1]);
    const times = assets.map(({ at_time }) => at_time as string);
    expect(times).toEqual(times.toSorted().toReversed());
  }
});

test('events that are recorded while the pages are read move no asset: each is listed once', async () => {
  const tenancy = await openTenancy(service, client, 'Moving');
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await tenancy.asset({ kind: 'x' }));
  const member = await tenancy.member({ role: 'r' });
  await tenancy.policy(['attributes.kind=x'], ['jwt_role=r'], { asset_attributes_read: ['kind'] });
  for (const who of [tenancy, member]) {
    const wanted = (await walk(who, '/v2/assets', { order_by: 'at_time' })).map(({ identity }) => identity);
    expect(wanted.toSorted()).toEqual(ids.toSorted());
    const found: string[] = [];
    let token = '';
    do {
      const query = { order_by: 'at_time', page_size: '2', ...(token === '' ? {} : { page_token: token }) };
      const { body } = await who.call('GET', '/v2/assets', { query });
      found.push(...body.assets.map(({ identity }: { identity: string }) => identity));
      token = body.next_page_token;
      // An asset of an earlier page, and one of a later page.
      for (const id of [wanted[0]!, wanted.at(-1)!]) await tenancy.append(id, { asset_attributes: { kind: 'x' } });
      if (token !== '' && who === tenancy && found.length === 2) await tenancy.asset({ kind: 'new' });
    } while (token !== '');
    expect(found).toEqual(wanted);
    for (const { identity } of await walk(tenancy, '/v2/assets', { 'attributes.kind': 'new' })) ids.push(identity);
    ids.splice(6);
  }
});

test('an event or a name that a member may not read has no influence on the order', async () => {
  const tenancy = await openTenancy(service, client, 'Hidden');
  const one = await tenancy.asset({ kind: 'x', arc_display_name: 'z' });
  const two = await tenancy.asset({ kind: 'x', arc_display_name: 'a' });
  const three = await tenancy.asset({ kind: 'x' });
  const member = await tenancy.member({ role: 'r' });
  await tenancy.policy(['attributes.kind=x'], ['jwt_role=r'], {
    asset_attributes_read: ['kind'],
    event_arc_display_type_read: ['T'],
  });
  await tenancy.append(one, { asset_attributes: { secret: 's' } });
  const listed = async (who: Actor, order_by: string) =>
    (await walk(who, '/v2/assets', { order_by }, 1)).map(({ identity }) => identity);
  expect(await listed(tenancy, 'at_time')).toEqual([one, three, two]);
  expect(await listed(member, 'at_time')).toEqual([three, two, one]);
  expect(await listed(tenancy, 'DISPLAY_NAME')).toEqual([two, one, three]);
  expect(await listed(member, 'DISPLAY_NAME')).toEqual([one, two, three]);
  await tenancy.append(two, { asset_attributes: { kind: 'x' } });
  expect(await listed(member, 'at_time')).toEqual([two, three, one]);
});

test('a page token belongs to the order of its list', async () => {
  const page = async (query: Record<string, string>) =>
    owner.call('GET', '/v2/assets', { query: { page_size: '1', ...query } });
  for (const [order_by, other] of [
    ['at_time', 'DISPLAY_NAME'],
    ['DISPLAY_NAME', 'DEFAULT'],
    ['DEFAULT', 'at_time'],
  ] as const) {
    const page_token = (await page({ order_by })).body.next_page_token as string;
    const refused = await page({ order_by: other, page_token });
    expect([refused.status, violationsOf(refused)]).toEqual([
      400,
      { page_token: 'belongs to another query; repeat that query, or send only the token' },
    ]);
    expect((await page({ page_token })).status).toBe(200);
    expect((await page({ page_token, order_by })).status).toBe(200);
  }
  const unknown = await page({ order_by: 'name' });
  expect([unknown.status, Object.keys(violationsOf(unknown))]).toEqual([400, ['order_by']]);
  expect(unknown.text).toContain('DISPLAY_NAME');
  // Lists of events have other orders.
  const events = await owner.call('GET', '/v2/assets/-/events', { query: { order_by: 'at_time' } });
  expect(events.status).toBe(400);
});
