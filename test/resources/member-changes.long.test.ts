import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, walk, type Actor, type Arrays, type Tenancy } from '../support/tenancy.ts';

/** Every right that a policy can grant. */
const EVERYTHING: Arrays = {
  behaviours: ['*'],
  asset_attributes_read: ['*'],
  asset_attributes_write: ['*'],
  event_arc_display_type_read: ['*'],
  event_arc_display_type_write: ['*'],
};

let service: Service;
let client: Client;
let owner: Tenancy;
let member: Actor;
let asset: string;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});
beforeEach(async () => {
  owner = await openTenancy(service, client, 'Owner');
  member = await owner.member({ role: 'r', group: 'g' });
  asset = await owner.asset({ kind: 'x', note: 'n' });
});

const policyOf = (filters: string[] = ['attributes.kind=x'], users: string[] = ['jwt_role=r']): Promise<string> =>
  owner.policy(filters, users, EVERYTHING);
const change = (policy: string, body: object): Promise<unknown> => owner.done('PATCH', `/iam/v1/${policy}`, { body });

/** What a caller gets now: the numbers of assets and events, and the statuses of reads and of an append. */
async function gets(who: Actor, of = asset): Promise<string> {
  const first = (await walk(owner, `/v2/${of}/events`)).at(-1).identity as string;
  const lists = await Promise.all(['/v2/assets', '/v2/assets/-/events'].map((path) => walk(who, path)));
  const own = lists.map((items) => items.filter((each) => (each.asset_identity ?? each.identity) === of).length);
  const items = [`/v2/${of}`, `/v2/${of}/events`, `/v2/${first}`];
  const read = await Promise.all(items.map(async (path) => (await who.get(path)).status));
  const written = (await who.append(of)).status;
  return `${own[0]} asset, ${own[1]! > 0 ? 'events' : 'no events'}, ${[...new Set(read)].join('/')}, append ${written}`;
}
const ALL = '1 asset, events, 200, append 200';
const NONE = '0 asset, no events, 404, append 404';

test('changes of a policy take effect on the next request: creation, filters, users, arrays, deletion', async () => {
  expect(await gets(member)).toBe(NONE);
  const policy = await policyOf();
  expect(await gets(member)).toBe(ALL);
  await change(policy, { filters: [{ or: ['attributes.kind=y'] }] });
  expect(await gets(member)).toBe(NONE);
  await change(policy, { filters: [{ or: ['attributes.note=*'] }] });
  expect(await gets(member)).toBe(ALL);
  await change(policy, { filters: [] });
  expect(await gets(member)).toBe(NONE);
  await change(policy, { filters: [{ or: ['attributes.note!=x'] }], description: 'x' });
  expect(await gets(member)).toBe(ALL);
  const to = (user: string, arrays: Arrays): Promise<unknown> =>
    change(policy, { access_permissions: [{ user_attributes: [{ or: [user] }], ...arrays }] });
  await to('jwt_role=q', EVERYTHING);
  expect(await gets(member)).toBe(NONE);
  await to('group:g', { ...EVERYTHING, behaviours: [] });
  expect(await gets(member)).toBe('1 asset, events, 200, append 403');
  await to('group:g', { ...EVERYTHING, event_arc_display_type_read: ['T'] });
  expect(await gets(member)).toBe('1 asset, no events, 200/404, append 200');
  await to('group:g', { behaviours: ['*'], event_arc_display_type_write: ['*'] });
  expect(await gets(member)).toBe('0 asset, no events, 404, append 200');
  await to(`subject=${member.id}`, EVERYTHING);
  expect(await gets(member)).toBe(ALL);
  await change(policy, { access_permissions: [] });
  expect(await gets(member)).toBe(NONE);
  await to(`subject=${member.id}`, EVERYTHING);
  expect(await gets(member)).toBe(ALL);
  await owner.done('DELETE', `/iam/v1/${policy}`);
  expect(await gets(member)).toBe(NONE);
});

test('a change of a claim takes effect on the next request, also where the token still carries it', async () => {
  await policyOf();
  await policyOf(undefined, ['group=h', 'jwt_role=s']);
  expect(await gets(member)).toBe(ALL);
  await owner.claims(member, { group: 'g' });
  expect(await gets(member)).toBe(NONE);
  await owner.claims(member, { group: 'h' });
  expect(await gets(member)).toBe(NONE);
  await owner.claims(member, { group: 'h', role: 's' });
  expect(await gets(member)).toBe(ALL);
  await owner.claims(member, {});
  expect(await gets(member)).toBe(NONE);
  await owner.claims(member, { role: 'r' });
  expect(await gets(member)).toBe(ALL);
  await owner.done('DELETE', `/iam/v1/applications/${member.id}`);
  for (const path of ['/v2/assets', `/v2/${asset}`, '/v2/assets/-/events']) expectProblem(await member.get(path), 401);
  expectProblem(await member.append(asset), 401);
});

