import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { filterByFile, parseTerm, type AttributeFilter } from '../../src/formats/records/filters.ts';
import { listAssets } from '../../src/ledger/lists/asset-lists.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import type { ListPage } from '../../src/ledger/lists/page.ts';
import { Database } from '../../src/platform/database/database.ts';
import { conditions, window } from '../ledger/support/crowd.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE } from '../support/size.ts';
import { assetId, bulk, type Population } from '../support/bulk.ts';
import { lanes } from './support/ask.ts';
import { applicationRows, policyRow, subjectRow, tenantRow, type Row } from './support/write.ts';

/*
 * A list stops where it has looked at many records. What a caller gets must not depend on how many records that it may
 * not read have the value of a filter: neither the page nor whether there is a token, nor the total.
 */

const tenant = randomUUID();
const callerOf = (of: string): Caller => ({ tenant: of, issuer: 'appidp', subject: randomUUID() });
/** An administrator of a partner that may see many assets, one of a partner that may see few, and a member. */
const [ofMany, ofFew, member] = [callerOf(randomUUID()), callerOf(randomUUID()), callerOf(tenant)];
/** The assets that callers may see, 30 of them with the attribute `secret`; and assets that none of them may see. */
const SEEN: Population = { tenant, public: false, assets: [0, 700], events: 2 };
const UNSEEN: Population = { tenant, public: false, assets: [1000, 4000], events: 2, at: 1_000_000 };
const READABLE = 30;
const SHA256 = 'ab'.repeat(32);

let d1: LocalD1;
const scopeOf = (caller: Caller): TenantScope => new TenantScope(new Database(d1.d1()), caller, 'member', 'test');

/** Sets an attribute of assets (a condition on `asset`). */
const setting = (name: string, value: string, where: string): Row[] => [
  [
    `INSERT INTO asset_attributes (asset, name, seq, path, key, present)
      SELECT number, ?1, 1, '', ?2, 1 FROM assets asset WHERE ${where}`,
    name,
    value,
  ],
  [
    `INSERT INTO asset_values (tenant, path, key, created_us, asset)
      SELECT tenant, ?1, ?2, created_us, number FROM assets asset WHERE ${where}`,
    name,
    value,
  ],
  [`UPDATE assets AS asset SET attributes = json_set(attributes, '$.' || ?1, ?2) WHERE ${where}`, name, value],
];
const isIn = (from: number, to: number): string => `id >= '${assetId(from)}' AND id < '${assetId(to)}'`;

/** Attaches the file to the events `seq` 2 of assets, by an attribute of the event. */
const attaching = (where: string): Row[] => [
  [
    `UPDATE events SET event_attributes = json_object('arc_attachments', json_array(json_object('arc_hash_value', ?1)))
      WHERE seq = 2 AND asset IN (SELECT number FROM assets WHERE ${where})`,
    SHA256,
  ],
  [
    `INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
      SELECT tenant, 2, '', ?1, accepted_us, number FROM events
      WHERE seq = 2 AND asset IN (SELECT number FROM assets WHERE ${where})`,
    SHA256,
  ],
];

const permission = (attributes: string[], more: { subjects?: string[]; jwt?: string }) => ({
  subjects: more.subjects ?? [],
  user_attributes: more.jwt ? [{ or: [`jwt_may=${more.jwt}`] }] : [],
  behaviours: [],
  asset_attributes_read: attributes,
  asset_attributes_write: [],
  event_arc_display_type_read: ['*'],
  event_arc_display_type_write: [],
  include_attributes: [],
});
const policy = (group: string, permissions: ReturnType<typeof permission>[]): Row =>
  policyRow({ id: randomUUID(), tenant, filters: [{ or: [`attributes.group=${group}`] }], permissions });

