/** Seconds that the restarts after the first, second, ... crash wait; all later ones wait as long as the last. */
const SECONDS = [0, 1, 2, 4, 8, 16, 30];
/** Milliseconds after which a crash no longer counts. */
const COUNTS_FOR = 300_000;

/** How long the restarts of a process that crashes again and again wait. */
export class Backoff {
  readonly #now: () => number;
  #crashes: number[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts a crash. */
  crashed(): void {
    this.#crashes.push(this.#now());
  }

  /** Seconds that the restart after the next crash has to wait. */
  get seconds(): number {
    const oldest = this.#now() - COUNTS_FOR;
    this.#crashes = this.#crashes.filter((at) => at > oldest);
    return SECONDS[Math.min(this.#crashes.length, SECONDS.length - 1)]!;
  }
}
