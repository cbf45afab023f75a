import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { sharedService, type Service } from '../support/service.ts';
import { sampled, sized } from '../support/size.ts';
import {
  EVERYTHING,
  fieldsOf,
  importSubject,
  newMember,
  NOTHING,
  openSharing,
  READ,
  record,
  STRANGE_KEYS,
  WRITE,
  type Shared,
  type Sharing,
} from '../support/sharing.ts';

let service: Service;
let client: Client;
let on: Sharing;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  on = openSharing(service, client);
});

const INSPECTION = record('Inspection');

/** Ways to end sharing for the partner's administrators, and therefore for its users. */
const ENDS: [string, (it: Shared) => Promise<unknown>][] = [
  ["the policy's permissions are taken away", (it) => patchPolicy(it, { access_permissions: [] })],
  [
    "the policy's permissions go to another organization",
    async (it) => {
      const { identity } = await on.post(it.owner.token, '/iam/v1/subjects', { display_name: 'x', ...STRANGE_KEYS });
      return patchPolicy(it, { access_permissions: [{ subjects: [identity], ...READ, ...WRITE }] });
    },
  ],
  [
    "the policy's filters match it no longer",
    (it) => patchPolicy(it, { filters: [{ or: ['attributes.kind=valve'] }] }),
  ],
  ["the policy's filters match nothing", (it) => patchPolicy(it, { filters: [] })],
  ['the policy is deleted', ({ owner, policy }) => on.remove(owner.token, `/iam/v1/${policy}`)],
  ["the owner deletes the partner's subject", ({ owner, ofPartner }) => on.remove(owner.token, `/iam/v1/${ofPartner}`)],
  ["the partner deletes the owner's subject", ({ partner, ofOwner }) => on.remove(partner.token, `/iam/v1/${ofOwner}`)],
  [
    "the owner changes the wallet key of the partner's subject",
    ({ owner, ofPartner: subject }) =>
      on.patch(owner.token, `/iam/v1/${subject}`, { wallet_pub_key: STRANGE_KEYS.wallet_pub_key }),
  ],
  [
    "the owner changes the tessera key of the partner's subject",
    ({ owner, ofPartner: subject }) =>
      on.patch(owner.token, `/iam/v1/${subject}`, { tessera_pub_key: STRANGE_KEYS.tessera_pub_key }),
  ],
  [
    "the partner changes the keys of the owner's subject",
    ({ partner, ofOwner: subject }) => on.patch(partner.token, `/iam/v1/${subject}`, STRANGE_KEYS),
  ],
  [
    'the asset changes and no longer matches the policy',
    async ({ owner, pump }) => on.post(owner.token, `/v2/${pump}/events`, record('Sale', { kind: 'scrap' })),
  ],
];
const patchPolicy = ({ owner, policy }: Shared, body: object): Promise<unknown> =>
  on.patch(owner.token, `/iam/v1/${policy}`, body);

/** Ways to end it for the partner's users only. */
const USER_ENDS: [string, (it: Shared) => Promise<unknown>][] = [
  [
    'the claim is taken away',
    ({ partner, user }) => on.patch(partner.token, `/iam/v1/${user.identity}`, { custom_claims: {} }),
  ],
  [
    'the claim gets another value',
    ({ partner, user }) =>
      on.patch(partner.token, `/iam/v1/${user.identity}`, { custom_claims: { role: 'operators' } }),
  ],
  [
    "their own tenancy's policy names others",
    ({ partner, passing }) =>
      on.patch(partner.token, `/iam/v1/${passing}`, {
        access_permissions: [{ user_attributes: [{ or: ['jwt_role=clerk'] }], ...EVERYTHING }],
      }),
  ],
  ["their own tenancy's policy is deleted", ({ partner, passing }) => on.remove(partner.token, `/iam/v1/${passing}`)],
];