beforeAll(async () => {
  d1 = await openD1(ENGINE);
  const subjectOf = { [ofMany.tenant]: randomUUID(), [ofFew.tenant]: randomUUID() };
  await d1.rows(
    tenantRow(tenant),
    ...applicationRows({ tenant, id: member.subject, administrator: false, claims: { may: 'see' } }),
    ...[ofMany, ofFew].flatMap((partner): Row[] => [
      tenantRow(partner.tenant),
      ...applicationRows({ tenant: partner.tenant, id: partner.subject, administrator: true, claims: {} }),
      subjectRow({ id: subjectOf[partner.tenant]!, tenant, remote: partner.tenant, rightKey: true }),
      subjectRow({ id: randomUUID(), tenant: partner.tenant, remote: tenant, rightKey: true }),
    ]),
    ['DROP TRIGGER events_immutable'],
    ...bulk(SEEN),
    ...bulk(UNSEEN),
    ...setting('group', 'closed', isIn(0, 700 - READABLE)),
    ...setting('group', 'open', isIn(700 - READABLE, 700)),
    ...setting('secret', 'x', isIn(700 - READABLE, 700)),
    ...attaching(isIn(690, 700)),
    policy('closed', [
      permission(['kind'], { subjects: [`subjects/${subjectOf[ofMany.tenant]!}`] }),
      permission(['kind'], { jwt: 'see' }),
    ]),
    policy('open', [
      permission(['kind', 'secret'], { subjects: Object.values(subjectOf).map((id) => `subjects/${id}`) }),
      permission(['kind', 'secret'], { jwt: 'see' }),
    ]),
  );
});
afterAll(() => d1.close());

const shown = <Row extends { id: string }>({ rows, next, ...total }: ListPage<Row>) => ({
  ids: rows.map(({ id }) => id),
  next,
  ...total,
});

/** Small pages and large ones, in scans of few rows, with totals counted by default and when asked for. */
const WINDOWS = [5, 100].flatMap((size) =>
  [501, undefined].map((countTo) => window(size, { countTo, scan: 400, lanes })),
);
const ASKED = [
  ...WINDOWS.map((at) => ({ at, order: 'DEFAULT' as const, tracked: true })),
  ...(['DEFAULT', 'SIMPLEHASH', 'DISPLAY_NAME'] as const).map((order) => ({
    at: WINDOWS[0]!,
    order,
    tracked: undefined,
  })),
];
const withSecret = [[parseTerm(['attributes'], 'attributes.secret=x') as AttributeFilter]];
const assetsOf = (caller: Caller): Promise<unknown[]> =>
  Promise.all(
    ASKED.map(async ({ at, order, tracked }) =>
      shown(await listAssets(scopeOf(caller), { filters: withSecret, where: [], order, tracked }, at)),
    ),
  );
const withFile = conditions({ filters: [[filterByFile(SHA256)]] });
const eventsOf = (caller: Caller): Promise<unknown[]> =>
  Promise.all(WINDOWS.map(async (at) => shown(await listEvents(scopeOf(caller), undefined, withFile, at))));

test('hidden records with a value change neither the pages nor the totals of a list by this value', async () => {
  const lists = async (): Promise<Record<string, unknown[]>> => ({
    'assets of a partner that may see many': await assetsOf(ofMany),
    'assets of a partner that may see few': await assetsOf(ofFew),
    'assets of a member': await assetsOf(member),
    'events of a partner that may see few': await eventsOf(ofFew),
  });
  const before = await lists();
  expect(before['assets of a member']![2]).toMatchObject({ total: READABLE, truncated: false, next: undefined });
  expect(before['events of a partner that may see few']![2]).toMatchObject({ total: 10, truncated: false });
  await d1.rows(
    // Of assets that partners may see, but not this attribute, and of assets that they may not see.
    ...setting('secret', 'x', isIn(0, 700 - READABLE)),
    ...setting('secret', 'x', isIn(1000, 4000)),
    ...attaching(isIn(1000, 4000)),
  );
  expect(await lists()).toEqual(before);
});
