import type { Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { Lanes } from '../../platform/pacing/budget.ts';
import { retryLater } from '../../lib/errors.ts';
import { COUNTED_WHEN_ASKED, fitting, type Cursor } from '../../lib/paging.ts';
import { compareUtf8 } from '../../lib/text.ts';
import type { RawStatement } from '../../platform/database/database.ts';
import { afterRange, Count, isSpent, type Budget } from './count.ts';
import { keysOf, ROWS_SCANNED, type Part, type Span, type StopRow } from './parts.ts';

/** Which page of a list to read. */
export type Window = {
  /** Records of the page, at most. */
  size: number;
  /** The page starts behind this record; undefined: at the start of the list. */
  after: Cursor | undefined;
  /** The count stops here; undefined: at `COUNTED_WHEN_ASKED`. */
  countTo: number | undefined;
  /** Rows that one statement may look at; by default `ROWS_SCANNED`. */
  scan?: number;
  /** Bounds how many searches run at once; by default the lane that all requests of the isolate share. */
  lanes?: Lanes;
};

/**
 * A page of a list. `next` is set when there are more records, or when the search stopped before the end of the list.
 * `total` is exact unless `truncated`; then it is one more than the limit of the count.
 */
export type ListPage<Row> = { rows: Row[]; next: Cursor | undefined; total: number; truncated: boolean };

/** What a list consists of. */
export type ListSpec<Row> = {
  parts: readonly Part<Row>[];
  /** The parts to count, where the same records are counted faster in another order. */
  counters?: readonly Part<unknown>[];
  /** The total is always exact, because an index has the few records of this list. */
  countAll: boolean;
  /** A record that must exist, and the error to throw when it does not. */
  named?: { row: Scoped<RawStatement<unknown>>; missing: () => Error };
  /** Lookups per row: a statement may look at fewer rows where each needs more of them. */
  cost: number;
  descending: boolean;
  cursor: (row: Row) => Cursor;
};

/** One search at a time per isolate, so that appends and single reads get the database between them; tenants take turns. */
export const SEARCHES = new Lanes('searches', 1, 256);

/** What one request may search for a page, in statements of `scan` rows each. */
const PAGE = { statements: 8, ranges: 80 };
/** The same for pages of at most `SMALL` records, by which clients decide whether a record exists and is unique. */
const SMALL_PAGE = { statements: 40, ranges: 400 };
const SMALL = 2;
/** What one request may count: by default, and when the client asks for the total; anonymous clients may count less. */
const COUNT = { statements: 4, ranges: 40 };
const COUNT_WHEN_ASKED = { anonymous: { statements: 40, ranges: 40 }, tenant: { statements: 300, ranges: 300 } };
const UNLIMITED: Budget = { rows: Infinity, ranges: Infinity };

/**
 * Reads one page of a list and its total. Where an index meets all conditions, one batch reads everything. Other parts are
 * searched range by range: one statement finds where the range ends, the next reads its rows, so that neither looks at
 * more rows than `scan`. A page may end early with `next` set; where a small page would, this throws 503.
 */
export async function readPage<Row extends { size: number }>(
  scope: Scope,
  of: ListSpec<Row>,
  window: Window,
): Promise<ListPage<Row>> {
  const scan = Math.max(1, Math.floor((window.scan ?? ROWS_SCANNED) / of.cost));
  const read = async (statements: readonly unknown[]): Promise<unknown[][]> =>
    (await scope.read(...(statements as never[]))) as unknown[][];
  const order = (x: Cursor, y: Cursor): number => (of.descending ? compared(y, x) : compared(x, y));
  const merged = (rows: readonly Row[], results: unknown[][]): Row[] =>
    [...rows, ...(results.flat() as Row[])]
      .map((row) => ({ row, at: of.cursor(row) }))
      .toSorted((x, y) => order(x.at, y.at))
      .map(({ row }) => row);

  const limit = window.countTo ?? COUNTED_WHEN_ASKED + 1;
  const whenAsked = COUNT_WHEN_ASKED[scope.tenant === undefined ? 'anonymous' : 'tenant'];
  const budget = ({ statements, ranges }: typeof COUNT): Budget => ({ rows: statements * scan, ranges });
  const count = new Count(of.counters ?? of.parts, {
    scan,
    limit: of.countAll ? Infinity : limit,
    each: of.countAll ? UNLIMITED : budget(window.countTo === undefined ? whenAsked : COUNT),
  });

  const searching = (statements: readonly unknown[]) =>
    (window.lanes ?? SEARCHES).run(() => read(statements), scope.tenant);
  /** Reads statements together with the next ones of the count. */
  const withCount = async (statements: readonly unknown[], run = searching): Promise<unknown[][]> => {
    const counting = count.next();
    if (statements.length + counting.length === 0) return [];
    const results = await run([...statements, ...counting]);
    count.take(results.slice(statements.length));
    return results.slice(0, statements.length);
  };
  const known = of.parts.filter(({ stop, early }) => !stop || early);
  const searchable = of.parts.filter(({ stop }) => stop);
  let span: Span = { after: window.after, scan, first: true };
  // The first range of a page at the start of the list is also that of the count, which then finds its end for both.
  const isCounted = ({ early }: Part<Row>): boolean => early === 'bounded' && !of.counters && !window.after;
  const first = await withCount(
    [
      ...known.map((part) => part.rows({ ...span, early: true }, window.size + 1)),
      ...searchable.filter((part) => !isCounted(part)).map((part) => part.stop!(span)),
    ],
    searchable.every(({ early }) => early) ? read : searching,
  );
  /** The searches of a range. Where `stop` gives no row, the part does not exist for this caller or needs no search. */
  const searchesOf = (ends: readonly StopRow[][]) =>
    new Map(searchable.flatMap((part, i) => ends[i]!.slice(0, 1).map((end) => [part, end] as const)));
  const found = first.slice(known.length) as StopRow[][];
  let searches = searchesOf(searchable.map((part) => (isCounted(part) ? count.firstEnds.get(part)! : found.shift()!)));
  let rows = merged([], first.slice(0, known.length));
  let next: Cursor | undefined;
  const small = window.size <= SMALL;
  let left = budget(small ? SMALL_PAGE : PAGE);
  for (let round = 1; round > 1 || searches.size > 0; round++) {
    const ends = [...searches.values()];
    const stop = ends.flatMap(keysOf).toSorted(order)[0];
    span = { after: span.after, stop, scan, first: round === 1 };
    if (round === 1) rows = rows.filter((row) => !stop || order(of.cursor(row), stop) <= 0);
    // Rows behind `stop` wait for the next range, in which other parts may have rows before them.
    const missing = window.size + 1 - (round === 1 ? 0 : rows.length);
    const asked = round === 1 ? [...searches.keys()].filter(({ early }) => early !== 'bounded') : of.parts;
    const results = await withCount(
      asked
        .filter((part) => !part.stop || part.early === 'unsearched' || searches.has(part))
        .map((part) => part.rows({ ...span, sorted: searches.get(part)?.sorted === 1 }, missing)),
    );
    rows = merged(rows, results);
    next = stop;
    if (!stop || rows.length >= window.size || fitting(rows.map(({ size }) => size)) < rows.length) break;
    left = ends.map((end) => afterRange(left, end, scan)).toSorted((x, y) => x.rows - y.rows)[0]!;
    if (isSpent(left)) {
      if (small)
        throw retryLater('unavailable', 'too many records lie between those that match; narrow the filters', 10);
      break;
    }
    span = { after: stop, scan };
    // Of all parts: rights that have changed since can add one or take it away.
    searches = searchesOf((await searching(searchable.map((part) => part.stop!(span)))) as StopRow[][]);
  }
  while (count.more) await withCount([]);
  const kept = rows.slice(0, Math.min(window.size, fitting(rows.map(({ size }) => size))));
  if (of.named && kept.length === 0) {
    const [found] = await read([of.named.row]);
    if (found!.length === 0) throw of.named.missing();
  }
  const behind = kept.length < rows.length ? of.cursor(kept.at(-1)!) : next;
  // A first page that is also the last one has all records, even where the count stopped before.
  const whole = !window.after && !behind;
  const counted = whole ? kept.length : count.found;
  const total = of.countAll ? counted : Math.min(counted, limit);
  const truncated = !of.countAll && (total >= limit || !(whole || count.complete));
  return { rows: kept, next: behind, total: truncated ? limit : total, truncated };
}

/** Compares as SQLite does. */
function compared(x: Cursor, y: Cursor): number {
  const i = x.findIndex((value, at) => value !== y[at]);
  if (i < 0) return 0;
  const [a, b] = [x[i]!, y[i]!];
  return typeof a === 'string' && typeof b === 'string' ? compareUtf8(a, b) : a < b ? -1 : 1;
}
