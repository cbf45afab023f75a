import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { START, type Position } from './position.ts';

/** Milliseconds until the size of a log is asked for again after a failure. */
const RETRY = 1000;
/** Milliseconds that one call waits for entries. */
const CALL = 20_000;

type Waiting = { from: Position; end: (hasGrown: boolean) => void };

/**
 * Waits for entries of the log of a scope, with one call of its sequencer at a time, whatever the number of those who
 * wait. `call` resolves to the end of the log when that is another one than `known`, at the latest after some
 * milliseconds.
 */
export class NewEntries {
  readonly #call: (known: Position, milliseconds: number) => Promise<Position>;
  readonly #waiting = new Set<Waiting>();
  /** The last known end of the log. */
  #known: Position = START;
  #isCalling = false;

  constructor(call: (known: Position, milliseconds: number) => Promise<Position>) {
    this.#call = call;
  }

  /**
   * Resolves to true when the log may have entries after a position; to false after some milliseconds, or when aborted.
   */
  grown(from: Position, milliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false);
    // The known end may be that of a log that was replaced.
    if (this.#known.log === from.log && this.#known.index > from.index) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (hasGrown: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        resolve(hasGrown);
      };
      const waiting = { from, end };
      const timer = setTimeout(() => end(false), milliseconds);
      signal?.addEventListener('abort', () => end(false), { once: true });
      this.#waiting.add(waiting);
      void this.#follow();
    });
  }

  async #follow(): Promise<void> {
    if (this.#isCalling) return;
    this.#isCalling = true;
    while (this.#waiting.size > 0) {
      try {
        this.#known = await this.#call(this.#known, CALL);
        for (const { from, end } of this.#waiting) if (isAfter(this.#known, from)) end(true);
      } catch (error) {
        log('warn', 'the size of a log could not be followed', { error: describe(error) });
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        // The log may have grown meanwhile.
        for (const { end } of this.#waiting) end(true);
      }
    }
    this.#isCalling = false;
  }
}

/** Whether a log that now has this end has entries after a position, or replaces the log of the position. */
const isAfter = (end: Position, from: Position): boolean =>
  end.log === from.log ? end.index > from.index : end.log !== '';
