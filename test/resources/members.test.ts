import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import { sampled } from '../support/size.ts';
import { openTenancy, walk, type Actor, type Arrays, type Tenancy, type Terms } from '../support/tenancy.ts';

const ALL_EVENTS = '/v2/assets/-/events';

let service: Service;
let client: Client;
let owner: Tenancy;
/** Identity -> the name that tests use. Names are not attributes, so no policy has to grant them. */
const names = new Map<string, string>();

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  owner = await openTenancy(service, client, 'Owner');
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
const named = (items: { identity: string; operation?: string }[]): string =>
  items.map(({ identity, operation }) => names.get(identity) ?? operation).join(' ');
/** The names of the records in a list, in order. Its total must be equal to their number. */
const lists = async (
  who: Actor,
  query: Record<string, string> = {},
  path = '/v2/assets',
  size = 100,
): Promise<string> => named(await walk(who, path, query, size));
/** The names of the attributes that a caller sees of an asset, or the status. */
const attributesOf = async (who: Actor, identity: string, at_time?: string): Promise<string> => {
  const answer = await who.get(`/v2/${identity}`, at_time === undefined ? {} : { at_time });
  return answer.status === 200 ? Object.keys(answer.body.attributes).toSorted().join(' ') : String(answer.status);
};

describe('who is named', () => {
  test('user attributes of a policy match subject, group and claims, as conjunctions of alternatives', async () => {
    const target = await asset('target', { kind: 'x' });
    const claims: Record<string, Record<string, string>> = {
      nobody: {},
      inspector: { role: 'inspector', site: 'north' },
      visitor: { role: 'visitor', site: 'north' },
      grouped: { group: 'crew', role: 'inspector' },
      colon: { 'https://x/role': 'a:b=c' },
      empty: { role: '' },
    };
    const members: Record<string, Actor> = {};
    for (const [name, each] of Object.entries(claims)) members[name] = await owner.member(each);
    const { nobody, visitor } = members as Record<string, Actor>;
    const identity = await owner.policy(['attributes.kind=x'], [], { asset_attributes_read: ['*'] });
    /**
     * Who sees the asset: each must see it at its address and in the list. In the quick tests, one of them, by turns.
     */
    const admitted = async (users: Terms, turn: number): Promise<string> => {
      const access_permissions = [
        { user_attributes: users.map((or) => ({ or: [or].flat() })), asset_attributes_read: ['*'] },
      ];
      await owner.done('PATCH', `/iam/v1/${identity}`, { body: { access_permissions } });
      const seen: string[] = [];
      for (const [name, member] of Object.entries(members)) {
        const answers: string[] = [];
        for (const way of sampled(['address', 'list'], 2, turn))
          answers.push(way === 'list' ? await lists(member) : String((await member.get(`/v2/${target}`)).status));
        const sees = ['target', '200'].includes(answers[0]!);
        for (const answer of answers) expect(sees ? ['target', '200'] : ['', '404'], name).toContain(answer);
        if (sees) seen.push(name);
      }
      return seen.join(' ');
    };
    const table: [Terms, string][] = [
      [[], ''],
      [[[]], ''],
      [['jwt_role=inspector', []], ''],
      [['jwt_role=inspector'], 'inspector grouped'],
      [['jwt_role:inspector'], 'inspector grouped'],
      [['jwt_role=Inspector'], ''],
      [['jwt_Role=inspector'], ''],
      [['jwt_role=inspector', 'jwt_site=north'], 'inspector'],
      [[['jwt_role=inspector', 'jwt_role:visitor'], 'jwt_site=north'], 'inspector visitor'],
      [[['jwt_role=inspector', 'jwt_site=north']], 'inspector visitor grouped'],
      [['jwt_role=inspector', 'jwt_role=visitor'], ''],
      [['group=crew'], 'grouped'],
      [['group:crew'], 'grouped'],
      [['jwt_group=crew'], 'grouped'],
      [[`subject=${nobody!.id}`], 'nobody'],
      [[`subject:${nobody!.id}`], 'nobody'],
      [[[`subject=${nobody!.id}`, `subject=${visitor!.id}`]], 'nobody visitor'],
      [[`subject=${visitor!.id}`, 'jwt_role=inspector'], ''],
      [['jwt_https://x/role=a:b=c'], 'colon'],
      [['email=a@example.com'], ''],
      [['jwt_sub=x'], ''],
      [['jwt_role=*'], ''],
    ];
    for (const [turn, [users, expected]] of table.entries())
      expect(await admitted(users, turn), JSON.stringify(users)).toBe(expected);
  });

  test('permissions add up within and over policies, each for the assets that its policy matches', async () => {
    const both = await asset('both', { kind: 'x', place: 'y', a: '1', b: '2', c: '3', d: '4' });
    const kind = await asset('kind', { kind: 'x', a: '1', b: '2', c: '3', d: '4' });
    const neither = await asset('neither', { a: '1' });
    const user = [{ or: ['jwt_role=r'] }];
    const access_permissions: Arrays[] = [
      { user_attributes: user, asset_attributes_read: ['a', 'absent'] },
      { user_attributes: user, include_attributes: ['b'] },
      { user_attributes: [{ or: ['jwt_role=other'] }], asset_attributes_read: ['*'] },
      { subjects: [], asset_attributes_read: ['*'] },
    ];
    const body = { display_name: 'x', filters: [{ or: ['attributes.kind=x'] }], access_permissions };
    await owner.done('POST', '/iam/v1/access_policies', { body });
    const [member, other] = [await owner.member({ role: 'r' }), await owner.member({ role: 'other' })];
    await owner.policy(['attributes.place=*'], [`subject=${member.id}`], { include_attributes: ['c'] });
    await owner.policy([], ['jwt_role=r'], { asset_attributes_read: ['*'] });
    expect(await attributesOf(member, both)).toBe('a b c');
    expect(await attributesOf(member, kind)).toBe('a b');
    expect(await attributesOf(member, neither)).toBe('404');
    expect(await lists(member)).toBe('kind both');
    expect(await attributesOf(other, both)).toBe('a b c d kind place');
    expect(await lists(other)).toBe('kind both');
    await owner.policy(['attributes.kind!=*'], ['jwt_role=r'], { include_attributes: ['*'] });
    expect(await attributesOf(member, neither)).toBe('a');
    expect(await lists(member)).toBe('neither kind both');
  });
});

