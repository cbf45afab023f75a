import { sql } from 'drizzle-orm';
import type { Config } from '../../settings/config.ts';
import { tally } from '../../platform/metrics/tally.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import type { Micros } from '../../lib/time.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import type { Database } from '../../platform/database/database.ts';
import { Committer, type CommitResult, type Companion } from './committer.ts';
import { CommitQueue } from './commit-queue.ts';
import { expectedStatement } from './commit-statements.ts';
import type { Proposal } from './proposal.ts';
import { StateKeeper, type Acknowledged, type StateReport } from './state-keeper.ts';

/** An asset whose events were committed, as the listener needs it. */
export type CommittedAsset = Pick<Proposal, 'asset' | 'tenant' | 'public' | 'proofMechanism' | 'events'>;

/** Called after each commit with its assets, without delaying it. A sweep repeats what a failed call has missed. */
export type CommitListener = (committed: readonly CommittedAsset[]) => Promise<void>;

/** A window of anchors to close: [startUs, endUs) of a scope, a tenant or PUBLIC_SCOPE. */
export type WindowToClose = { scope: string; startUs: Micros; endUs: Micros };

/**
 * The writer of one database: commits the proposals that arrived during the previous commit together, and closes
 * windows of anchors between commits.
 */
export class DatabaseWriter {
  readonly db: Database;
  readonly keeper: StateKeeper;
  readonly commits: CommitQueue;

  /** `onCommitted` is called after each commit. `companion`: what is committed beside the proposals. */
  constructor(
    db: Database,
    config: Config,
    acknowledged: Acknowledged,
    onCommitted: (committed: readonly Proposal[]) => void,
    companion?: Companion,
  ) {
    this.db = db;
    this.keeper = new StateKeeper(db, acknowledged);
    this.commits = new CommitQueue(db, new Committer(db, config, this.keeper), onCommitted, companion);
  }

  /** Commits a proposal. Resolves after the commit, with the milliseconds that it has taken. */
  async commit(proposal: Proposal): Promise<{ committed: CommitResult; milliseconds: number }> {
    const started = Date.now();
    const committed = await this.commits.commit(proposal);
    const milliseconds = Date.now() - started;
    tally.observe('evidence_commit_wait_seconds', [], milliseconds / 1000);
    return { committed, milliseconds };
  }

  /**
   * Closes a window between two commits. It ends earlier than asked for if events that wait for a commit are older.
   * Returns its end; undefined if it would be empty, or another window of the scope was closed first. Throws 503 if the
   * database was restored.
   */
  async closeWindow({ scope, startUs, endUs }: WindowToClose, exact: boolean): Promise<Micros | undefined> {
    const { commits, keeper, db } = this;
    return commits
      .exclusive(async () => {
        const expected = await keeper.expected();
        const oldest = commits.earliest((proposal) =>
          scope === PUBLIC_SCOPE ? proposal.public : proposal.tenant === scope,
        );
        const end = Math.min(endUs, Math.floor(oldest / 1_000_000) * 1_000_000);
        if (end <= startUs || (exact && end < endUs)) return undefined;
        const [, rows] = await db.batch([
          expectedStatement(db, expected),
          db.sql<{ endUs: Micros }>(sql`INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
          VALUES (${scope}, ${startUs}, ${end}, 'closing', 0, '', '') ON CONFLICT DO NOTHING
            RETURNING end_us AS endUs`),
        ]);
        return rows[0]?.endUs;
      })
      .catch((error: unknown) => {
        keeper.forget();
        throw error;
      });
  }

  /**
   * Stores that the database had reached this state, before an audited change is answered. Returns false if the
   * database lacks acknowledged changes: then the change may be lost.
   */
  async observe(state: DatabaseState): Promise<boolean> {
    return this.keeper.observe(state) || !(await this.commits.exclusive(() => this.keeper.compare())).restored;
  }

  /** Compares the database with what was acknowledged. Stores nothing, so that it works when the storage is full. */
  async compare(): Promise<StateReport> {
    return this.commits.exclusive(() => this.keeper.compare('read'));
  }

  /** Starts a new epoch if the database lacks acknowledged changes. Only an operator may decide this. */
  async acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    return this.commits.exclusive(() => this.keeper.acceptLoss());
  }
}
