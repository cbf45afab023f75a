import { DurableObject } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { METERS } from '../../platform/metrics/meter.ts';
import { tally } from '../../platform/metrics/tally.ts';
import { flushCounts } from '../../platform/metrics/flush.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { log } from '../../platform/log.ts';
import type { Micros } from '../../lib/time.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import { Database } from '../../platform/database/database.ts';
import { Committer, type Committed } from './committer.ts';
import { CommitQueue } from './commit-queue.ts';
import type { Companion } from './companion.ts';
import type { Waiting } from './fair-share.ts';
import { expectedStatement } from './commit-statements.ts';
import type { Proposal } from './proposal.ts';
import { StateKeeper, type StateReport } from './state-keeper.ts';

/** An asset whose events were committed, as the listener needs it. */
export type CommittedAsset = Pick<Proposal, 'asset' | 'tenant' | 'public' | 'proofMechanism' | 'events'>;

/** Called after each commit with its assets, without delaying it. A sweep repeats what a failed call has missed. */
export type CommitListener = (committed: readonly CommittedAsset[]) => Promise<void>;

/** A window of anchors to close: [startUs, endUs) of a scope, a tenant or PUBLIC_SCOPE. */
export type WindowToClose = { scope: string; startUs: Micros; endUs: Micros };

/**
 * The writer of one database: commits the proposals that arrived during the previous commit together, and closes windows
 * of anchors between commits. Its storage has only the last acknowledged state of the database.
 */
export class DatabaseWriter extends DurableObject<Env> {
  readonly #onCommitted: CommitListener;
  #parts: { keeper: StateKeeper; commits: CommitQueue; db: Database } | undefined;

  constructor(ctx: DurableObjectState, env: Env, onCommitted: CommitListener) {
    super(ctx, env);
    this.#onCommitted = onCommitted;
  }

  /** CommitQueue a proposal. Resolves after the commit, with the milliseconds that it has taken. */
  async commit(proposal: Proposal): Promise<{ committed: Committed; milliseconds: number }> {
    const started = Date.now();
    const committed = await this.parts.commits.commit(proposal);
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
    const { commits, keeper, db } = this.parts;
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
          VALUES (${scope}, ${startUs}, ${end}, 'closing', 0, '', '') ON CONFLICT DO NOTHING RETURNING end_us AS endUs`),
        ]);
        return rows[0]?.endUs;
      })
      .catch((error: unknown) => {
        keeper.forget();
        throw error;
      });
  }

  /**
   * Stores that the database had reached this state, before an audited change is answered. Returns false if the database
   * lacks acknowledged changes: then the change may be lost.
   */
  async observe(state: DatabaseState): Promise<boolean> {
    const { commits, keeper } = this.parts;
    return keeper.observe(state) || !(await commits.exclusive(() => keeper.compare())).restored;
  }

  /** Compares the database with what was acknowledged. Stores nothing, so that it works when the storage is full. */
  async compare(): Promise<StateReport> {
    return this.parts.commits.exclusive(() => this.parts.keeper.compare('read'));
  }

  /** Starts a new epoch if the database lacks acknowledged changes. Only an operator may decide this. */
  async acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    return this.parts.commits.exclusive(() => this.parts.keeper.acceptLoss());
  }

  /** What waits for the next commits. Does not wait for the current one. */
  async waiting(): Promise<Waiting> {
    return this.parts.commits.waiting;
  }

  /** The time in milliseconds that its timers use. In workerd it does not decrease when the clock is set back. */
  async clock(): Promise<number> {
    return Date.now();
  }

  /** Called after each commit, without delaying the next one. Never rejects. */
  protected async report(committed: readonly Proposal[]): Promise<void> {
    try {
      await this.#onCommitted(committed);
    } catch (error) {
      log('warn', 'anchoring was not told about a commit; a sweep repeats it', { error: describe(error) });
    }
  }

  /** What is committed beside the proposals; none here. */
  protected companion(): Companion | undefined {
    return undefined;
  }

  protected get parts() {
    if (!this.#parts) {
      const db = new Database(this.env.DB, 'primary', METERS.ledger_writer);
      const keeper = new StateKeeper(db, {
        get: () => this.ctx.storage.kv.get<DatabaseState>('acknowledged'),
        put: (state) => this.ctx.storage.kv.put('acknowledged', state),
      });
      const committer = new Committer(db, configOf(this.env), keeper);
      const report = (committed: readonly Proposal[]): void => {
        this.ctx.waitUntil(this.report(committed));
        void flushCounts(this.env);
      };
      this.#parts = { keeper, db, commits: new CommitQueue(db, committer, report, this.companion()) };
    }
    return this.#parts;
  }
}
