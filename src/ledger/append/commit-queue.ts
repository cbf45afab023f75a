import { ServiceError } from '../../lib/errors.ts';
import { tally } from '../../platform/metrics/tally.ts';
import type { Database } from '../../platform/database/database.ts';
import { CommitDelay } from '../../platform/pacing/commit-delay.ts';
import type { CommitResult, Committer, Companion } from './committer.ts';
import { FairShare, type PendingProposals } from './fair-share.ts';
import type { Proposal } from './proposal.ts';

const NOTHING: Companion = {
  isWaiting: false,
  take: () => ({ statements: [], settle: () => undefined }),
};

/**
 * What waits to be committed to one database. Each commit takes what has arrived during the previous one; other tasks
 * run between two commits.
 */
export class CommitQueue {
  readonly #db: Database;
  readonly #committer: Committer;
  readonly #companion: Companion;
  readonly #onCommitted: (committed: readonly Proposal[]) => void;
  /** The proposals that wait, with their answers. */
  readonly #waiting = new FairShare<(committed: CommitResult) => void>();
  readonly #delay = new CommitDelay();
  #tail: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  constructor(
    db: Database,
    committer: Committer,
    onCommitted: (committed: readonly Proposal[]) => void,
    companion = NOTHING,
  ) {
    this.#db = db;
    this.#committer = committer;
    this.#onCommitted = onCommitted;
    this.#companion = companion;
  }

  /** Commits a proposal. Resolves after the commit. */
  async commit(proposal: Proposal): Promise<CommitResult> {
    const { promise, resolve } = Promise.withResolvers<CommitResult>();
    try {
      this.#waiting.add(proposal, resolve);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { result: 'rejected', error: error.toData() };
    }
    this.wake();
    return promise;
  }

  /** Makes sure that what waits is committed. Call it when the companion has something. */
  wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#commitNext();
  }

  /** The earliest accepted time of the events that wait and are in a scope; Infinity without such events. */
  earliest(isIn: (proposal: Proposal) => boolean): number {
    return this.#waiting.earliest(isIn);
  }

  /** What waits for the next commits. */
  get waiting(): PendingProposals {
    return this.#waiting.size;
  }

  /** Runs a task between two commits, one task at a time. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(task, task);
    this.#tail = run.catch(() => undefined);
    return run;
  }

  /** Other tasks run during the delay. */
  async #commitNext(): Promise<void> {
    await this.#delay.wait(() => this.#waiting.size.proposals);
    await this.exclusive(() => this.#run());
  }

  async #run(): Promise<void> {
    const started = Date.now();
    tally.observe('evidence_writer_pool_events', [], this.#waiting.size.events);
    const taken = this.#waiting.isEmpty ? [] : this.#waiting.take();
    if (taken.length > 0) this.#delay.committed(taken.length);
    const beside = this.#companion.isWaiting ? this.#companion.take(this.#db) : undefined;
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
    if (this.#waiting.isEmpty && !this.#companion.isWaiting) this.#isRunning = false;
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
