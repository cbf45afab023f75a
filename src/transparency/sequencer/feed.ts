import { sql } from 'drizzle-orm';
import { describe } from '../../lib/describe.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { log } from '../../platform/log.ts';
import { ambient } from '../../lib/time.ts';
import { stateStatement, type StateKeeper } from '../../ledger/append/state-keeper.ts';
import type { Database } from '../../platform/database/database.ts';
import { lastLookedAt, seeded, selectEvents, type FeedRow, type LoggedRow } from './feed-rows.ts';
import { PendingEvents } from './pending-events.ts';

/** What the feed stores outside of the database, in an epoch of the database. */
export type FeedPosition = {
  epoch: string;
  /** All events up to this number are in their logs. */
  through: number;
  /**
   * The last scope whose sequencer was called in this epoch, because its log may have to end. Undefined: all were
   * called.
   */
  checked?: string | undefined;
};

/** Where the feed stores its progress. */
export interface FeedProgress {
  get(): FeedPosition | undefined;
  put(progress: FeedPosition): void;
}

/**
 * Events of a scope, in the order of commits. All of its events up to the commit number `through` are among them, or
 * were in the log. `epoch`: of the database when they were read; empty if it lacks acknowledged changes.
 */
export type TakenEvents = { rows: FeedRow[]; through: number; epoch: string };

/** What wakes the sequencer of a scope. Resolves when it has nothing left to do. */
export type Wake = (scope: string) => Promise<void>;

/** Runs the next read after a while. */
export type Later = (run: () => void) => void;

/** Milliseconds between two reads: events that are committed meanwhile get into the logs together. */
const READ_EVERY = 200;
/** Milliseconds between two writes of the progress. */
const STORE_EVERY = 1000;
/** Calls of sequencers at once. */
const CALLS = 100;
/** Sequencers that are called at once in a new epoch. */
const CHECKED = 20;
/** Milliseconds without progress after which the events of a scope are no longer held. */
const STUCK_AFTER = 10_000;
/** Milliseconds until a sequencer that has failed is called again: the first time, and at most. */
const RETRY = { first: 1000, last: 30_000 };

const paced: Later = (run) => void setTimeout(run, READ_EVERY);

type Scope = { isCalled: boolean; failures: number; retryAt: number; progressAt: number };

/**
 * Gives the events of a database to the sequencers of the logs, in the order of commits. It reads each event once and
 * holds it until the log has it. Events that it does not hold, because a log is new or its sequencer has stopped, are
 * read again when the sequencer asks for them.
 */
export class LogFeed {
  readonly #db: Database;
  readonly #keeper: StateKeeper;
  readonly #progress: FeedProgress;
  readonly #wake: Wake;
  readonly #later: Later;
  readonly #pending = new PendingEvents();
  readonly #scopes = new Map<string, Scope>();
  /** Scopes that lack events up to the position: the number up to which they have all. */
  readonly #behind = new Map<string, number>();
  /** The epoch of the database when it was last read. Empty: it lacks acknowledged changes, or was not read. */
  #epoch = '';
  /** All events up to this number were read. Undefined: not known. */
  #position: number | undefined;
  #isDirty = true;
  #isScheduled = false;
  #reading: Promise<void> | undefined;
  #storedAt = -Infinity;
  #calls = 0;

  constructor(db: Database, keeper: StateKeeper, progress: FeedProgress, wake: Wake, later: Later = paced) {
    this.#db = db;
    this.#later = later;
    this.#keeper = keeper;
    this.#progress = progress;
    this.#wake = wake;
  }

  /** Call it after each commit of events, and regularly. */
  changed(): void {
    this.#isDirty = true;
    this.#schedule();
  }

