import { retryLater } from './errors.ts';

/** Limits the memory that one kind of work holds in an isolate, which has 128 MB in total. */
export class Budget {
  readonly #of: string;
  readonly #bytes: number;
  readonly #share: number;
  readonly #shares = new Map<string, number>();
  #held = 0;

  /** `of` is the plural name of the work, for the error. `share` is the part of `bytes` that one holder may reserve. */
  constructor(of: string, bytes: number, share = bytes) {
    this.#of = of;
    this.#bytes = bytes;
    this.#share = share;
  }

  /**
   * Reserves bytes for a holder until the returned function is called. Throws 503 if they do not fit beside those that are
   * already reserved; a reservation always succeeds when there is no other.
   */
  take(bytes: number, holder = ''): () => void {
    const own = this.#shares.get(holder) ?? 0;
    const isFull = this.#held > 0 && this.#held + bytes > this.#bytes;
    if (isFull || (own > 0 && own + bytes > this.#share))
      throw retryLater('unavailable', `too many ${this.#of} are in progress; try again`, 1);
    this.#add(holder, bytes);
    let held = bytes;
    return () => {
      this.#add(holder, -held);
      held = 0;
    };
  }

  #add(holder: string, bytes: number): void {
    this.#held += bytes;
    const own = (this.#shares.get(holder) ?? 0) + bytes;
    if (own > 0) this.#shares.set(holder, own);
    else this.#shares.delete(holder);
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
