import { describe } from '../../lib/describe.ts';
import { outcomeUnknown, ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { tally } from '../../platform/metrics/tally.ts';
import type { Database } from '../../platform/database/database.ts';
import { CommitDelay } from '../../platform/pacing/commit-delay.ts';
import { sizeOf as commandSize, type Command, type Outcome } from './commands.ts';
import type { CommitResult, Committer, Companion } from './committer.ts';
import { COMMIT, FairShare, type PendingAppends, type WaitingAppend } from './fair-share.ts';
import { keySlot } from './plan.ts';
import { sizeOf, type Proposal } from './proposal.ts';

const NOTHING: Companion = {
  isWaiting: false,
  take: () => ({ statements: [], settle: () => undefined }),
};

type Append = WaitingAppend & { command: Command; resolve: (outcome: Outcome) => void };
type Decided = { proposal: Proposal; resolve: (result: CommitResult) => void };

type Parts = {
  db: Database;
  committer: Pick<Committer, 'commit'>;
  /** Decides commands of one asset, and commits what it has decided with `CommitQueue.commit`. One outcome each. */
  carryOut: (asset: string, commands: readonly Command[]) => Promise<Outcome[]>;
  /** Called after each commit with what it has stored. */
  onCommitted: (committed: readonly Proposal[]) => void;
  /** What is committed beside the events. */
  companion?: Companion;
};

/**
 * The place where the appends to one database wait. Each commit takes what has arrived during the previous one: the
 * sequencers of the assets decide it, and what they propose is committed together. Other tasks run between two commits.
 */
export class CommitQueue {
  readonly #parts: Parts;
  readonly #companion: Companion;
  readonly #waiting = new FairShare<Append>();
  /** The assets whose commands are being decided and committed, with what to call once they are decided or refused. */
  readonly #busy = new Map<string, () => void>();
  /** What the next commit stores. Empty while a commit runs, except for what was decided late or again. */
  #decided: Decided[] = [];
  readonly #delay = new CommitDelay();
  #tail: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#companion = parts.companion ?? NOTHING;
  }

  /** Carries out a command. Resolves after its commit; returns errors as data. */
  submit(command: Command): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const { asset, author } = command;
    const append = { asset, payer: author.caller.tenant, key: keySlot(command), characters: commandSize(command) };
    try {
      this.#waiting.add({ ...append, command, resolve });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      resolve({ error: error.toData() });
    }
    this.wake();
    return promise;
  }

  /** Commits what a sequencer has decided. Resolves after the commit. */
  async commit(proposal: Proposal): Promise<CommitResult> {
    const started = Date.now();
    const { promise, resolve } = Promise.withResolvers<CommitResult>();
    this.#decided.push({ proposal, resolve });
    this.#busy.get(proposal.asset)?.();
    this.wake();
    const result = await promise;
    tally.observe('evidence_commit_wait_seconds', [], (Date.now() - started) / 1000);
    return result;
  }

  /** Makes sure that what waits is committed. Call it when the companion has something. */
  wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Later, so that all commands of one call wait before the first commit.
    queueMicrotask(() => void this.#commitNext());
  }

  /** The earliest accepted time of the events in a scope that are decided and not committed; Infinity without any. */
  earliest(isIn: (proposal: Proposal) => boolean): number {
    const times = this.#decided.flatMap(({ proposal }) => (isIn(proposal) ? [proposal.firstAcceptedUs] : []));
    return Math.min(Infinity, ...times);
  }

  /** What waits for the next commits. */
  get waiting(): PendingAppends {
    return this.#waiting.size;
  }

  /** Runs a task between two commits, one task at a time. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(task, task);
    this.#tail = run.catch(() => undefined);
    return run;
  }

  readonly #isBusy = (asset: string): boolean => this.#busy.has(asset);

  /** Other tasks run during the delay. */
  async #commitNext(): Promise<void> {
    const arrived = (): number => this.#decided.reduce((sum, { proposal }) => sum + proposal.events, 0);
    await this.#delay.wait(() => this.#waiting.size.events + arrived());
    tally.observe('evidence_writer_pool_events', [], this.#waiting.size.events);
    const byAsset = Map.groupBy(this.#waiting.take(this.#isBusy), ({ asset }) => asset);
    const decided = [...byAsset].map(([asset, appends]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#busy.set(asset, resolve);
      void this.#carryOut(asset, appends);
      return promise;
    });
    // What needs a read is committed later.
    if (decided.length > 0) await Promise.race([Promise.all(decided), pause()]);
    await this.exclusive(async () => {
      await this.#commitDecided();
      const more = this.#decided.length > 0 || this.#companion.isWaiting || this.#waiting.hasAppend(this.#isBusy);
      // Not a loop, so that other tasks run between two commits. After a timer, because on one machine the loop of
      // events reads new requests only when nothing else is ready.
      if (more) void pause().then(() => this.#commitNext());
      else this.#isRunning = false;
    });
  }

  /** Has the sequencer of an asset carry out its commands. Never rejects. */
  async #carryOut(asset: string, appends: readonly Append[]): Promise<void> {
    try {
      const outcomes = await this.#parts.carryOut(
        asset,
        appends.map(({ command }) => command),
      );
      appends.forEach(({ resolve }, i) => resolve(outcomes[i]!));
    } catch (error) {
      log('error', 'the waiting appends could not be committed', { asset, error: describe(error) });
      const unknown = outcomeUnknown('the ledger could not commit').toData();
      for (const { resolve } of appends) resolve({ error: unknown });
    } finally {
      this.#busy.get(asset)!();
      this.#busy.delete(asset);
      if (this.#waiting.hasAppend(this.#isBusy)) this.wake();
    }
  }

  async #commitDecided(): Promise<void> {
    const started = Date.now();
    const taken = this.#takeDecided();
    const beside = this.#companion.isWaiting ? this.#companion.take(this.#parts.db) : undefined;
    if (taken.length === 0 && !beside) return;
    const proposals = taken.map(({ proposal }) => proposal);
    if (taken.length > 0) this.#delay.committed(proposals.reduce((sum, { events }) => sum + events, 0));
    const results = await this.#parts.committer.commit(proposals, beside);
    taken.forEach(({ resolve }, n) => resolve(results[n]!));
    countCommit(
      proposals.map((proposal, n) => [proposal, results[n]!]),
      Date.now() - started,
    );
    const committed = proposals.filter((_, n) => results[n]!.result === 'committed');
    if (committed.length > 0) this.#parts.onCommitted(committed);
  }

  /** Removes and returns what fits into one commit: at most one proposal of each asset and with each key. */
  #takeDecided(): Decided[] {
    const used = new Set<string>();
    const left = { events: COMMIT.events.alone, characters: COMMIT.characters };
    const { taken = [], later = [] } = Object.groupBy(this.#decided, ({ proposal }) => {
      const size = sizeOf(proposal);
      const names = [proposal.asset, ...proposal.keys];
      const fits = used.size === 0 || (proposal.events <= left.events && size <= left.characters);
      if (!fits || names.some((name) => used.has(name))) return 'later';
      for (const name of names) used.add(name);
      left.events -= proposal.events;
      left.characters -= size;
      return 'taken';
    });
    this.#decided = later;
    return taken;
  }
}

/** Waits until timers run. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Counts a commit for the metrics: its events, unless it had none, and its time in milliseconds. */
function countCommit(of: readonly (readonly [Proposal, CommitResult])[], milliseconds: number): void {
  const failed = of.some(([, { result }]) => result === 'unknown' || result === 'rejected');
  const events = of.reduce((sum, [proposal, { result }]) => sum + (result === 'committed' ? proposal.events : 0), 0);
  tally.add('evidence_commits_total', [failed ? 'failed' : 'ok']);
  tally.observe('evidence_commit_duration_seconds', [], milliseconds / 1000);
  if (events > 0) tally.observe('evidence_commit_events', [], events);
}