/** Every request for the pump, each with the response that it must get after sharing has ended. */
function waysTo(it: Shared, token: string, nextPage: Record<string, string>): Record<string, () => Promise<void>> {
  const gone = (path: string) => async (): Promise<void> => {
    expect((await on.call(token, 'GET', path)).status).toBe(404);
  };
  const empty =
    (path: string, query: Record<string, string> = {}) =>
    async (): Promise<void> => {
      const headers = { 'x-request-total-count': 'true' };
      const answer = await on.call(token, 'GET', path, { query, headers });
      expect([Object.values(answer.body), answer.headers.get('x-total-count')]).toEqual([[[], ''], '0']);
    };
  return {
    append: async () => expect((await on.append(token, it.pump, INSPECTION)).status).toBe(404),
    'read the asset': gone(`/v2/${it.pump}`),
    'read an event': gone(`/v2/${it.events.inspection}`),
    'list its events': gone(`/v2/${it.pump}/events`),
    'list assets': empty('/v2/assets'),
    'list all events': empty('/v2/assets/-/events'),
    'continue a list of events': empty('/v2/assets/-/events', nextPage),
  };
}

/**
 * Uses everything once, so that all caches are filled, then ends sharing and repeats every request for each caller,
 * `first` first. The caller who appended last, whose rights the ledger has cached, is tried first.
 */
async function ends(it: Shared, tokens: string[], end: (it: Shared) => Promise<unknown>, first: string): Promise<void> {
  const ways: Record<string, () => Promise<void>>[] = [];
  for (const token of tokens) {
    for (let i = 0; i < 2; i++) expect((await on.append(token, it.pump, INSPECTION)).status).toBe(200);
    expect((await on.get(token, `/v2/${it.pump}`)).attributes).toEqual({ serial: 's-3' });
    const page = await on.call(token, 'GET', '/v2/assets/-/events', { query: { page_size: '1' } });
    expect(page.body.events).toHaveLength(1);
    ways.push(waysTo(it, token, { page_size: '1', page_token: page.body.next_page_token }));
  }
  await end(it);
  const ledger = async (): Promise<string> =>
    (await on.get(it.owner.token, `/v2/${it.pump}/events`)).events[0].identity;
  const last = await ledger();
  for (const way of ways.toReversed()) await way[first]!();
  for (const way of ways.flatMap((w) => Object.values(w))) await way();
  expect(await ledger()).toBe(last);
}

/** The orders to try for the way `name`: in the quick tests one of them, by the index of the way. */
function rotated<T>(ways: typeof ENDS, name: string, orders: readonly T[]): readonly T[] {
  const index = ways.findIndex(([each]) => each === name);
  return sized({ quick: 1, long: 0, full: 0 }) === 1 ? [orders[index % orders.length]!] : orders;
}

describe('no access is left, from the next request on, after', () => {
  test.each(sampled(ENDS, 2))('%s: for administrators and users of the partner', async (name, end) => {
    for (const [first, remembered] of rotated(ENDS, name, [
      ['append', 'partner'],
      ['append', 'user'],
      ['list all events', 'partner'],
    ] as const)) {
      const it = await on.shared();
      const tokens = [it.partner.token, it.user.token];
      await ends(it, remembered === 'user' ? tokens : tokens.toReversed(), end, first);
    }
  });

  test.each(sampled(USER_ENDS, 3))("%s: for the partner's users", async (name, end) => {
    for (const first of rotated(USER_ENDS, name, ['append', 'read the asset'])) {
      const it = await on.shared();
      await ends(it, [it.user.token], end, first);
      // Sharing ended only for the partner's user.
      expect((await on.append(it.partner.token, it.pump, INSPECTION)).status).toBe(200);
    }
  });

  test('a claim is removed: for a user of the owner itself', async () => {
    for (const first of ['append', 'list assets']) {
      const it = await on.shared();
      await on.passOn(it.owner, 'attributes.kind=pump', { ...READ, ...WRITE });
      const user = await on.operator(it.owner);
      const end = (): Promise<unknown> =>
        on.patch(it.owner.token, `/iam/v1/${user.identity}`, { custom_claims: { group: 'operator' } });
      await ends(it, [user.token], end, first);
    }
  });

  test('an administrator of the partner is removed', async () => {
    const it = await on.shared();
    const second = await newMember(service, client, it.partner);
    const { root_principals } = await on.get(it.partner.token, '/v1/tenancies/root_principals');
    const both = [...root_principals, { issuer: root_principals[0].issuer, subject: second.client_id }];
    await on.patch(it.partner.token, '/v1/tenancies/root_principals', { root_principals: both });
    const end = (): Promise<unknown> =>
      on.patch(it.partner.token, '/v1/tenancies/root_principals', { root_principals });
    await ends(it, [second.token], end, 'append');
  });
});

