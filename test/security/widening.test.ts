import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf } from '../support/raw.ts';
import { listed, openMirror, READ, type Mirror } from '../support/mirror.ts';
import { sharedService, type Service } from '../support/service.ts';
import { groups, identities, openTenancy, walk, type Actor, type Arrays, type Tenancy } from '../support/tenancy.ts';

const LONG = 'x'.repeat(65);

let service: Service;
let client: Client;
let mirror: Mirror;
let owner: Tenancy;
let stranger: Tenancy;
let member: Actor;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  mirror = await openMirror(service, client);
  ({ owner, stranger, member } = mirror);
});

test('no crafted value widens access as a name or type that looks like an internal marker', async () => {
  const names = ['*', 'a:*', 'e:*', 'a:secret', 'e:secret', 'secret', 'a:', 'e:', 'T', 'a:T', 'e:T'];
  const types = ['*', 'a:*', 'e:*', 'a:secret', 'secret', 'e:secret', 'a:', 'e:', 'T', 'e:T', 'a:T'];
  const [asset] = (await mirror.both('marks', [Object.fromEntries(names.map((name) => [name, 'v']))])) as [string];
  for (const arc_display_type of ['', ...types]) await owner.append(asset, { event_attributes: { arc_display_type } });
  const reads = async (arrays: Arrays): Promise<[string[], string[]]> => {
    await mirror.set(['attributes.set=marks'], arrays);
    const { attributes } = await member.done('GET', `/v2/${asset}`);
    const events = await walk(member, '/v2/assets/-/events');
    const whole = await walk(member, `/v2/${asset}/events`);
    expect(whole).toEqual(events);
    const typed = events.map(({ event_attributes }) => event_attributes.arc_display_type as string);
    return [Object.keys(attributes).toSorted(), typed.toSorted()];
  };
  for (const mark of names.filter((name) => name !== '*')) {
    expect(await reads({ asset_attributes_read: [mark] }), mark).toEqual([[mark], []]);
    expect(await reads({ include_attributes: [mark, 'absent'] }), mark).toEqual([[mark], []]);
    expect(await reads({ event_arc_display_type_read: [mark] }), mark).toEqual([[], [mark]]);
  }
  const [all, every] = await reads({ asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] });
  expect(all).toEqual([...names, 'set'].toSorted());
  expect(every).toHaveLength(types.length + 2);
  // The same for permissions that are passed on to another tenancy.
  const partner = await openTenancy(service, client, 'Partner');
  const [subject] = [await owner.knows(partner), await partner.knows(owner)];
  for (const mark of ['a:*', 'e:*', 'a:secret', 'e:T']) {
    await mirror.set(['attributes.set=marks'], { subjects: [subject!], asset_attributes_read: [mark] });
    const { attributes } = await partner.done('GET', `/v2/${asset}`);
    expect(attributes).toEqual({ [mark]: 'v' });
    expect(await walk(partner, '/v2/assets/-/events')).toEqual([]);
    expect(await identities(partner, '/v2/assets', { 'attributes.secret': 'v' })).toEqual(
      mark === 'secret' ? [asset] : [],
    );
  }
});

test('no crafted value widens access as a match key, a presence marker or an encoded map', async () => {
  const digest = `sha256:${createHash('sha256').update(LONG).digest('hex')}`;
  const marks = [`sha256:${'*'.repeat(64)}`, `sha256:${'-'.repeat(64)}`, `sha256:${'*'.repeat(57)}`];
  const texts = [LONG, digest, ...marks, LONG.slice(1), `${LONG}x`, 'x'.repeat(64), '*', '', `${'é'.repeat(33)}`];
  const twice = `sha256:${createHash('sha256').update(digest).digest('hex')}`;
  const others: object[] = [
    { v: { k: 'x' } },
    { v: [{ k: 'x' }] },
    { v: {} },
    { v: [] },
    { w: LONG },
    {},
    { v: twice },
  ];
  const assets = await mirror.both('keys of values', [...texts.map((v) => ({ v })), ...others], 'in any order');
  for (const [i, text] of texts.entries()) {
    if (text === '*' || text === LONG.slice(1)) continue;
    await mirror.set(['attributes.set=keys of values', `attributes.v=${text}`]);
    expect(await listed(member, assets), text).toEqual([i]);
    for (const [at, asset] of assets.entries())
      expect((await member.append(asset)).status, `${text} ${at}`).toBe(at === i ? 200 : 404);
  }
  // Two assets have this value.
  await mirror.set(['attributes.set=keys of values', `attributes.v=${LONG.slice(1)}`]);
  expect(await listed(member, assets)).toEqual([5, 7]);
  const empty = [9, 13, 14, 15, 16];
  await mirror.set(['attributes.set=keys of values', 'attributes.v=*']);
  expect(await listed(member, assets)).toEqual([...assets.keys()].filter((at) => !empty.includes(at)));
  await mirror.set(['attributes.set=keys of values', 'attributes.v!=*']);
  expect(await listed(member, assets)).toEqual(empty);
  for (const asset of assets)
    expect((await member.append(asset)).status).toBe(empty.includes(assets.indexOf(asset)) ? 200 : 404);
});

