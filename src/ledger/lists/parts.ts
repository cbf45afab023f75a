import type { SQL } from 'drizzle-orm';
import type { Scoped } from '../../access/queries.ts';
import type { Cursor } from '../../lib/paging.ts';
import type { RawStatement } from '../../platform/database/database.ts';

/** Rows that one statement may look at where no index meets all conditions of a list. */
export const ROWS_SCANNED = 1000;

/**
 * The columns of a cursor, by which a list is ordered. `lookup`: the columns of the index that leads to the records in
 * the same order, where they are others. `elements`: the elements of a cursor that they hold; undefined: a cursor may
 * be of a record that the index does not have, so the ranges of the list are compared by the keys. `ranges`: the
 * conditions for a range, where they are not a comparison of these columns.
 */
export type Keys = {
  columns: SQL[];
  descending: boolean;
  lookup?: { columns: SQL[]; elements?: number[] };
  ranges?: { after: (cursor: Cursor) => SQL[]; stop: (cursor: Cursor) => SQL[] };
};

/**
 * Rows that a scan crosses without evaluating its other conditions: `rate` of them cost as much as one that it
 * evaluates.
 */
export type Crossing = { where: SQL; rate: number };

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
export type StopRow = Record<'k0' | 'k1' | 'k2', string | number | null> & {
  /** 1: so few rows meet the conditions on time that the statement sorts all of them. */
  sorted?: number;
  /**
   * Rows that statements look at in this range; null: `Span.scan`. 0 for the first range of several scans, because
   * it would take more time to count them.
   */
  looked?: number | null;
};

/** The cursor at which a scan has to stop, or none. */
export const keysOf = ({ k0, k1, k2 }: StopRow): Cursor[] =>
  k0 === null ? [] : [[k0, k1, k2].filter((key) => key !== null)];

/** A count, up to the limit that it was asked for; of a range of a `bounded` part, with where it ends. */
export type Counted = { n: number } & Partial<StopRow>;

/**
 * The statements of one part of a list. `Row`: a row of the statement that reads records. The parts of a list are
 * disjoint. A part with `stop` is scanned range by range; without, an index gives its records
 * directly.
 */
export type Part<Row> = {
  /** Finds where a range ends. Gives no row where the part does not exist for the caller. */
  stop?: (span: Span) => Scoped<RawStatement<StopRow>>;
  /**
   * What the other statements give when they are sent together with `stop`, before the end of the range is known.
   * `unscanned`: everything, where `stop` gives no row because an index meets all conditions that apply to the
   * caller; else nothing. `bounded`: the range, whose end they find themselves.
   */
  early?: 'unscanned' | 'bounded';
  rows: (span: Span, limit: number) => Scoped<RawStatement<Row>>;
  /** `limit` -1: counts all. */
  count: (span: Span, limit: number) => Scoped<RawStatement<Counted>>;
};
