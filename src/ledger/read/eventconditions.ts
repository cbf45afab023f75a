import { sql, type SQL } from 'drizzle-orm';
import type { Micros } from '../../core/time.ts';
import type { Conditions, RareStatus } from './conditions.ts';
import type { EventRow, Redacted } from '../rows.ts';
import type { Ends, Keys } from './parts.ts';

/**
 * Conditions on a list of events. `accepted` (since and before, in [since, before)), `behaviour` (unless most events
 * have it) and `status` have indexes.
 */
export type EventConditions = Conditions & {
  accepted?: { since?: Micros | undefined; before?: Micros | undefined };
  behaviour?: string | undefined;
  status?: RareStatus | undefined;
};

export type EventRows = EventRow & Redacted;

/** The keys of a list of events, newest first. `time`: the name of the column that holds the time of acceptance. */
export const newestFirst = (alias: string, time = 'accepted_us'): Keys => ({
  columns: [sql.raw(`${alias}.${time}`), sql.raw(`${alias}.asset`), sql.raw(`${alias}.seq`)],
  descending: true,
});
export const BY_IDENTITY: Keys = { columns: [sql`event.asset`, sql`event.id`], descending: false };

/** The same for the events of one asset, whose sequence numbers have the order of their times. */
export const newestOfOne = (alias: string, time = 'accepted_us'): Keys => ({
  ...newestFirst(alias, time),
  lookup: { columns: [sql.raw(`${alias}.seq`)], from: 2 },
});
export const BY_IDENTITY_OF_ONE: Keys = { ...BY_IDENTITY, lookup: { columns: [sql`event.id`], from: 1 } };

/** The behaviour that most events have; it has no index. */
export const COMMON_BEHAVIOUR = 'RecordEvidence';

/**
 * Conditions on `column`, the time at which an event was accepted. `of`: the range of a list by time that is given beside
 * them. An end of the range is nearer than the bound on that side, which is therefore left out: the planner uses only one
 * of two bounds on a column, and it may choose the far one.
 */
export const acceptedIn = ({ accepted }: EventConditions, column: SQL, of: Ends = {}): SQL[] => [
  ...(accepted?.since === undefined || of.stop ? [] : [sql`${column} >= ${accepted.since}`]),
  ...(accepted?.before === undefined || of.after ? [] : [sql`${column} < ${accepted.before}`]),
];

/** The conditions on `event` that are neither attribute filters nor about the time of acceptance. */
export const fixed = ({ where, behaviour, status }: EventConditions): SQL[] => [
  ...where,
  ...(behaviour === undefined ? [] : [sql`event.behaviour = ${behaviour}`]),
  ...(status ? [sql`event.confirmation = ${status}`] : []),
];

/** SELECT the sequence number of an asset's last event that was accepted before `at`; a binary search. `seq`: the asset's last one. */
export function lastBefore(asset: SQL, seq: SQL, at: SQL): SQL {
  const middle = sql.raw('(lo + hi + 1) / 2');
  const earlier = sql`coalesce((SELECT probe.accepted_us < ${at} FROM events probe WHERE probe.asset = ${asset} AND probe.seq = ${middle}), 0)`;
  return sql`(WITH RECURSIVE half(lo, hi) AS (SELECT 0, ${seq} UNION ALL
    SELECT iif(${earlier}, ${middle}, lo), iif(${earlier}, hi, ${middle} - 1) FROM half WHERE lo < hi) SELECT max(lo) FROM half)`;
}
