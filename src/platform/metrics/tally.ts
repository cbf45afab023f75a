import { COUNTED, declaredCount, type CountedName } from './declared.ts';

/**
 * Series of metrics by `name` and, after a line break each, the values of its labels. Of a counter: its value. Of a
 * histogram: the number of values in each bucket, then their sum.
 */
export type Series = [key: string, value: number | number[]];

const SEPARATOR = '\n';
/** Series that a tally keeps. Operations × statuses are about 1,000. */
const MAX_SERIES = 4000;

/** The name and the values of the labels of a series. */
export function partsOf(key: string): { name: string; labels: string[] } {
  const [name, ...labels] = key.split(SEPARATOR);
  return { name: name!, labels };
}

/** Counters and histograms. */
export class Tally {
  readonly #series = new Map<string, number | number[]>();

  get isEmpty(): boolean {
    return this.#series.size === 0;
  }

  /** Adds to a counter. `labels`: one value for each label, from a closed set. */
  add(name: CountedName, labels: readonly string[], n = 1): void {
    const key = labels.length === 0 ? name : name + SEPARATOR + labels.join(SEPARATOR);
    const value = this.#series.get(key) as number | undefined;
    if (value !== undefined) this.#series.set(key, value + n);
    else this.#create(key, n, 1);
  }

  /** Adds a value to a histogram. */
  observe(name: CountedName, labels: readonly string[], value: number): void {
    const { buckets = [] } = COUNTED[name] as { buckets?: readonly number[] };
    const key = labels.length === 0 ? name : name + SEPARATOR + labels.join(SEPARATOR);
    let counts = this.#series.get(key) as number[] | undefined;
    if (!counts) {
      counts = Array.from({ length: buckets.length + 2 }, () => 0);
      if (!this.#create(key, counts, 1)) return;
    }
    let bucket = 0;
    while (bucket < buckets.length && value > buckets[bucket]!) bucket += 1;
    counts[bucket]! += 1;
    counts[counts.length - 1]! += value;
  }

  /**
   * Adds series of another tally. Those of another version, which are not declared or have other buckets, are ignored.
   */
  merge(series: readonly Series[]): void {
    for (const [key, value] of series) {
      const declared = declaredCount(partsOf(key).name);
      const length = declared?.buckets && declared.buckets.length + 2;
      if (!declared || (Array.isArray(value) ? value.length : undefined) !== length) continue;
      const own = this.#series.get(key);
      if (own === undefined) this.#create(key, Array.isArray(value) ? [...value] : value, 1);
      else if (Array.isArray(own)) for (const [i, n] of (value as number[]).entries()) own[i]! += n;
      else this.#series.set(key, own + (value as number));
    }
  }

  /** All series. */
  series(): Series[] {
    return [...this.#series];
  }

  /** All series, which are removed. */
  take(): Series[] {
    const taken = this.series();
    this.#series.clear();
    return taken;
  }

  #create(key: string, value: number | number[], n: number): boolean {
    if (this.#series.size < MAX_SERIES) {
      this.#series.set(key, value);
      return true;
    }
    const dropped: CountedName = 'evidence_metrics_dropped_total';
    this.#series.set(dropped, ((this.#series.get(dropped) as number | undefined) ?? 0) + n);
    return false;
  }
}

/** What this isolate has counted since it was last sent to the object that adds up all isolates. */
export const tally = new Tally();
