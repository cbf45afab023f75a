/** Milliseconds of a pause, in which requests are read from the network. */
const PAUSE = 1;
/**
 * Pauses without an arrival after which a commit does not wait for more: about the time from a response to the next
 * request.
 */
const QUIET = 3;
/** Pauses of one delay at most. */
const LONGEST = 20;

/**
 * Delays a commit until those arrive that were in the commit before it (as `commit_delay` of PostgreSQL does). Clients
 * that send their next request after a response would otherwise be split: the first one is committed alone, while the
 * others wait for its commit. A commit of one takes most of the time of a commit of thirty. Who writes alone does not
 * wait, except once after the others have left.
 */
export class CommitDelay {
  #expected = 1;

  /** To be called for each commit, with the number of those in it. */
  committed(count: number): void {
    this.#expected = count;
  }

  /** Resolves when as many have arrived as the last commit had, no more arrive, or the delay has lasted too long. */
  async wait(arrived: () => number): Promise<void> {
    let before = arrived();
    for (let pauses = 0, quiet = 0; before < this.#expected && quiet < QUIET && pauses < LONGEST; pauses++) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const now = arrived();
      quiet = now > before ? 0 : quiet + 1;
      before = now;
    }
  }
}
