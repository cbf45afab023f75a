import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { isCurrent } from '../../access/policy-match.ts';
import type { Grants } from '../../access/visibility.ts';
import { Walk } from '../../access/walk.ts';
import { COMPOSITE } from '../../formats/records/attributes.ts';
import type { Cursor } from '../../lib/paging.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import { assetSource, fixed, indexedOf, type AssetConditions } from './asset-source.ts';
import { all, anyOf } from './conditions.ts';
import { stopUnlessFew } from './event-source.ts';
import type { Ends, Keys, Part, Span } from './parts.ts';
import {
  firstStop,
  fittingPage,
  inRange,
  keyColumns,
  orderBy,
  recordsOf,
  spentAt,
  stopRow,
  type AssetListRow,
} from './statements.ts';

/*
 * Lists of assets by the time of the last event, and by name. No index has the assets in these orders, so that an event
 * does not have to change one. The index of all events by time leads to the last event of each asset, and the index of
 * attribute values to the names. Both show what the caller may read only: a hidden event does not move an asset, and an
 * asset whose name the caller may not read has none.
 */

/** A row of a page with its keys. */
export type KeyedAssetRow = AssetListRow & Record<'k0' | 'k1' | 'k2', string | number | null>;
export const cursorOf = ({ k0, k1, k2 }: KeyedAssetRow): Cursor => [k0, k1, k2].filter((key) => key !== null);

/** A list by time sorts the assets of a tenancy, or those that an index of its conditions gives, up to this many. */
export const ORDERED_BY_SORTING = 3000;
/** Events that are not the last of their asset cost this part of a row. */
const CROSSED = 4;

const NAME = 'arc_display_name';
/** The key of assets without a name: behind every key, which has at most 71 characters. */
const UNNAMED = '\u{10FFFF}'.repeat(72);

/** A scan in the order of the list: FROM and WHERE, and the conditions that the index does not meet. */
type Walked = {
  keys: Keys;
  from: (join: SQL, of: Ends) => SQL;
  only: (seen: Seen) => SQL[];
  /** Rows that the scan crosses, for an audience that may read all of a tenancy. */
  crossed?: () => SQL;
  /** What it costs to look at `asset`, in rows; undefined: a row. */
  cost?: (seen: Pick<Seen, 'shownCost'>) => SQL;
  /** Whether a range that ends at a cursor has assets of this scan; undefined: it always may. */
  reaches?: (stop: Cursor) => boolean;
  indexed: boolean;
  joined: boolean;
};
/** How to sort assets that another source gives: what follows them in FROM, and the keys. */
type Sorting = { keys: Keys; join: (seen: Seen) => SQL };
type Ordering = { walks: (tenant: SQL) => Walked[]; sorting: Sorting };

/** Condition: `event` is followed by another event of its asset, up to a commit number. */
const hasNext = (upTo: number): SQL =>
  sql`EXISTS (SELECT 1 FROM events next WHERE next.asset = event.asset AND next.seq = event.seq + 1
    AND +next.number <= ${upTo})`;

const BY_TIME: Keys = { columns: [sql`event.accepted_us`, sql`event.number`], descending: true };

/**
 * By the time of the last event, of the events up to the commit number `upTo`: an event that is recorded while the
 * pages are read does not move its asset.
 */
const byTime = (upTo: number): Ordering => ({
  walks: (tenant) => [
    {
      keys: BY_TIME,
      from: (join) =>
        sql`events event INDEXED BY events_accepted CROSS JOIN assets asset ON asset.number = event.asset${join}
          WHERE event.tenant = ${tenant}`,
      only: (seen) => [
        sql`+event.number <= ${upTo}`,
        seen.partial ? sql`event.seq = ${seen.shownSeq(sql`${upTo}`)}` : sql`NOT ${hasNext(upTo)}`,
      ],
      crossed: () => sql`(event.number > ${upTo} OR ${hasNext(upTo)})`,
      cost: ({ shownCost }) => shownCost,
      indexed: false,
      joined: true,
    },
  ],
  sorting: {
    keys: BY_TIME,
    join: (seen) =>
      sql` CROSS JOIN events event INDEXED BY events_by_seq ON event.asset = asset.number
        AND event.seq = ${seen.shownSeq(sql`${upTo}`)} AND +event.number <= ${upTo}`,
  },
});

/** The key of the name of `asset`, as its audience may read it. */
const nameOf = (seen: Seen): SQL =>
  sql`coalesce((SELECT attribute.key FROM asset_attributes attribute WHERE ${isCurrent(sql`asset.number`, sql`${NAME}`)}
    AND attribute.path = '' AND attribute.key NOT IN ('', ${COMPOSITE}) AND ${seen.reads(sql`${NAME}`)}), ${UNNAMED})`;

