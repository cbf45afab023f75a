import { sql, type SQL } from 'drizzle-orm';
import type { Cursor } from '../../lib/paging.ts';

/* The order of a list, and its ranges. */

/** Rows that one statement may look at where no index meets all conditions of a list. */
export const ROWS_SCANNED = 1000;

/**
 * The columns by which a list is ordered: together they are its cursor. `lookup`: the columns of the index that leads
 * to the records in the same order, where they are others. `elements`: the elements of a cursor that they hold;
 * undefined: a cursor may be of a record that the index does not have, so the ranges of the list are compared by the
 * keys. `ranges`: the conditions for a range, where they are not a comparison of these columns.
 */
export type Keys = {
  columns: SQL[];
  descending: boolean;
  lookup?: { columns: SQL[]; elements?: number[] };
  ranges?: { after: (cursor: Cursor) => SQL[]; stop: (cursor: Cursor) => SQL[] };
};

/** The keys of a row; NULL where a list has fewer. */
export type KeyRow = Record<'k0' | 'k1' | 'k2', string | number | null>;

/** The cursor of a record. */
export const cursorOf = ({ k0, k1, k2 }: KeyRow): Cursor => [k0, k1, k2].filter((key) => key !== null);

/** The ends of a range of a list: behind the cursor `after`, up to and including `stop`. */
export type Ends = { after?: Cursor | undefined; stop?: Cursor | undefined };

/** A range of a list, as a statement is asked for it. */
export type Span = Ends & {
  /** Rows that the statement may look at. */
  scan: number;
  /** `StopRow.sorted` of this range. */
  sorted?: boolean;
  /**
   * The first range that a request scans. Most lists need no other, so its end is found in a simpler way
   * (`rangeEnd`).
   */
  first?: boolean;
  /** The statement is sent together with the one that finds the end of the range (see `Part.early`). */
  early?: boolean;
};

/** Where a scan has to stop; NULL keys: it may extend to the end of the list. */
export type StopRow = KeyRow & {
  /** 1: so few rows meet the conditions on time that the statement sorts all of them. */
  sorted?: number;
  /**
   * Rows that statements look at in this range; null: `Span.scan`. 0 for the first range of several scans, because
   * it would take more time to count them.
   */
  looked?: number | null;
};

/** The cursor at which a scan has to stop, or none. */
export const endOf = (stop: StopRow): Cursor[] => (stop.k0 === null ? [] : [cursorOf(stop)]);

/** Conditions for a range of a list. */
export function inRange(keys: Keys, { after, stop }: Ends): SQL[] {
  const { descending, ranges } = keys;
  if (ranges) return [...(after ? ranges.after(after) : []), ...(stop ? ranges.stop(stop) : [])];
  const { columns, elements } = keys.lookup?.elements
    ? { columns: keys.lookup.columns, elements: keys.lookup.elements }
    : { columns: keys.columns, elements: [0, 1, 2] };
  const compared = (operator: string, to: Cursor): SQL =>
    sql`(${sql.join(columns, sql`, `)}) ${sql.raw(operator)} (${sql.join(
      columns.map((_, i) => sql`${to[elements[i]!]!}`),
      sql`, `,
    )})`;
  return [
    ...(after ? [compared(descending ? '<' : '>', after)] : []),
    ...(stop ? [compared(descending ? '>=' : '<=', stop)] : []),
  ];
}

/** ORDER BY a list's keys. With `sign` '+', the planner sorts instead of walking an index in this order. */
export const orderBy = ({ columns, descending, lookup }: Keys, sign: '' | '+' = ''): SQL =>
  sql.join(
    (lookup?.columns ?? columns).map((column) => sql`${sql.raw(sign)}${column}${sql.raw(descending ? ' DESC' : '')}`),
    sql`, `,
  );

/** The keys as the columns k0, k1, k2. */
export const keyColumns = ({ columns }: Keys): SQL =>
  sql.join(
    [0, 1, 2].map((i) => sql`${columns[i] ?? sql`NULL`} AS ${sql.raw(`k${i}`)}`),
    sql`, `,
  );
