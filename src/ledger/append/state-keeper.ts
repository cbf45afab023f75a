import { raise } from '../../platform/alarms.ts';
import { sql } from 'drizzle-orm';
import { follows, isBehind, type DatabaseState } from '../../platform/database/state.ts';
import { toHex } from '../../lib/text.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';

/** The state of the database with `earlier`, the states before it. */
export type StateRow = DatabaseState & { earlier: string };

/** Where the ledger writer stores the last acknowledged state, outside of the database. */
export interface Acknowledged {
  get(): DatabaseState | undefined;
  put(state: DatabaseState): void;
}

/** `restored`: the database lacks acknowledged changes. */
export type StateReport = {
  restored: boolean;
  epoch: string;
  acknowledged: number;
  found: number;
};

/** Milliseconds between two comparisons while the database lacks changes. */
const COMPARE_EVERY = 1000;
/** Milliseconds between two alarms: less than between two runs of the cron of every minute. */
const ALARM_EVERY = 50_000;

/**
 * Compares the state of the database with the last acknowledged one. Every commit and every audited change is
 * acknowledged: its state is stored outside of the database before the response is sent. A database that has followed
 * the acknowledged state is accepted, because a crash between the two writes leaves it so; one that is behind, or has
 * another history, was restored. Its epoch is then cleared, so that it stays so although audited
 * changes that are under way move its counter on. One call of `expected`, `compare` or `acceptLoss` at a time.
 */
export class StateKeeper {
  readonly #db: Database;
  readonly #acknowledged: Acknowledged;
  /** The state of the database after the last commit; undefined: unknown. */
  #known: DatabaseState | undefined;
  #comparedAt = -Infinity;
  #alarmedAt = -Infinity;
  #restored = false;

  constructor(db: Database, acknowledged: Acknowledged) {
    this.#db = db;
    this.#acknowledged = acknowledged;
  }

  /** The state that the next commit must find. Throws DatabaseRestored. */
  async expected(): Promise<DatabaseState> {
    if (this.#known) return this.#known;
    if (this.#restored && ambient.now() - this.#comparedAt < COMPARE_EVERY) throw new DatabaseRestored();
    const { restored } = await this.compare();
    if (restored) throw new DatabaseRestored();
    return this.#known!;
  }

  /** After a commit. */
  moved(state: DatabaseState): void {
    const last = this.#acknowledged.get();
    // An audited change that followed the commit may have been observed before the commit's response.
    const newest = last && isBehind(state, last) ? { ...last, writerTag: state.writerTag } : state;
    this.#known = newest;
    this.#acknowledged.put(newest);
  }

  /** After a commit that failed: the state is read again. */
  forget(): void {
    this.#known = undefined;
  }

  /**
   * After an audited change, or a read of what an earlier commit has stored. Returns false if this state is before what
   * is acknowledged: then only `compare` shows whether the database has it.
   */
  observe(state: DatabaseState): boolean {
    const last = this.#acknowledged.get();
    if (!last || this.#restored || isBehind(state, last)) return false;
    if (state.counter > last.counter) {
      this.#acknowledged.put(state);
      if (this.#known) this.#known = state;
    }
    return true;
  }

  /**
   * A test for a state that is read from now on, with other rows: whether the database has what was acknowledged until
   * now.
   */
  expectation(): (found: StateRow) => boolean {
    const last = this.#acknowledged.get();
    return (found) => !this.#restored && found.epoch !== '' && (last === undefined || follows(found, last));
  }

  /**
   * Reads the state of the database and compares it. Raises an alarm if changes are missing. A newer state is
   * acknowledged, unless `as` is `read`: then the next commit acknowledges it.
   */
  async compare(as: 'read' | 'change' = 'change'): Promise<StateReport> {
    // Before the database, because an audited change may be observed meanwhile.
    const last = this.#acknowledged.get();
    const found = await this.#read();
    this.#comparedAt = ambient.now();
    this.#restored = found.epoch === '' || (last !== undefined && !follows(found, last));
    const report = {
      restored: this.#restored,
      epoch: last?.epoch ?? found.epoch,
      acknowledged: last?.counter ?? found.counter,
      found: found.counter,
    };
    if (this.#restored) {
      this.#known = undefined;
      this.#alarm(report);
      if (found.epoch !== '') await this.#clearEpoch(found);
    } else this.#accept(found, as);
    return report;
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
      this.#db.sql<DatabaseState>(sql`UPDATE database_state SET epoch = ${epoch}, tag = ${tag}, writer_tag = ${tag},
        earlier = '',
        counter = max(counter, ${report.acknowledged}) + 1
        RETURNING counter, tag, writer_tag AS writerTag, epoch`),
    ]);
    this.#restored = false;
    this.#known = rows[0]!;
    this.#acknowledged.put(rows[0]!);
    raise('loss-accepted', { ...report, epoch });
    return { ...report, restored: false, epoch, accepted: true };
  }

  async #read(): Promise<StateRow> {
    const [[found]] = await this.#db.batch([stateStatement(this.#db)]);
    return found ?? { counter: 0, tag: '', writerTag: '', epoch: '', earlier: '' };
  }

  #accept({ counter, tag, writerTag, epoch }: StateRow, as: 'read' | 'change'): void {
    const last = this.#acknowledged.get();
    const found = { counter, tag, writerTag, epoch };
    this.#known = found;
    if (as === 'read' || (last && isBehind(found, last))) return;
    if (found.counter !== last?.counter || found.writerTag !== last.writerTag) this.#acknowledged.put(found);
  }

  /** Marks the database as one that lacks changes, unless it has changed since it was read. */
  async #clearEpoch({ counter, tag }: DatabaseState): Promise<void> {
    await this.#db.batch([
      this.#db.sql(sql`UPDATE database_state SET epoch = '' WHERE counter = ${counter} AND tag = ${tag}`),
    ]);
  }

  #alarm({ acknowledged, found, epoch }: StateReport): void {
    const now = ambient.now();
    if (now - this.#alarmedAt < ALARM_EVERY) return;
    this.#alarmedAt = now;
    raise('database-restored', { acknowledged, found, epoch });
  }
}

/** Reads the state of the database. */
export const stateStatement = (db: Database): RawStatement<StateRow> =>
  db.sql(sql`SELECT counter, tag, writer_tag AS writerTag, epoch, earlier FROM database_state`);