test.each(['user', 'administrator'])(
  "deleting the application of a partner's %s gives 401 at once, also from a ledger in memory",
  async (who) => {
    const it = await on.shared();
    const gone = who === 'user' ? it.user : await newMember(service, client, it.partner);
    if (who === 'administrator') {
      const { root_principals } = await on.get(it.partner.token, '/v1/tenancies/root_principals');
      root_principals.push({ issuer: root_principals[0].issuer, subject: gone.client_id });
      await on.patch(it.partner.token, '/v1/tenancies/root_principals', { root_principals });
    }
    for (let i = 0; i < 2; i++) expect((await on.append(gone.token, it.pump, INSPECTION)).status).toBe(200);
    await on.remove(it.partner.token, `/iam/v1/${gone.identity}`);
    expect((await on.append(gone.token, it.pump, INSPECTION)).status).toBe(401);
    for (const path of [it.pump, `${it.pump}/events`, 'assets', 'assets/-/events', it.events.inspection])
      expect((await on.call(gone.token, 'GET', `/v2/${path}`)).status).toBe(401);
  },
);

test('revoking only the right to write gives 403 at once, also from a ledger in memory', async () => {
  const it = await on.shared();
  for (const { token } of [it.partner, it.user, it.partner])
    expect((await on.append(token, it.pump, INSPECTION)).status).toBe(200);
  await patchPolicy(it, { access_permissions: [{ subjects: [it.ofPartner], ...READ, behaviours: ['*'] }] });
  for (const { token } of [it.partner, it.user]) {
    const refused = await on.append(token, it.pump, INSPECTION);
    expect([refused.status, fieldsOf(refused)]).toEqual([403, ['event_attributes.arc_display_type']]);
    expect((await on.get(token, `/v2/${it.pump}`)).attributes).toEqual({ serial: 's-3' });
  }
});

test('appends with 200 that race with the end of sharing are in the ledger, and none that began after it', async () => {
  const it = await on.shared();
  await on.append(it.partner.token, it.pump, INSPECTION);
  const before = (await on.list(it.owner.token, `/v2/${it.pump}/events`)).total;
  const racing = Array.from({ length: 40 }, () => on.append(it.partner.token, it.pump, INSPECTION));
  await on.remove(it.owner.token, `/iam/v1/${it.policy}`);
  const late = await Promise.all(Array.from({ length: 10 }, () => on.append(it.partner.token, it.pump, INSPECTION)));
  expect(late.map(({ status }) => status)).toEqual(Array(10).fill(404));
  const statuses = (await Promise.all(racing)).map(({ status }) => status);
  expect(new Set([...statuses, 200, 404])).toEqual(new Set([200, 404]));
  const taken = statuses.filter((status) => status === 200).length;
  expect((await on.list(it.owner.token, `/v2/${it.pump}/events`)).total).toBe(before + taken);
});

