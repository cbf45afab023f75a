/** Iterations of the event loop by which a round can be postponed. */
const MAX_POSTPONED = 64;

/**
 * Lets work begin in rounds: in each round one of each client, in the order in which it came. The event loop processes
 * the input of others between two rounds.
 */
export class Rounds {
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;
  #isPostponed = false;
  #postponed = 0;

  add(client: string, begin: () => void): void {
    this.#schedule();
    const before = this.#waiting.get(client);
    if (before) before.push(begin);
    else this.#waiting.set(client, [begin]);
  }

  /** Lets the next round begin one iteration of the event loop later, because more clients may arrive. */
  postpone(): void {
    this.#isPostponed = true;
  }

  #round(): void {
    this.#isScheduled = false;
    if (this.#isPostponed && this.#postponed < MAX_POSTPONED) this.#postponed += 1;
    else {
      this.#postponed = 0;
      const clients = [...this.#waiting.keys()];
      for (const client of clients) {
        const waiting = this.#waiting.get(client)!;
        const begin = waiting.shift()!;
        if (waiting.length === 0) this.#waiting.delete(client);
        begin();
      }
    }
    this.#isPostponed = false;
    if (this.#waiting.size > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#round());
  }
}
