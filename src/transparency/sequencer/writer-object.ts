import type { Proposal } from '../../ledger/append/proposal.ts';
import type { StateReport } from '../../ledger/append/state-keeper.ts';
import { DatabaseWriter } from '../../ledger/append/database-writer.ts';
import { sequencerOf } from './log-clients.ts';
import { LogAppends, type LogAppend } from './log-appends.ts';
import type { FeedProgress } from './feed.ts';
import type { FeedRow } from './feed-rows.ts';
import { WriterLogs, type FoundLog, type LogBacklog, type LogWriterCalls } from './writer-logs.ts';

/** The ledger writer, which also commits what the sequencers append to logs, and gives them the events. */
export class WriterObject extends DatabaseWriter implements LogWriterCalls {
  readonly #appends = new LogAppends();
  #logs: WriterLogs | undefined;

  readLog(scope: string): Promise<{ log: FoundLog | undefined; epoch: string }> {
    return this.#made.readLog(scope);
  }

  takeEvents(scope: string, after: number): Promise<{ rows: FeedRow[]; epoch: string }> {
    return this.#made.takeEvents(scope, after);
  }

  openLog(scope: string, opened: string): Promise<void> {
    return this.#made.openLog(scope, opened);
  }

  append(append: LogAppend): Promise<boolean> {
    return this.#made.append(append);
  }

  /** Reads events that no log has yet: those of before a restart, and those whose sequencer was not called. */
  async sweepLogs(): Promise<void> {
    this.#made.changed();
  }

  logBacklog(): Promise<LogBacklog> {
    return this.#made.backlog();
  }

  override async acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    const report = await super.acceptLoss();
    if (report.accepted) this.#made.reset();
    return report;
  }

  protected override async report(committed: readonly Proposal[]): Promise<void> {
    this.#made.changed();
    await super.report(committed);
  }

  protected override companion(): LogAppends {
    return this.#appends;
  }

  get #made(): WriterLogs {
    if (!this.#logs) {
      const progress: FeedProgress = {
        get: () => this.ctx.storage.kv.get('logs'),
        put: (stored) => this.ctx.storage.kv.put('logs', stored),
      };
      const wake = (scope: string): Promise<void> => sequencerOf(this.env, scope).wake(scope);
      this.#logs = new WriterLogs(this.parts, this.#appends, progress, wake);
    }
    return this.#logs;
  }
}
