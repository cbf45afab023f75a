/** The end of a log: its id and its size. The id is empty while a scope has no log with entries. */
export type LogEnd = { log: string; index: number };

type Waiting = (end: LogEnd) => void;

/** The committed end of the current log of a scope, and those who wait until it is another one. */
export class LogSize {
  readonly #waiting = new Set<Waiting>();
  #end: LogEnd | undefined;

  /** Call it after each append. */
  appended(end: LogEnd): void {
    if (this.#end?.log === end.log && this.#end.index === end.index) return;
    this.#end = end;
    for (const wake of this.#waiting) wake(end);
  }

  /**
   * Resolves to the end when it is not `known`, at the latest after some milliseconds. `stored`: the end that is known
   * from storage, before the first append.
   */
  grown(known: LogEnd, milliseconds: number, stored: () => LogEnd): Promise<LogEnd> {
    const end = this.#end ?? stored();
    if (end.log !== known.log || end.index !== known.index) return Promise.resolve(end);
    return new Promise((resolve) => {
      const wake = (next: LogEnd): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(next);
      };
      const timer = setTimeout(() => wake(this.#end ?? end), milliseconds);
      this.#waiting.add(wake);
    });
  }
}
