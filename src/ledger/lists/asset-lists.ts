import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope, TenantScope } from '../../access/scope.ts';
import type { Grants } from '../../access/visibility.ts';
import { trackedByIndex } from '../../access/asset-kinds.ts';
import { Walk, type CursorRange, type AssetSelection } from '../../access/walk.ts';
import { tenantId, tenantNumber } from '../../platform/database/numbers.ts';
import type { AssetRecord } from '../records/asset.ts';
import { readPage, type ListPage, type Window } from './page.ts';
import { cursorOf, lastCommit, orderedParts, type KeyedAssetRow } from './asset-orders.ts';
import { assetSource, fixed, indexedOf, keysOf, type AssetConditions } from './asset-source.ts';
import { all, anyOf, logScope, parted, termsOf } from './conditions.ts';
import { stopUnlessFew } from './event-source.ts';
import { seenAsset } from '../records/rows.ts';
import type { Part, Span } from './parts.ts';
import {
  countStatement,
  countWithStop,
  firstStop,
  fittingPage,
  inRange,
  orderBy,
  pageStatement,
  recordsOf,
  spentAt,
  stopRow,
  type AssetListRow,
} from './statements.ts';
import { partsByStatus, SORTED_GRANTED, SORTED_UNLOGGED } from './unlogged.ts';

/** Reads a page of the assets that the audience may see: newest first, by time, by name, or by identity. */
export async function listAssets(
  scope: Scope,
  conditions: AssetConditions,
  window: Window,
): Promise<ListPage<AssetRecord>> {
  const { order } = conditions;
  const byTime = order === 'AT_TIME';
  const byIdentity = order === 'SIMPLEHASH';
  const isOrdered = byTime || order === 'DISPLAY_NAME';
  // A cursor of a list by time has the last commit that counts as its third element.
  const upTo = byTime ? Number(window.after?.[2] ?? (await lastCommit(scope))) : 0;
  const byStatus = (of: AssetConditions): AssetConditions[] => partsByStatus(of, 'asset', logScope(scope, 'asset'));
  const partsOf = (of: AssetConditions): Part<AssetListRow>[] =>
    byStatus(of).flatMap((part): Part<AssetListRow>[] =>
      isOrdered ? orderedParts(scope, part, upTo) : assetParts(scope, part),
    );
  const counters = (): Part<AssetListRow>[] =>
    byStatus({ ...conditions, order: 'DEFAULT' }).flatMap((part) => assetParts(scope, { ...part, byCommit: true }));
  const isPending = conditions.status === 'PENDING';
  const page = await readPage<AssetListRow>(
    scope,
    {
      parts: partsOf(conditions),
      ...(order !== 'DEFAULT' || isPending ? { counters: counters() } : {}),
      countAll: conditions.status !== undefined,
      cost:
        1 +
        conditions.where.length +
        termsOf(conditions.filters) -
        Number(!isOrdered && indexedOf(conditions) !== undefined) +
        Number(isPending),
      descending: !byIdentity && order !== 'DISPLAY_NAME',
      cursor: (row) => {
        if (isOrdered) return cursorOf(row as KeyedAssetRow);
        return byIdentity ? [row.id] : [row.createdUs, row.number];
      },
    },
    byTime ? { ...window, after: window.after?.slice(0, 2) } : window,
  );
  return {
    ...page,
    rows: page.rows.map(seenAsset),
    ...(byTime && page.next ? { next: [...page.next, upTo] } : {}),
  };
}

/** Reads a page of the assets that one policy of the tenancy matches, redacted for the tenancy. */
export async function listMatching(scope: TenantScope, policy: string, window: Window): Promise<ListPage<AssetRecord>> {
  const page = await readPage<AssetListRow>(
    scope,
    {
      parts: [walkedAssets(scope, { where: [] }, (grants) => Walk.ofPolicy(grants, policy))],
      countAll: false,
      cost: 2,
      descending: true,
      cursor: (row) => [row.createdUs, row.number],
    },
    window,
  );
  return { ...page, rows: page.rows.map(seenAsset) };
}