/** By name; assets without one come last. Of assets with the same name, the one that was created first comes first. */
const byName = ({ tracked }: AssetConditions): Ordering => ({
  walks: (tenant) => [
    {
      keys: { columns: [sql`attribute.key`, sql`attribute.created_us`, sql`attribute.asset`], descending: false },
      // The planner uses only one of two bounds on a column, so only the nearer is given.
      from: (join, { after }) =>
        sql`asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset${join}
          WHERE attribute.tenant = ${tenant}
          AND attribute.path = ${NAME}${after ? sql`` : sql` AND attribute.key > ''`}`,
      only: (seen) => [seen.reads(sql`${NAME}`)],
      indexed: false,
      joined: true,
    },
    {
      keys: {
        columns: [sql`${UNNAMED}`, sql`asset.created_us`, sql`asset.number`],
        descending: false,
        lookup: { columns: [sql`asset.created_us`, sql`asset.number`] },
        ranges: {
          after: ([name, ...behind]) =>
            name === UNNAMED ? [sql`(asset.created_us, asset.number) > ${pair(behind)}`] : [],
          stop: ([, ...upTo]) => [sql`(asset.created_us, asset.number) <= ${pair(upTo)}`],
        },
      },
      from: (join) =>
        tracked === undefined
          ? sql`assets asset INDEXED BY assets_by_creation${join} WHERE asset.tenant = ${tenant}`
          : sql`assets asset INDEXED BY assets_tracked${join} WHERE asset.tenant = ${tenant}
            AND asset.tracked = ${tracked ? 1 : 0}`,
      only: (seen) => [sql`${nameOf(seen)} = ${UNNAMED}`],
      reaches: ([name]) => name === UNNAMED,
      indexed: tracked !== undefined,
      joined: false,
    },
  ],
  sorting: {
    keys: { columns: [sql`named.value`, sql`asset.created_us`, sql`asset.number`], descending: false },
    join: (seen) => sql` CROSS JOIN json_each(json_array(${nameOf(seen)})) named`,
  },
});
const pair = ([x, y]: Cursor): SQL => sql`(${x!}, ${y!})`;

/**
 * The parts of a list of assets by time or by name, for a tenancy's caller. `upTo`: the last commit that counts for the
 * order by time.
 */
export function orderedParts(scope: Scope, conditions: AssetConditions, upTo: number): Part<KeyedAssetRow>[] {
  if (conditions.none) return [];
  const ordering = conditions.order === 'AT_TIME' ? byTime(upTo) : byName(conditions);
  const own = ordering.walks(tenantNumber(scope.tenant ?? ''));
  return [
    ...own.map((walked, i) => ownAssets(scope, conditions, ordering, walked, i === 0)),
    assetsOfFew(scope, conditions, ordering, own[0]!),
    ...ordering.walks(sql.raw('many.tenant')).map((walked) => assetsOfMany(scope, conditions, walked)),
  ];
}

/** SELECT a page of assets with their keys. */
function keyedPage(seen: Seen, source: SQL, keys: Keys, sign: '' | '+', limit: number): SQL {
  const page = fittingPage('asset', seen, source, orderBy(keys, sign), limit, sql`, ${keyColumns(keys)}`);
  return recordsOf('asset', seen, page, undefined, sql`, page.k0, page.k1, page.k2`);
}

const partedAt =
  (cost: Walked['cost']) =>
  (grants: Grants): Walk =>
    Walk.of(grants).parted(cost?.(grants));

const isBehind = ({ reaches }: Walked, { stop }: Span): boolean => stop !== undefined && reaches?.(stop) === false;

const residualOf = (conditions: AssetConditions, { only, indexed, joined }: Walked, seen: Seen): SQL[] => [
  ...fixed(conditions, indexed, joined),
  ...conditions.filters.map((or) => anyOf(or, 'asset', seen)),
  ...only(seen),
];

/**
 * All assets of a tenancy, for its administrators. `sorts`: this part of the list has all of them if they are sorted.
 */
