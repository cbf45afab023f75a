import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, walk, type Tenancy } from '../support/tenancy.ts';
import { made, patch, PATH, read, UNKNOWN } from './support/policies.ts';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

describe('what matches', () => {
  let owner: Tenancy;
  /** Identity -> the name of the asset that tests use. */
  let names: Map<string, string>;
  beforeAll(async () => {
    owner = await openTenancy(service, client, 'Matching');
    names = new Map();
    for (const [name, attributes, more] of [
      ['a', { type: 'Pump', map: { k: 'v' } }, {}],
      ['b', { type: 'Valve', list: [{ k: 'v' }, { k: 'w' }] }, {}],
      ['c', { type: '', map: {} }, {}],
      ['d', { type: 'Pump', place: 'x' }, {}],
      ['open', { type: 'Pump', place: 'x' }, { public: true }],
      ['untracked', { type: 'Pump' }, {}],
    ] as const) {
      names.set(await owner.asset(attributes, more), name);
    }
    const untracked = [...names.keys()].at(-1)!;
    await owner.append(untracked, { operation: 'StopTracking', behaviour: 'Builtin' });
    const stranger = await openTenancy(service, client, 'Elsewhere');
    await stranger.asset({ type: 'Pump', place: 'x', map: { k: 'v' } });
  });

  const group = (...or: string[]): { or: string[] } => ({ or });
  /** The names of the matching assets, newest first. */
  const matching = async (filters: object[], size = 100): Promise<string> => {
    const identity = await made(owner, { filters });
    const assets = await walk(owner, `/iam/v1/${identity}/assets`, {}, size);
    await owner.done('DELETE', `/iam/v1/${identity}`);
    return assets.map((asset) => names.get(asset.identity)).join(' ');
  };

  test.each<[string, { or: string[] }[], string]>([
    ['no filters', [], ''],
    ['an empty group', [group()], ''],
    ['a group and an empty one', [group('attributes.type=Pump'), group()], ''],
    ['a value', [group('attributes.type=Pump')], 'untracked d a'],
    ['a value, older spelling', [group('attributes.type:Pump')], 'untracked d a'],
    ['another case', [group('attributes.type=pump')], ''],
    ['alternatives', [group('attributes.type=Pump', 'attributes.type=Valve')], 'untracked d b a'],
    ['both', [group('attributes.type=Pump'), group('attributes.place=x')], 'd'],
    ['a contradiction', [group('attributes.type=Pump'), group('attributes.type=Valve')], ''],
    ['the same twice', [group('attributes.type=Pump'), group('attributes.type=Pump')], 'untracked d a'],
    ['not', [group('attributes.type!=Pump')], 'c b'],
    ['a negated value that no asset has', [group('attributes.colour!=red')], 'untracked d c b a'],
    ['present', [group('attributes.type=*')], 'untracked d b a'],
    ['present, a map or a list', [group('attributes.map=*', 'attributes.list=*')], 'b a'],
    ['absent', [group('attributes.type!=*')], 'c'],
    ['absent, older spelling', [group('attributes.map:*')], 'a'],
    ['empty', [group('attributes.type=')], 'c'],
    ['in a map', [group('attributes.map.k=v')], 'a'],
    ['in a list', [group('attributes.list[].k=w')], 'b'],
    ['not in a list', [group('attributes.list[].k!=w')], 'untracked d c a'],
    ['a list is no map', [group('attributes.list.k=w')], ''],
    ['a mixture', [group('attributes.type!=Pump', 'attributes.place=*'), group('attributes.list!=*')], 'd c'],
  ])('the assets of a policy with %s', async (_what, filters, expected) => {
    expect(await matching(filters)).toBe(expected);
    expect(await matching(filters, 1)).toBe(expected);
  });

  test('an asset is shown unredacted, and a change of the filters takes effect at once', async () => {
    const identity = await made(owner, { filters: [group('attributes.type=Valve')] });
    const path = `/iam/v1/${identity}/assets`;
    const [asset] = (await owner.get(path)).body.assets;
    expect(asset).toEqual((await owner.get(`/v2/${asset.identity}`)).body);
    await patch(owner, identity, { filters: [group('attributes.place=x')] });
    expect((await owner.get(path)).body.assets.map((each: any) => names.get(each.identity))).toEqual(['d']);
    await patch(owner, identity, { filters: [] });
    expect((await owner.get(path)).body).toEqual({ assets: [], next_page_token: '' });
  });

  test('the policies of an asset match its current attributes, newest first; a public asset has none', async () => {
    const any = await made(owner, { filters: [group('attributes.colour!=red')] });
    const pumps = await made(owner, { filters: [group('attributes.type=Pump')], access_permissions: [{}] });
    const places = await made(owner, { filters: [group('attributes.place=*', 'attributes.type=Valve')] });
    await made(owner, {});
    const of = async (name: string, query: Record<string, string> = {}, size = 100): Promise<string[]> => {
      const [asset] = [...names].find(([, each]) => each === name)!;
      return (await walk(owner, `/iam/v1/${asset}/access_policies`, query, size)).map(({ identity }) => identity);
    };
    for (const size of [1, 2, 3]) expect(await of('d', {}, size)).toEqual([places, pumps, any]);
    expect(await of('a')).toEqual([pumps, any]);
    expect(await of('b')).toEqual([places, any]);
    expect(await of('untracked')).toEqual([pumps, any]);
    expect(await of('open')).toEqual([]);
    const [asset] = [...names.keys()];
    const path = `/iam/v1/${asset}/access_policies`;
    expect((await owner.get(path)).body.access_policies[1]).toEqual((await read(owner, any)).body);

    // Policies match the current attributes, also when the request asks for a time in the past.
    const { timestamp_accepted: at_time } = (await owner.get(`/v2/${asset}/events`)).body.events[0];
    await owner.append(asset!, { asset_attributes: { type: 'Valve' } });
    expect(await of('a')).toEqual([places, any]);
    expect(await of('a', { at_time })).toEqual([places, any]);
    await owner.append(asset!, { asset_attributes: { type: 'Pump' } });
    expectProblem(await owner.get(path, { at_time: '2020-01-01T00:00:00Z' }), 404);
    expectProblem(await owner.get(path, { at_time: 'yesterday' }), 400);
    expectProblem(await owner.get(`/iam/v1/assets/${UNKNOWN}/access_policies`), 404);
    expectProblem(await owner.get(`${PATH}/${UNKNOWN}/assets`), 404);
    for (const identity of [any, pumps, places]) await owner.done('DELETE', `/iam/v1/${identity}`);
    expect(await of('a')).toEqual([]);
  });

  test('assets of a partner match by the attributes that the partner shares', async () => {
    const other = await openTenancy(service, client, 'Sharing');
    const [subject] = [await other.knows(owner), await owner.knows(other)];
    const shared = await other.asset({ type: 'Lamp', secret: 's' });
    await other.policy(['attributes.type=Lamp'], [], { subjects: [subject!], asset_attributes_read: ['type'] });
    names.set(shared, 'shared');
    expect(await matching([group('attributes.type=Lamp')])).toBe('shared');
    expect(await matching([group('attributes.secret=s', 'attributes.secret=*')])).toBe('');
    expect(await matching([group('attributes.type=Lamp'), group('attributes.secret!=s')])).toBe('shared');
    const identity = await made(owner, { filters: [group('attributes.type=Lamp')] });
    await made(owner, { filters: [group('attributes.secret=s')] });
    const policies = await walk(owner, `/iam/v1/${shared}/access_policies`);
    expect(policies.map((policy) => policy.identity)).toEqual([identity]);
  });
});
