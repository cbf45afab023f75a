import { COUNTED_WHEN_ASKED, type Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { Lanes } from '../../core/budget.ts';
import { retryLater } from '../../core/errors.ts';
import { fitting, type Cursor } from '../../core/paging.ts';
import type { RawStatement } from '../../store/database.ts';
import { ROWS_SCANNED, type Counted, type Part, type Span, type StopRow } from './slices.ts';

/** One page of a list: at most `size` records after a position, and the count of all. */
export type Window = {
  size: number;
  after: Cursor | undefined;
  /** How far to count; undefined: to `COUNTED_WHEN_ASKED`. */
  countTo: number | undefined;
  /** Rows that one statement may look at, instead of `ROWS_SCANNED`. */
  scan?: number;
  /** Where ranges wait for their turn, instead of with all others of the isolate. */
  lanes?: Lanes;
};

/**
 * A page. `next` is set when there are more records, or when the search stopped before the end of the list.
 * `total` is exact unless `truncated`: then it is one more than the number up to which it was to be counted.
 */
export type Listed<Row> = { rows: Row[]; next: Cursor | undefined; total: number; truncated: boolean };

/** How a list is made up. */
export type Composition<Row> = {
  parts: readonly Part<Row>[];
  /** What is counted instead of the parts, where another order finds the same records faster. */
  counters?: readonly Part<unknown>[];
  /** The total is always exact: an index has the few records that it is about. */
  countAll: boolean;
  /** A record that must exist, and the error where it does not. */
  named?: { row: Scoped<RawStatement<unknown>>; missing: () => Error };
  /** What a row costs to look at. */
  cost: number;
  descending: boolean;
  cursor: (row: Row) => Cursor;
};

/** Ranges are read one at a time in an isolate, so that the database is free for appends and single reads between them. */
const SEARCHES = new Lanes('searches', 1, 256);

/** Ranges that one request searches for its page. */
const ROUNDS = 8;
/** The same for pages of up to `SMALL` records, by which clients decide whether a record exists and is unique. */
const ROUNDS_OF_SMALL = 40;
const SMALL = 2;
/** Ranges that one request counts, and that it counts when the client asks for the total. */
const COUNT_ROUNDS = 4;
const COUNT_ROUNDS_WHEN_ASKED = 300;

type Sized<Row> = Row & { size: number };

/**
 * Reads one page of a list and its total. Where an index gives the rows, all is one batch. Other parts are searched
 * range by range: first where a range ends, then its rows, so that no statement looks at more rows than `scan`
 * says. Throws 503 where a small page would be short because the search takes too long.
 */
export async function listed<Row>(scope: Scope, of: Composition<Row>, window: Window): Promise<Listed<Row>> {
  const scan = Math.max(1, Math.floor((window.scan ?? ROWS_SCANNED) / of.cost));
  const read = async (statements: readonly unknown[]): Promise<unknown[][]> =>
    (await scope.read(...(statements as never[]))) as unknown[][];
  const order = (x: Cursor, y: Cursor): number => (of.descending ? compared(y, x) : compared(x, y));
  const merged = (rows: unknown[][]): Sized<Row>[] =>
    (rows.flat() as Sized<Row>[]).toSorted((x, y) => order(of.cursor(x), of.cursor(y)));

  const limit = window.countTo ?? COUNTED_WHEN_ASKED + 1;
  const count = new Count(of.counters ?? of.parts, {
    scan,
    limit: of.countAll ? Infinity : limit,
    rounds: of.countAll ? Infinity : window.countTo === undefined ? COUNT_ROUNDS_WHEN_ASKED : COUNT_ROUNDS,
  });

  const searching = (statements: readonly unknown[]) => (window.lanes ?? SEARCHES).run(() => read(statements));
  /** Reads statements, and with them the next ones of the count. */
  const withCount = async (statements: readonly unknown[], run = searching): Promise<unknown[][]> => {
    const counting = count.next();
    if (statements.length + counting.length === 0) return [];
    const results = await run([...statements, ...counting]);
    count.take(results.slice(statements.length));
    return results.slice(0, statements.length);
  };
  const told = of.parts.filter(({ stop, early }) => !stop || early);
  const stoppable = of.parts.filter(({ stop }) => stop);
  let span: Span = { after: window.after, scan };
  const first = await withCount(
    [
      ...told.map((part) => part.rows({ ...span, early: true }, window.size + 1)),
      ...stoppable.map((part) => part.stop!(span)),
      ...(of.named ? [of.named.row] : []),
    ],
    stoppable.every(({ early }) => early) ? read : searching,
  );
  if (of.named && first.at(-1)!.length === 0) throw of.named.missing();
  // A part without a row is no part of this caller's list.
  const searched = stoppable.filter((_, i) => first[told.length + i]!.length > 0);
  let stops = first
    .slice(told.length, told.length + stoppable.length)
    .filter((found) => found.length > 0) as StopRow[][];
  let rows = merged(first.slice(0, told.length));
  let next: Cursor | undefined;
  for (let round = 1; searched.length > 0; round++) {
    const stop = stops.flatMap(([row]) => keysOf(row!)).toSorted(order)[0];
    span = { after: span.after, stop, scan };
    if (round === 1) rows = rows.filter((row) => !stop || order(of.cursor(row), stop) <= 0);
    // What other parts have of the same range may come behind.
    const missing = window.size + 1 - (round === 1 ? 0 : rows.length);
    const asked = round === 1 ? searched.filter(({ early }) => early !== 'range') : of.parts;
    const results = await withCount(
      asked
        .filter((part) => !part.stop || part.early === 'all' || searched.includes(part))
        .map((part) => part.rows({ ...span, sorted: stops[searched.indexOf(part)]?.[0]!.sorted === 1 }, missing)),
    );
    rows = merged([rows, ...results]);
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
  const total = of.countAll ? count.found : Math.min(count.found, limit);
  const truncated = !of.countAll && (total >= limit || !count.complete);
  return {
    rows: kept,
    next: kept.length < rows.length ? of.cursor(kept.at(-1)!) : next,
    total: truncated ? limit : total,
    truncated,
  };
}

const keysOf = ({ k0, k1, k2 }: StopRow): Cursor[] => (k0 === null ? [] : [[k0, k1, k2].filter((key) => key !== null)]);

function compared(x: Cursor, y: Cursor): number {
  const i = x.findIndex((value, at) => value !== y[at]);
  return i < 0 ? 0 : x[i]! < y[i]! ? -1 : 1;
}

/** How far a part is counted: up to `after`; `stop` ends the next range where that is known. */
type Counting = { part: Part<unknown>; after?: Cursor | undefined; stop?: StopRow; rounds: number };

/** The count of a list's parts, statement by statement. */
class Count {
  found = 0;
  /** Whether everything was counted, as far as that was to be. */
  complete = true;
  #parts: Counting[];
  readonly #most: { scan: number; limit: number; rounds: number };

  constructor(parts: readonly Part<unknown>[], most: { scan: number; limit: number; rounds: number }) {
    this.#parts = parts.map((part) => ({ part, rounds: 0 }));
    this.#most = most;
  }

  get more(): boolean {
    return this.#parts.length > 0;
  }

  next(): unknown[] {
    const { scan, limit } = this.#most;
    const left = Number.isFinite(limit) ? limit - this.found : -1;
    return this.#parts.flatMap(({ part, after, stop, rounds }) => {
      if (!part.stop) return [part.count({ scan }, left)];
      if (part.early === 'range') return [part.stop({ after, scan }), part.count({ after, scan, early: true }, left)];
      if (!stop) return [part.stop({ scan }), ...(part.early ? [part.count({ scan, early: true }, left)] : [])];
      const [upTo] = keysOf(stop);
      const count = part.count({ after, stop: upTo, scan, sorted: stop.sorted === 1 }, left);
      return upTo && rounds + 1 < this.#most.rounds ? [count, part.stop({ after: upTo, scan })] : [count];
    });
  }

  take(results: unknown[][]): void {
    const rest = [...results];
    const add = (): number => (this.found += (rest.shift() as Counted[])[0]?.n ?? 0);
    /** Where the count goes on behind a range; undefined at the end. */
    const behind = (stop: StopRow | undefined, rounds: number): Cursor | undefined => {
      const [upTo] = stop ? keysOf(stop) : [];
      if (!upTo || rounds < this.#most.rounds) return upTo;
      this.complete = false;
      return undefined;
    };
    this.#parts = this.#parts.flatMap(({ part, after, stop, rounds }): Counting[] => {
      if (!part.stop) {
        add();
        return [];
      }
      if (part.early === 'range') {
        const [row] = rest.shift() as StopRow[];
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
    if (this.found < this.#most.limit) return;
    this.complete &&= this.#parts.length === 0;
    this.#parts = [];
  }
}
