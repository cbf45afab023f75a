import { sql } from 'drizzle-orm';
import { fromHex } from '../../lib/text.ts';
import type { Micros } from '../../lib/time.ts';
import type { PreviousLog } from '../../formats/log/entry.ts';
import type { DatabaseWriter } from '../../ledger/append/database-writer.ts';
import { expectedStatement } from '../../ledger/append/commit-statements.ts';
import { stateStatement } from '../../ledger/append/state-keeper.ts';
import { openStatements, type LogAppend, type LogAppends, type OpenedLog } from './log-appends.ts';
import { LogFeed, type FeedProgress, type Later, type TakenEvents, type Wake } from './feed.ts';
import type { LogHead } from './sequencing.ts';

/** The current log of a scope as the database has it. */
export type CurrentLog = OpenedLog & LogHead & { cursor: number; key: number };

/** The ledger writer, as the sequencers of logs see it. */
export interface LogWriterCalls {
  /**
   * The current log of a scope; undefined if it has none. `epoch`: of the database, empty if it lacks acknowledged
   * changes.
   */
  readLog(scope: string): Promise<{ log: CurrentLog | undefined; epoch: string }>;
  /** See `LogFeed.take`. */
  takeEvents(scope: string, after: number, least: number): Promise<TakenEvents>;
  /** Opens a log in place of another one (a row of `openedRow`), and reads all events of its scope again. */
  openLog(scope: string, opened: string): Promise<void>;
  /** Resolves after the commit. False: the append was refused, or it is not known whether it was committed. */
  append(append: LogAppend): Promise<boolean>;
}

/**
 * The events from the first one on that a log lacks, of all scopes: how many, counted up to 10,001, and when the first
 * one was accepted. Some of them may be in their logs already.
 */
export type LogBacklog = { events: number; oldestUs: Micros | undefined };

const BACKLOG_COUNTED = 10_001;

/** What the writer of a database does for the logs: commits what their sequencers append, and gives them the events. */
export class WriterLogs implements LogWriterCalls {
  readonly #writer: DatabaseWriter;
  readonly #appends: LogAppends;
  readonly #feed: LogFeed;

  /** `appends`: the companion of the writer. */
  constructor(writer: DatabaseWriter, appends: LogAppends, progress: FeedProgress, wake: Wake, later?: Later) {
    this.#writer = writer;
    this.#appends = appends;
    this.#feed = new LogFeed(writer.db, writer.keeper, progress, wake, later);
  }

  async readLog(scope: string): Promise<{ log: CurrentLog | undefined; epoch: string }> {
    const { db, keeper } = this.#writer;
    const isComplete = keeper.expectation();
    const [[state], [row]] = await db.batch([
      stateStatement(db),
      db.sql<CurrentLogRow>(sql`SELECT id, scope, origin, created_us AS createdUs, previous, size,
          lower(hex(root)) AS root,
        cursor, epoch AS appendedIn, key FROM logs WHERE scope = ${scope} AND ended = 0`),
    ]);
    const epoch = state && isComplete(state) ? state.epoch : '';
    return { log: row && currentLogOf(row, epoch), epoch };
  }

  async takeEvents(scope: string, after: number, least: number): Promise<TakenEvents> {
    return this.#feed.take(scope, after, least);
  }

  async openLog(scope: string, opened: string): Promise<void> {
    const { db, keeper } = this.#writer;
    await this.#writer.exclusive(async () => {
      await db.batch([expectedStatement(db, await keeper.expected()), ...openStatements(db, [opened])]);
    });
    this.#feed.restart(scope);
  }

  async append(append: LogAppend): Promise<boolean> {
    const appended = this.#appends.add(append);
    this.#writer.wake();
    return appended;
  }

  /** Reads events that no log has yet. Call it after each commit of events, and regularly. */
  changed(): void {
    this.#feed.changed();
  }

  /** Reads everything again, for a database with a new epoch. */
  reset(): void {
    this.#feed.reset();
  }

  /** See `LogBacklog`. */
  async backlog(): Promise<LogBacklog> {
    const { db } = this.#writer;
    const { through } = this.#feed.state;
    const [[found]] = await db.batch([
      db.sql<{ events: number; oldestUs: number | null }>(sql`SELECT count(*) AS events,
        (SELECT accepted_us FROM events WHERE number > ${through} ORDER BY number LIMIT 1) AS oldestUs
        FROM (SELECT 1 FROM events WHERE number > ${through} LIMIT ${BACKLOG_COUNTED})`),
    ]);
    return { events: found!.events, oldestUs: found!.oldestUs ?? undefined };
  }
}

type CurrentLogRow = Omit<CurrentLog, 'root' | 'previous' | 'epoch'> & { root: string; previous: string | null };

const currentLogOf = (row: CurrentLogRow, epoch: string): CurrentLog => ({
  ...row,
  epoch,
  root: fromHex(row.root),
  previous: row.previous === null ? undefined : (JSON.parse(row.previous) as PreviousLog),
});
