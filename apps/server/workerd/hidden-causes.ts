/** Milliseconds within which workerd writes the line of an error that the Worker has received. */
const WRITTEN_WITHIN = 500;
/** Errors whose causes are kept. */
const KEPT = 1000;
/** Milliseconds between two calls of `onDamage`. */
const DAMAGE_EVERY = 60_000;

/**
 * The causes of errors that workerd hides from the Worker: it replaces their text by a reference, and writes both to
 * its log. Calls `onDamage` with what SQLite says if the cause is damaged data.
 */
export class HiddenCauses {
  readonly #known = new Map<string, string>();
  readonly #waiting = new Map<string, (cause: string) => void>();
  readonly #onDamage: ((reason: string) => void) | undefined;
  #reportedAt = -Infinity;

  constructor(onDamage?: (reason: string) => void) {
    this.#onDamage = onDamage;
  }

  /** Reads a line of the log. Those of the Worker are JSON. */
  add(line: string): void {
    if (line.startsWith('{')) return;
    const [, reference] = /\bwdErrId = (\w+)/.exec(line) ?? [];
    const [, cause] = /^e = ([^\n]*)/.exec(line) ?? [];
    if (cause === undefined) return;
    const [damage] = /\b(?:database disk|file is not)[^;]*: SQLITE_(?:CORRUPT|NOTADB)\w*/.exec(cause) ?? [];
    if (damage !== undefined) this.#report(damage);
    if (reference === undefined) return;
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(reference, cause);
    this.#waiting.get(reference)?.(cause);
  }

  /** The cause of an error; empty if the log does not have it. */
  async of(reference: string): Promise<string> {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    const { promise, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, WRITTEN_WITHIN, '');
    this.#waiting.set(reference, resolve);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(reference);
    }
  }

  #report(damage: string): void {
    const now = performance.now();
    if (now - this.#reportedAt < DAMAGE_EVERY) return;
    this.#reportedAt = now;
    this.#onDamage?.(damage);
  }
}
