import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope, TenantScope } from '../../access/scope.ts';
import type { Grants } from '../../access/visibility.ts';
import { shareOf, Walk, type CursorRange } from '../../access/walk.ts';
import { tenantNumber } from '../../store/numbers.ts';
import type { AssetRecord } from '../asset.ts';
import { readPage, type ListPage, type Window } from './page.ts';
import { all, anyOf, keyOf, parted, termsOf, type Conditions, type RareStatus } from './conditions.ts';
import { seenAsset, type AssetRow, type Redacted } from '../rows.ts';
import type { Keys, Part, Span } from './parts.ts';
import {
  countStatement,
  firstStop,
  fittingPage,
  inRange,
  orderBy,
  pageStatement,
  recordsOf,
  spentAt,
  stopRow,
} from './statements.ts';

/** Conditions on a list of assets; `tracked` and `status` have indexes of their own. */
export type AssetConditions = Conditions & { tracked?: boolean | undefined; status?: RareStatus | undefined };

type AssetRows = AssetRow & Redacted;

/** Reads a page of the assets that the audience may see: newest first, or by identity. */
export async function listAssets(
  scope: Scope,
  conditions: AssetConditions,
  window: Window,
): Promise<ListPage<AssetRecord>> {
  const parts = partsOf(scope, conditions);
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const page = await readPage<AssetRows>(
    scope,
    {
      parts,
      ...(byIdentity ? { counters: partsOf(scope, { ...conditions, order: 'DEFAULT' }) } : {}),
      countAll: conditions.status !== undefined,
      cost: 1 + conditions.where.length + termsOf(conditions.filters) - (indexedOf(conditions) ? 1 : 0),
      descending: !byIdentity,
      cursor: (row) => (byIdentity ? [row.id] : [row.createdUs, row.number]),
    },
    window,
  );
  return { ...page, rows: page.rows.map(seenAsset) };
}

/** Reads a page of the assets that one policy of the tenancy matches, redacted for the tenancy. */
export async function listMatching(scope: TenantScope, policy: string, window: Window): Promise<ListPage<AssetRecord>> {
  const page = await readPage<AssetRows>(
    scope,
    {
      parts: [walkedAssets(scope, [], (grants) => Walk.ofPolicy(grants, policy))],
      countAll: false,
      cost: 2,
      descending: true,
      cursor: (row) => [row.createdUs, row.number],
    },
    window,
  );
  return { ...page, rows: page.rows.map(seenAsset) };
}

function partsOf(scope: Scope, conditions: AssetConditions): Part<AssetRows>[] {
  const { filters, order, status, none } = conditions;
  if (none) return [];
  if (scope.tenant === undefined) return [ownAssets(scope, conditions)];
  const byValue = filters.length === 1 && conditions.where.length === 0 && indexedOf(conditions) !== undefined;
  const own = byValue ? ownAssetsByValue(scope, conditions) : ownAssets(scope, conditions);
  if (status) return [own, assetsOfMany(scope, conditions, (grants) => Walk.of(grants).tenancies())];
  if (filters.length === 0 && order === 'DEFAULT') return [own, walkedAssets(scope, fixed(conditions, false))];
  return [own, assetsOfFew(scope, conditions), assetsOfMany(scope, conditions, parted)];
}

const NEWEST_FIRST: Keys = { columns: [sql`asset.created_us`, sql`asset.number`], descending: true };
const BY_IDENTITY: Keys = { columns: [sql`asset.id`], descending: false };
const keysOf = ({ order }: Conditions): Keys => (order === 'SIMPLEHASH' ? BY_IDENTITY : NEWEST_FIRST);

/**
 * The conditions that are not attribute filters. `indexed`: without the one that an index meets. `joined`: each asset is
 * looked up by its identity. `+` keeps SQLite from searching an index with `tracked`; where assets are joined, it would
 * make SQLite search all assets of the tenancy for each of them.
 */
const fixed = ({ where, tracked, status }: AssetConditions, indexed: boolean, joined = false): SQL[] => [
  ...where,
  ...(tracked === undefined || indexed ? [] : [sql`${sql.raw(joined ? '' : '+')}asset.tracked = ${tracked ? 1 : 0}`]),
  ...(status ? [sql`asset.confirmation = ${status}`] : []),
];