test('a new administrator reads everything on the next request, and a removed one what policies grant', async () => {
  const open = await owner.asset({ kind: 'x' }, { public: true });
  const other = await owner.asset({ kind: 'y' });
  await policyOf();
  const now = async (): Promise<string[]> => [await gets(member), await gets(member, other), await gets(member, open)];
  expect(await now()).toEqual([ALL, NONE, NONE]);
  await owner.administrators(member);
  expect(await now()).toEqual([ALL, ALL, ALL]);
  expect((await member.get('/iam/v1/access_policies')).status).toBe(200);
  expect((await member.call('POST', '/v2/assets', { body: { public: true } })).status).toBe(200);
  await owner.administrators();
  expect(await now()).toEqual([ALL, NONE, NONE]);
  expectProblem(await member.get('/iam/v1/access_policies'), 403);
  expectProblem(await member.call('POST', '/v2/assets', { body: { public: true } }), 403);
  expect(await walk(member, '/v2/assets')).toHaveLength(1);
});

test('the next page of a list uses the current rights', async () => {
  for (let i = 0; i < 5; i++) await owner.asset({ kind: i % 2 ? 'x' : 'y', n: String(i) });
  const policy = await policyOf(['attributes.n=*']);
  const page = async (page_token = ''): Promise<{ n: string[]; next: string }> => {
    const { body } = await member.get('/v2/assets', { page_size: '2', ...(page_token === '' ? {} : { page_token }) });
    return { n: body.assets.map((each: any) => each.attributes.n), next: body.next_page_token };
  };
  const first = await page();
  expect(first.n).toEqual(['4', '3']);
  await change(policy, { filters: [{ or: ['attributes.kind=x'] }, { or: ['attributes.n=*'] }] });
  expect(await page(first.next)).toEqual({ n: ['1'], next: '' });
  await owner.done('DELETE', `/iam/v1/${policy}`);
  expect(await page(first.next)).toEqual({ n: [], next: '' });
  // The token belongs to the tenancy: each caller who uses it gets the records that they may see.
  const answer = await owner.get('/v2/assets', { page_token: first.next });
  expect(answer.body.assets.map((each: any) => each.attributes.n)).toEqual(['2', '1', '0', undefined]);
});

describe('an asset whose attributes change', () => {
  test('starts and stops matching a policy with the event that changes it', async () => {
    await policyOf(['attributes.kind=y', 'attributes.place!=*']);
    const set = async (asset_attributes: object): Promise<void> => {
      expect((await owner.append(asset, { asset_attributes })).status).toBe(200);
    };
    for (const [attributes, expected] of [
      [{}, NONE],
      [{ kind: 'y' }, ALL],
      [{ place: 'here' }, NONE],
      [{ place: '' }, ALL],
      [{ kind: ['y'].map((k) => ({ k })) }, NONE],
      [{ kind: { y: 'y' } }, NONE],
      [{ kind: 'y' }, ALL],
      [{ place: {} }, ALL],
      [{ place: { k: '' } }, NONE],
      [{ place: [] }, ALL],
      [{ kind: 'Y' }, NONE],
    ] as const) {
      await set(attributes);
      expect(await gets(member), JSON.stringify(attributes)).toBe(expected);
    }
  });

  test('a change by a member who loses access through it is kept, and the member cannot write again', async () => {
    await policyOf();
    const last = await member.append(asset, { asset_attributes: { kind: 'y' } });
    expect([last.status, last.body.asset_attributes]).toEqual([200, { kind: 'y' }]);
    expectProblem(await member.append(asset, { asset_attributes: { kind: 'x' } }), 404);
    expectProblem(await member.get(`/v2/${last.body.identity}`), 404);
    expect(await gets(member)).toBe(NONE);
    const taker = await owner.member({ role: 'taker' });
    await policyOf(['attributes.kind=y'], ['jwt_role=taker']);
    expect(await gets(taker)).toBe(ALL);
    expect((await taker.append(asset, { asset_attributes: { kind: 'x' } })).status).toBe(200);
    expect(await gets(taker)).toBe(NONE);
    expect(await gets(member)).toBe(ALL);
  });

  test('a change while others write rejects their events after the one that ends their access', async () => {
    await policyOf();
    for (let round = 0; round < 4; round++) {
      await owner.append(asset, { asset_attributes: { kind: 'x' } });
      const writes = Array.from({ length: 12 }, () => member.append(asset));
      const [taken, ...answers] = await Promise.all([
        owner.append(asset, { asset_attributes: { kind: 'y' } }),
        ...writes,
        ...Array.from({ length: 12 }, () => member.append(asset)),
      ]);
      const until = taken!.body.timestamp_accepted as string;
      for (const { status, body } of answers) {
        expect([200, 404]).toContain(status);
        if (status === 200) expect(body.timestamp_accepted < until).toBe(true);
      }
      expectProblem(await member.append(asset), 404);
    }
  });
});