describe('what is shown', () => {
  test('an asset shows only the attributes that the member may read, and all other fields unchanged', async () => {
    const attributes = { kind: 'x', open: '1', map: { k: 'v' }, list: [{ k: 'v' }], secret: 's' };
    const identity = await asset('one', attributes);
    const set = await event('set', identity, { asset_attributes: { open: '2', secret: 't', fresh: 'n' } });
    const { timestamp_accepted: then } = await owner.done('GET', `/v2/${set}`);
    await event('later', identity, { asset_attributes: { open: '3' } });
    const member = await owner.member({ role: 'r' });
    await owner.policy(['attributes.kind=x'], ['jwt_role=r'], {
      asset_attributes_read: ['open', 'map'],
      include_attributes: ['list'],
      event_arc_display_type_read: ['*'],
    });
    const shown = { open: '3', map: { k: 'v' }, list: [{ k: 'v' }] };
    await expect.poll(async () => (await owner.get(`/v2/${identity}`)).body.confirmation_status).toBe('CONFIRMED');
    const whole = await owner.done('GET', `/v2/${identity}`);
    expect(await member.done('GET', `/v2/${identity}`)).toEqual({ ...whole, attributes: shown });
    expect((await member.get('/v2/assets')).body.assets).toEqual([{ ...whole, attributes: shown }]);
    const past = await member.done('GET', `/v2/${identity}`, { query: { at_time: then } });
    expect(past.attributes).toEqual({ ...shown, open: '2' });
    expectProblem(await member.get(`/v2/${identity}`, { at_time: '2020-01-01T00:00:00Z' }), 404);

    const wholeEvent = await owner.done('GET', `/v2/${set}`);
    const redacted = { ...wholeEvent, asset_attributes: { open: '2' } };
    expect(await member.done('GET', `/v2/${set}`)).toEqual(redacted);
    for (const path of [ALL_EVENTS, `/v2/${identity}/events`]) {
      const events = await walk(member, path);
      expect(events.map((each) => each.asset_attributes)).toEqual([
        { open: '3' },
        { open: '2' },
        { ...shown, open: '1' },
      ]);
      expect(events[1]).toEqual(redacted);
    }
    expectProblem(await member.get(`/v2/${identity}:publicurl`), 404);
    expectProblem(await member.get(`/v2/${set}:publicurl`), 404);
  });

  test("policies match the asset's current attributes, also for at_time", async () => {
    const identity = await asset('one', { kind: 'old', note: 'first' });
    const first = (await owner.done('GET', `/v2/${identity}`)).at_time as string;
    const member = await owner.member({ role: 'r' });
    await owner.policy(['attributes.kind=new'], ['jwt_role=r'], { asset_attributes_read: ['note', 'added'] });
    expect(await attributesOf(member, identity, first)).toBe('404');
    await event('e', identity, { asset_attributes: { kind: 'new', note: 'second', added: 'x' } });
    expect(await attributesOf(member, identity, first)).toBe('note');
    expect((await member.get(`/v2/${identity}`, { at_time: first })).body.attributes).toEqual({ note: 'first' });
    expect((await member.get(`/v2/${identity}`)).body.attributes).toEqual({ note: 'second', added: 'x' });
    await event('e', identity, { asset_attributes: { kind: '' } });
    expect(await attributesOf(member, identity, first)).toBe('404');
  });

  test('an asset can be shown without any attribute, and is 404 for members who may only write', async () => {
    const identity = await asset('one', { kind: 'x', a: '1' });
    const [reader, watcher, writer] = [await owner.member(), await owner.member(), await owner.member()];
    const give = (who: Actor, arrays: Arrays): Promise<string> =>
      owner.policy(['attributes.kind=x'], [`subject=${who.id}`], arrays);
    await give(reader, { asset_attributes_read: ['absent'] });
    await give(watcher, { event_arc_display_type_read: ['Absent'] });
    await give(writer, { asset_attributes_write: ['*'], behaviours: ['*'], event_arc_display_type_write: ['*'] });
    for (const [who, expected] of [
      [reader, ['', 'one', '']],
      [watcher, ['', 'one', '']],
      [writer, ['404', '', '404']],
    ] as const) {
      const events = await who.get(`/v2/${identity}/events`);
      const said = events.status === 200 ? named(events.body.events) : String(events.status);
      expect([await attributesOf(who, identity), await lists(who), said]).toEqual(expected);
      expect(await lists(who, {}, ALL_EVENTS)).toBe('');
    }
  });

  test('events are shown by type, and events without a type only to members who may read all types', async () => {
    const identity = await asset('one', { kind: 'x' });
    const other = await asset('other', { kind: 'y' });
    await event('a', identity, { event_attributes: { arc_display_type: 'A', note: 'whole' } });
    await event('b', identity, { event_attributes: { arc_display_type: 'B' } });
    await event('none', identity, { event_attributes: { note: 'x' } });
    await event('empty', identity, { event_attributes: { arc_display_type: '' } });
    await event('map', identity, { event_attributes: { arc_display_type: { k: 'A' } } });
    await event('list', identity, { event_attributes: { arc_display_type: [{ A: 'A' }] } });
    await event('lower', identity, { event_attributes: { arc_display_type: 'a' } });
    await event('stop', identity, {
      operation: 'StopTracking',
      behaviour: 'Builtin',
      event_attributes: { arc_display_type: 'A' },
    });
    await event('elsewhere', other, { event_attributes: { arc_display_type: 'A' } });
    const everything = await walk(owner, `/v2/${identity}/events`);
    for (const [types, expected] of [
      [['A'], 'stop a'],
      [['B', 'A', 'C'], 'stop b a'],
      [['*'], 'stop lower list map empty none b a NewAsset'],
      [['a'], 'lower'],
      [['C'], ''],
    ] as const) {
      const member = await owner.member();
      await owner.policy(['attributes.kind=x'], [`subject=${member.id}`], { event_arc_display_type_read: [...types] });
      for (const size of [1, 3, 100]) {
        expect(await lists(member, {}, ALL_EVENTS, size)).toBe(expected);
        expect(await lists(member, {}, `/v2/${identity}/events`, size)).toBe(expected);
      }
      expect(await lists(member, { 'event_attributes.arc_display_type': 'B' }, ALL_EVENTS)).toBe(
        expected.includes('b ') ? 'b' : '',
      );
      const seen: string[] = [];
      for (const { identity: each } of everything)
        if ((await member.get(`/v2/${each}`)).status === 200) seen.push(each);
      expect(named(everything.filter((each) => seen.includes(each.identity)))).toBe(expected);
      expectProblem(await member.get(`/v2/${other}/events`), 404);
    }
  });

  test('public assets match no policy and are read at the public address', async () => {
    const open = await asset('open', { kind: 'x' }, { public: true });
    const made = (await owner.append(open)).body.identity as string;
    const member = await owner.member({ role: 'r' });
    await owner.policy(['attributes.kind=x'], ['jwt_role=r'], {
      asset_attributes_read: ['*'],
      event_arc_display_type_read: ['*'],
      event_arc_display_type_write: ['*'],
      asset_attributes_write: ['*'],
      behaviours: ['*'],
    });
    for (const path of [open, `${open}:publicurl`, `${open}/events`, made, `${made}:publicurl`])
      expectProblem(await member.get(`/v2/${path}`), 404);
    expect([
      await lists(member),
      await lists(member, { privacy: 'PUBLIC' }),
      await lists(member, {}, ALL_EVENTS),
    ]).toEqual(['', '', '']);
    expectProblem(await member.append(open), 404);
    expect(await attributesOf(owner, open)).toBe('kind');
    expect((await member.get(`/public${open}`)).status).toBe(200);
  });
});
