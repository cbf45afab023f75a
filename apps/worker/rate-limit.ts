/** Maximum number of counters; beyond it the oldest are dropped, so that many addresses cannot fill the memory. */
const MAX_KEYS = 50_000;

type Window = { start: number; count: number };

/**
 * A rate limiter with the interface of the platform's binding (`limit({ key })`). It counts in memory in fixed windows.
 * The counts are exact, because one process serves all requests.
 */
export class InMemoryRateLimit {
  readonly #limit: number;
  readonly #periodMs: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** Allows `limit` requests per key in each `period` (seconds). */
  constructor({ limit, period, now = Date.now }: { limit: number; period: number; now?: () => number }) {
    this.#limit = limit;
    this.#periodMs = period * 1000;
    this.#now = now;
  }

  /** Counts one request; `success` is false when the key has used up its window. */
  async limit({ key }: { key: string }): Promise<{ success: boolean }> {
    const now = this.#now();
    const start = now - (now % this.#periodMs);
    let window = this.#windows.get(key);
    if (window?.start !== start) {
      // Deleted and set again to keep the map in the order of the start times.
      this.#windows.delete(key);
      if (this.#windows.size >= MAX_KEYS) this.#windows.delete(this.#windows.keys().next().value!);
      window = { start, count: 0 };
      this.#windows.set(key, window);
    }
    window.count += 1;
    return { success: window.count <= this.#limit };
  }
}
