import type { Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { Lanes } from '../../platform/pacing/budget.ts';
import { retryLater } from '../../lib/errors.ts';
import { COUNTED_WHEN_ASKED, fitting, type Cursor } from '../../lib/paging.ts';
import { compareUtf8 } from '../../lib/text.ts';
import type { RawStatement } from '../../platform/database/database.ts';
import { afterRange, Count, isSpent, type ScanBudget } from './count.ts';
import { cursorOf, endOf, ROWS_SCANNED, type KeyRow, type Span, type StopRow } from './keys.ts';
import type { Part } from './list.ts';

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
  /** Bounds how many scans run at once; by default the lane that all requests of the isolate share. */
  lanes?: Lanes;
};

/**
 * A page of a list. `next` is set when there are more records, or when the scan stopped before the end of the list.
 * `total` is exact unless `truncated`; then it is one more than the limit of the count.
 */
export type ListPage<Row> = { rows: Row[]; next: Cursor | undefined; total: number; truncated: boolean };

/** A row of a page. Its keys are its cursor. `size`: bytes of the record. */
type ListedRow = KeyRow & { size: number };

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
};

/**
 * One scan at a time per isolate, so that appends and single reads get the database between them; tenants take turns.
 */
export const SCANS = new Lanes('searches', 1, 256);

/** What one request may scan for a page, in statements of `scan` rows each. */
const PAGE = { statements: 8, ranges: 80 };
/** The same for pages of at most `SMALL` records, by which clients decide whether a record exists and is unique. */
const SMALL_PAGE = { statements: 40, ranges: 400 };
const SMALL = 2;
/** What one request may count: by default, and when the client asks for the total; anonymous clients may count less. */
const COUNT = { statements: 4, ranges: 40 };
const COUNT_WHEN_ASKED = { anonymous: { statements: 40, ranges: 40 }, tenant: { statements: 300, ranges: 300 } };
const UNLIMITED: ScanBudget = { rows: Infinity, ranges: Infinity };

/**
 * Reads one page of a list and its total. Where an index meets all conditions, one batch reads everything. Other parts
 * are scanned range by range: one statement finds where the range ends, the next reads its rows, so that neither looks
 * at more rows than `scan`. A page may end early with `next` set; where a small page would, this throws 503.
 */
export async function readPage<Row extends ListedRow>(
  scope: Scope,
  of: ListSpec<Row>,
  window: Window,
): Promise<ListPage<Row>> {
  const scan = Math.max(1, Math.floor((window.scan ?? ROWS_SCANNED) / of.cost));
  const limit = window.countTo ?? COUNTED_WHEN_ASKED + 1;
  const whenAsked = COUNT_WHEN_ASKED[scope.tenant === undefined ? 'anonymous' : 'tenant'];
  const count = new Count(of.counters ?? of.parts, {
    scan,
    limit: of.countAll ? Infinity : limit,
    each: of.countAll ? UNLIMITED : budgetOf(window.countTo === undefined ? whenAsked : COUNT, scan),
  });
  const reader = new PageReader(scope, of, window, scan, count);
  const { rows, next } = await reader.read();
  const kept = rows.slice(0, Math.min(window.size, fittingRows(rows)));
  if (of.named && kept.length === 0) {
    const [named] = await scope.read(of.named.row);
    if (named.length === 0) throw of.named.missing();
  }
  const behind = kept.length < rows.length ? cursorOf(kept.at(-1)!) : next;
  // A first page that is also the last one has all records, even where the count stopped before.
  const whole = !window.after && !behind;
  const counted = whole ? kept.length : count.found;
  const total = of.countAll ? counted : Math.min(counted, limit);
  const truncated = !of.countAll && (total >= limit || !(whole || count.complete));
  return { rows: kept, next: behind, total: truncated ? limit : total, truncated };
}

const budgetOf = ({ statements, ranges }: typeof COUNT, scan: number): ScanBudget => ({
  rows: statements * scan,
  ranges,
});

const fittingRows = (rows: readonly { size: number }[]): number => fitting(rows.map(({ size }) => size));

/** The ends of a range: of each part that is scanned. A part that does not exist for the caller has none. */
type RangeEnds<Row> = Map<Part<Row>, StopRow>;

/** Reads the rows of one page, one more than its size if there are more, and lets the list be counted beside. */
class PageReader<Row extends ListedRow> {
  readonly #scope: Scope;
  readonly #of: ListSpec<Row>;
  readonly #window: Window;
  readonly #scan: number;
  readonly #count: Count;
  readonly #scanned: readonly Part<Row>[];

  constructor(scope: Scope, of: ListSpec<Row>, window: Window, scan: number, count: Count) {
    this.#scope = scope;
    this.#of = of;
    this.#window = window;
    this.#scan = scan;
    this.#count = count;
    this.#scanned = of.parts.filter(({ stop }) => stop);
  }