/** The audience's own assets: all of a tenancy for its administrators, the public ones for anonymous callers. */
function ownAssets(scope: Scope, conditions: AssetConditions): Part<AssetRows> {
  const { keys, from, residual } = assetSearch(conditions, tenantNumber(scope.tenant ?? ''), true);
  const where = (seen: Seen, extra: SQL[]): SQL =>
    sql`${from(seen.join('asset'))} AND ${all([seen.sees('asset'), ...extra])}`;
  return {
    ...(residual.length === 0 && scope.tenant !== undefined
      ? {}
      : {
          stop: (span) =>
            scope.query('own', (seen) => stopRow(spentAt('asset', keys, where(seen, inRange(keys, span)), span.scan))),
        }),
    rows: (span, limit) =>
      scope.query('own', (seen) =>
        pageStatement(
          'asset',
          seen,
          where(seen, [...inRange(keys, span), ...residual.map((one) => one(seen))]),
          orderBy(keys),
          limit,
        ),
      ),
    count: (span, limit) =>
      scope.query('own', (seen) =>
        countStatement(where(seen, [...inRange(keys, span), ...residual.map((one) => one(seen))]), limit),
      ),
  };
}

/**
 * The assets of a tenancy with a value of one attribute, for its administrators; `tracked`: of these, the ones that are
 * tracked or not. Indexes meet both conditions, so only the assets of the page are read: each may be on another page of the
 * database.
 */
function ownAssetsByValue(scope: Scope, conditions: AssetConditions): Part<AssetRows> {
  const { keys, values } = assetSearch(conditions, tenantNumber(scope.tenant!), true);
  const { tracked } = conditions;
  const having = (columns: SQL, seen: Seen, span: Span): SQL =>
    sql`SELECT ${columns} FROM ${values!} AND ${all([seen.seesRecordOf('attribute'), ...inRange(keys, span)])} ORDER BY ${orderBy(keys)}`;
  const found = (seen: Seen, span: Span, limit: number): SQL => {
    if (tracked === undefined) return sql`(${having(sql`attribute.asset AS number`, seen, span)} LIMIT ${limit})`;
    const range = having(sql`attribute.tenant, attribute.created_us, attribute.asset`, seen, span);
    return sql`(SELECT entry.number FROM (${range} LIMIT ${span.scan}) valued CROSS JOIN assets entry INDEXED BY assets_tracked
      ON entry.tenant = valued.tenant AND entry.tracked = ${sql.raw(tracked ? '1' : '0')} AND entry.created_us = valued.created_us AND entry.number = valued.asset LIMIT ${limit})`;
  };
  const end = (seen: Seen, span: Span): SQL =>
    sql`${having(sql`attribute.created_us AS k0, attribute.asset AS k1, NULL AS k2`, seen, span)} LIMIT 1 OFFSET ${span.scan - 1}`;
  return {
    ...(tracked === undefined
      ? {}
      : { stop: (span) => scope.query('own', (seen) => stopRow(end(seen, span))), early: 'bounded' as const }),
    rows: (span, limit) =>
      scope.query('own', (seen) => {
        const source = sql`${found(seen, span, limit)} found CROSS JOIN assets asset ON asset.number = found.number WHERE ${seen.sees('asset')}`;
        return pageStatement('asset', seen, source, undefined, limit);
      }),
    count: (span, limit) => scope.query('own', (seen) => countStatement(found(seen, span, limit), limit)),
  };
}

/** The filter whose index gives the assets in the order of the list: the first equality. */
const indexedOf = ({ filters, order, status }: AssetConditions) =>
  order === 'SIMPLEHASH' || status ? undefined : filters.find((or) => or.length === 1 && or[0]!.op === 'equal');

/**
 * How to search the assets of a tenancy (its number, SQL) for a list: `from` is FROM and WHERE with the index that gives them in the
 * order of the list, `values` the same without the assets, for a filter that has an index, `residual` the conditions that
 * the index does not meet. `readable`: the audience may read every attribute, so that this filter needs no further check.
 */
