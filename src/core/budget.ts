import { retryLater } from './errors.ts';

/** Limits the memory that one kind of work holds in an isolate, which has 128 MB in total. */
export class Budget {
  readonly #of: string;
  readonly #bytes: number;
  #held = 0;

  /** `of` is the plural name of the work, for the error. */
  constructor(of: string, bytes: number) {
    this.#of = of;
    this.#bytes = bytes;
  }

  /**
   * Reserves bytes until the returned function is called. Throws 503 if they do not fit beside those that are already
   * reserved; a reservation always succeeds when there is no other.
   */
  take(bytes: number): () => void {
    if (this.#held > 0 && this.#held + bytes > this.#bytes)
      throw retryLater('unavailable', `too many ${this.#of} are in progress; try again`, 1);
    this.#held += bytes;
    let held = bytes;
    return () => {
      this.#held -= held;
      held = 0;
    };
  }
}

/** Runs at most `lanes` pieces of work at once and queues the rest. Throws 503 if `waiting` are already queued. */
export class Lanes {
  readonly #of: string;
  readonly #waiting: number;
  readonly #queue: (() => void)[] = [];
  #free: number;

  constructor(of: string, lanes: number, waiting: number) {
    this.#of = of;
    this.#free = lanes;
    this.#waiting = waiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else {
      if (this.#queue.length >= this.#waiting)
        throw retryLater('unavailable', `too many ${this.#of} are in progress; try again`, 1);
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
