import { DurableObject } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../config.ts';
import { Budget } from '../../core/budget.ts';
import { retryLater, ServiceError } from '../../core/errors.ts';
import { describe } from '../../core/describe.ts';
import { log } from '../../core/log.ts';
import { Database } from '../../store/database.ts';
import type { Answered, Command } from '../commands.ts';
import { LedgerFrozen, type Acknowledged, type DatabaseMark } from './watermark.ts';
import { Sequencer } from './sequencer.ts';
import type { Head } from '../head.ts';

/** Maximum number of calls that wait for a commit; a further call gets 429. */
const POOL_LIMIT = 2000;
/** Maximum length of all waiting calls of the ledgers of one isolate, in characters. */
const POOLED = new Budget('appends', 16_000_000);
/** Limits of one commit: D1 limits the JSON parameters that hold its rows to 2 MB. */
const BATCH_ITEMS = 200;
const BATCH_CHARS = 400_000;
/** Milliseconds after a commit until its events are confirmed, unless a later commit confirms them first. */
const CONFIRM_AFTER = 400;
const CONFIRM_RETRY = 5000;

type Waiting = { command: Command; size: number; release: () => void; resolve: (answered: Answered) => void };

/** What a ledger has committed since it last called its listener. */
type Committed = Pick<Head, 'tenant' | 'public' | 'proofMechanism'> & { asset: string; events: number };

/**
 * Called by a ledger shortly after it has committed and confirmed events. When it throws, the ledger calls it again.
 */
export type CommitListener = (committed: Committed) => Promise<void>;

/**
 * The ledger of one asset: orders its events. Calls that arrive during a commit are pooled and committed together;
 * each call returns after its commit. The data is in D1; the object's own storage has only the watermark and the alarm.
 */
export class AssetLedger extends DurableObject<Env> {
  readonly #pool: Waiting[] = [];
  #tail: Promise<unknown> = Promise.resolve();
  #flushing = false;
  #alarmSet = false;
  /** Events since the listener was last called. */
  #unreported = 0;
  #sequencer: Sequencer | undefined;
  readonly #onCommitted: CommitListener;

  constructor(ctx: DurableObjectState, env: Env, onCommitted: CommitListener) {
    super(ctx, env);
    this.#onCommitted = onCommitted;
  }

  /** Creates the asset or appends an event. Resolves after the commit; returns errors as data. */
  async submit(command: Command): Promise<Answered> {
    if (this.#pool.length >= POOL_LIMIT)
      return {
        outcome: { error: retryLater('rate_limited', 'the ledger of this asset is busy', 1).toData() },
        databaseMs: 0,
      };
    const size = JSON.stringify(command.input).length;
    let release: () => void;
    try {
      release = POOLED.take(size);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { outcome: { error: error.toData() }, databaseMs: 0 };
    }
    const answered = new Promise<Answered>((resolve) => this.#pool.push({ command, size, release, resolve }));
    if (!this.#flushing) {
      this.#flushing = true;
      void this.#exclusive(() => this.#flush());
    }
    return answered;
  }

  /** Confirms pending events. Called by the alarm, and by the sweep for an asset whose alarm was lost. */
  async confirm(): Promise<void> {
    const head = await this.#exclusive(async () => {
      const found = await this.#sequencerOf().confirm();
      if (!found) await this.#forget();
      return found;
    });
    if (!head) return;
    const events = this.#unreported;
    this.#unreported = 0;
    const { id: asset, tenant, public: open, proofMechanism } = head;
    await this.#onCommitted({ asset, tenant, public: open, proofMechanism, events });
  }

  /** The last acknowledged event, if any. Writes nothing, so that a call creates no storage. */
  async acknowledged(): Promise<Acknowledged | undefined> {
    return this.ctx.storage.kv.get<Acknowledged>('acknowledged');
  }

  /** The mark of the whole database; only one object stores it (see verify/restored.ts). */
  async mark(): Promise<DatabaseMark | undefined> {
    return this.ctx.storage.kv.get<DatabaseMark>('mark');
  }

  async keepMark(mark: DatabaseMark): Promise<void> {
    this.ctx.storage.kv.put('mark', mark);
  }

