/** Bytes of input that one client may have processed in a round; 341 chunks or 75 requests at most. */
export const SLICE = 2 * 1024;
/** Bytes as which a piece of input counts in addition to its own. */
const PIECE = 256;
/** Iterations of the event loop by which a round can be postponed. */
const MAX_POSTPONED = 64;

type Piece = { bytes: number; begin: () => void };

/**
 * Has input processed in rounds: in each round a limited number of bytes of each client, in the order in which it came.
 * The event loop reads the input of others between two rounds.
 */
export class Rounds {
  readonly #waiting = new Map<unknown, Piece[]>();
  #isScheduled = false;
  #isPostponed = false;
  #postponed = 0;

  /** Calls `begin` in a round of `client`, a key, for `bytes` bytes. */
  add(client: unknown, bytes: number, begin: () => void): void {
    this.#schedule();
    const before = this.#waiting.get(client);
    if (before) before.push({ bytes, begin });
    else this.#waiting.set(client, [{ bytes, begin }]);
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
      const clients = [...this.#waiting];
      for (const [client, pieces] of clients) {
        let count = 0;
        for (let bytes = 0; bytes < SLICE && count < pieces.length; count++) bytes += pieces[count]!.bytes + PIECE;
        const begun = pieces.splice(0, count);
        if (pieces.length === 0) this.#waiting.delete(client);
        for (const { begin } of begun) begin();
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
