import { DurableObject } from 'cloudflare:workers';
import { configOf, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { envOfCell } from '../../platform/cells/cells.ts';
import { flushCounts } from '../../platform/metrics/flush.ts';
import { METERS } from '../../platform/metrics/meter.ts';
import type { Micros } from '../../lib/time.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { Committer, type CommitResult } from '../../ledger/append/committer.ts';
import { DatabaseWriter, type CommitListener, type WindowToClose } from '../../ledger/append/database-writer.ts';
import type { PendingProposals } from '../../ledger/append/fair-share.ts';
import type { Proposal } from '../../ledger/append/proposal.ts';
import { StateKeeper, type StateReport } from '../../ledger/append/state-keeper.ts';
import type { WriterClient } from '../../ledger/append/writer-client.ts';
import { LogAppends, type LogAppend } from './log-appends.ts';
import type { FeedPosition, TakenEvents } from './feed.ts';
import { sequencerOf, type LogWriterClient } from './log-clients.ts';
import { WriterLogs, type LogBacklog, type CurrentLog } from './writer-logs.ts';

/**
 * The ledger writer: the object that commits the events of a cell, whose name it has, and what the sequencers append to
 * logs. Its storage has only the last acknowledged state of the database and the progress of the logs.
 */
export class WriterObject extends DurableObject<Env> implements WriterClient, LogWriterClient {
  readonly #onCommitted: CommitListener;
  #opened: { writer: DatabaseWriter; logs: WriterLogs } | undefined;

  constructor(ctx: DurableObjectState, env: Env, listener: (env: Env) => CommitListener) {
    const cell = envOfCell(env, ctx.id.name);
    super(ctx, cell);
    this.#onCommitted = listener(cell);
  }

  commit(proposal: Proposal): Promise<CommitResult> {
    return this.#writer.commit(proposal);
  }

  closeWindow(window: WindowToClose, exact: boolean): Promise<Micros | undefined> {
    return this.#writer.closeWindow(window, exact);
  }

  observe(state: DatabaseState): Promise<boolean> {
    return this.#writer.observe(state);
  }

  compare(): Promise<StateReport> {
    return this.#writer.compare();
  }

  async acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    const report = await this.#writer.acceptLoss();
    if (report.accepted) this.#logs.reset();
    return report;
  }

  async waiting(): Promise<PendingProposals> {
    return this.#writer.waiting;
  }

  async clock(): Promise<number> {
    return Date.now();
  }

  readLog(scope: string): Promise<{ log: CurrentLog | undefined; epoch: string }> {
    return this.#logs.readLog(scope);
  }

  takeEvents(scope: string, after: number, least: number): Promise<TakenEvents> {
    return this.#logs.takeEvents(scope, after, least);
  }

  openLog(scope: string, opened: string): Promise<void> {
    return this.#logs.openLog(scope, opened);
  }

  append(append: LogAppend): Promise<boolean> {
    return this.#logs.append(append);
  }

  async sweepLogs(): Promise<void> {
    this.#logs.changed();
  }

  logBacklog(): Promise<LogBacklog> {
    return this.#logs.backlog();
  }

  get #writer(): DatabaseWriter {
    return (this.#opened ??= this.#open()).writer;
  }

  get #logs(): WriterLogs {
    return (this.#opened ??= this.#open()).logs;
  }

  #open(): { writer: DatabaseWriter; logs: WriterLogs } {
    const { kv } = this.ctx.storage;
    const appends = new LogAppends();
    const db = openDatabase(this.env, 'primary', METERS.ledger_writer);
    const keeper = new StateKeeper(db, {
      get: () => kv.get<DatabaseState>('acknowledged'),
      put: (state) => kv.put('acknowledged', state),
    });
    const writer = new DatabaseWriter(
      db,
      keeper,
      new Committer(db, configOf(this.env), keeper),
      (committed) => {
        this.#logs.changed();
        this.ctx.waitUntil(this.#report(committed));
        void flushCounts(this.env);
      },
      appends,
    );
    const progress = { get: () => kv.get<FeedPosition>('logs'), put: (stored: FeedPosition) => kv.put('logs', stored) };
    const wake = (scope: string): Promise<void> => sequencerOf(this.env, scope).wake(scope);
    return { writer, logs: new WriterLogs(writer, appends, progress, wake) };
  }

  /** Never rejects, and does not delay the next commit. */
  async #report(committed: readonly Proposal[]): Promise<void> {
    try {
      await this.#onCommitted(committed);
    } catch (error) {
      log('warn', 'anchoring was not told about a commit; a sweep repeats it', { error: describe(error) });
    }
  }
}
