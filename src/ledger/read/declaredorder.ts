import { sql, type SQL } from 'drizzle-orm';
import { all } from './conditions.ts';
import {
  acceptedIn,
  BY_DECLARED,
  declaredIn,
  lastBefore,
  declaredOrAcceptedIn,
  newestAmongParts,
  OWN_TIME,
  type EventConditions,
  type TimeRange,
} from './eventconditions.ts';
import type { Ends, Part, Span } from './parts.ts';
import { costOf, inRange } from './statements.ts';

/*
 * A list of events by declared time has two parts. Most events declare no time of their own: their declared time is the
 * time of acceptance, whose indexes give them in the order of the list. Partial indexes by declared time have only the
 * others (`OWN_TIME`), so that an ordinary event needs no further index entry.
 */

/** Rows that a search crosses at the cost of one whose other conditions it evaluates. */
const CROSSED = 8;

/**
 * The events that declare no time of their own, as a list in the order of acceptance with the same cursors. After an
 * import, long runs of events are not among them; the search crosses these. `cost`: that of evaluating a row.
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
export function withinTimes<Raw>({ since = -Infinity, before = Infinity }: TimeRange, part: Part<Raw>): Part<Raw> {
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

/**
 * SELECT k0, k1, k2, cost, row and crossed of the events in a range of one part of the list, of all assets of the table
 * `few`, in the order of the list: a merge that keeps one event of each asset. `limit`: the number of events.
 */
export function mergedEvents(conditions: EventConditions, ends: Ends, limit?: number): SQL {
  const byDeclared = conditions.order === 'DECLARED';
  const { columns } = byDeclared ? BY_DECLARED : newestAmongParts('event');
  const [first, next] = byDeclared ? declared(conditions, ends) : accepted(conditions, ends);
  const upTo = { after: [], stop: ends.stop };
  const bounds = [
    ...inRange({ columns, descending: true }, { stop: ends.stop }),
    ...(byDeclared ? declaredIn(conditions, upTo) : acceptedIn(conditions, sql`event.accepted_us`, upTo)),
  ];
  const { crossing } = conditions;
  const values = sql`SELECT ${sql.join(columns, sql`, `)}, ${costOf('event', crossing)}, event.number, ${crossing?.where ?? sql`0`}`;
  const event = (asset: SQL, seq: SQL): SQL =>
    sql`CROSS JOIN events event ON ${all([sql`event.asset = ${asset}`, sql`event.seq = ${seq}`, ...bounds])}`;
  return sql`WITH RECURSIVE merged(k0, k1, k2, cost, row, crossed) AS (
    ${values} FROM few CROSS JOIN assets asset ON asset.number = few.number ${event(sql`asset.number`, first)}
    UNION ALL ${values} FROM merged ${event(sql`merged.k1`, next)}
    ORDER BY 1 DESC, 2 DESC, 3 DESC${limit === undefined ? sql`` : sql` LIMIT ${limit}`})
    SELECT * FROM merged`;
}

/** In the order of acceptance: the number of the first event of `asset` in the range, and of the one after `merged`. */
function accepted({ accepted }: EventConditions, { after }: Ends): [first: SQL, next: SQL] {
  const before = Math.min(after ? Number(after[0]) + 1 : Infinity, accepted?.before ?? Infinity);
  const last = Number.isFinite(before) ? lastBefore(sql`asset.number`, sql`asset.seq`, sql`${before}`) : sql`asset.seq`;
  // An asset has at most one event at the time of the cursor, and it may come before the cursor.
  const first = after
    ? sql`(SELECT probe.seq - ((probe.accepted_us, probe.asset, probe.seq) >= (${sql.join(
        after.map((value) => sql`${value}`),
        sql`, `,
      )})) FROM events probe WHERE probe.asset = asset.number AND probe.seq = ${last})`
    : last;
  return [first, sql`merged.k2 - 1`];
}

/** The same in the order of the declared time, for events with a time of their own. */
function declared({ declared }: EventConditions, { after }: Ends): [first: SQL, next: SQL] {
  const newest = (asset: SQL, bounds: SQL[]): SQL =>
    sql`(SELECT event.seq FROM events event INDEXED BY events_declared_of_asset
      WHERE ${all([sql`event.asset = ${asset}`, OWN_TIME, ...bounds])} ORDER BY event.declared_us DESC, event.seq DESC LIMIT 1)`;
  const behind = (us: SQL, seq: SQL): SQL => sql`(event.declared_us, event.seq) < (${us}, ${seq})`;
  const seqBehind = ([, asset, seq]: (string | number)[]): SQL =>
    sql`CASE WHEN asset.number < ${asset!} THEN ${Number.MAX_SAFE_INTEGER} WHEN asset.number = ${asset!} THEN ${seq!} ELSE 0 END`;
  const bounds = after
    ? [behind(sql`${after[0]!}`, seqBehind(after))]
    : declared?.before === undefined
      ? []
      : [sql`event.declared_us < ${declared.before}`];
  // Without an affinity (`+`) the planner uses both columns of the index. Otherwise every step reads all events of the time.
  return [newest(sql`asset.number`, bounds), newest(sql`merged.k1`, [behind(sql`+merged.k0`, sql`+merged.k2`)])];
}
