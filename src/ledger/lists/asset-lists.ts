import { sql, type SQL } from 'drizzle-orm';
import { trackedByIndex } from '../../access/asset-kinds.ts';
import type { Seen } from '../../access/queries.ts';
import type { Scope, TenantScope } from '../../access/scope.ts';
import type { Grants } from '../../access/visibility.ts';
import { Walk, type AssetSelection, type CursorRange } from '../../access/walk.ts';
import type { AssetRecord } from '../records/asset.ts';
import { seenAsset } from '../records/rows.ts';
import { lastCommit, orderedParts } from './asset-orders.ts';
import { assetFilters, assetsOfFew, assetSource, indexedOf, type AssetConditions } from './asset-source.ts';
import { all, logScope, ownerOf, partsByStatus, SHARER, termsOf } from './conditions.ts';
import { inRange, keyColumns, orderBy, type Span } from './keys.ts';
import { grantedPart, parted, partOf, type ListSource, type Part, type Scan } from './list.ts';
import { readPage, type ListPage, type Window } from './page.ts';
import { countWithStop, fittingPage, keyedPage, recordsOf, stopRow, type ListedAsset } from './statements.ts';

/**
 * Reads a page of the assets that a caller may see: newest first, by time, by name, or by identity. Anonymous callers
 * have no list of assets.
 */
export async function listAssets(
  scope: Scope,
  conditions: AssetConditions,
  window: Window,
): Promise<ListPage<AssetRecord>> {
  const { order } = conditions;
  const byTime = order === 'AT_TIME';
  const isOrdered = byTime || order === 'DISPLAY_NAME';
  // A cursor of a list by time has the last commit that counts as its third element.
  const upTo = byTime ? Number(window.after?.[2] ?? (await lastCommit(scope))) : 0;
  const partsOf = (of: AssetConditions): Part<ListedAsset>[] => {
    if (of.none || scope.tenant === undefined) return [];
    return partsByStatus(of, 'asset', logScope(scope, 'asset')).flatMap((part) =>
      part.order === 'AT_TIME' || part.order === 'DISPLAY_NAME'
        ? orderedParts(scope, part, upTo)
        : assetParts(scope, part),
    );
  };
  const isPending = conditions.status === 'PENDING';
  const page = await readPage<ListedAsset>(
    scope,
    {
      parts: partsOf(conditions),
      ...(order !== 'DEFAULT' || isPending
        ? { counters: partsOf({ ...conditions, order: 'DEFAULT', byCommit: true }) }
        : {}),
      countAll: conditions.status !== undefined,
      cost:
        1 +
        conditions.where.length +
        termsOf(conditions.filters) -
        Number(!isOrdered && indexedOf(conditions) !== undefined) +
        Number(isPending),
      descending: order === 'DEFAULT' || byTime,
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
  const page = await readPage<ListedAsset>(
    scope,
    {
      parts: [walkedAssets(scope, { where: [] }, (grants) => Walk.ofPolicy(grants, policy))],
      countAll: false,
      cost: 2,
      descending: true,
    },
    window,
  );
  return { ...page, rows: page.rows.map(seenAsset) };
}

function assetParts(scope: Scope, conditions: AssetConditions): Part<ListedAsset>[] {
  const { filters, order, status, unlogged, tracked } = conditions;
  const source = assetSource(conditions, ownerOf(scope));
  const byValue = source.index && filters.length === 1 && conditions.where.length === 0 && tracked !== undefined;
  const own: Part<ListedAsset> = byValue ? trackedByValue(scope, source, tracked) : partOf(scope, 'own', source);
  const shared = assetSource(conditions, SHARER);
  if (status || unlogged) return [own, partOf(scope, 'each', shared)];
  if (filters.length === 0 && order === 'DEFAULT') return [own, walkedAssets(scope, conditions)];
  const many: Part<ListedAsset> =
    order === 'DEFAULT' ? walkedMatches(scope, conditions) : partOf(scope, 'many', shared);
  return [own, partOf(scope, 'few', assetsOfFew(conditions)), many];
}

/**
 * The assets of a tenancy with a value of one attribute that are tracked or not, for its administrators. Indexes meet
 * both conditions, so only the assets of the page are read: each may be on another page of the database.
 */
function trackedByValue(scope: Scope, { keys, index }: ListSource, tracked: boolean): Part<ListedAsset> {
  const having = (columns: SQL, seen: Seen, span: Span): SQL =>
    sql`SELECT ${columns} FROM ${index!.rows} AND ${all([seen.seesRecordOf('attribute'), ...inRange(keys, span)])}
      ORDER BY ${orderBy(keys)}`;
  const found = (seen: Seen, span: Span, limit: number): SQL =>
    sql`(SELECT valued.number, valued.created_us FROM (${having(
      sql`attribute.tenant, attribute.created_us, attribute.asset AS number`,
      seen,
      span,
    )} LIMIT ${span.scan}) valued WHERE ${all(trackedByIndex('valued', tracked))} LIMIT ${limit})`;
  const end = (seen: Seen, span: Span): SQL =>
    sql`${having(sql`${keyColumns(keys)}, NULL AS looked`, seen, span)} LIMIT 1 OFFSET ${span.scan - 1}`;
  return {
    stop: (span) => scope.query('own', (seen) => stopRow(end(seen, span))),
    early: 'bounded',
    rows: (span, limit) =>
      scope.query('own', (seen) => {
        const source = sql`${found(seen, span, limit)} found CROSS JOIN assets asset ON asset.number = found.number
          WHERE ${seen.sees('asset')}`;
        return keyedPage('asset', seen, source, FOUND, undefined, limit);
      }),
    count: (span, limit) =>
      scope.query('own', (seen) => countWithStop(found(seen, span, limit), limit, end(seen, span))),
  };
}
const FOUND = { columns: [sql.raw('found.created_us'), sql.raw('found.number')], descending: true };

/** The assets that policies grant, without filters, newest first. */
function walkedAssets(
  scope: Scope,
  selection: AssetSelection,
  walk: (grants: Grants) => Walk = (grants) => Walk.of(grants),
): Part<ListedAsset> {
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
        const columns = sql`, found.key, found.value, ${keyColumns(FOUND)}`;
        const page = fittingPage('asset', seen, found, orderBy(FOUND), -1, columns);
        return recordsOf('asset', seen, page, { joined: walked.tells ? 'user_layer' : undefined });
      }),
    count: ({ after, scan, first }, limit) =>
      scope.query('granted', (seen) => {
        const walked = within(seen, { after, scan, first });
        return countWithStop(sql`(${walked.all(selection)})`, limit, walked.end);
      }),
  };
}

