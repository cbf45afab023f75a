import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import { all } from './conditions.ts';
import {
  acceptedIn,
  BY_DECLARED,
  BY_IDENTITY,
  declaredIn,
  timedFilters,
  eventFilters,
  keysOf,
  lastBefore,
  OWN_TIME,
  type EventConditions,
} from './event-conditions.ts';
import { inRange, type Ends, type Keys, type Span } from './keys.ts';
import type { Scan } from './list.ts';
import { costOf, spentIn } from './statements.ts';

/**
 * The events granted by tenancies whose policies lead to few assets: those of all of these assets are merged in the
 * order of the list, until the rows of the scan are spent. Long runs of the list may belong to one asset, as after an
 * import.
 */
export function mergedScan(conditions: EventConditions): Scan {
  const filters = conditions.order === 'DEFAULT' ? eventFilters(conditions) : timedFilters(conditions);
  const found = (seen: Seen, span: Span): SQL =>
    sql`(${mergedEvents(conditions, span)}) place
      CROSS JOIN events event ON event.number = place.row${seen.join('event')}
      WHERE ${all([sql`place.crossed = 0`, ...filters.map((one) => one(seen)), seen.sees('event')])}`;
  return {
    end: (seen, span) => {
      const limit = seen.affordable(span.scan * (conditions.crossing?.rate ?? 1));
      return spentIn(mergedEvents(conditions, span, limit), limit, seen.spent(span.scan));
    },
    // The merge gives the events in order. Sorting them again would look up the rights on events behind the page.
    records: (seen, span) => ({ from: found(seen, span), keys: PLACES, sign: undefined }),
    counted: found,
  };
}
const PLACES: Keys = { columns: ['k0', 'k1', 'k2'].map((key) => sql.raw(`place.${key}`)), descending: true };

/** How an order of the list is merged: of an asset, the first event in the range and the one after `merged`. */
type Merge = {
  /** Conditions on `event`, of the `asset` from which its scan starts. */
  first: SQL[];
  /** Conditions on `event`, of the asset of `merged`. */
  next: SQL[];
  /** The end of the range, and the conditions of the list on the time of its order. */
  bounds: SQL[];
};

/**
 * SELECT k0, k1, k2, cost, row, crossed and asset of the events in a range of a list, of all assets of the table `few`,
 * in the order of the list: a merge that keeps one event of each asset. `limit`: the number of events.
 */
function mergedEvents(conditions: EventConditions, ends: Ends, limit?: SQL): SQL {
  const keys = keysOf(conditions);
  const { first, next, bounds } = mergeOf(conditions, ends);
  const { crossing } = conditions;
  const byIdentity = keys === BY_IDENTITY;
  const columns = [0, 1, 2].map((i) => keys.columns[i] ?? sql`NULL`);
  const values = sql`SELECT ${sql.join(columns, sql`, `)}, ${costOf('event', crossing)}, event.number,
    ${crossing?.where ?? sql`0`}, event.asset`;
  const event = (which: SQL[]): SQL => sql`CROSS JOIN events event ON ${all([...which, ...bounds])}`;
  const assetOfMerged = byIdentity ? sql`CROSS JOIN assets asset ON asset.number = merged.asset ` : sql``;
  const order = sql.raw(byIdentity ? '1, 2' : '1 DESC, 2 DESC, 3 DESC');
  return sql`WITH RECURSIVE merged(k0, k1, k2, cost, row, crossed, asset) AS (
    ${values} FROM few CROSS JOIN assets asset ON asset.number = few.number ${event(first)}
    UNION ALL ${values} FROM merged ${assetOfMerged}${event(next)}
    ORDER BY ${order}${limit === undefined ? sql`` : sql` LIMIT ${limit}`})
    SELECT * FROM merged`;
}

function mergeOf(conditions: EventConditions, ends: Ends): Merge {
  if (conditions.order === 'SIMPLEHASH') return byIdentity(ends);
  return conditions.order === 'DECLARED' ? declared(conditions, ends) : accepted(conditions, ends);
}

const bySeq = (asset: SQL, seq: SQL): SQL[] => [sql`event.asset = ${asset}`, sql`event.seq = ${seq}`];
/** The ends of a range behind its start, which the first event of each asset obeys. */
const upTo = ({ stop }: Ends): Ends => ({ after: [], stop });

function accepted(conditions: EventConditions, ends: Ends): Merge {
  const { after, stop } = ends;
  const keys = keysOf(conditions);
  const before = Math.min(after ? Number(after[0]) + 1 : Infinity, conditions.accepted?.before ?? Infinity);
  const last = Number.isFinite(before) ? lastBefore(sql`asset.number`, sql`asset.seq`, sql`${before}`) : sql`asset.seq`;
  // An asset has at most one event at the time of the cursor, and it may come before the cursor.
  const isBehind = all(inRange(keys, { after }));
  const first = after
    ? sql`(SELECT event.seq - iif(${isBehind}, 0, 1) FROM events event WHERE event.asset = asset.number
      AND event.seq = ${last})`
    : last;
  return {
    first: bySeq(sql`asset.number`, first),
    next: bySeq(sql`merged.asset`, sql`merged.k2 - 1`),
    bounds: [...inRange(keys, { stop }), ...acceptedIn(conditions, sql`event.accepted_us`, upTo(ends))],
  };
}

/** Of events with a time of their own. */
function declared(conditions: EventConditions, ends: Ends): Merge {
  const { after, stop } = ends;
  const newest = (asset: SQL, bounds: SQL[]): SQL[] =>
    bySeq(
      asset,
      sql`(SELECT event.seq FROM events event INDEXED BY events_declared_of_asset
      WHERE ${all([sql`event.asset = ${asset}`, OWN_TIME, ...bounds])} ORDER BY event.declared_us DESC, event.seq DESC
      LIMIT 1)`,
    );
  const behind = (us: SQL, seq: SQL): SQL => sql`(event.declared_us, event.seq) < (${us}, ${seq})`;
  const seqBehind = ([, asset, seq]: (string | number)[]): SQL =>
    sql`CASE WHEN asset.number < ${asset!} THEN ${Number.MAX_SAFE_INTEGER} WHEN asset.number = ${asset!} THEN ${seq!}
      ELSE 0 END`;
  const before = conditions.declared?.before;
  const isBefore = before === undefined ? [] : [sql`event.declared_us < ${before}`];
  const start = after ? [behind(sql`${after[0]!}`, seqBehind(after))] : isBefore;
  return {
    first: newest(sql`asset.number`, start),
    // Without an affinity (`+`) the planner uses both columns of the index. Otherwise every step reads all events of
    // the time.
    next: newest(sql`merged.asset`, [behind(sql`+merged.k0`, sql`+merged.k2`)]),
    bounds: [...inRange(BY_DECLARED, { stop }), ...declaredIn(conditions, upTo(ends))],
  };
}

function byIdentity({ after, stop }: Ends): Merge {
  const first = (asset: SQL, behind: SQL[]): SQL =>
    sql`event.number = (SELECT event.number FROM events event INDEXED BY events_by_id
      WHERE ${all([sql`event.asset = ${asset}`, ...behind])} ORDER BY event.id LIMIT 1)`;
  return {
    first: [first(sql`asset.number`, inRange(BY_IDENTITY, { after }))],
    next: [first(sql`merged.asset`, [sql`event.id > merged.k1`])],
    bounds: inRange(BY_IDENTITY, { stop }),
  };
}
