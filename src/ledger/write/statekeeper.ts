import { sql } from 'drizzle-orm';
import { ServiceError } from '../../core/errors.ts';
import { log } from '../../core/log.ts';
import { toHex } from '../../core/text.ts';
import { ambient, nowMicros } from '../../core/time.ts';
import type { Database, DatabaseState } from '../../store/database.ts';
import type { Expected } from './groupcommit.ts';

/** Where the ledger writer stores the last acknowledged state, outside of the database. */
export interface Acknowledged {
  get(): Expected | undefined;
  put(state: Expected): void;
}

/** `restored`: the database lacks acknowledged changes. */
export type StateReport = {
  restored: boolean;
  epoch: string;
  acknowledged: number;
  found: number;
};

/** The database lacks acknowledged changes: it was restored to an earlier state, or replaced (docs/operations.md). */
export class DatabaseRestored extends ServiceError {
  constructor() {
    super(
      'unavailable',
      'the database was restored to an earlier state and lacks acknowledged changes: nothing is committed until an operator restores them or accepts the loss',
      { headers: { 'retry-after': '3600', 'archivist-rate-limit-reset': '3600' } },
    );
  }
}

/** Milliseconds between two comparisons while the database lacks changes. */
const COMPARE_EVERY = 1000;
/** Milliseconds between two alarms. */
const ALARM_EVERY = 60_000;

/**
 * Compares the state of the database with the last acknowledged one. Every commit and every audited change is
 * acknowledged: its state is stored outside of the database before the response is sent. A database that is ahead of
 * the acknowledged state is accepted, because a crash between the two writes leaves it so; one that is behind, or has
 * another history of the same length, was restored.
 */
export class StateKeeper {
  readonly #db: Database;
  readonly #acknowledged: Acknowledged;
  /** The state of the database after the last commit; undefined: unknown. */
  #known: Expected | undefined;
  #comparedAt = -Infinity;
  #alarmedAt = -Infinity;
  #restored = false;

  constructor(db: Database, acknowledged: Acknowledged) {
    this.#db = db;
    this.#acknowledged = acknowledged;
  }

  /** The state that the next commit must find. Throws DatabaseRestored. */
  async expected(): Promise<Expected> {
    if (this.#known) return this.#known;
    if (this.#restored && ambient.now() - this.#comparedAt < COMPARE_EVERY) throw new DatabaseRestored();
    const { restored } = await this.compare();
    if (restored) throw new DatabaseRestored();
    return this.#known!;
  }

  /** After a commit. */
  moved(state: Expected): void {
    this.#known = state;
    this.#acknowledged.put(state);
  }

  /** After a commit that failed: the state is read again. */
  forget(): void {
    this.#known = undefined;
  }

  /** After an audited change. Compares the database if the change is not after what is acknowledged. */
  async observe(state: DatabaseState): Promise<void> {
    const last = this.#acknowledged.get();
    if (!last || isBehind(state, last)) {
      await this.compare();
      return;
    }
    this.#acknowledged.put({ ...last, ...state });
    if (this.#known) this.#known = { ...this.#known, ...state };
  }

  /** Reads the state of the database and compares it. Raises an alarm if changes are missing. */
  async compare(): Promise<StateReport> {
    const found = await this.#read();
    const last = this.#acknowledged.get();
    this.#comparedAt = ambient.now();
    this.#restored = last !== undefined && isBehind(found, last);
    if (this.#restored) {
      this.#known = undefined;
      this.#alarm(found, last!);
    } else {
      this.#known = found;
      if (found.counter !== last?.counter || found.writerTag !== last.writerTag) this.#acknowledged.put(found);
    }
    return {
      restored: this.#restored,
      epoch: found.epoch,
      acknowledged: last?.counter ?? found.counter,
      found: found.counter,
    };
  }

  /**
   * Accepts that the database lacks acknowledged changes, which only an operator may decide: starts a new epoch. Does
   * nothing if it lacks none.
   */
  async acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    const report = await this.compare();
    if (!report.restored) return { ...report, accepted: false };
    const epoch = toHex(ambient.bytes(16));
    const tag = toHex(ambient.bytes(8));
    const [, rows] = await this.#db.batch([
      this.#db.sql(sql`INSERT INTO epochs (id, started_us, acknowledged, found)
        VALUES (${epoch}, ${nowMicros()}, ${report.acknowledged}, ${report.found})`),
      // The counter continues after both histories, so that no number of the lost one is used again.
      this.#db.sql<Expected>(sql`UPDATE database_state SET epoch = ${epoch}, tag = ${tag}, writer_tag = ${tag},
        counter = max(counter, ${report.acknowledged}) + 1
        RETURNING counter, tag, writer_tag AS writerTag, epoch`),
    ]);
    this.#restored = false;
    this.moved(rows[0]!);
    log('alarm', 'an operator accepted that the database lacks acknowledged changes', { ...report, epoch });
    return { ...report, restored: false, epoch, accepted: true };
  }

  async #read(): Promise<Expected> {
    const [[found]] = await this.#db.batch([
      this.#db.sql<Expected>(sql`SELECT counter, tag, writer_tag AS writerTag, epoch FROM database_state`),
    ]);
    return found ?? { counter: 0, tag: '', writerTag: '', epoch: '' };
  }

  #alarm(found: Expected, last: Expected): void {
    const now = ambient.now();
    if (now - this.#alarmedAt < ALARM_EVERY) return;
    this.#alarmedAt = now;
    log('alarm', 'the database lacks acknowledged changes: it was restored to an earlier state', {
      acknowledged: last.counter,
      found: found.counter,
      epoch: found.epoch,
    });
  }
}

const isBehind = (found: DatabaseState, last: DatabaseState): boolean =>
  found.epoch !== last.epoch ||
  found.counter < last.counter ||
  (found.counter === last.counter && found.tag !== last.tag);