function ownAssets(
  scope: Scope,
  conditions: AssetConditions,
  { sorting }: Ordering,
  walked: Walked,
  sorts: boolean,
): Part<KeyedAssetRow> {
  const { keys, from, crossed } = walked;
  const tenant = { number: tenantNumber(scope.tenant ?? ''), id: sql`${scope.tenant ?? ''}` };
  const other = assetSource({ ...conditions, order: 'DEFAULT' }, tenant, true);
  const isNarrow = conditions.status !== undefined || indexedOf({ ...conditions, order: 'DEFAULT' }) !== undefined;
  const few =
    isNarrow || conditions.order === 'AT_TIME'
      ? { size: other.values ?? other.from(sql``), most: ORDERED_BY_SORTING }
      : undefined;
  const within = (seen: Seen, span: Span): SQL =>
    all([from(seen.join('asset'), span), seen.sees('asset'), ...inRange(keys, span)]);
  const stop = (seen: Seen, span: Span): SQL => {
    const crossing = crossed && { where: crossed(), rate: CROSSED };
    return stopUnlessFew(spentAt('asset', keys, within(seen, span), { ...span, seen }, crossing), few, {
      ...span,
      seen,
    });
  };
  const rows = (seen: Seen, span: Span, limit: number): SQL | undefined => {
    if (isBehind(walked, span)) return undefined;
    if (!span.sorted)
      return keyedPage(seen, all([within(seen, span), ...residualOf(conditions, walked, seen)]), keys, '', limit);
    if (!sorts) return undefined;
    const sorted = other.from(sql`${seen.join('asset')}${sorting.join(seen)}`);
    const meets = [seen.sees('asset'), ...inRange(sorting.keys, span), ...other.residual.map((one) => one(seen))];
    return keyedPage(seen, all([sorted, ...meets]), sorting.keys, '+', limit);
  };
  return {
    stop: (span) => scope.query('own', (seen) => stop(seen, span)),
    rows: (span, limit) => scope.query('own', (seen) => rows(seen, span, limit)),
    count: notCounted,
  };
}

/** The assets granted by tenancies whose policies lead to few: these are sorted. */
function assetsOfFew(
  scope: Scope,
  conditions: AssetConditions,
  { sorting }: Ordering,
  { cost }: Walked,
): Part<KeyedAssetRow> {
  const from = (seen: Seen, span: Span): SQL => {
    seen.walk(partedAt(cost));
    const filtered = conditions.filters.map((or) => anyOf(or, 'asset', seen));
    const meets = [...inRange(sorting.keys, span), ...fixed(conditions, false), ...filtered, seen.sees('asset')];
    return sql`few CROSS JOIN assets asset ON asset.number = few.number${seen.join('asset')}${sorting.join(seen)}
      WHERE ${all(meets)}`;
  };
  return {
    rows: (span, limit) =>
      scope.query('granted', (seen) => keyedPage(seen, from(seen, span), sorting.keys, '+', limit)),
    count: notCounted,
  };
}

/**
 * The assets granted by tenancies whose policies lead to many: the tenancy's assets are scanned, and each match is
 * checked for rights.
 */
function assetsOfMany(scope: Scope, conditions: AssetConditions, walked: Walked): Part<KeyedAssetRow> {
  const { keys, from, cost } = walked;
  const found = (seen: Seen, span: Span): SQL =>
    all([
      from(seen.join('asset'), span),
      ...inRange(keys, span),
      ...residualOf(conditions, walked, seen),
      seen.sees('asset'),
    ]);
  const columns = keys.columns.map((_, i) => sql.raw(`found.value ->> ${i + 1}`));
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(partedAt(cost));
        const each = all([from(sql``, span), ...inRange(keys, span)]);
        const stop = firstStop(keys, { starts: sql`many`, each, seen }, span, cost && { row: cost(seen), rate: 1 });
        return sql`${stopRow(stop)} WHERE EXISTS (SELECT 1 FROM many)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        if (isBehind(walked, span)) return undefined;
        seen.walk(partedAt(cost));
        const first = sql`(SELECT json_group_array(json_array(number, k0, k1, k2))
          FROM (SELECT asset.number AS number, ${keyColumns(keys)} FROM ${found(seen, span)} ORDER BY ${orderBy(keys)}
          LIMIT ${limit}))`;
        const source = sql`many CROSS JOIN json_each(${first}) found
          CROSS JOIN assets asset ON asset.number = found.value ->> 0`;
        return keyedPage(seen, source, { columns, descending: keys.descending }, '+', limit);
      }),
    count: notCounted,
  };
}

/** These lists are counted in another order (`ListSpec.counters`). */
const notCounted = (): never => {
  throw new TypeError('a list by time or name is counted in the default order');
};

/** The commit number of the last event. */
export async function lastCommit(scope: Scope): Promise<number> {
  const [rows] = await scope.read(
    scope.query<{ upTo: number | null }>(
      'whole',
      // This reads no record, so the predicate is not part of it.
      (seen) => seen.sees('asset') && sql`SELECT max(number) AS upTo FROM events`,
    ),
  );
  return rows[0]?.upTo ?? 0;
}
