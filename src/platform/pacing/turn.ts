import type { Work } from './pacing.ts';

/** Milliseconds after which work pauses once, so that requests that have arrived are read. */
const TURN: Record<Work, number> = { request: 250, batch: 25, lane: 10 };
/** The same while a job runs, for which nobody waits. */
const TURN_OF_JOB = 5;
/** Milliseconds that a job can last on Cloudflare. */
const LONGEST_JOB = 15 * 60_000;

/**
 * Lets requests in. The event loop of workerd reads from the network only when nothing else is left to do, and on one
 * machine the database answers in the same process: work that asks it again and again would delay all new requests
 * until it ends, also those that need no database.
 */
export class Turn {
  #since = 0;
  /** The jobs that run, with the time of their start. */
  readonly #jobs = new Set<{ since: number }>();

  /** To be called when a request arrives: the event loop has read from the network. */
  begin(): void {
    this.#since = Date.now();
  }

  /**
   * Runs a job. Until it ends, all work pauses as often as jobs do, because it is not known which work is the job's.
   */
  async ofJob<T>(job: () => Promise<T>): Promise<T> {
    const own = { since: Date.now() };
    // The runtime can end a job so that no `finally` runs.
    for (const other of this.#jobs) if (own.since - other.since > LONGEST_JOB) this.#jobs.delete(other);
    this.#jobs.add(own);
    try {
      return await job();
    } finally {
      this.#jobs.delete(own);
    }
  }

  /** Waits until the network has been read, if this turn has lasted for as long as one of this work may. */
  async next(of: Work): Promise<void> {
    if (Date.now() - this.#since < (this.#jobs.size > 0 ? TURN_OF_JOB : TURN[of])) return;
    await this.rest(0);
  }

  /** Waits for some milliseconds, in which the network is read. */
  async rest(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.begin();
  }
}
