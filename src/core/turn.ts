/**
 * Milliseconds after which work pauses once, so that requests that have arrived are read: all work, that of batches, and
 * that of jobs, for which nobody waits.
 */
export const TURN = { all: 250, batch: 25, job: 5 };

/**
 * Lets requests in. The event loop of workerd reads from the network only when nothing else is left to do, and on one
 * machine the database answers in the same process: work that asks it again and again would delay all new requests until
 * it ends, also those that need no database.
 */
export class Turn {
  #since = 0;
  /** Jobs that run. */
  #jobs = 0;

  /** To be called when a request arrives: the event loop has read from the network. */
  begin(): void {
    this.#since = Date.now();
  }

  /** Runs a job. Until it ends, all work pauses as often as jobs do, because it is not known which work is the job's. */
  async ofJob<T>(job: () => Promise<T>): Promise<T> {
    this.#jobs += 1;
    try {
      return await job();
    } finally {
      this.#jobs -= 1;
    }
  }

  /** Waits until the network has been read, if this turn has lasted for `longest` milliseconds. */
  async next(longest: number): Promise<void> {
    if (Date.now() - this.#since < (this.#jobs > 0 ? Math.min(longest, TURN.job) : longest)) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.begin();
  }
}

/** The turn of this isolate. */
export const turn = new Turn();