function assetParts(scope: Scope, conditions: AssetConditions): Part<AssetListRow>[] {
  const { filters, order, status, unlogged, none } = conditions;
  if (none) return [];
  if (scope.tenant === undefined) return [ownAssets(scope, conditions)];
  const byValue = filters.length === 1 && conditions.where.length === 0 && indexedOf(conditions) !== undefined;
  const own = byValue ? ownAssetsByValue(scope, conditions) : ownAssets(scope, conditions);
  if (status || unlogged) return [own, assetsOfMany(scope, conditions, (grants) => Walk.of(grants).tenancies())];
  if (filters.length === 0 && order === 'DEFAULT') return [own, walkedAssets(scope, conditions)];
  return [own, assetsOfFew(scope, conditions), assetsOfMany(scope, conditions, parted)];
}

/** The audience's own assets: all of a tenancy for its administrators, the public ones for anonymous callers. */
function ownAssets(scope: Scope, conditions: AssetConditions): Part<AssetListRow> {
  const tenant = { number: tenantNumber(scope.tenant ?? ''), id: sql`${scope.tenant ?? ''}` };
  const { keys, from, residual, few } = assetSource(conditions, tenant, true);
  const where = (seen: Seen, extra: SQL[], source = from): SQL =>
    sql`${source(seen.join('asset'))} AND ${all([seen.sees('asset'), ...extra])}`;
  const found = (seen: Seen, span: Span): SQL => {
    const source = span.sorted && few ? few : { from, residual };
    return where(seen, [...inRange(keys, span), ...source.residual.map((one) => one(seen))], source.from);
  };
  return {
    ...(residual.length === 0 && scope.tenant !== undefined
      ? {}
      : {
          stop: (span) =>
            scope.query('own', (seen) => {
              const end = spentAt('asset', keys, where(seen, inRange(keys, span)), { ...span, seen });
              return stopUnlessFew(end, few && { size: few.size, most: SORTED_UNLOGGED }, { ...span, seen });
            }),
        }),
    rows: (span, limit) =>
      scope.query('own', (seen) =>
        pageStatement('asset', seen, found(seen, span), orderBy(keys, span.sorted ? '+' : ''), limit),
      ),
    count: (span, limit) => scope.query('own', (seen) => countStatement(found(seen, span), limit)),
  };
}

/**
 * The assets of a tenancy with a value of one attribute, for its administrators; `tracked`: of these, the ones that are
 * tracked or not. Indexes meet both conditions, so only the assets of the page are read: each may be on another page of
 * the database.
 */
function ownAssetsByValue(scope: Scope, conditions: AssetConditions): Part<AssetListRow> {
  const tenant = { number: tenantNumber(scope.tenant!), id: sql`${scope.tenant!}` };
  const { keys, values } = assetSource(conditions, tenant, true);
  const { tracked } = conditions;
  const having = (columns: SQL, seen: Seen, span: Span): SQL =>
    sql`SELECT ${columns} FROM ${values!} AND ${all([seen.seesRecordOf('attribute'), ...inRange(keys, span)])}
      ORDER BY ${orderBy(keys)}`;
  const found = (seen: Seen, span: Span, limit: number): SQL => {
    if (tracked === undefined) return sql`(${having(sql`attribute.asset AS number`, seen, span)} LIMIT ${limit})`;
    const range = having(sql`attribute.tenant, attribute.created_us, attribute.asset AS number`, seen, span);
    return sql`(SELECT valued.number FROM (${range} LIMIT ${span.scan}) valued
      WHERE ${all(trackedByIndex('valued', tracked))} LIMIT ${limit})`;
  };
  const end = (seen: Seen, span: Span): SQL =>
    sql`${having(sql`attribute.created_us AS k0, attribute.asset AS k1, NULL AS k2, NULL AS looked`, seen, span)}
      LIMIT 1 OFFSET ${span.scan - 1}`;
  return {
    ...(tracked === undefined
      ? {}
      : { stop: (span) => scope.query('own', (seen) => stopRow(end(seen, span))), early: 'bounded' as const }),
    rows: (span, limit) =>
      scope.query('own', (seen) => {
        const source = sql`${found(seen, span, limit)} found CROSS JOIN assets asset ON asset.number = found.number
          WHERE ${seen.sees('asset')}`;
        return pageStatement('asset', seen, source, undefined, limit);
      }),
    count: (span, limit) =>
      scope.query('own', (seen) => {
        const source = found(seen, span, limit);
        return tracked === undefined ? countStatement(source, limit) : countWithStop(source, limit, end(seen, span));
      }),
  };
}

