import { sql } from 'drizzle-orm';
import { declaredOrAcceptedIn, OWN_TIME, type EventConditions, type TimeRange } from './event-conditions.ts';
import type { Span } from './keys.ts';
import type { Part } from './list.ts';

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
