/** Seconds before the restart after the first, second, ... crash. Later restarts use the last value. */
const SECONDS = [0, 1, 2, 4, 8, 16, 30];
/** Milliseconds after which a crash no longer counts. */
const COUNTS_FOR = 300_000;

/** The delays before the restarts of a process that crashes repeatedly. */
export class Backoff {
  readonly #now: () => number;
  #crashes: number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts a crash. */
  crashed(): void {
    this.#crashes.push(this.#now());
  }

  /** Seconds to wait before the restart after the next crash. */
  get seconds(): number {
    const oldest = this.#now() - COUNTS_FOR;
    this.#crashes = this.#crashes.filter((at) => at > oldest);
    return SECONDS[Math.min(this.#crashes.length, SECONDS.length - 1)]!;
  }
}
