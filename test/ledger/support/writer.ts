import { configOf } from '../../../src/settings/config.ts';
import { Committer, type CommitResult } from '../../../src/ledger/append/committer.ts';
import { CommitQueue } from '../../../src/ledger/append/commit-queue.ts';
import type { Proposal } from '../../../src/ledger/append/proposal.ts';
import { StateKeeper, type Acknowledged, type StateReport } from '../../../src/ledger/append/state-keeper.ts';
import type { DatabaseState } from '../../../src/platform/database/state.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { DatabaseRestored } from '../../../src/platform/database/restored.ts';
import { ORIGIN, SECRETS } from '../../support/service.ts';

/** Settings of the service, as bindings. */
export const SETTINGS = { ORIGIN, ...SECRETS };
export const CONFIG = configOf(SETTINGS as never);

/** What a writer tells the sequencer that called it. */
type Answer = { committed: CommitResult; milliseconds: number };
/** Called instead of every call of a writer. `n` counts from 1; `run` makes the call. */
export type CallFault = (call: { n: number }, run: () => Promise<Answer>) => Promise<Answer>;
/** Called instead of every write to the storage of a writer. */
export type PutFault = (write: { n: number }, act: () => void) => void;

/** The storage of the writer object of a database, which survives the object. */
export class WriterStorage {
  acknowledged: DatabaseState | undefined;

  /**
   * The storage as a writer object sees it. A `stale` one does not see what later objects write, and what it writes is
   * dropped if it is older than what they have written, as for an object that was replaced.
   */
  open(kind: 'shared' | 'stale' = 'shared', fault: PutFault = (_write, act) => act()): Acknowledged {
    let own = this.acknowledged;
    let n = 0;
    const put = (state: DatabaseState): void => {
      own = state;
      const isOlder = kind === 'stale' && this.acknowledged && this.acknowledged.counter > state.counter;
      if (!isOlder) this.acknowledged = state;
    };
    return {
      get: () => (kind === 'stale' ? own : this.acknowledged),
      put: (state) => fault({ n: ++n }, () => put(state)),
    };
  }
}

/** A writer of a database in this process: what LedgerWriter does, without the Durable Object. */
export class Writer {
  readonly keeper: StateKeeper;
  readonly #committer: Committer;
  readonly #commits: CommitQueue;

  constructor(d1: D1Database, storage: Acknowledged, config = CONFIG) {
    const db = new Database(d1);
    this.keeper = new StateKeeper(db, storage);
    this.#committer = new Committer(db, config, this.keeper);
    this.#commits = new CommitQueue(db, this.#committer, () => undefined);
  }

  /** As LedgerWriter.commit. */
  async commit(proposal: Proposal): Promise<Answer> {
    return { committed: await this.#commits.commit(proposal), milliseconds: 0 };
  }

  /** Commits these proposals in one commit. */
  commitTogether(proposals: readonly Proposal[]): Promise<CommitResult[]> {
    return this.#committer.commit(proposals);
  }

  /** As LedgerWriter.observe, which `databaseOf` calls. */
  async observe(state: DatabaseState): Promise<void> {
    if (this.keeper.observe(state)) return;
    if ((await this.#commits.exclusive(() => this.keeper.compare())).restored) throw new DatabaseRestored();
  }

  /** As LedgerWriter.compare. */
  compare(): Promise<StateReport> {
    return this.#commits.exclusive(() => this.keeper.compare('read'));
  }

  /** As LedgerWriter.acceptLoss. */
  acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    return this.#commits.exclusive(() => this.keeper.acceptLoss());
  }
}
