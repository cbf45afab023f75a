import type { Cursor } from '../../lib/paging.ts';
import { endOf, type StopRow } from './keys.ts';
import type { Counted, Part } from './list.ts';

/** What a scan may cost. A range may have few rows, so ranges are limited as well. */
export type ScanBudget = { rows: number; ranges: number };

/** What remains of a budget after a range that ends at `stop`, of which statements look at no more than `scan` rows. */
export const afterRange = ({ rows, ranges }: ScanBudget, { looked }: StopRow, scan: number): ScanBudget => ({
  rows: rows - (looked ?? scan),
  ranges: ranges - 1,
});
export const isSpent = ({ rows, ranges }: ScanBudget): boolean => rows <= 0 || ranges <= 0;

/** The count of a part: it has counted up to `after`; `stop` ends the next range, once that is known. */
type Counting = { part: Part<unknown>; first: boolean; after?: Cursor | undefined; stop?: StopRow; left: ScanBudget };

/** Counts the parts of a list range by range: `next` gives statements, `take` their results. */
export class Count {
  found = 0;
  /** False where the count stopped before the end of the list. */
  complete = true;
  /** For each `bounded` part, what its `stop` would give for the first range: the count has found it already. */
  readonly firstEnds = new Map<Part<unknown>, StopRow[]>();
  #parts: Counting[];
  readonly #scan: number;
  readonly #limit: number;

  constructor(
    parts: readonly Part<unknown>[],
    { scan, limit, each }: { scan: number; limit: number; each: ScanBudget },
  ) {
    this.#parts = parts.map((part) => ({ part, first: true, left: each }));
    this.#scan = scan;
    this.#limit = limit;
  }

  get more(): boolean {
    return this.#parts.length > 0;
  }

  next(): unknown[] {
    const scan = this.#scan;
    const left = Number.isFinite(this.#limit) ? this.#limit - this.found : -1;
    return this.#parts.flatMap((counting) => {
      const { part, first, after, stop } = counting;
      if (!part.stop) return [part.count({ scan }, left)];
      const span = { after, scan, first };
      if (part.early === 'bounded') return [part.count({ ...span, early: true }, left)];
      if (!stop) return [part.stop(span), ...(part.early ? [part.count({ ...span, early: true }, left)] : [])];
      const [upTo] = endOf(stop);
      const count = part.count({ ...span, stop: upTo, sorted: stop.sorted === 1 }, left);
      const behind = this.#behind(counting, stop);
      return behind && !isSpent(behind.left) ? [count, part.stop({ after: behind.after, scan })] : [count];
    });
  }

  take(results: unknown[][]): void {
    const rest = [...results];
    const add = (): number => (this.found += (rest.shift() as Counted[])[0]?.n ?? 0);
    /** The count of the next range, unless the budget is spent. */
    const goOn = (counting: Counting, stop: StopRow | undefined): Counting[] => {
      const behind = stop && this.#behind(counting, stop);
      if (!behind) return [];
      if (!isSpent(behind.left)) return [behind];
      this.complete = false;
      return [];
    };
    this.#parts = this.#parts.flatMap((counting): Counting[] => {
      const { part, stop } = counting;
      if (!part.stop) {
        add();
        return [];
      }
      if (part.early === 'bounded') {
        const rows = rest[0] as (Counted & StopRow)[];
        if (counting.first) this.firstEnds.set(part, rows);
        add();
        return goOn(counting, rows[0]);
      }
      if (!stop) {
        const [row] = rest.shift() as StopRow[];
        if (part.early) add();
        return row ? [{ ...counting, stop: row }] : [];
      }
      add();
      return goOn(counting, stop).flatMap((behind): Counting[] => {
        const [row] = rest.shift() as StopRow[];
        return row ? [{ ...behind, stop: row }] : [];
      });
    });
    if (this.found < this.#limit) return;
    this.complete &&= this.#parts.length === 0;
    this.#parts = [];
  }

  /** The count behind the range that ends at `stop`; undefined at the end of the list. */
  #behind({ part, left }: Counting, stop: StopRow): Counting | undefined {
    const [after] = endOf(stop);
    return after && { part, first: false, after, left: afterRange(left, stop, this.#scan) };
  }
}
