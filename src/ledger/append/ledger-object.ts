import { DurableObject } from 'cloudflare:workers';
import { configOf, type Env } from '../../settings/config.ts';
import { envOfObject } from '../../platform/cells/cells.ts';
import { Budget } from '../../platform/pacing/budget.ts';
import { describe } from '../../lib/describe.ts';
import { outcomeUnknown, retryLater, ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { sizeOf, type Command, type Outcome } from './commands.ts';
import { ErasureRegister } from '../erasure/register.ts';
import { databaseOf, writerOf } from './writer-client.ts';
import { CommitDelay } from '../../platform/pacing/commit-delay.ts';
import { AssetSequencer } from './asset-sequencer.ts';

/** Maximum number of calls that wait for a commit, and of their characters; a further call gets 429. */
const POOL_LIMIT = 2000;
const POOL_CHARS = 4_000_000;
/** Maximum length of all waiting calls of the ledgers of one isolate, in characters. */
const POOLED = new Budget('appends', 16_000_000);
/** Limits of one proposal, which is committed as a whole: other assets wait while it is. */
const PROPOSAL_ITEMS = 64;
const PROPOSAL_CHARS = 400_000;

type Waiting = { command: Command; size: number; release: () => void; resolve: (outcome: Outcome) => void };

/**
 * The ledger of one asset: orders and decides its events, and proposes them to the ledger writer of the database. Calls
 * that arrive during a commit are pooled and committed together; each call returns after its commit. The object stores
 * nothing: the data is in D1.
 */
export class AssetLedger extends DurableObject<Env> {
  readonly #pool: Waiting[] = [];
  readonly #delay = new CommitDelay();
  #pooled = 0;
  #isFlushing = false;
  #sequencer: AssetSequencer | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, envOfObject(env, ctx));
  }

  /** Creates the asset or appends an event. Resolves after the commit; returns errors as data. */
  async submit(command: Command): Promise<Outcome> {
    const size = sizeOf(command);
    let release: () => void;
    try {
      const isFull = this.#pool.length >= POOL_LIMIT || (this.#pooled > 0 && this.#pooled + size > POOL_CHARS);
      if (isFull) throw retryLater('rate_limited', 'the ledger of this asset is busy', 1);
      release = POOLED.take(size);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { error: error.toData() };
    }
    this.#pooled += size;
    const answered = new Promise<Outcome>((resolve) => this.#pool.push({ command, size, release, resolve }));
    if (!this.#isFlushing) {
      this.#isFlushing = true;
      // Later, so that the commands of one call are pooled before the first commit.
      queueMicrotask(() => void this.#flush());
    }
    return answered;
  }

  /** As `submit` for several commands, which are pooled at once and in their order. Returns one answer each. */
  async submitMany(commands: readonly Command[]): Promise<Outcome[]> {
    return Promise.all(commands.map((command) => this.submit(command)));
  }

  async #flush(): Promise<void> {
    while (this.#pool.length > 0) {
      await this.#delay.wait(() => this.#pool.length);
      const taken = this.#take();
      this.#delay.committed(taken.length);
      try {
        const sequencer = this.#sequencerOf(taken[0]!.command.asset);
        const outcomes = await sequencer.commit(taken.map((waiting) => waiting.command));
        taken.forEach((waiting, i) => waiting.resolve(outcomes[i]!));
      } catch (error) {
        log('error', 'the waiting calls could not be committed', {
          asset: taken[0]!.command.asset,
          error: describe(error),
        });
        this.#sequencer = undefined;
        const data = outcomeUnknown('the ledger could not commit').toData();
        for (const waiting of taken) waiting.resolve({ error: data });
      } finally {
        for (const { release } of taken) release();
      }
    }
    this.#isFlushing = false;
  }

  #take(): Waiting[] {
    let chars = 0;
    let n = 0;
    while (n < this.#pool.length && n < PROPOSAL_ITEMS && (n === 0 || chars + this.#pool[n]!.size <= PROPOSAL_CHARS))
      chars += this.#pool[n++]!.size;
    this.#pooled -= chars;
    return this.#pool.splice(0, n);
  }

  #sequencerOf(asset: string): AssetSequencer {
    this.#sequencer ??= new AssetSequencer(
      databaseOf(this.env),
      configOf(this.env),
      asset,
      (proposal) => writerOf(this.env).commit(proposal),
      undefined,
      new ErasureRegister(this.env.BLOBS),
    );
    return this.#sequencer;
  }
}
