import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { AttributeFilter } from '../../formats/records/filters.ts';
import { columns } from '../../platform/database/columns.ts';
import { anyOf } from './conditions.ts';
import { acceptedIn, fixed, type EventConditions } from './event-conditions.ts';
import { ROWS_SCANNED, type Ends, type Keys, type Span } from './parts.ts';
import { stopRow } from './statements.ts';

/**
 * How to scan events: FROM and WHERE with the index that gives them in the order of the list, and the conditions that
 * it does not meet. `leaves`: the same without the events, where a table has the values that are scanned. `few`:
 * another source of the same events, which is sorted if at most `most` rows meet `size`, its FROM and WHERE without
 * other tables.
 */
export type EventSource = {
  keys: Keys;
  from: (of: Ends) => SQL;
  leaves?: SQL;
  residual: ((seen: Seen) => SQL)[];
  few?: { size: SQL; from: SQL; most: number; residual: ((seen: Seen) => SQL)[] } | undefined;
};

export const conditionsOf = (conditions: EventConditions, driver?: AttributeFilter) => [
  ...fixed(conditions).map((one) => () => one),
  ...conditions.filters.filter((or) => or[0] !== driver).map((or) => (seen: Seen) => anyOf(or, 'event', seen)),
];

/** All conditions, and those on the time of acceptance, for an order whose index does not have it. */
export const timesAnd = (conditions: EventConditions) => [
  ...conditionsOf(conditions),
  ...acceptedIn(conditions, sql`event.accepted_us`).map((one) => () => one),
];

const STOP = columns('k0', 'k1', 'k2', 'looked');
const STOP_ARRAY = sql.raw(STOP.array({ k0: 'stops.k0', k1: 'stops.k1', k2: 'stops.k2', looked: 'stops.looked' }));
const STOP_LIST = sql.raw(STOP.list('stop.value'));

/** The statement of `Part.stop` for a scan that ends at `end`; at the end of the list if its `few` are few. */
export function stopUnlessFew(
  end: SQL,
  few: { size: SQL; most: number } | undefined,
  { seen, scan }: Pick<Span, 'scan'> & { seen: Seen },
): SQL {
  if (!few) return stopRow(end);
  const most = seen.affordable(Math.floor((few.most * scan) / ROWS_SCANNED));
  const isFew = sql`(SELECT count(*) <= ${most} FROM (SELECT 1 FROM ${few.size} LIMIT ${most} + 1))`;
  const stop = sql`CASE size.value WHEN 1 THEN NULL
    ELSE json((SELECT ${STOP_ARRAY} FROM (${end}) stops)) END`;
  return sql`SELECT ${STOP_LIST}, size.value AS sorted
    FROM json_each(json_array(${isFew})) size CROSS JOIN json_each(json_array(${stop})) stop`;
}
