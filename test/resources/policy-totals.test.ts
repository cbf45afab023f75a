import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, type Actor, type Tenancy, type Terms } from '../support/tenancy.ts';

/*
 * Totals and pages of lists that policies lead to. Each value of a policy is searched for itself, and most of them
 * have no records.
 */

const ALL_EVENTS = '/v2/assets/-/events';
const READS = { asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] };

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

const policy = (owner: Tenancy, who: Actor, filters: Terms): Promise<string> =>
  owner.policy(filters, [`subject=${who.id}`], READS);

/** Status, total and how many records the answer has, as a text. */
async function totalOf(who: Actor, path: string, query: Record<string, string> = {}): Promise<string> {
  const { status, headers, body, text } = await who.call('GET', path, { query });
  expect(status, text).toBeLessThan(300);
  const { length } = (Object.values(body).find((value) => Array.isArray(value)) ?? []) as unknown[];
  const truncated = headers.get('x-total-count-truncated') === 'true' ? ', truncated' : '';
  return `${status}: ${length} of ${headers.get('x-total-count')}${truncated}`;
}

/** Appends `n` events to an asset. */
async function record(owner: Tenancy, asset: string, n: number, attributes: (i: number) => object): Promise<void> {
  const { results } = await owner.done('POST', `${ALL_EVENTS}:batch`, {
    body: {
      events: Array.from({ length: n }, (_, i) => ({
        asset_identity: asset,
        ...RECORD,
        event_attributes: attributes(i),
      })),
    },
  });
  expect(results.filter(({ error }: any) => error)).toEqual([]);
}

describe('a policy with twenty alternatives, of which the assets have one value', () => {
  let owner: Tenancy;
  let member: Actor;
  let assets: string[];
  let identity: string;
  beforeAll(async () => {
    owner = await openTenancy(service, client, 'Owner');
    member = await owner.member();
    assets = await owner.assets(Array.from({ length: 200 }, (_, i) => ({ a: 'v0', i: `i${i}` })));
    identity = await policy(owner, member, [Array.from({ length: 20 }, (_, i) => `attributes.a=v${i}`)]);
  });

  test('gives exact totals of the assets', async () => {
    expect(await totalOf(member, '/v2/assets')).toBe('200: 100 of 200');
    expect(await totalOf(member, '/v2/assets', { page_size: '1' })).toBe('200: 1 of 200');
    expect(await totalOf(member, '/v2/assets', { page_size: '150' })).toBe('200: 150 of 200');
    expect(await totalOf(member, '/v2/assets', { 'attributes.i': 'i7', page_size: '2' })).toBe('200: 1 of 1');
    expect(await totalOf(member, '/v2/assets', { proof_mechanism: 'MERKLE_LOG', page_size: '1' })).toBe('200: 0 of 0');
  });

  test('gives exact totals of the assets that it matches', async () => {
    const path = `/iam/v1/${identity}/assets`;
    expect(await totalOf(owner, path)).toBe('200: 100 of 200');
    expect(await totalOf(owner, path, { page_size: '500' })).toBe('200: 200 of 200');
  });

  test('gives exact totals of the events, of which one asset has most, and finds the oldest of them', async () => {
    await record(owner, assets[3]!, 150, (i) => ({ k: i < 2 ? 'old' : 'new' }));
    expect(await totalOf(member, ALL_EVENTS)).toBe('200: 100 of 350');
    expect(await totalOf(member, ALL_EVENTS, { order_by: 'SIMPLEHASHV1', page_size: '5' })).toBe('200: 5 of 350');
    await record(owner, assets[3]!, 600, () => ({ k: 'new' }));
    expect(await totalOf(member, ALL_EVENTS, { page_size: '1', 'event_attributes.k': 'old' })).toBe('200: 1 of 2');
    expect(await totalOf(member, ALL_EVENTS, { page_size: '5', 'event_attributes.k': 'old' })).toBe('200: 2 of 2');
  });
});

