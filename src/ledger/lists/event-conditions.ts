import { sql, type SQL } from 'drizzle-orm';
import { lastWhere } from '../../platform/database/last-where.ts';
import type { Micros } from '../../lib/time.ts';
import type { AttributeFilter } from '../../formats/records/filters.ts';
import { anyOf, type Conditions, type Order } from './conditions.ts';
import { committedAt, isUnlogged, loggedUpTo } from '../records/confirmation.ts';
import type { Ends, Keys, Span } from './keys.ts';
import type { Filter, Part } from './list.ts';
import type { Crossing } from './statements.ts';

/** Times in [since, before). */
export type TimeRange = { since?: Micros | undefined; before?: Micros | undefined };

/** Conditions on a list of events. `accepted`, `behaviour` (unless most events have it) and `status` have indexes. */
export type EventConditions = Omit<Conditions, 'order'> & {
  /** DECLARED: by declared time, newest first. */
  order: Order | 'DECLARED';
  accepted?: TimeRange;
  declared?: TimeRange;
  /** An event that is not committed has the time 0. */
  committed?: TimeRange;
  behaviour?: string | undefined;
  /** Rows that the scan crosses, because one of the conditions excludes them and long runs of rows do not meet it. */
  crossing?: Crossing;
};

const CURSOR = [sql`event.accepted_us`, sql`event.number`, sql`event.seq`];

/** The keys of a list of events, newest first; of events with the same time, the one that was committed last. */
export const NEWEST_FIRST: Keys = {
  columns: CURSOR,
  descending: true,
  lookup: { columns: [sql`event.accepted_us`, sql`event.number`], elements: [0, 1] },
};
/** The same for a scan that starts from `event_leaves` as `leaf`. */
export const NEWEST_LEAF_FIRST: Keys = {
  columns: CURSOR,
  descending: true,
  lookup: { columns: [sql`leaf.accepted_us`, sql`leaf.event`], elements: [0, 1] },
};
/**
 * The same for a part of a list by declared time, whose cursors may be of an event of another part. `alias`: the table
 * that has the time.
 */
export const newestAmongParts = (alias: 'event' | 'leaf'): Keys => ({
  columns: [sql.raw(`${alias}.accepted_us`), sql`event.asset`, sql`event.seq`],
  descending: true,
});
/** By the identities of `asset` and `event`, each in the order of its index. */
export const BY_IDENTITY: Keys = {
  columns: [sql`asset.id`, sql`event.id`],
  descending: false,
  ranges: {
    after: ([asset, event]) => [
      sql`asset.id >= ${asset}`,
      sql`event.id > CASE asset.id WHEN ${asset} THEN ${event} ELSE '' END`,
    ],
    stop: ([asset, event]) => [sql`asset.id <= ${asset}`, sql`(asset.id < ${asset} OR event.id <= ${event})`],
  },
};
/** By declared time; of events with the same time by asset, because many events may declare the same. */
export const BY_DECLARED: Keys = {
  columns: [sql`event.declared_us`, sql`event.asset`, sql`event.seq`],
  descending: true,
};

/**
 * Newest first for the events of one asset, whose sequence numbers have the order of their times of acceptance.
 * `alias`: the table that has these.
 */
export const newestOfOne = (alias: 'event' | 'type'): Keys => ({
  columns: CURSOR,
  descending: true,
  lookup: { columns: [sql.raw(`${alias}.seq`)], elements: [2] },
});
/** The same where a cursor may be of an event of another part of the list, of which only the time tells where it is. */
export const newestOfOneAmongParts = (alias: 'event' | 'type'): Keys => ({
  columns: [sql`+event.accepted_us`, sql`event.asset`, sql.raw(`${alias}.seq`)],
  descending: true,
  lookup: { columns: [sql.raw(`${alias}.seq`)] },
});
/** By commit number, newest first: the order of the indexes of MERKLE_LOG events. */
export const BY_COMMIT: Keys = { columns: [sql`event.number`], descending: true };
export const BY_IDENTITY_OF_ONE: Keys = {
  columns: BY_IDENTITY.columns,
  descending: false,
  lookup: { columns: [sql`event.id`], elements: [1] },
};
export const BY_DECLARED_OF_ONE: Keys = {
  ...BY_DECLARED,
  lookup: { columns: [sql`event.declared_us`, sql`event.seq`], elements: [0, 2] },
};

/** The keys of a list of events of several assets. */
export const keysOf = ({ order, crossing, unlogged, byCommit }: EventConditions): Keys => {
  if (unlogged && byCommit) return BY_COMMIT;
  if (order === 'DEFAULT') return crossing ? newestAmongParts('event') : NEWEST_FIRST;
  return order === 'SIMPLEHASH' ? BY_IDENTITY : BY_DECLARED;
};

/** Condition: the event declared a time of its own. The indexes by declared time have exactly these events. */
export const OWN_TIME = sql.raw('event.declared_us IS NOT NULL');

/** Condition: the row of an event says CONFIRMED. */
export const CONFIRMED_ROW = sql.raw(`event.confirmation = 'CONFIRMED'`);

/** The behaviour that most events have; it has no index. */
export const COMMON_BEHAVIOUR = 'RecordEvidence';

/**
 * Conditions on `column`, a time. `of`: the range of a list by this time that is given beside them. An end of the range
 * must be nearer than the bound on that side (see `withinTimes`), which is therefore left out: the planner uses only
 * one of two bounds on a column, and it may choose the far one.
 */
