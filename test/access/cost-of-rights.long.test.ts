import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '../../src/access/policy.ts';
import type { Caller } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { parseQuery, type SearchQuery } from '../../src/formats/records/search-terms.ts';
import { readFeed } from '../../src/transparency/feed/reading.ts';
import { parseTerm, type AttributeFilter } from '../../src/formats/records/filters.ts';
import { listAssets } from '../../src/ledger/lists/asset-lists.ts';
import type { AssetConditions } from '../../src/ledger/lists/asset-source.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import { readAssetAt } from '../../src/ledger/lists/history.ts';
import type { ListPage } from '../../src/ledger/lists/page.ts';
import { searchAssets } from '../../src/ledger/search/search.ts';
import { Database } from '../../src/platform/database/database.ts';
import { conditions, window } from '../ledger/support/crowd.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { acceptedUs, assetId, bulk, type Population } from '../support/bulk.ts';
import { lanes } from './support/ask.ts';
import { applicationRows, policyRow, subjectRow, tenantRow, type Row } from './support/write.ts';

/* Callers whose tenancies have nearly as many policies, clauses and permissions as they may have. */

const [POLICIES, CLAUSES, PERMISSIONS] = [90, 20, 10];
const [ASSETS, EVENTS] = [100, 2];
/** Attributes of some assets, and values of one attribute of another. */
const WIDE = 4000;
const WIDE_ASSETS = [1, ...Array.from({ length: 50 }, (_, i) => 20 + i)];
/** Rows that one statement may read. */
const MOST = 400_000;
const [tenant, partner] = [randomUUID(), randomUUID()];
const callerOf = (of: string): Caller => ({ tenant: of, issuer: 'appidp', subject: randomUUID() });
const [member, administratorOfPartner, memberOfPartner] = [callerOf(tenant), callerOf(partner), callerOf(partner)];
/** May see events of one type only. */
const visitor = callerOf(tenant);

const wide = JSON.stringify(Array.from({ length: WIDE }, (_, n) => n));

const population: Population = { tenant, public: false, assets: [0, ASSETS], events: EVENTS };

let d1: LocalD1;
let db: Database;
/** The most rows that a statement has read since it was last reset. */
let most = 0;

/** Grants everything that it grants to the member and to the partner. */
const permission = (i: number, subject: string): Permission => ({
  subjects: [subject],
  user_attributes: [{ or: ['jwt_role=member'] }],
  behaviours: [],
  asset_attributes_read: ['kind', `n${i}`],
  asset_attributes_write: [],
  event_arc_display_type_read: i === 0 ? ['*'] : [`type ${i}`],
  event_arc_display_type_write: [],
  include_attributes: [],
});

/** Every clause of every policy has to be looked up, and matches all assets but those of one kind. */
const filtersOf = (policy: number): { or: string[] }[] =>
  Array.from({ length: CLAUSES }, (_, i) => ({
    or: [i === 0 ? 'attributes.kind!=kind 7' : `attributes.list!=${policy}.${i}`],
  }));

beforeAll(async () => {
  d1 = await openD1();
  const inner = d1.d1();
  const batch = async (statements: D1PreparedStatement[]): Promise<D1Result[]> => {
    const results = (await inner.batch(statements)) as D1Result[];
    most = Math.max(most, ...results.map(({ meta }) => meta.rows_read));
    return results;
  };
  db = new Database({ prepare: inner.prepare, batch } as unknown as D1Database);
  const application = (caller: Caller, administrator: boolean) => {
    const { tenant: of, subject } = caller;
    return applicationRows({
      tenant: of,
      id: subject,
      administrator,
      claims: { role: caller === visitor ? 'visitor' : 'member' },
    });
  };
  const [theirs, ours] = [randomUUID(), randomUUID()];
  await d1.rows(
    tenantRow(tenant),
    tenantRow(partner),
    ...application(member, false),
    ...application(visitor, false),
    ...application(administratorOfPartner, true),
    ...application(memberOfPartner, false),
    subjectRow({ id: theirs, tenant, remote: partner, rightKey: true }),
    subjectRow({ id: ours, tenant: partner, remote: tenant, rightKey: true }),
    ...[tenant, partner].flatMap((of) =>
      Array.from({ length: POLICIES }, (_, n) =>
        policyRow({
          id: randomUUID(),
          tenant: of,
          filters: filtersOf(n),
          permissions: Array.from({ length: PERMISSIONS }, (__, i) => permission(i, `subjects/${theirs}`)),
        }),
      ),
    ),
    ...bulk(population),
    ...WIDE_ASSETS.map(assetId).flatMap((id): Row[] => [
      [
        `INSERT INTO asset_attributes (asset, name, seq, path, key, present)
          SELECT asset.number, 'a' || value, 1, '', 'v', 1 FROM assets asset CROSS JOIN json_each(?)
          WHERE asset.id = ?`,
        wide,
        id,
      ],
      [
        `UPDATE assets SET attributes = json_patch(attributes, (SELECT json_group_object('a' || value, 'v')
        FROM json_each(?))) WHERE id = ?`,
        wide,
        id,
      ],
    ]),
    ['DROP TRIGGER events_immutable'],
    [
      `UPDATE events SET asset_attributes = (SELECT json_group_object('a' || value, 'v') FROM json_each(?))
        WHERE seq = 1 AND asset = (SELECT number FROM assets WHERE id = ?)`,
      wide,
      assetId(1),
    ],
    policyRow({
      id: randomUUID(),
      tenant,
      filters: [{ or: ['attributes.kind!=x'] }],
      permissions: [{ ...permission(1, ''), subjects: [], user_attributes: [{ or: ['jwt_role=visitor'] }] }],
    }),
    [
      `INSERT INTO asset_attributes (asset, name, seq, path, key, present)
        SELECT asset.number, 'list', 1, '', 'v' || value, 1 FROM assets asset CROSS JOIN json_each(?)
        WHERE asset.id = ?`,
      wide,
      assetId(2),
    ],
    [
      `INSERT INTO logs (number, id, scope, origin, created_us, size, root, cursor, epoch, appended_us, key,
      checkpoint, receipt)
        SELECT 1, 'log', ?, '', 0, count(*), x'', 0, '', 0, 0, x'', x'' FROM events`,
      tenant,
    ],
    [
      `INSERT INTO log_leaves (log, "index", event, hash, appended_us) SELECT 1, number - 1, number, x'', 0
      FROM events`,
    ],
  );
});
afterAll(() => d1.close());