test('no crafted value widens access as a separator in a filter: the first one counts', async () => {
  const values = [{ v: 'a=b' }, { v: 'a:b' }, { v: '!=x' }, { v: '=x' }, { v: 'b' }, { 'v!': 'b' }, { 'v!': 'c' }, {}];
  const assets = await mirror.both('separators', values);
  const rest = [...assets.keys()];
  for (const [text, expected] of [
    ['attributes.v=a=b', [0]],
    ['attributes.v:a=b', [0]],
    ['attributes.v=a:b', [1]],
    ['attributes.v:a:b', [1]],
    ['attributes.v=!=x', [2]],
    ['attributes.v:!=x', [2]],
    ['attributes.v==x', [3]],
    ['attributes.v!==x', rest.filter((at) => at !== 3)],
  ] as const) {
    await mirror.set(['attributes.set=separators', text]);
    expect(await listed(member, assets), text).toEqual([...expected]);
  }
  // A name that ends in ! cannot be distinguished from a negation.
  for (const text of ['attributes.v!:b', 'attributes.v!!=b', 'attributes.v!!=*', 'attributes.v!:*']) {
    const body = { filters: groups(['attributes.set=separators', text]) };
    const answer = await owner.call('PATCH', `/iam/v1/${mirror.policy}`, { body });
    expect([answer.status, ...fieldsOf(answer)], text).toEqual([400, 'filters[1].or[0]']);
  }
});

test('no crafted value widens access as a claim that looks like another user attribute', async () => {
  const [asset] = (await mirror.both('spoofs', [{}])) as [string];
  const other = await owner.member({ role: 'boss' });
  for (const [claims, users] of [
    [{ subject: other.id }, [`subject=${other.id}`]],
    [{ jwt_role: 'boss' }, ['jwt_role=boss']],
    [{ 'role=boss': 'x', role: 'boss=x' }, ['jwt_role=boss']],
    [{ 'role=boss': 'x' }, ['jwt_role=boss=x', 'jwt_role=boss', 'jwt_role:boss=x']],
    [{ 'role:boss': '' }, ['jwt_role:boss', 'jwt_role=boss']],
    [{ Role: 'boss', 'role ': 'boss', ' role': 'boss' }, ['jwt_role=boss']],
    [{ role: '*' }, ['jwt_role=boss']],
    [{ role: 'r' }, ['jwt_role=*', 'group=*', 'subject=*', 'email=*', 'jwt_*=r', 'jwt_*=*']],
    [{ Group: 'g', jwt_group: 'g', 'group:': 'g' }, ['group=g', 'jwt_group=g']],
    [{ mail: 'a@b', jwt_email: 'a@b' }, ['email=a@b', 'email:A@B']],
    [{ constructor: 'x' }, ['jwt_toString=x', 'jwt_constructor=y']],
  ] as [Record<string, string>, string[]][]) {
    await owner.claims(member, claims);
    await mirror.set(['attributes.set=spoofs'], READ, users);
    expect((await member.get(`/v2/${asset}`)).status, JSON.stringify([claims, users])).toBe(404);
    expect(await identities(member, '/v2/assets')).toEqual([]);
  }
  await owner.claims(member, { role: 'r' });
});

test('no crafted value widens access as an id or claim of another tenancy', async () => {
  const [asset] = (await mirror.both('foreign', [{}])) as [string];
  const theirs = await stranger.member({ role: 'r', group: 'g' });
  const partner = await openTenancy(service, client, 'Partner');
  const [subject] = [await owner.knows(partner), await partner.knows(owner)];
  await mirror.set(['attributes.set=foreign'], READ, [
    `subject=${theirs.id}`,
    `subject=${stranger.id}`,
    'jwt_role=r',
    'group=g',
  ]);
  for (const who of [theirs, stranger]) {
    expect((await who.get(`/v2/${asset}`)).status).toBe(404);
    expect(await identities(who, '/v2/assets')).not.toContain(asset);
  }
  // A subject belongs to the tenancy that imported it, so a policy of another tenancy grants nothing with it.
  await stranger.policy(['attributes.set=foreign'], [], { subjects: [subject!], asset_attributes_read: ['*'] });
  await stranger.policy(['attributes.set=foreign'], [], {
    subjects: ['subjects/00000000-0000-0000-0000-000000000000'],
    asset_attributes_read: ['*'],
  });
  expect(await walk(partner, '/v2/assets')).toEqual([]);
  expect(await walk(partner, '/v2/assets/-/events')).toEqual([]);
  await mirror.set(['attributes.set=foreign'], { ...READ, subjects: [subject!] });
  expect(await identities(partner, '/v2/assets')).toEqual([asset]);
  for (const [method, path] of [
    ['GET', `/iam/v1/${mirror.policy}`],
    ['PATCH', `/iam/v1/${mirror.policy}`],
    ['DELETE', `/iam/v1/${mirror.policy}`],
    ['GET', `/iam/v1/${mirror.policy}/assets`],
  ] as const)
    expectProblem(await stranger.call(method, path, method === 'PATCH' ? { body: { description: 'x' } } : {}), 404);
});

test('no request got a 5xx response', () => mirror.expectNoFaults());