const within = (range: TimeRange | undefined, column: SQL, of: Ends): SQL[] => [
  ...(range?.since === undefined || of.stop ? [] : [sql`${column} >= ${range.since}`]),
  ...(range?.before === undefined || of.after ? [] : [sql`${column} < ${range.before}`]),
];

/** Conditions on `column`, the time at which an event was accepted. `of`: see `within`. */
export const acceptedIn = ({ accepted }: EventConditions, column: SQL, of: Ends = {}): SQL[] =>
  within(accepted, column, of);
/** Conditions on the declared time of `event`, which has one of its own. `of`: see `within`. */
export const declaredIn = ({ declared }: EventConditions, of: Ends = {}): SQL[] =>
  within(declared, sql`event.declared_us`, of);
/** The same for any event. */
export const declaredOrAcceptedIn = ({ declared }: EventConditions): SQL[] =>
  within(declared, sql`coalesce(event.declared_us, event.accepted_us)`, {});

/** Conditions on the time at which `event` was confirmed. `scope`: that of the log that the audience is shown. */
export const committedIn = ({ committed }: EventConditions, scope: SQL): SQL[] =>
  within(committed, sql`coalesce(${committedAt(scope)}, 0)`, {});

/** The conditions on `event` that are not about times. `met`: a filter that the index meets. */
export const eventFilters = (
  { where, behaviour, status, unlogged, filters }: EventConditions,
  met?: AttributeFilter,
): Filter[] => [
  ...[
    ...where,
    ...(behaviour === undefined ? [] : [sql`event.behaviour = ${behaviour}`]),
    ...(status ? [sql`event.confirmation = ${status}`] : []),
    ...(unlogged ? [isUnlogged('event', unlogged)] : []),
  ].map((one) => () => one),
  ...filters
    .filter((or) => or[0] !== met)
    .map(
      (or): Filter =>
        (seen) =>
          anyOf(or, 'event', seen),
    ),
];

/** The same with those on the time of acceptance, for an order whose index does not have it. */
export const timedFilters = (conditions: EventConditions): Filter[] => [
  ...eventFilters(conditions),
  ...acceptedIn(conditions, sql`event.accepted_us`).map((one) => () => one),
];

/** As `lastWhere`, for the events that were accepted before `at`. */
export const lastBefore = (asset: SQL, seq: SQL, at: SQL): SQL => lastWhere(asset, seq, sql`probe.accepted_us < ${at}`);

/** As `lastWhere`, for the events that the log of `scope` has: an asset's events have the order of their commits. */
export const lastLogged = (asset: SQL, seq: SQL, scope: SQL): SQL =>
  lastWhere(asset, seq, sql`probe.number <= ${loggedUpTo(scope)}`);

/*
 * A list of events by declared time has two parts. Most events declare no time of their own: their declared time is the
 * time of acceptance, whose indexes give them in the order of the list. Partial indexes by declared time have only the
 * others (`OWN_TIME`), so that an ordinary event needs no further index entry.
 */

/** Rows that a scan crosses at the cost of one whose other conditions it evaluates. */
const CROSSED = 8;

/**
 * The events that declare no time of their own, as a list in the order of acceptance with the same cursors. After an
 * import, long runs of events are not among them; the scan crosses these. `cost`: that of evaluating a row.
 */
export function withoutOwnTime(conditions: EventConditions, cost: number): EventConditions {
  const accepted = both(conditions.accepted, conditions.declared);
  return {
    ...conditions,
    order: 'DEFAULT',
    where: [sql`event.declared_us IS NULL`, ...conditions.where],
    accepted,
    declared: {},
    crossing: { where: OWN_TIME, rate: CROSSED * cost },
    none: conditions.none === true || isEmpty(accepted),
  };
}

/**
 * A part of a list with only the events at `times`. A cursor of the list may belong to another part and be outside of
 * these times: such an end of a span is left out, because the bound of the times is nearer.
 */
export function withinTimes<Row>({ since = -Infinity, before = Infinity }: TimeRange, part: Part<Row>): Part<Row> {
  const clipped = (span: Span): Span => ({
    ...span,
    after: span.after && Number(span.after[0]) >= before ? undefined : span.after,
    stop: span.stop && Number(span.stop[0]) < since ? undefined : span.stop,
  });
  const { stop, rows, count } = part;
  return {
    ...part,
    ...(stop ? { stop: (span: Span) => stop(clipped(span)) } : {}),
    rows: (span, limit) => rows(clipped(span), limit),
    count: (span, limit) => count(clipped(span), limit),
  };
}

/** The same conditions for a list in another order, whose indexes do not have the declared time. */
export const inAnotherOrder = (conditions: EventConditions): EventConditions => ({
  ...conditions,
  order: conditions.order === 'DECLARED' ? 'DEFAULT' : conditions.order,
  where: [...conditions.where, ...declaredOrAcceptedIn(conditions)],
  declared: {},
});

/** No time is in the range. */
export const isEmpty = ({ since, before }: TimeRange = {}): boolean =>
  since !== undefined && before !== undefined && since >= before;

const both = (x: TimeRange = {}, y: TimeRange = {}): TimeRange => ({
  since: nearest(Math.max, x.since, y.since),
  before: nearest(Math.min, x.before, y.before),
});
const nearest = (choose: (x: number, y: number) => number, x?: number, y?: number): number | undefined =>
  x === undefined || y === undefined ? (x ?? y) : choose(x, y);