/** The assets granted by tenancies whose policies lead to many, with filters, newest first. */
function walkedMatches(scope: Scope, conditions: AssetConditions): Part<ListedAsset> {
  const byValue = assetSource(conditions, SHARER);
  const selection = { tracked: conditions.tracked, where: [], reached: true };
  const filters = assetFilters(conditions, { indexed: true });
  const within = (seen: Seen, range: CursorRange): Walk =>
    seen.walk((grants) => parted(grants).within({ ...range, rights: true }));
  const found = (seen: Seen, assets: SQL): SQL => {
    const number = sql`asset.number = found.number`;
    return sql`(${assets}) found CROSS JOIN assets asset${seen.join('asset')}
      WHERE ${all([number, ...filters.map((one) => one(seen)), seen.sees('asset')])}`;
  };
  const scan: Scan = {
    end: (seen, { after, scan, first }) => within(seen, { after, scan, first }).end,
    // The walk gives the assets in order, so that rights on those behind the page are not looked up.
    records: (seen, { after, stop }) => ({
      from: found(seen, within(seen, { after, stop }).page(-1, selection)),
      keys: FOUND,
      sign: undefined,
    }),
    counted: (seen, { after, stop }) => found(seen, within(seen, { after, stop }).all(selection)),
  };
  return grantedPart(scope, {
    walk: parted,
    table: 'many',
    of: 'asset',
    scan,
    byValue: byValue.index && byValue,
  });
}
