import { retryLater } from './errors.ts';

/** Memory that all of one isolate's work of a kind may hold together: an isolate has 128 MB for everything. */
export class Budget {
  readonly #of: string;
  readonly #bytes: number;
  #held = 0;

  /** `of` names what it is for in the error. */
  constructor(of: string, bytes: number) {
    this.#of = of;
    this.#bytes = bytes;
  }

  /** Takes bytes until the function that it returns is called. Throws 503 where they do not fit beside what is held. */
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

/** Lets so many run at once; more wait for their turn, and above `waiting` are refused with 503. */
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