test('reads that race with a change of administrators see all or nothing, later ones the new rights', async () => {
  const it = await on.shared();
  const second = await newMember(service, client, it.partner);
  const { root_principals } = await on.get(it.partner.token, '/v1/tenancies/root_principals');
  const both = [...root_principals, { issuer: root_principals[0].issuer, subject: second.client_id }];
  const reads = (n: number): Promise<string[]> =>
    Promise.all(
      Array.from({ length: n }, async () => {
        const { assets } = await on.get(second.token, '/v2/assets');
        return JSON.stringify(assets.map((asset: any) => asset.attributes));
      }),
    );
  const all = '[{"serial":"s-3"}]';
  for (let turn = 0; turn < sized({ quick: 2, long: 4, full: 4 }); turn++) {
    for (const [wanted, sees] of [
      [both, all],
      [root_principals, '[]'],
    ] as const) {
      const racing = reads(12);
      await on.patch(it.partner.token, '/v1/tenancies/root_principals', { root_principals: wanted });
      expect(await reads(4)).toEqual(Array(4).fill(sees));
      expect(['[]', all]).toEqual(expect.arrayContaining(await racing));
    }
  }
});

describe('sharing resumes when it is mutual again', () => {
  test('the partner imports the owner again', async () => {
    const it = await on.shared();
    await on.remove(it.partner.token, `/iam/v1/${it.ofOwner}`);
    expect(await on.sight(it.partner.token, it)).toEqual(NOTHING);
    expect(await on.get(it.owner.token, `/iam/v1/${it.ofPartner}`)).toMatchObject({
      confirmation_status: 'PENDING',
      tenant: '',
    });
    await importSubject(client, { of: it.owner, into: it.partner, name: 'Owner again' });
    expect(await on.sight(it.partner.token, it)).toMatchObject({ asset: { serial: 's-3' }, eventTotal: 1 });
    expect((await on.append(it.partner.token, it.pump, INSPECTION)).status).toBe(200);
  });

  test('either side restores the correct keys', async () => {
    const it = await on.shared();
    for (const [{ token }, subject] of [
      [it.owner, it.ofPartner],
      [it.partner, it.ofOwner],
    ] as const) {
      const { wallet_pub_key, tessera_pub_key } = await on.get(token, `/iam/v1/${subject}`);
      expect(await on.patch(token, `/iam/v1/${subject}`, STRANGE_KEYS)).toMatchObject({
        confirmation_status: 'PENDING',
      });
      expect(await on.sight(it.partner.token, it)).toEqual(NOTHING);
      expect(await on.patch(token, `/iam/v1/${subject}`, { wallet_pub_key, tessera_pub_key })).toMatchObject({
        confirmation_status: 'CONFIRMED',
      });
      expect(await on.sight(it.partner.token, it)).toMatchObject({ asset: { serial: 's-3' }, eventTotal: 1 });
    }
  });

  test('a newly imported subject is another one, and policies that name the old one stay without effect', async () => {
    const it = await on.shared();
    await on.remove(it.owner.token, `/iam/v1/${it.ofPartner}`);
    const again = await importSubject(client, { of: it.partner, into: it.owner, name: 'Partner again' });
    expect(again.confirmation_status).toBe('CONFIRMED');
    expect(await on.sight(it.partner.token, it)).toEqual(NOTHING);
    await patchPolicy(it, { access_permissions: [{ subjects: [again.identity], ...READ }] });
    expect(await on.sight(it.partner.token, it)).toMatchObject({ asset: { serial: 's-3' } });
  });

  test('two subjects for one partner share independently', async () => {
    const it = await on.shared();
    const second = (await importSubject(client, { of: it.partner, into: it.owner, name: 'Second' })).identity;
    await on.share(it.owner, second, { asset_attributes_read: ['kind'] });
    expect((await on.get(it.partner.token, `/v2/${it.pump}`)).attributes).toEqual({ kind: 'pump', serial: 's-3' });
    await on.remove(it.owner.token, `/iam/v1/${it.ofPartner}`);
    expect((await on.get(it.partner.token, `/v2/${it.pump}`)).attributes).toEqual({ kind: 'pump' });
    await on.remove(it.owner.token, `/iam/v1/${second}`);
    expect(await on.sight(it.partner.token, it)).toEqual(NOTHING);
  });
});
