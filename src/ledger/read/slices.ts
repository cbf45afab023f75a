import { sql, type SQL } from 'drizzle-orm';
import type { Scoped } from '../../access/queries.ts';
import { PAGE_BYTES, type Cursor } from '../../core/paging.ts';
import type { RawStatement } from '../../store/database.ts';

/** Rows that one statement looks at where no index answers a list's conditions. */
export const ROWS_SCANNED = 1000;

/**
 * The columns by which a list is ordered. `lookup`: those of the index that leads to them, which are the elements of
 * a position from `from` on.
 */
export type Keys = { columns: SQL[]; descending: boolean; lookup?: { columns: SQL[]; from: number } };

/** Where a range of a list begins and ends: after one position, up to and with another. */
export type Ends = { after?: Cursor | undefined; stop?: Cursor | undefined };

/** A range of a list. */
export type Span = Ends & {
  /** Rows that the statement may look at. */
  scan: number;
  /** `StopRow.sorted` of this range. */
  sorted?: boolean;
  /** Its end was not looked for: see `Part.early`. */
  early?: boolean;
};

/** Where a search from a position has to stop; without keys it may go on to the end of the list. */
export type StopRow = Record<'k0' | 'k1' | 'k2', string | number | null> & {
  /** 1: the conditions leave so few rows that all of them are sorted. */
  sorted?: number;
};

/** A count, no further than it was asked for. */
export type Counted = { n: number };

/**
 * A part of a list; the parts of one list have nothing in common. With `stop` its rows are searched, range by
 * range. Without, an index gives the rows themselves, and ranges are not needed.
 */
export type Part<Row> = {
  stop?: (span: Span) => Scoped<RawStatement<StopRow>>;
  /**
   * What an early range gives, which is read together with `stop`. `all`: the rows if `stop` gives no row, for whether the
   * part must be searched is known when the statements are written. `range`: the rows up to where `stop` ends.
   */
  early?: 'all' | 'range';
  /** `size`: the bytes of the record in its JSON form. */
  rows: (span: Span, limit: number) => Scoped<RawStatement<Row & { size: number }>>;
  /** `limit` -1: to the end. */
  count: (span: Span, limit: number) => Scoped<RawStatement<Counted>>;
};

/** Conditions for a range of a list. */
export function within(keys: Keys, { after, stop }: Ends): SQL[] {
  const { descending } = keys;
  const { columns, from } = keys.lookup ?? { columns: keys.columns, from: 0 };
  const compared = (operator: string, to: Cursor): SQL =>
    sql`(${sql.join(columns, sql`, `)}) ${sql.raw(operator)} (${sql.join(
      to.slice(from).map((value) => sql`${value}`),
      sql`, `,
    )})`;
  return [
    ...(after ? [compared(descending ? '<' : '>', after)] : []),
    ...(stop ? [compared(descending ? '>=' : '<=', stop)] : []),
  ];
}

/** ORDER BY a list's keys. With `sign`, the planner sorts by them instead of walking an index in their order. */
export const ordered = ({ columns, descending, lookup }: Keys, sign: '' | '+' = ''): SQL =>
  sql.join(
    (lookup?.columns ?? columns).map((column) => sql`${sql.raw(sign)}${column}${sql.raw(descending ? ' DESC' : '')}`),
    sql`, `,
  );

/** The keys as columns k0, k1, k2. */
const keyColumns = ({ columns }: Keys): SQL =>
  sql.join(
    [0, 1, 2].map((i) => sql`${columns[i] ?? sql`NULL`} AS ${sql.raw(`k${i}`)}`),
    sql`, `,
  );

/** SELECT the keys of `found` as a row that is always there, NULL where `found` gives none; `more` columns behind. */
export const stopRow = (found: SQL, more: SQL = sql``): SQL =>
  sql`SELECT stops.k0, stops.k1, stops.k2${more} FROM (SELECT 1) LEFT JOIN (${found}) stops`;

/**
 * SELECT the keys of the row of `from` (FROM and WHERE) at which `scan` is spent: each row costs one, and more
 * where it has many `bytes`, because they are read. No row where the end comes before.
 */
export const spentAt = (keys: Keys, from: SQL, bytes: SQL, scan: number): SQL =>
  sql`SELECT k0, k1, k2 FROM (SELECT k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING) AS spent
    FROM (SELECT ${keyColumns(keys)}, 1 + (${bytes}) / 4096 AS cost FROM ${from} ORDER BY ${ordered(keys)} LIMIT ${scan}))
    WHERE spent >= ${scan} LIMIT 1`;

/**
 * SELECT the keys at which the first of several searches stops, when each looks at `share` rows: `starts` is what
 * FROM loops over, `each` FROM and WHERE of what is searched for one of them.
 */
export const firstStop = (keys: Keys, starts: SQL, each: SQL, share: SQL): SQL => {
  const order = sql.raw(keys.descending ? 'k0 DESC, k1 DESC, k2 DESC' : 'k0, k1, k2');
  const listed = sql`json_array(json_array(${sql.join(keys.columns, sql`, `)}))`;
  return sql`SELECT j.value ->> 0 AS k0, j.value ->> 1 AS k1, j.value ->> 2 AS k2
    FROM ${starts} CROSS JOIN json_each((SELECT ${listed} FROM ${each} ORDER BY ${ordered(keys)} LIMIT 1 OFFSET ${share} - 1)) j
    ORDER BY ${order} LIMIT 1`;
};

/** SELECT `ids` and size of the first records of `from` that make a page, and of one more. `bytes`: of a record. */
export const fittingPage = (ids: SQL, from: SQL, bytes: SQL, order: SQL, limit: number): SQL =>
  sql`SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
    FROM (SELECT ${ids}, ${bytes} AS size FROM ${from} ORDER BY ${order} LIMIT ${limit})) WHERE upTo - size <= ${PAGE_BYTES}`;

/** SELECT count(*), no further than `limit`. */
export const counted = (from: SQL, limit: number): SQL =>
  sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ${limit})`;