function assetSearch(conditions: AssetConditions, tenant: SQL, readable: boolean) {
  const { filters, tracked, status } = conditions;
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const attribute = indexedOf(conditions);
  const driver = attribute?.[0];
  const byTracked = !byIdentity && !status && !driver && tracked !== undefined;
  const residual = [
    ...fixed(conditions, byTracked, driver !== undefined).map((one) => () => one),
    ...filters.filter((or) => !readable || or !== attribute).map((or) => (seen: Seen) => anyOf(or, 'asset', seen)),
  ];
  const index = byIdentity ? 'assets_by_identity' : byTracked ? 'assets_tracked' : 'assets_by_creation';
  const has =
    driver &&
    sql`attribute.tenant = ${tenant} AND attribute.path = ${driver.path} AND attribute.key = ${keyOf(driver)}`;
  const values = has && sql`asset_values attribute WHERE ${has}`;
  const from = (join: SQL): SQL => {
    if (has)
      return sql`asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset${join} WHERE ${has}`;
    if (status && !byIdentity)
      return sql`assets asset INDEXED BY assets_unconfirmed${join} WHERE asset.tenant = ${tenant} AND asset.confirmation <> 'CONFIRMED'`;
    return sql`assets asset INDEXED BY ${sql.raw(index)}${join}
      WHERE asset.tenant = ${tenant}${byTracked ? sql` AND asset.tracked = ${tracked ? 1 : 0}` : sql``}`;
  };
  const keys: Keys = driver
    ? { columns: [sql`attribute.created_us`, sql`attribute.asset`], descending: true }
    : keysOf(conditions);
  return { keys, from, values, residual };
}

/** The assets that policies grant, without filters, newest first. */
function walkedAssets(
  scope: Scope,
  where: SQL[],
  walk: (grants: Grants) => Walk = (grants) => Walk.of(grants),
): Part<AssetRows> {
  return {
    stop: (span) => scope.query('granted', (seen) => stopRow(seen.walk(walk).stop(span, span.scan))),
    early: 'bounded',
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        const walked = seen.walk(walk);
        const found = sql`(${walked.page(rangeOf(span), limit, where)}) found CROSS JOIN assets asset ON asset.number = found.number`;
        const page = fittingPage('asset', found, sql`found.created_us DESC, found.number DESC`, -1, sql`, found.value`);
        return recordsOf('asset', seen, page, walked.tells ? 'user_layer' : undefined);
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => countStatement(sql`(${seen.walk(walk).all(rangeOf(span), where)})`, limit)),
  };
}

const rangeOf = ({ after, stop, scan, early }: Span): CursorRange => (early ? { after, scan } : { after, stop });

/** The assets granted by tenancies whose policies lead to few: each of these is checked against the filters. */
function assetsOfFew(scope: Scope, conditions: AssetConditions): Part<AssetRows> {
  const keys = keysOf(conditions);
  const from = (seen: Seen, extra: SQL[]): SQL => {
    seen.walk(parted);
    const filtered = conditions.filters.map((or) => anyOf(or, 'asset', seen));
    return sql`few CROSS JOIN assets asset ON asset.number = few.number${seen.join('asset')}
      WHERE ${all([...extra, ...fixed(conditions, false), ...filtered, seen.sees('asset')])}`;
  };
  return {
    rows: (span, limit) =>
      scope.query('granted', (seen) =>
        pageStatement('asset', seen, from(seen, inRange(keys, span)), orderBy(keys, '+'), limit),
      ),
    count: (span, limit) => scope.query('granted', (seen) => countStatement(from(seen, inRange(keys, span)), limit)),
  };
}

/** The assets granted by tenancies whose policies lead to many: the tenancy's records are searched, and each match is checked for rights. */
function assetsOfMany(scope: Scope, conditions: AssetConditions, walk: (grants: Grants) => Walk): Part<AssetRows> {
  const { keys, from, residual } = assetSearch(conditions, sql`many.tenant`, false);
  const found = (seen: Seen, extra: SQL[]): SQL =>
    sql`${from(seen.join('asset'))} AND ${all([...extra, ...residual.map((one) => one(seen)), seen.sees('asset')])}`;
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const share = shareOf(span.scan, sql`many`);
        const each = sql`${from(sql``)}${sql.join(inRange(keys, span).map((one) => sql` AND ${one}`))}`;
        return sql`${stopRow(firstStop(keys, sql`many`, each, share))} WHERE EXISTS (SELECT 1 FROM many)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const first = sql`(SELECT json_group_array(number) FROM (SELECT asset.number FROM ${found(seen, inRange(keys, span))} ORDER BY ${orderBy(keys)} LIMIT ${limit}))`;
        const from = sql`many CROSS JOIN json_each(${first}) found CROSS JOIN assets asset ON asset.number = found.value`;
        return pageStatement('asset', seen, from, orderBy(keysOf(conditions), '+'), limit);
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        return countStatement(sql`many CROSS JOIN ${found(seen, inRange(keys, span))}`, limit);
      }),
  };
}