  /** Returns the rows and, if the scan stopped before the end of the list, the cursor at which it did. */
  async read(): Promise<{ rows: Row[]; next: Cursor | undefined }> {
    const first = await this.#first();
    const page = first.ends.size === 0 ? { rows: first.rows, next: undefined } : await this.#ranges(first);
    while (this.#count.more) await this.#withCount([]);
    return page;
  }

  /** The first batch: the rows of parts that need no scan, and the ends of the first range of the others. */
  async #first(): Promise<{ rows: Row[]; ends: RangeEnds<Row> }> {
    const { size, after } = this.#window;
    const span: Span = { after, scan: this.#scan, first: true };
    // The first range of a page at the start of the list is also that of the count, which then finds its end for both.
    const isCounted = ({ early }: Part<Row>): boolean => early === 'bounded' && !this.#of.counters && !after;
    const atOnce = this.#of.parts.filter(({ stop, early }) => !stop || early);
    const results = await this.#withCount(
      [
        ...atOnce.map((part) => part.rows({ ...span, early: true }, size + 1)),
        ...this.#scanned.filter((part) => !isCounted(part)).map((part) => part.stop!(span)),
      ],
      this.#scanned.every(({ early }) => early) ? (statements) => this.#send(statements) : undefined,
    );
    const stops = results.slice(atOnce.length) as StopRow[][];
    const ends = this.#scanned.map((part) => (isCounted(part) ? this.#count.firstEnds.get(part)! : stops.shift()!));
    return { rows: this.#merged([], results.slice(0, atOnce.length)), ends: this.#endsOf(ends) };
  }

  /** Reads range after range until the page is full, the list ends, or the budget is spent. */
  async #ranges({ rows, ends }: { rows: Row[]; ends: RangeEnds<Row> }) {
    const { size, after } = this.#window;
    const isSmall = size <= SMALL;
    let left = budgetOf(isSmall ? SMALL_PAGE : PAGE, this.#scan);
    let from: Span = { after, scan: this.#scan, first: true };
    for (;;) {
      const stop = [...ends.values()].flatMap(endOf).toSorted(this.#order)[0];
      const span: Span = { ...from, stop };
      // Rows behind `stop` wait for the next range, in which other parts may have rows before them.
      if (span.first) rows = rows.filter((row) => !stop || this.#order(cursorOf(row), stop) <= 0);
      const missing = size + 1 - (span.first ? 0 : rows.length);
      rows = this.#merged(rows, await this.#withCount(this.#rowsOf(span, ends, missing)));
      if (!stop || rows.length >= size || fittingRows(rows) < rows.length) return { rows, next: stop };
      left = [...ends.values()].map((end) => afterRange(left, end, this.#scan)).toSorted((x, y) => x.rows - y.rows)[0]!;
      if (isSpent(left)) {
        if (!isSmall) return { rows, next: stop };
        throw retryLater('unavailable', 'too many records lie between those that match; narrow the filters', 10);
      }
      const next: Span = { after: stop, scan: this.#scan };
      // Of all parts: rights that have changed since can add one or take it away.
      ends = this.#endsOf((await this.#inLane(this.#scanned.map((part) => part.stop!(next)))) as StopRow[][]);
      from = next;
    }
  }

  /** The statements for the rows of a range. `missing`: rows that a part may have to add, one more than fit. */
  #rowsOf(span: Span, ends: RangeEnds<Row>, missing: number): unknown[] {
    const parts = span.first ? [...ends.keys()].filter(({ early }) => early !== 'bounded') : this.#of.parts;
    return parts
      .filter((part) => !part.stop || part.early === 'unscanned' || ends.has(part))
      .map((part) => part.rows({ ...span, sorted: ends.get(part)?.sorted === 1 }, missing));
  }

  #endsOf(stops: readonly StopRow[][]): RangeEnds<Row> {
    return new Map(this.#scanned.flatMap((part, i) => stops[i]!.slice(0, 1).map((end) => [part, end] as const)));
  }

  #merged(rows: readonly Row[], results: unknown[][]): Row[] {
    return [...rows, ...(results.flat() as Row[])]
      .map((row) => ({ row, at: cursorOf(row) }))
      .toSorted((x, y) => this.#order(x.at, y.at))
      .map(({ row }) => row);
  }

  readonly #order = (x: Cursor, y: Cursor): number => (this.#of.descending ? compared(y, x) : compared(x, y));

  /** Sends statements together with the next ones of the count. */
  async #withCount(
    statements: readonly unknown[],
    send = (each: readonly unknown[]) => this.#inLane(each),
  ): Promise<unknown[][]> {
    const counting = this.#count.next();
    if (statements.length + counting.length === 0) return [];
    const results = await send([...statements, ...counting]);
    this.#count.take(results.slice(statements.length));
    return results.slice(0, statements.length);
  }

  #inLane(statements: readonly unknown[]): Promise<unknown[][]> {
    return (this.#window.lanes ?? SCANS).run(() => this.#send(statements), this.#scope.tenant);
  }

  async #send(statements: readonly unknown[]): Promise<unknown[][]> {
    return (await this.#scope.read(...(statements as never[]))) as unknown[][];
  }
}

/** Compares as SQLite does. */
function compared(x: Cursor, y: Cursor): number {
  const i = x.findIndex((value, at) => value !== y[at]);
  if (i < 0) return 0;
  const [a, b] = [x[i]!, y[i]!];
  if (typeof a === 'string' && typeof b === 'string') return compareUtf8(a, b);
  return a < b ? -1 : 1;
}
