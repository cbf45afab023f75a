import type { Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { Lanes } from '../../core/budget.ts';
import { retryLater } from '../../core/errors.ts';
import { COUNTED_WHEN_ASKED, fitting, type Cursor } from '../../core/paging.ts';
import { compareUtf8 } from '../../core/text.ts';
import type { RawStatement } from '../../store/database.ts';
import { ROWS_SCANNED, type Counted, type Part, type Span, type StopRow } from './parts.ts';

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

type Sized<Row> = Row & { size: number };

/** What a list consists of. */
export type ListSpec<Row, Raw> = {
  parts: readonly Part<Raw>[];
  /** The parts to count, where the same records are counted faster in another order. */
  counters?: readonly Part<unknown>[];
  /** The total is always exact, because an index has the few records of this list. */
  countAll: boolean;
  /** A record that must exist, and the error to throw when it does not. */
  named?: { row: Scoped<RawStatement<unknown>>; missing: () => Error };
  /** Lookups per row: a statement may look at fewer rows where each needs more of them. */
  cost: number;
  /** The records in the rows of a statement. `size`: bytes of the record's JSON form. */
  rowsOf: (rows: readonly Raw[]) => readonly Sized<Row>[];
  descending: boolean;
  cursor: (row: Row) => Cursor;
};

/** One search at a time per isolate, so that appends and single reads get the database between them; tenants take turns. */
export const SEARCHES = new Lanes('searches', 1, 256);

/** Ranges that one request searches for a page. */
const ROUNDS = 8;
/** The same for pages of at most `SMALL` records, by which clients decide whether a record exists and is unique. */
const ROUNDS_OF_SMALL = 40;
const SMALL = 2;
/** Ranges that one request counts: by default, and when the client asks for the total; anonymous clients get fewer. */
const COUNT_ROUNDS = 4;
const COUNT_ROUNDS_WHEN_ASKED = { anonymous: 40, tenant: 300 };

/**
 * Reads one page of a list and its total. Where an index meets all conditions, one batch reads everything. Other parts are
 * searched range by range: one statement finds where the range ends, the next reads its rows, so that neither looks at
 * more rows than `scan`. A page may end early with `next` set; where a small page would, this throws 503.
 */
export async function readPage<Row, Raw>(scope: Scope, of: ListSpec<Row, Raw>, window: Window): Promise<ListPage<Row>> {
  const scan = Math.max(1, Math.floor((window.scan ?? ROWS_SCANNED) / of.cost));
  const read = async (statements: readonly unknown[]): Promise<unknown[][]> =>
    (await scope.read(...(statements as never[]))) as unknown[][];
  const order = (x: Cursor, y: Cursor): number => (of.descending ? compared(y, x) : compared(x, y));
  const merged = (rows: readonly Sized<Row>[], results: unknown[][]): Sized<Row>[] =>
    [...rows, ...of.rowsOf(results.flat() as Raw[])]
      .map((row) => ({ row, at: of.cursor(row) }))
      .toSorted((x, y) => order(x.at, y.at))
      .map(({ row }) => row);

  const limit = window.countTo ?? COUNTED_WHEN_ASKED + 1;
  const whenAsked = COUNT_ROUNDS_WHEN_ASKED[scope.tenant === undefined ? 'anonymous' : 'tenant'];
  const count = new Count(of.counters ?? of.parts, {
    scan,
    limit: of.countAll ? Infinity : limit,
    rounds: of.countAll ? Infinity : window.countTo === undefined ? whenAsked : COUNT_ROUNDS,
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
  let span: Span = { after: window.after, scan };
  // The first range of a page at the start of the list is also that of the count.
  const isCounted = ({ early }: Part<Raw>): boolean => early === 'bounded' && !of.counters && !window.after;
  const first = await withCount(
    [
      ...known.map((part) => part.rows({ ...span, early: true }, window.size + 1)),
      ...searchable.filter((part) => !isCounted(part)).map((part) => part.stop!(span)),
    ],
    searchable.every(({ early }) => early) ? read : searching,
  );
  // Where `stop` gives no row, the part does not exist for this caller or needs no search.
  const found = first.slice(known.length) as StopRow[][];
  const ends = searchable.map((part) => (isCounted(part) ? count.firstEnds.get(part)! : found.shift()!));
  const searched = searchable.filter((_, i) => ends[i]!.length > 0);
  let stops = ends.filter((end) => end.length > 0);
  let rows = merged([], first.slice(0, known.length));
  let next: Cursor | undefined;
  for (let round = 1; searched.length > 0; round++) {
    const stop = stops.flatMap(([row]) => keysOf(row!)).toSorted(order)[0];
    span = { after: span.after, stop, scan };
    if (round === 1) rows = rows.filter((row) => !stop || order(of.cursor(row), stop) <= 0);
    // Rows behind `stop` wait for the next range, in which other parts may have rows before them.
    const missing = window.size + 1 - (round === 1 ? 0 : rows.length);
    const asked = round === 1 ? searched.filter(({ early }) => early !== 'bounded') : of.parts;
    const results = await withCount(
      asked
        .filter((part) => !part.stop || part.early === 'unsearched' || searched.includes(part))
        .map((part) => part.rows({ ...span, sorted: stops[searched.indexOf(part)]?.[0]!.sorted === 1 }, missing)),
    );
    rows = merged(rows, results);
    next = stop;
    const small = window.size <= SMALL;
    if (!stop || rows.length >= window.size || fitting(rows.map(({ size }) => size)) < rows.length) break;
    if (round >= (small ? ROUNDS_OF_SMALL : ROUNDS)) {
      if (small)
        throw retryLater('unavailable', 'too many records lie between those that match; narrow the filters', 10);
      break;
    }
    span = { after: stop, scan };
    stops = (await searching(searched.map((part) => part.stop!(span)))) as StopRow[][];
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

const keysOf = ({ k0, k1, k2 }: StopRow): Cursor[] => (k0 === null ? [] : [[k0, k1, k2].filter((key) => key !== null)]);

/** Compares as SQLite does. */
function compared(x: Cursor, y: Cursor): number {
  const i = x.findIndex((value, at) => value !== y[at]);
  if (i < 0) return 0;
  const [a, b] = [x[i]!, y[i]!];
  return typeof a === 'string' && typeof b === 'string' ? compareUtf8(a, b) : a < b ? -1 : 1;
}

/** The count of a part: it has counted up to `after`; `stop` ends the next range, once that is known. */
type Counting = { part: Part<unknown>; after?: Cursor | undefined; stop?: StopRow; rounds: number };

/** Counts the parts of a list range by range: `next` gives statements, `take` their results. */
class Count {
  found = 0;
  /** False where the count stopped before the end of the list. */
  complete = true;
  /** What `stop` would give for the first range of the `bounded` parts. */
  readonly firstEnds = new Map<Part<unknown>, StopRow[]>();
  #parts: Counting[];
  readonly #bounds: { scan: number; limit: number; rounds: number };

  constructor(parts: readonly Part<unknown>[], bounds: { scan: number; limit: number; rounds: number }) {
    this.#parts = parts.map((part) => ({ part, rounds: 0 }));
    this.#bounds = bounds;
  }

  get more(): boolean {
    return this.#parts.length > 0;
  }

  next(): unknown[] {
    const { scan, limit } = this.#bounds;
    const left = Number.isFinite(limit) ? limit - this.found : -1;
    return this.#parts.flatMap(({ part, after, stop, rounds }) => {
      if (!part.stop) return [part.count({ scan }, left)];
      if (part.early === 'bounded') return [part.count({ after, scan, early: true }, left)];
      if (!stop) return [part.stop({ scan }), ...(part.early ? [part.count({ scan, early: true }, left)] : [])];
      const [upTo] = keysOf(stop);
      const count = part.count({ after, stop: upTo, scan, sorted: stop.sorted === 1 }, left);
      return upTo && rounds + 1 < this.#bounds.rounds ? [count, part.stop({ after: upTo, scan })] : [count];
    });
  }

  take(results: unknown[][]): void {
    const rest = [...results];
    const add = (): number => (this.found += (rest.shift() as Counted[])[0]?.n ?? 0);
    /** Where the next range starts; undefined at the end of the count. */
    const behind = (stop: StopRow | undefined, rounds: number): Cursor | undefined => {
      const [upTo] = stop ? keysOf(stop) : [];
      if (!upTo || rounds < this.#bounds.rounds) return upTo;
      this.complete = false;
      return undefined;
    };
    this.#parts = this.#parts.flatMap(({ part, after, stop, rounds }): Counting[] => {
      if (!part.stop) {
        add();
        return [];
      }
      if (part.early === 'bounded') {
        const rows = rest[0] as (Counted & StopRow)[];
        const [row] = rows;
        if (rounds === 0) this.firstEnds.set(part, rows);
        add();
        const upTo = behind(row, rounds + 1);
        return upTo ? [{ part, after: upTo, rounds: rounds + 1 }] : [];
      }
      if (!stop) {
        const [row] = rest.shift() as StopRow[];
        if (part.early) add();
        return row ? [{ part, after, stop: row, rounds }] : [];
      }
      add();
      const upTo = behind(stop, rounds + 1);
      if (!upTo) return [];
      const [row] = rest.shift() as StopRow[];
      return row ? [{ part, after: upTo, stop: row, rounds: rounds + 1 }] : [];
    });
    if (this.found < this.#bounds.limit) return;
    this.complete &&= this.#parts.length === 0;
    this.#parts = [];
  }
}
