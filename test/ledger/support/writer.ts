import { configOf } from '../../../src/settings/config.ts';
import { Committer, type CommitResult } from '../../../src/ledger/append/committer.ts';
import { DatabaseWriter } from '../../../src/ledger/append/database-writer.ts';
import type { Proposal } from '../../../src/ledger/append/proposal.ts';
import { StateKeeper, type Acknowledged } from '../../../src/ledger/append/state-keeper.ts';
import type { DatabaseState } from '../../../src/platform/database/state.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { DatabaseRestored } from '../../../src/platform/database/restored.ts';
import { ORIGIN, SECRETS } from '../../support/service.ts';

/** Settings of the service, as bindings. */
export const SETTINGS = { ORIGIN, ...SECRETS };
export const CONFIG = configOf(SETTINGS as never);

/** Called instead of every call of a writer. `n` counts from 1; `run` makes the call. */
export type CallFault = (call: { n: number }, run: () => Promise<CommitResult>) => Promise<CommitResult>;
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

/** A writer of a database in this process: that of the writer object, without the Durable Object. */
export class Writer extends DatabaseWriter {
  readonly #committer: Committer;

  constructor(d1: D1Database, storage: Acknowledged, config = CONFIG) {
    const db = new Database(d1);
    const keeper = new StateKeeper(db, storage);
    const committer = new Committer(db, config, keeper);
    super(db, keeper, committer, () => undefined);
    this.#committer = committer;
  }

  /** Commits these proposals in one commit. */
  commitTogether(proposals: readonly Proposal[]): Promise<CommitResult[]> {
    return this.#committer.commit(proposals);
  }

  /** As `observe`, which `databaseOf` calls. */
  async acknowledge(state: DatabaseState): Promise<void> {
    if (!(await this.observe(state))) throw new DatabaseRestored();
  }
}
