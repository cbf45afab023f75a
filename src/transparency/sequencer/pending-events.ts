import { sizeOfRow, type FeedRow } from './feed-rows.ts';

/** Limits of what is held: events, and characters of their attributes. */
const LIMIT = { rows: 20_000, characters: 16_000_000 };
/** Limits of what a sequencer takes at once. */
const TAKEN = { rows: 2000, characters: 2_000_000 };

/** The events that the logs do not have yet, by scope and in the order of commits. */
export class PendingEvents {
  readonly #byScope = new Map<string, FeedRow[]>();
  #rows = 0;
  #characters = 0;

  get isEmpty(): boolean {
    return this.#rows === 0;
  }

  get isFull(): boolean {
    return this.#rows >= LIMIT.rows || this.#characters >= LIMIT.characters;
  }

  get scopes(): Iterable<string> {
    return this.#byScope.keys();
  }

  /** A number such that no event up to it is held. */
  get before(): number {
    let before = Infinity;
    for (const scope of this.#byScope.keys()) before = Math.min(before, this.beforeOf(scope));
    return before;
  }

  /** As `before`, for one scope. */
  beforeOf(scope: string): number {
    return (this.#byScope.get(scope)?.[0]?.number ?? Infinity) - 1;
  }

  /** The commit number of the last event of a scope; 0: none is held. */
  lastOf(scope: string): number {
    return this.#byScope.get(scope)?.at(-1)?.number ?? 0;
  }

  has(scope: string): boolean {
    return this.#byScope.has(scope);
  }

  add(scope: string, row: FeedRow): void {
    const rows = this.#byScope.get(scope);
    if (rows) rows.push(row);
    else this.#byScope.set(scope, [row]);
    this.#rows += 1;
    this.#characters += sizeOfRow(row);
  }

  /** The events to take next. They stay held. */
  first(scope: string): FeedRow[] {
    const rows = this.#byScope.get(scope) ?? [];
    let characters = 0;
    const end = rows.findIndex((row, i) => i === TAKEN.rows || (characters += sizeOfRow(row)) > TAKEN.characters);
    return rows.slice(0, end < 0 ? rows.length : Math.max(end, 1));
  }

  /** Removes the events of a scope up to a commit number. Returns how many. */
  drop(scope: string, through: number): number {
    const rows = this.#byScope.get(scope) ?? [];
    const left = rows.findIndex(({ number }) => number > through);
    const dropped = rows.splice(0, left < 0 ? rows.length : left);
    if (rows.length === 0) this.#byScope.delete(scope);
    this.#rows -= dropped.length;
    this.#characters -= dropped.reduce((sum, row) => sum + sizeOfRow(row), 0);
    return dropped.length;
  }

  clear(): void {
    this.#byScope.clear();
    this.#rows = 0;
    this.#characters = 0;
  }
}