const scopeOf = (caller: Caller): TenantScope => new TenantScope(db, caller, 'member', 'test');
const assets = (scope: TenantScope, order: AssetConditions['order'], size: number, more = {}) =>
  listAssets(scope, { filters: [], where: [], order }, window(size, { lanes, ...more }));
const kind = [[parseTerm(['asset.attributes'], 'asset.attributes.kind!=x') as AttributeFilter]];
const FEED = { log: '', index: 0 };

const READS: [string, (scope: TenantScope) => Promise<unknown>][] = [
  ...(['DEFAULT', 'SIMPLEHASH', 'DISPLAY_NAME', 'AT_TIME'] as const).map(
    (order): [string, (scope: TenantScope) => Promise<unknown>] => [
      `assets, ${order}`,
      (scope) => assets(scope, order, 500),
    ],
  ),
  ['the count of assets', (scope) => assets(scope, 'DEFAULT', 3, { countTo: undefined })],
  ...(['DEFAULT', 'SIMPLEHASH', 'DECLARED'] as const).map(
    (order): [string, (scope: TenantScope) => Promise<unknown>] => [
      `events, ${order}`,
      (scope) => listEvents(scope, undefined, conditions({ order }), window(500, { lanes })),
    ],
  ),
  [
    'events by an attribute of their assets',
    (scope) => listEvents(scope, undefined, conditions({ filters: kind }), window(500, { lanes })),
  ],
  ['events of one asset', (scope) => listEvents(scope, assetId(1), conditions(), window(500, { lanes }))],
  ['the feed', (scope) => readFeed(scope, { from: FEED, conditions: conditions(), events: 1 }, 'test')],
  ['an asset as it was', (scope) => readAssetAt(scope, assetId(1), acceptedUs(population, 1, 2))],
  [
    'a search',
    (scope) => searchAssets(scope, parseQuery('asset') as SearchQuery, undefined, { size: 500, after: undefined }),
  ],
];

describe.each([
  ['a member', member],
  ['an administrator of a partner', administratorOfPartner],
  ['a member of a partner', memberOfPartner],
  ['a visitor', visitor],
])('with the most policies, %s', (_, caller) => {
  test.each(READS)('reads %s in statements of bounded cost', async (__, read) => {
    most = 0;
    await read(scopeOf(caller));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(MOST);
  });
});

/** Reads all pages. Each of them but the last has a token, also where it is short. */
async function all<T>(page: (after: ListPage<T>['next']) => Promise<ListPage<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let after: ListPage<T>['next'], last = false; !last; last = after === undefined) {
    const { rows: some, next, total, truncated } = await page(after);
    rows.push(...some);
    if (!truncated && after === undefined) expect(total).toBeGreaterThanOrEqual(some.length);
    after = next;
  }
  return rows;
}

const shown = Array.from({ length: ASSETS }, (_, n) => n).filter((n) => n % 100 !== 7);
/** Events are written to the assets in turn. */
const shownEvents = Array.from({ length: EVENTS }).flatMap(() => shown.map(assetId));

test.each([
  ['a member', member],
  ['an administrator of a partner', administratorOfPartner],
])('%s with the most policies lists every asset and event that they match, and no other', async (_, caller) => {
  const listed = await all((after) => assets(scopeOf(caller), 'DEFAULT', 500, { after, countTo: 1 }));
  expect(listed.map(({ id }) => id)).toEqual(shown.map(assetId).toReversed());
  expect(new Set(listed.map(({ attributes }) => Object.keys(attributes).join(' ')))).toEqual(new Set(['kind']));
  const events = await all((after) =>
    listEvents(scopeOf(caller), undefined, conditions(), window(500, { after, countTo: 1, lanes })),
  );
  expect(events.map(({ asset }) => asset)).toEqual(shownEvents.toReversed());
});

test('a member with the most policies reads a total that is exact', async () => {
  const { total, truncated } = await assets(scopeOf(member), 'DEFAULT', 3, { countTo: undefined });
  expect({ total, truncated }).toEqual({ total: shown.length, truncated: false });
});

test('a feed ends before entries that it has not looked at, and its pages have every event', async () => {
  const seen: string[] = [];
  let from = FEED;
  for (let size = Infinity; from.index < size;) {
    const page = await readFeed(scopeOf(member), { from, conditions: conditions(), events: 500 }, 'test');
    expect(page.next.index).toBeGreaterThan(from.index);
    seen.push(...page.items.map(({ json }) => (json.parse() as { asset_identity: string }).asset_identity));
    ({ next: from, size } = page);
  }
  // The log has the events of one asset after those of another.
  expect(seen).toEqual(shown.flatMap((n) => Array.from({ length: EVENTS }, () => `assets/${assetId(n)}`)));
});