describe('idempotency keys of members', () => {
  const keyed = (who: Actor, key: string, body: object = {}): Promise<Answer> =>
    who.append(asset, body, { 'idempotency-key': key });
  const events = async (): Promise<number> => (await walk(owner, `/v2/${asset}/events`)).length;

  test('return the same event to the same member while they still have the right', async () => {
    const policy = await policyOf();
    const other = await owner.member({ role: 'r' });
    const made = await keyed(member, 'k', { asset_attributes: { note: '2' } });
    expect((await keyed(member, 'k', { asset_attributes: { note: '2' } })).body.identity).toBe(made.body.identity);
    expectProblem(await keyed(member, 'k', { asset_attributes: { note: '3' } }), 409);
    const theirs = await keyed(other, 'k', { asset_attributes: { note: '2' } });
    expect(theirs.status).toBe(200);
    expect(theirs.body.identity).not.toBe(made.body.identity);
    expect(await events()).toBe(3);

    const to = (arrays: Arrays): Promise<unknown> =>
      change(policy, { access_permissions: [{ user_attributes: [{ or: ['jwt_role=r'] }], ...arrays }] });
    await to({ ...EVERYTHING, asset_attributes_write: ['kind'] });
    for (const body of [{ asset_attributes: { note: '2' } }, { asset_attributes: { note: '3' } }])
      expectProblem(await keyed(member, 'k', body), 403);
    await to({});
    for (const body of [{ asset_attributes: { note: '2' } }, {}]) expectProblem(await keyed(member, 'k', body), 404);
    await to(EVERYTHING);
    expect((await keyed(member, 'k', { asset_attributes: { note: '2' } })).body.identity).toBe(made.body.identity);
    await owner.claims(member, {});
    expectProblem(await keyed(member, 'k', { asset_attributes: { note: '2' } }), 404);
    expect(await events()).toBe(3);
    await owner.done('DELETE', `/iam/v1/applications/${member.id}`);
    expectProblem(await keyed(member, 'k', { asset_attributes: { note: '2' } }), 401);
  });

  test('are not used up by a refused append', async () => {
    expectProblem(await keyed(member, 'k'), 404);
    const policy = await policyOf();
    await change(policy, {
      access_permissions: [{ user_attributes: [{ or: ['jwt_role=r'] }], asset_attributes_read: ['*'] }],
    });
    expectProblem(await keyed(member, 'k'), 403);
    await policyOf();
    const made = await keyed(member, 'k', { asset_attributes: { note: 'x' } });
    expect(made.status).toBe(200);
    expectProblem(await keyed(member, 'k'), 409);
    expect(await events()).toBe(2);
  });

  test("do not return the event again after it ended the member's own access", async () => {
    await policyOf();
    const body = { asset_attributes: { kind: 'y' } };
    expect((await keyed(member, 'k', body)).status).toBe(200);
    expectProblem(await keyed(member, 'k', body), 404);
    expect(await events()).toBe(2);
  });

  test('return the asset as it was created, regardless of later changes by others', async () => {
    const create = (who: Actor, attributes: object): Promise<Answer> =>
      who.call('POST', '/v2/assets', { body: { attributes }, headers: { 'idempotency-key': 'k' } });
    const attributes = { kind: 'x', note: 'n' };
    expectProblem(await create(member, attributes), 403);
    const policy = await policyOf();
    const made = await create(member, attributes);
    expect([made.status, made.body.attributes]).toEqual([200, attributes]);
    const again = await create(member, attributes);
    expect([again.status, again.body.identity, again.body.attributes]).toEqual([200, made.body.identity, attributes]);
    expectProblem(await create(member, { kind: 'x' }), 409);
    const other = await owner.member({ role: 'r' });
    expect((await create(other, attributes)).body.identity).not.toBe(made.body.identity);

    await owner.append(made.body.identity, { asset_attributes: { note: 'later', added: 'x' } });
    const to = (arrays: Arrays): Promise<unknown> =>
      change(policy, { access_permissions: [{ user_attributes: [{ or: ['jwt_role=r'] }], ...arrays }] });
    expect((await create(member, attributes)).body).toEqual(made.body);
    for (const [readable, expected] of [
      [['added'], {}],
      [['added', 'note'], { note: 'n' }],
    ] as const) {
      await to({ ...EVERYTHING, asset_attributes_read: [...readable] });
      expect((await create(member, attributes)).body).toEqual({ ...made.body, attributes: expected });
    }
    await to({ ...EVERYTHING, asset_attributes_write: ['note'] });
    expectProblem(await create(member, attributes), 403);
    await to(EVERYTHING);
    // The response does not reveal that the member can no longer see the asset.
    await owner.append(made.body.identity, { asset_attributes: { kind: 'y' } });
    expect((await create(member, attributes)).body).toEqual(made.body);
    expectProblem(await member.get(`/v2/${made.body.identity}`), 404);
    expect(await walk(owner, '/v2/assets')).toHaveLength(3);
  });
});