  /**
   * Sets the watermark to what D1 has, which unfreezes the ledger. Only an operator may decide this. Returns the
   * sequence numbers before and after; undefined if the ledger has acknowledged nothing.
   */
  async acceptLoss(): Promise<{ acknowledged: number; accepted: number } | undefined> {
    return this.#exclusive(async () => {
      const known = this.ctx.storage.kv.get<Acknowledged>('acknowledged');
      if (!known) return undefined;
      const db = new Database(this.env.DB);
      const [rows] = await db.batch([
        db.sql<Acknowledged>(sql`SELECT seq, head_hash AS hash FROM assets WHERE id = ${this.#asset}`),
      ]);
      if (rows[0]) this.ctx.storage.kv.put('acknowledged', rows[0]);
      else this.ctx.storage.kv.delete('acknowledged');
      this.#sequencer = undefined;
      const accepted = rows[0]?.seq ?? 0;
      log('alarm', 'an operator accepted the loss of acknowledged events', {
        asset: this.#asset,
        acknowledged: known.seq,
        accepted,
      });
      return { acknowledged: known.seq, accepted };
    });
  }

  override async alarm(): Promise<void> {
    this.#alarmSet = false;
    try {
      await this.confirm();
    } catch (error) {
      if (error instanceof LedgerFrozen) return;
      log('error', 'confirmation failed; it will be retried', { asset: this.#asset, error: describe(error) });
      await this.ctx.storage.setAlarm(Date.now() + CONFIRM_RETRY);
    }
  }

  async #flush(): Promise<void> {
    while (this.#pool.length > 0) {
      const taken = this.#take();
      try {
        const sequencer = this.#sequencerOf();
        const outcomes = await sequencer.commit(taken.map((waiting) => waiting.command));
        const databaseMs = sequencer.takeDatabaseMs();
        this.#unreported += taken.length;
        taken.forEach((waiting, i) => waiting.resolve({ outcome: outcomes[i]!, databaseMs }));
      } catch (error) {
        log('error', 'the waiting calls could not be committed', { asset: this.#asset, error: describe(error) });
        this.#sequencer = undefined;
        const data = retryLater('unavailable', 'the ledger could not commit; try again', 1).toData();
        for (const waiting of taken) waiting.resolve({ outcome: { error: data }, databaseMs: 0 });
      } finally {
        for (const { release } of taken) release();
      }
    }
    this.#flushing = false;
  }

  #take(): Waiting[] {
    let chars = 0;
    let n = 0;
    while (n < this.#pool.length && n < BATCH_ITEMS && (n === 0 || chars + this.#pool[n]!.size <= BATCH_CHARS))
      chars += this.#pool[n++]!.size;
    return this.#pool.splice(0, n);
  }

  /**
   * Sets the alarm before a commit, so that events are confirmed even if the object crashes right after it. Not before
   * a refusal: an alarm creates storage, and any caller with a token can name assets that do not exist.
   */
  async #arm(): Promise<void> {
    if (this.#alarmSet) return;
    await this.ctx.storage.setAlarm(Date.now() + CONFIRM_AFTER);
    this.#alarmSet = true;
  }

  /** Removes the alarm that a failed creation has left. Keeps the storage if anything was acknowledged. */
  async #forget(): Promise<void> {
    if (this.ctx.storage.kv.get('acknowledged') !== undefined) return;
    await this.ctx.storage.deleteAll();
    this.#alarmSet = false;
  }

  /** The asset's UUID, which is the name of the object. */
  get #asset(): string {
    return this.ctx.id.name ?? '';
  }

  #sequencerOf(): Sequencer {
    const watermark = {
      get: () => this.ctx.storage.kv.get<Acknowledged>('acknowledged'),
      set: (acknowledged: Acknowledged) => this.ctx.storage.kv.put('acknowledged', acknowledged),
    };
    const database = new Database(this.env.DB);
    this.#sequencer ??= new Sequencer(database, configOf(this.env), this.#asset, watermark, () => this.#arm());
    return this.#sequencer;
  }

  /** Runs one task at a time: while one awaits D1, other calls arrive. */
  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work, work);
    this.#tail = run.catch(() => undefined);
    return run;
  }
}