  /**
   * The first events of a scope after a commit number. `after` is what the log has: the events up to it are no longer
   * held. Reads the events up to the commit number `least` before, unless too many are held.
   */
  async take(scope: string, after: number, least = 0): Promise<TakenEvents> {
    if (this.#epoch === '') await this.#read();
    await this.#readUpTo(least);
    if (this.#pending.drop(scope, after) > 0) this.#madeProgress(scope);
    this.#store();
    const from = this.#behind.get(scope);
    const rows = from === undefined ? this.#pending.first(scope) : await this.#readBehind(scope, Math.max(from, after));
    return { rows, through: this.#takenThrough(scope, after, rows), epoch: this.#epoch };
  }

  async #readUpTo(number: number): Promise<void> {
    for (let before = -1; this.#epoch !== '' && !this.#pending.isFull;) {
      const position = this.#position ?? 0;
      if (position >= number || position === before) return;
      before = position;
      await this.#read();
    }
  }

  /** See `TakenEvents.through`. */
  #takenThrough(scope: string, after: number, rows: readonly FeedRow[]): number {
    const last = rows.at(-1)?.number ?? after;
    const isRest = !this.#behind.has(scope) && this.#pending.lastOf(scope) <= last;
    return isRest ? Math.max(last, this.#position ?? 0) : last;
  }

  /** Reads all events of a scope again, for a log that starts without leaves. */
  restart(scope: string): void {
    this.#pending.drop(scope, Infinity);
    this.#behind.set(scope, 0);
    const known = this.#progress.get();
    this.#progress.put({ ...known, epoch: this.#epoch || (known?.epoch ?? ''), through: 0 });
    this.#schedule();
  }

  /** Reads everything again from what the database has, for a database with a new epoch. */
  reset(): void {
    this.#pending.clear();
    this.#behind.clear();
    this.#epoch = '';
    this.#position = undefined;
    this.changed();
  }

  /** The commit number up to which all events are in their logs, and that of the last event that was read. */
  get state(): { through: number; position: number } {
    const position = this.#position ?? this.#progress.get()?.through ?? 0;
    return { through: Math.min(position, this.#pending.before, ...this.#behind.values()), position };
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#later(() => void this.#run());
  }

  async #run(): Promise<void> {
    try {
      if (this.#isDirty && !this.#pending.isFull) await this.#read();
      await this.#checkLogs();
    } catch (error) {
      log('warn', 'the events for the logs could not be read', { error: describe(error) });
    }
    this.#callSequencers();
    this.#isScheduled = false;
    if (this.#isDirty || !this.#pending.isEmpty || this.#behind.size > 0) this.#schedule();
  }

  /** Reads the next events of all scopes. One read at a time. */
  #read(): Promise<void> {
    this.#reading ??= this.#readNext().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #readNext(): Promise<void> {
    this.#isDirty = false;
    const isComplete = this.#keeper.expectation();
    const from = this.#position ?? this.#progress.get()?.through ?? 0;
    const [[state], [last], rows] = await this.#db.batch([
      stateStatement(this.#db),
      this.#db.sql<{ number: number }>(sql`SELECT coalesce(max(number), 0) AS number FROM events`),
      this.#db.sql<LoggedRow>(selectEvents(from, sql`(NOT inOwn OR public = 1 AND NOT inPublic)`)),
    ]);
    if (!state || !isComplete(state)) {
      this.#epoch = '';
      return;
    }
    const known = this.#progress.get();
    if (known && known.epoch !== state.epoch) {
      // Commit numbers are used again after a restore.
      this.#progress.put({ epoch: state.epoch, through: 0, checked: '' });
      if (from > 0) return this.reset();
    }
    this.#epoch = state.epoch;
    for (const row of await seeded(this.#db, rows)) {
      if (!row.inOwn) this.#add(row.tenant, row);
      if (row.public === 1 && !row.inPublic) this.#add(PUBLIC_SCOPE, row);
    }
    this.#position = lastLookedAt(rows, from, last!.number);
    // Also if a sequencer has asked for this read, before the first one of its own.
    if (this.#position < last!.number) this.changed();
  }

  /** In a new epoch, calls the sequencers of all logs, some at a time: those that have lost something end. */
  async #checkLogs(): Promise<void> {
    const progress = this.#progress.get();
    if (this.#epoch === '' || progress?.epoch !== this.#epoch || progress.checked === undefined) return;
    const [rows] = await this.#db.batch([
      this.#db.sql<{ scope: string }>(
        sql`SELECT scope FROM logs WHERE ended = 0 AND scope > ${progress.checked} ORDER BY scope LIMIT ${CHECKED}`,
      ),
    ]);
    for (const { scope } of rows) this.#call(scope, this.#scopeOf(scope));
    this.#progress.put({ ...progress, checked: rows.at(-1)?.scope });
    this.#isDirty ||= rows.length > 0;
  }

  #add(scope: string, row: FeedRow): void {
    if (this.#behind.has(scope)) return;
    if (!this.#pending.has(scope)) this.#madeProgress(scope);
    this.#pending.add(scope, row);
  }

  /** The next events of a scope that is behind, after `after`. */
  async #readBehind(scope: string, after: number): Promise<FeedRow[]> {
    for (let from = after; from < (this.#position ?? 0);) {
      const of = scope === PUBLIC_SCOPE ? sql`public = 1` : sql`tenant = ${scope}`;
      const until = this.#position!;
      const [rows] = await this.#db.batch([
        this.#db.sql<LoggedRow>(selectEvents(from, sql`${of} AND number <= ${until}`)),
      ]);
      // Everything is read again if the feed was reset meanwhile.
      if (!this.#behind.has(scope)) return [];
      if (rows.length > 0) {
        this.#behind.set(scope, after);
        return seeded(this.#db, rows);
      }
      from = lastLookedAt(rows, from, until);
    }
    this.#behind.delete(scope);
    return this.#pending.first(scope);
  }

  #callSequencers(): void {
    const now = ambient.now();
    for (const scope of new Set([...this.#pending.scopes, ...this.#behind.keys()])) {
      const of = this.#scopeOf(scope);
      if (of.isCalled || now < of.retryAt || this.#calls >= CALLS) continue;
      if (this.#pending.isFull && now - of.progressAt > STUCK_AFTER) this.#stopKeeping(scope);
      this.#call(scope, of);
    }
  }

  /** Stops holding the events of a scope whose sequencer makes no progress, so that the others get theirs. */
  #stopKeeping(scope: string): void {
    this.#behind.set(scope, this.#pending.beforeOf(scope));
    this.#pending.drop(scope, Infinity);
  }

  #call(scope: string, of: Scope): void {
    if (of.isCalled) return;
    of.isCalled = true;
    this.#calls += 1;
    this.#wake(scope)
      .then(
        () => (of.failures = 0),
        (error: unknown) => {
          of.retryAt = ambient.now() + Math.min(RETRY.last, RETRY.first * 2 ** of.failures);
          of.failures += 1;
          log('warn', 'the sequencer of a log has failed', { scope, error: describe(error) });
        },
      )
      .finally(() => {
        of.isCalled = false;
        this.#calls -= 1;
        if (!this.#pending.has(scope) && !this.#behind.has(scope) && of.failures === 0) this.#scopes.delete(scope);
      });
  }

  #scopeOf(scope: string): Scope {
    let of = this.#scopes.get(scope);
    if (!of) this.#scopes.set(scope, (of = { isCalled: false, failures: 0, retryAt: 0, progressAt: ambient.now() }));
    return of;
  }

  #madeProgress(scope: string): void {
    this.#scopeOf(scope).progressAt = ambient.now();
  }

  /** Stores the progress now and then: events after it are read again after a restart. */
  #store(): void {
    const now = ambient.now();
    const { through } = this.state;
    const known = this.#progress.get();
    if (this.#epoch === '' || known?.through === through || now - this.#storedAt < STORE_EVERY) return;
    this.#storedAt = now;
    this.#progress.put({ ...known, epoch: this.#epoch, through });
  }
}
