import { sql } from 'drizzle-orm';
import { ServiceError } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import type { Micros } from '../../lib/time.ts';
import { tally } from '../../platform/metrics/tally.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import type { Database } from '../../platform/database/database.ts';
import { CommitDelay } from '../../platform/pacing/commit-delay.ts';
import type { CommitResult, Committer, Companion } from './committer.ts';
import { expectedStatement } from './commit-statements.ts';
import { FairShare, type PendingProposals } from './fair-share.ts';
import type { Proposal } from './proposal.ts';
import type { StateKeeper, StateReport } from './state-keeper.ts';

/** An asset whose events were committed, as the listener needs it. */
export type CommittedAsset = Pick<Proposal, 'asset' | 'tenant' | 'public' | 'proofMechanism' | 'events'>;

/** Called after each commit with its assets, without delaying it. A sweep repeats what a failed call has missed. */
export type CommitListener = (committed: readonly CommittedAsset[]) => Promise<void>;

/** A window of anchors to close: [startUs, endUs) of a scope, a tenant or PUBLIC_SCOPE. */
export type WindowToClose = { scope: string; startUs: Micros; endUs: Micros };

const NOTHING: Companion = {
  isWaiting: false,
  take: () => ({ statements: [], settle: () => undefined }),
};

/**
 * The writer of one database. Each commit takes the proposals that have arrived during the previous one; other tasks,
 * such as closing a window of anchors, run between two commits.
 */
export class DatabaseWriter {
  readonly db: Database;
  readonly keeper: StateKeeper;
  readonly #committer: Pick<Committer, 'commit'>;
  readonly #companion: Companion;
  readonly #onCommitted: (committed: readonly Proposal[]) => void;
  /** The proposals that wait, with their answers. */
  readonly #pool = new FairShare<(committed: CommitResult) => void>();
  readonly #delay = new CommitDelay();
  #tail: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  /**
   * `committer` commits to `db`, and `keeper` compares it. `onCommitted` is called after each commit. `companion`: what
   * is committed beside the proposals.
   */
  constructor(
    db: Database,
    keeper: StateKeeper,
    committer: Pick<Committer, 'commit'>,
    onCommitted: (committed: readonly Proposal[]) => void,
    companion = NOTHING,
  ) {
    this.db = db;
    this.keeper = keeper;
    this.#committer = committer;
    this.#onCommitted = onCommitted;
    this.#companion = companion;
  }

  /** Commits a proposal. Resolves after the commit. */
  async commit(proposal: Proposal): Promise<CommitResult> {
    const started = Date.now();
    const { promise, resolve } = Promise.withResolvers<CommitResult>();
    try {
      this.#pool.add(proposal, resolve);
      this.wake();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      resolve({ result: 'rejected', error: error.toData() });
    }
    const committed = await promise;
    tally.observe('evidence_commit_wait_seconds', [], (Date.now() - started) / 1000);
    return committed;
  }

  /** Makes sure that what waits is committed. Call it when the companion has something. */
  wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#commitNext();
  }

  /** What waits for the next commits. */
  get waiting(): PendingProposals {
    return this.#pool.size;
  }

  /** Runs a task between two commits, one task at a time. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(task, task);
    this.#tail = run.catch(() => undefined);
    return run;
  }

  /**
   * Closes a window between two commits. It ends earlier than asked for if events that wait for a commit are older.
   * Returns its end; undefined if it would be empty, or another window of the scope was closed first. Throws 503 if the
   * database was restored.
   */
  async closeWindow({ scope, startUs, endUs }: WindowToClose, exact: boolean): Promise<Micros | undefined> {
    const { keeper, db } = this;
    return this.exclusive(async () => {
      const expected = await keeper.expected();
      const oldest = this.#pool.earliest((proposal) =>
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
    }).catch((error: unknown) => {
      keeper.forget();
      throw error;
    });
  }

  /**
   * Stores that the database had reached this state, before an audited change is answered. Returns false if the
   * database lacks acknowledged changes: then the change may be lost.
   */
  async observe(state: DatabaseState): Promise<boolean> {
    return this.keeper.observe(state) || !(await this.exclusive(() => this.keeper.compare())).restored;
  }

  /** Compares the database with what was acknowledged. Stores nothing, so that it works when the storage is full. */
  async compare(): Promise<StateReport> {
    return this.exclusive(() => this.keeper.compare('read'));
  }

  /** Starts a new epoch if the database lacks acknowledged changes. Only an operator may decide this. */
  async acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    return this.exclusive(() => this.keeper.acceptLoss());
  }

  /** Other tasks run during the delay. */
  async #commitNext(): Promise<void> {
    await this.#delay.wait(() => this.#pool.size.proposals);
    await this.exclusive(() => this.#run());
  }

  async #run(): Promise<void> {
    const started = Date.now();
    tally.observe('evidence_writer_pool_events', [], this.#pool.size.events);
    const taken = this.#pool.isEmpty ? [] : this.#pool.take();
    if (taken.length > 0) this.#delay.committed(taken.length);
    const beside = this.#companion.isWaiting ? this.#companion.take(this.db) : undefined;
    const results = await this.#committer.commit(
      taken.map(({ proposal }) => proposal),
      beside,
    );
    taken.forEach(({ item: resolve }, n) => resolve(results[n]!));
    countCommit(
      taken.map(({ proposal }, n) => [proposal, results[n]!]),
      Date.now() - started,
    );
    const committed = taken.flatMap(({ proposal }, n) => (results[n]!.result === 'committed' ? [proposal] : []));
    if (committed.length > 0) this.#onCommitted(committed);
    if (this.#pool.isEmpty && !this.#companion.isWaiting) this.#isRunning = false;
    // Not a loop, so that other tasks run between two commits. After a timer, because on one machine the loop of events
    // reads new requests only when nothing else is ready.
    else setTimeout(() => void this.#commitNext(), 0);
  }
}

/** Counts a commit for the metrics: its events, unless it had none, and its time in milliseconds. */
function countCommit(of: readonly (readonly [Proposal, CommitResult])[], milliseconds: number): void {
  const failed = of.some(([, { result }]) => result === 'unknown' || result === 'rejected');
  const events = of.reduce((sum, [proposal, { result }]) => sum + (result === 'committed' ? proposal.events : 0), 0);
  tally.add('evidence_commits_total', [failed ? 'failed' : 'ok']);
  tally.observe('evidence_commit_duration_seconds', [], milliseconds / 1000);
  if (events > 0) tally.observe('evidence_commit_events', [], events);
}
