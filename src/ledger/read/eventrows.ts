import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Micros } from '../../core/time.ts';
import type { Conditions, RareStatus } from './lists.ts';
import { eventColumns, type EventRow, type Redacted } from '../rows.ts';
import { fittingPage, type Ends, type Keys } from './slices.ts';

/**
 * Conditions on a list of events. Those beside `filters` and `where` have indexes: when events were accepted (in
 * [since, before)), their behaviour unless most have it, a rare status.
 */
export type EventConditions = Conditions & {
  accepted?: { since?: Micros | undefined; before?: Micros | undefined };
  behaviour?: string | undefined;
  status?: RareStatus | undefined;
};

export type EventRows = EventRow & Redacted;

/** The keys of the list of events, newest first, under a table's name for the time. */
export const newestFirst = (alias: string, time = 'accepted_us'): Keys => ({
  columns: [sql.raw(`${alias}.${time}`), sql.raw(`${alias}.asset`), sql.raw(`${alias}.seq`)],
  descending: true,
});
export const BY_IDENTITY: Keys = { columns: [sql`e.asset`, sql`e.id`], descending: false };

/** The same of one asset, whose events stand in the order of their numbers. */
export const newestOfOne = (alias: string, time = 'accepted_us'): Keys => ({
  ...newestFirst(alias, time),
  lookup: { columns: [sql.raw(`${alias}.seq`)], from: 2 },
});
export const BY_IDENTITY_OF_ONE: Keys = { ...BY_IDENTITY, lookup: { columns: [sql`e.id`], from: 1 } };

/** Bytes of the event `e` in its JSON form. */
export const BYTES = sql.raw(
  ['event_attributes', 'asset_attributes', 'principal_declared', 'principal_accepted']
    .map((column) => `octet_length(e.${column})`)
    .join(' + ') + ' + 1024',
);

/** The behaviour that most events have: no index leads to it. */
export const COMMON_BEHAVIOUR = 'RecordEvidence';

/**
 * Conditions on when an event was accepted, over a column; `of`: beside the range of a list by time. Each end of a range
 * is nearer than that of the time, and given alone: of two bounds on one column the planner uses one, perhaps the other.
 */
export const acceptedIn = ({ accepted }: EventConditions, column: SQL, of: Ends = {}): SQL[] => [
  ...(accepted?.since === undefined || of.stop ? [] : [sql`${column} >= ${accepted.since}`]),
  ...(accepted?.before === undefined || of.after ? [] : [sql`${column} < ${accepted.before}`]),
];

/** The conditions that are neither attribute filters nor about the time of acceptance, over the row `e`. */
export const fixed = ({ where, behaviour, status }: EventConditions): SQL[] => [
  ...where,
  ...(behaviour === undefined ? [] : [sql`e.behaviour = ${behaviour}`]),
  ...(status ? [sql`e.confirmation = ${status}`] : []),
];

/** A page of the events `e` that `from` (FROM and WHERE) gives, as the audience sees them. `join`: of the view. */
export const shown = (seen: Seen, from: SQL, order: SQL, limit: number): SQL =>
  sql`SELECT ${eventColumns('e')}, ${seen.redaction('e')}, p.size FROM (${fittingPage(sql`e.rowid AS row`, from, BYTES, order, limit)}) p
    CROSS JOIN events e ON e.rowid = p.row${seen.join('e')} WHERE ${seen.sees('e')}`;

/** The number of an asset's last event that was accepted before a moment: found by halving, whatever the history holds. */
export function lastBefore(asset: SQL, seq: SQL, at: SQL): SQL {
  const middle = sql.raw('(lo + hi + 1) / 2');
  const earlier = sql`coalesce((SELECT x.accepted_us < ${at} FROM events x WHERE x.asset = ${asset} AND x.seq = ${middle}), 0)`;
  return sql`(WITH RECURSIVE half(lo, hi) AS (SELECT 0, ${seq} UNION ALL
    SELECT iif(${earlier}, ${middle}, lo), iif(${earlier}, hi, ${middle} - 1) FROM half WHERE lo < hi) SELECT max(lo) FROM half)`;
}