test('policies that match nothing change neither the total nor the pages of the others', async () => {
  const owner = await openTenancy(service, client, 'Owner');
  const member = await owner.member();
  const untracked = await owner.assets(Array.from({ length: 3 }, (_, i) => ({ a: '1', i: `i${i}` })));
  for (const asset of untracked)
    expect((await owner.append(asset, { operation: 'StopTracking', behaviour: 'Builtin' })).status).toBe(200);
  for (let batch = 0; batch < 2; batch++)
    await owner.assets(Array.from({ length: 350 }, (_, i) => ({ a: '1', i: `j${batch * 350 + i}` })));
  await policy(owner, member, ['attributes.a=1']);
  const expected = ['206: 100 of 501, truncated', '200: 1 of 3', '200: 400 of 501, truncated'];
  const seen = async (): Promise<string[]> => [
    await totalOf(member, '/v2/assets'),
    await totalOf(member, '/v2/assets', { tracked: 'NOT_TRACKED', page_size: '1' }),
    await totalOf(member, '/v2/assets', { page_size: '400' }),
  ];
  expect(await seen()).toEqual(expected);
  for (let i = 0; i < 98; i++) await policy(owner, member, [`attributes.nothing=x${i}`]);
  expect(await seen()).toEqual(expected);
});

test('totals lack the public assets that a policy leads to and, unless asked for, untracked ones', async () => {
  const owner = await openTenancy(service, client, 'Owner');
  const member = await owner.member();
  const [untracked] = await owner.assets(Array.from({ length: 5 }, (_, i) => ({ a: '1', i: `i${i}` })));
  await owner.append(untracked!, { operation: 'StopTracking', behaviour: 'Builtin' });
  for (let i = 0; i < 2; i++)
    await owner.done('POST', '/v2/assets', {
      body: { public: true, behaviours: ['RecordEvidence'], attributes: { a: '1' } },
    });
  await policy(owner, member, ['attributes.a=1']);
  expect(await totalOf(member, '/v2/assets')).toBe('200: 4 of 4');
  expect(await totalOf(member, '/v2/assets', { page_size: '1' })).toBe('200: 1 of 4');
  expect(await totalOf(member, '/v2/assets', { tracked: 'NOT_TRACKED', page_size: '1' })).toBe('200: 1 of 1');
  expect(await totalOf(member, '/v2/assets', { tracked: 'ANY', page_size: '1' })).toBe('200: 1 of 5');
  expect(await totalOf(member, ALL_EVENTS, { page_size: '1' })).toBe('200: 1 of 6');
});

describe('a policy that leads to twenty assets, whose events were recorded asset by asset', () => {
  const EACH = 200;
  let member: Actor;
  beforeAll(async () => {
    const owner = await openTenancy(service, client, 'Owner');
    member = await owner.member();
    const assets = (await owner.assets(Array.from({ length: 20 }, (_, i) => ({ all: '1', i: `i${i}` })))).toSorted();
    await policy(owner, member, ['attributes.all=1']);
    // More than a statement looks at, so that the page with the oldest match does not reach the end of the list.
    await record(owner, assets[0]!, 600, () => ({}));
    for (const asset of assets)
      await record(owner, asset, EACH, (i) => ({
        ...(asset === assets[0] && i === 0 ? { oldest: 'yes' } : {}),
        ...(asset === assets.at(-1) && i < 3 ? { last: 'yes' } : {}),
      }));
  });

  test.each([
    ['newest first', 'oldest', {}],
    ['by declared time', 'oldest', { order_by: 'timestamp_declared' }],
    ['by identity', 'last', { order_by: 'SIMPLEHASHV1' }],
  ])('a page of one record finds a match behind all other events, %s', async (_, hit, order) => {
    const query = { ...order, page_size: '1', [`event_attributes.${hit}`]: 'yes' };
    // The count looks at fewer events than there are.
    expect(await totalOf(member, ALL_EVENTS, query)).toBe('200: 1 of 501, truncated');
  });
});
