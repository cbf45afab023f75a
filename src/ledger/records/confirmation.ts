import { sql, type SQL } from 'drizzle-orm';

/*
 * The confirmation of MERKLE_LOG records. Their rows say CONFIRMED from the commit on, as those of SIMPLE_HASH do. They
 * are shown as PENDING until a signed checkpoint includes the event: an event is in a log if its commit number is at
 * most the cursor of the log (transparency/tables.ts). So an append confirms events without a write to their rows. An
 * asset is confirmed with its first event. FAILED, which verification stores, is always shown.
 *
 * `scope` is that of the log that an audience is shown: the tenant of the record, or PUBLIC_SCOPE for anonymous
 * callers, who can read no other log. The row is `asset` or `event`, or has another `alias`.
 */

type Kind = 'asset' | 'event';

/** The commit number of the last event in the current log of a scope; 0 without a log. */
export const loggedUpTo = (scope: SQL): SQL =>
  sql`coalesce((SELECT log.cursor FROM logs log WHERE log.scope = ${scope} AND log.ended = 0), 0)`;

/** The commit number of the event that confirms a record. */
const confirmedBy = (kind: Kind, alias: string): SQL =>
  kind === 'event'
    ? sql.raw(`${alias}.number`)
    : sql.raw(`(SELECT first.number FROM events first WHERE first.asset = ${alias}.number AND first.seq = 1)`);

/** Condition: the record is shown as PENDING, but its row says CONFIRMED. */
export const isUnlogged = (kind: Kind, scope: SQL, alias: string = kind): SQL =>
  sql`${sql.raw(`${alias}.proof_mechanism = 'MERKLE_LOG' AND ${alias}.confirmation = 'CONFIRMED'`)}
      AND ${confirmedBy(kind, alias)} > ${loggedUpTo(scope)}`;

/** The confirmation status of a record as it is shown. */
export const shownConfirmation = (kind: Kind, scope: SQL, alias: string = kind): SQL =>
  sql`iif(${isUnlogged(kind, scope, alias)}, 'PENDING', ${sql.raw(alias)}.confirmation)`;

/** Conditions: the record is shown with this status. */
export const isPending = (kind: Kind, scope: SQL): SQL =>
  sql`(${sql.raw(kind)}.confirmation = 'PENDING' OR ${isUnlogged(kind, scope)})`;
export const isConfirmed = (kind: Kind, scope: SQL): SQL =>
  sql`(${sql.raw(kind)}.confirmation = 'CONFIRMED' AND NOT (${isUnlogged(kind, scope)}))`;

/** `value` of the `leaf` of an event in the `log` of a scope; NULL if the log does not have it. */
const ofLeaf = (value: SQL, scope: SQL, alias: string): SQL =>
  sql`(SELECT ${value} FROM logs log CROSS JOIN log_leaves leaf ON leaf.log = log.number
      AND leaf.event = ${sql.raw(alias)}.number
    WHERE log.scope = ${scope} AND log.ended = 0 AND ${sql.raw(alias)}.number <= log.cursor)`;

/**
 * The time at which an event was confirmed; NULL until then. `shown` converts it from a column with microseconds: of
 * MERKLE_LOG the time of the append to the log.
 */
export const committedAt = (scope: SQL, alias = 'event', shown: (column: SQL) => SQL = (column) => column): SQL =>
  sql`CASE ${sql.raw(alias)}.proof_mechanism WHEN 'MERKLE_LOG'
      THEN ${ofLeaf(shown(sql.raw('leaf.appended_us')), scope, alias)}
    ELSE ${shown(sql.raw(`${alias}.committed_us`))} END`;

/** JSON of the `LogEntry` of a MERKLE_LOG event; NULL for other events, and while the log does not have it. */
export const logEntryColumn = (scope: SQL, alias = 'event'): SQL =>
  sql`CASE ${sql.raw(alias)}.proof_mechanism WHEN 'MERKLE_LOG'
    THEN ${ofLeaf(sql.raw(`json_object('log', log.id, 'index', leaf."index", 'size', log.size)`), scope, alias)} END`;