/** The assets that policies grant, without filters, newest first. */
function walkedAssets(
  scope: Scope,
  selection: AssetSelection,
  walk: (grants: Grants) => Walk = (grants) => Walk.of(grants),
): Part<AssetListRow> {
  const within = (seen: Seen, range: CursorRange): Walk => seen.walk((grants) => walk(grants).within(range));
  return {
    stop: ({ after, scan, first }) =>
      scope.query('granted', (seen) => stopRow(within(seen, { after, scan, first }).end)),
    early: 'bounded',
    rows: ({ after, stop, scan, first, early }, limit) =>
      scope.query('granted', (seen) => {
        const walked = within(seen, early ? { after, scan, first } : { after, stop });
        const found = sql`(${walked.page(limit, selection)}) found
          CROSS JOIN assets asset ON asset.number = found.number`;
        const page = fittingPage(
          'asset',
          seen,
          found,
          sql`found.created_us DESC, found.number DESC`,
          -1,
          sql`, found.key, found.value`,
        );
        return recordsOf('asset', seen, page, walked.tells ? 'user_layer' : undefined);
      }),
    count: ({ after, scan, first }, limit) =>
      scope.query('granted', (seen) => {
        const walked = within(seen, { after, scan, first });
        return countWithStop(sql`(${walked.all(selection)})`, limit, walked.end);
      }),
  };
}

/** The assets granted by tenancies whose policies lead to few: each of these is checked against the filters. */
function assetsOfFew(scope: Scope, conditions: AssetConditions): Part<AssetListRow> {
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

/**
 * The assets granted by tenancies whose policies lead to many: the tenancy's records are scanned, and each match is
 * checked for rights.
 */
function assetsOfMany(scope: Scope, conditions: AssetConditions, walk: (grants: Grants) => Walk): Part<AssetListRow> {
  const tenant = { number: sql.raw('many.tenant'), id: tenantId(sql.raw('many.tenant')) };
  const { keys, from, residual, few } = assetSource(conditions, tenant, false);
  const found = (seen: Seen, span: Span): SQL => {
    const source = span.sorted && few ? few : { from, residual };
    const conditions = [...inRange(keys, span), ...source.residual.map((one) => one(seen)), seen.sees('asset')];
    return sql`${source.from(seen.join('asset'))} AND ${all(conditions)}`;
  };
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const each = sql`${from(sql``)}${sql.join(inRange(keys, span).map((one) => sql` AND ${one}`))}`;
        const size = few && { size: sql`many CROSS JOIN ${few.size}`, most: SORTED_GRANTED };
        const stop = firstStop(keys, { starts: sql`many`, each, seen }, span);
        return sql`${stopUnlessFew(stop, size, { ...span, seen })} WHERE EXISTS (SELECT 1 FROM many)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const first = sql`(SELECT json_group_array(number) FROM (SELECT asset.number FROM ${found(seen, span)}
          ORDER BY ${orderBy(keys, span.sorted ? '+' : '')} LIMIT ${limit}))`;
        const from = sql`many CROSS JOIN json_each(${first}) found
          CROSS JOIN assets asset ON asset.number = found.value`;
        return pageStatement('asset', seen, from, orderBy(keysOf(conditions), '+'), limit);
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        return countStatement(sql`many CROSS JOIN ${found(seen, span)}`, limit);
      }),
  };
}
