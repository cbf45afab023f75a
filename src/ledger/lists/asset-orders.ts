import { sql, type SQL } from 'drizzle-orm';
import { isCurrent } from '../../access/policy-match.ts';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { COMPOSITE } from '../../formats/records/attributes.ts';
import type { Cursor } from '../../lib/paging.ts';
import { assetSource, assetsOfFew, assetFilters, indexedOf, newestOf, type AssetConditions } from './asset-source.ts';
import { ownerOf, SHARER, type Owner } from './conditions.ts';
import type { Keys } from './keys.ts';
import { partOf, type Part, type ListSource } from './list.ts';
import type { ListedAsset } from './statements.ts';

/*
 * Lists of assets by the time of the last event, and by name. No index has the assets in these orders, so that an event
 * does not have to change one. The index of all events by time leads to the last event of each asset, and the index of
 * attribute values to the names. Both show what the caller may read only: a hidden event does not move an asset, and an
 * asset whose name the caller may not read has none.
 */

/** A list by time sorts the assets of a tenancy, or those that an index of its conditions gives, up to this many. */
export const ORDERED_BY_SORTING = 3000;
/** Events that are not the last of their asset cost this part of a row. */
const CROSSED = 4;

const NAME = 'arc_display_name';
/** The key of assets without a name: behind every key, which has at most 71 characters. */
const UNNAMED = '\u{10FFFF}'.repeat(72);

/** How to sort assets that another source gives: what follows them in FROM, and the keys. */
type Sorting = { keys: Keys; join: (seen: Seen) => SQL };
type Ordering = { scans: (owner: Owner) => ListSource[]; sorting: Sorting };

/** Condition: `event` is followed by another event of its asset, up to a commit number. */
const hasNext = (upTo: number): SQL =>
  sql`EXISTS (SELECT 1 FROM events next WHERE next.asset = event.asset AND next.seq = event.seq + 1
    AND +next.number <= ${upTo})`;

const BY_TIME: Keys = { columns: [sql`event.accepted_us`, sql`event.number`], descending: true };

/**
 * By the time of the last event, of the events up to the commit number `upTo`: an event that is recorded while the
 * pages are read does not move its asset.
 */
const byTime = (conditions: AssetConditions, upTo: number): Ordering => ({
  scans: ({ tenant }) => [
    {
      of: 'asset',
      keys: BY_TIME,
      from: (join) =>
        sql`events event INDEXED BY events_accepted CROSS JOIN assets asset ON asset.number = event.asset${join}
          WHERE event.tenant = ${tenant}`,
      filters: [
        ...assetFilters(conditions, { joined: true }),
        () => sql`+event.number <= ${upTo}`,
        (seen) => (seen.partial ? sql`event.seq = ${seen.shownSeq(sql`${upTo}`)}` : sql`NOT ${hasNext(upTo)}`),
      ],
      crossing: { where: sql`(event.number > ${upTo} OR ${hasNext(upTo)})`, rate: CROSSED },
      cost: ({ shownCost }) => shownCost,
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

const pair = ([x, y]: Cursor): SQL => sql`(${x!}, ${y!})`;
const UNNAMED_LAST: Keys = {
  columns: [sql`${UNNAMED}`, sql`asset.created_us`, sql`asset.number`],
  descending: false,
  lookup: { columns: [sql`asset.created_us`, sql`asset.number`] },
  ranges: {
    after: ([name, ...behind]) => (name === UNNAMED ? [sql`(asset.created_us, asset.number) > ${pair(behind)}`] : []),
    stop: ([, ...upTo]) => [sql`(asset.created_us, asset.number) <= ${pair(upTo)}`],
  },
};

/** By name; assets without one come last. Of assets with the same name, the one that was created first comes first. */
const byName = (conditions: AssetConditions): Ordering => ({
  scans: (owner) => [
    {
      of: 'asset',
      keys: { columns: [sql`attribute.key`, sql`attribute.created_us`, sql`attribute.asset`], descending: false },
      // The planner uses only one of two bounds on a column, so only the nearer is given.
      from: (join, { after }) =>
        sql`asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset${join}
          WHERE attribute.tenant = ${owner.tenant}
          AND attribute.path = ${NAME}${after ? sql`` : sql` AND attribute.key > ''`}`,
      filters: [...assetFilters(conditions, { joined: true }), (seen) => seen.reads(sql`${NAME}`)],
    },
    {
      ...newestOf(conditions, owner, [
        ...assetFilters(conditions, { indexed: true }),
        (seen): SQL => sql`${nameOf(seen)} = ${UNNAMED}`,
      ]),
      keys: UNNAMED_LAST,
      // Sorted, the assets of both scans are in the first.
      reaches: ({ stop, sorted }) => !sorted && (stop === undefined || stop[0] === UNNAMED),
    },
  ],
  sorting: {
    keys: { columns: [sql`named.value`, sql`asset.created_us`, sql`asset.number`], descending: false },
    join: (seen) => sql` CROSS JOIN json_each(json_array(${nameOf(seen)})) named`,
  },
});

/**
 * The parts of a list of assets by time or by name, for a tenancy's caller. `upTo`: the last commit that counts for the
 * order by time.
 */
export function orderedParts(scope: Scope, conditions: AssetConditions, upTo: number): Part<ListedAsset>[] {
  const { scans, sorting } = conditions.order === 'AT_TIME' ? byTime(conditions, upTo) : byName(conditions);
  const own = scans(ownerOf(scope));
  const few = sortedFew(conditions, ownerOf(scope), sorting);
  return [
    ...own.map((source): Part<ListedAsset> => partOf(scope, 'own', { ...source, few })),
    partOf(scope, 'few', { ...assetsOfFew(conditions), ...sorting, cost: own[0]!.cost }),
    ...scans(SHARER).map((source): Part<ListedAsset> => partOf(scope, 'many', source)),
  ];
}

/** The assets that are sorted, from the source of the default order. */
function sortedFew(conditions: AssetConditions, owner: Owner, sorting: Sorting): ListSource['few'] {
  const newest: AssetConditions = { ...conditions, order: 'DEFAULT' };
  const isNarrow = conditions.status !== undefined || indexedOf(newest) !== undefined;
  if (!isNarrow && conditions.order !== 'AT_TIME') return undefined;
  const { from, filters, index } = assetSource(newest, owner);
  return { from, filters, ...sorting, size: index?.rows ?? from(sql``, {}), most: ORDERED_BY_SORTING };
}

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
