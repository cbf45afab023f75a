import { DurableObject } from 'cloudflare:workers';
import { configOf, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ambient } from '../../lib/time.ts';
import { envOfObject } from '../../platform/cells/cells.ts';
import { log } from '../../platform/log.ts';
import { flushCounts } from '../../platform/metrics/flush.ts';
import { databaseOf } from '../../ledger/append/writer-client.ts';
import { logWriterOf } from './log-clients.ts';
import { LogSize, type LogEnd } from './log-size.ts';
import type { TreeHead } from './sequencing.ts';
import { ScopeSequencer } from './scope-sequencer.ts';
import type { SequencerRecord, SequencerStorage } from './sequencer-record.ts';

/**
 * Milliseconds after which the alarm repeats an append that may have been interrupted, and after which it tries one
 * that fails again. While appends succeed, the alarm is set only when it has fired, because it is a write of its own.
 */
const REPEAT_AFTER = 5000;
const RETRY_AFTER = 30_000;

/** Steps of a map in one run, which may send 1,000 statements, and milliseconds until the next ones. */
const MAP_STEPS = 50;
const CONTINUE_AFTER = 100;

/** The sequencer of the logs of one scope: a tenancy, or all public events. */
export class LogSequencer extends DurableObject<Env> {
  readonly #size = new LogSize();
  #sequencer: ScopeSequencer | undefined;
  #record: SequencerRecord | undefined;
  #running: Promise<void> | undefined;
  #isCalledAgain = false;
  #settles = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, envOfObject(env, ctx));
  }

  /** Appends the events that wait. Resolves when none is left. */
  async wake(scope: string): Promise<void> {
    this.#isCalledAgain = true;
    this.#running ??= this.#run(scope).finally(() => (this.#running = undefined));
    await this.#running;
    // Without a bundle, there is no alarm. After one, `alarm` continues the map.
    if (!this.#settles && !this.#storage.get()?.stored.bundle && (await this.ctx.storage.getAlarm()) === null)
      await this.#setAlarm();
  }

  /** Ends a log, if it is still the current one. Only an operator may decide this. See `ScopeSequencer.end`. */
  async end(scope: string, id: string): Promise<TreeHead | undefined> {
    const ended = await this.#sequencerOf(scope).end(id);
    if (ended) this.ctx.waitUntil(this.wake(scope).catch(() => undefined));
    return ended;
  }

  /** Resolves to the end of the current log when it is not `known`, at the latest after some milliseconds. */
  async grown(known: LogEnd, milliseconds: number): Promise<LogEnd> {
    return this.#size.grown(known, milliseconds, () => {
      const record = this.#storage.get();
      const { size = 0 } = record?.stored.tree ?? {};
      return size === 0 ? { log: '', index: 0 } : { log: record!.log.id, index: size };
    });
  }

  /** Repeats what was interrupted. */
  override async alarm(): Promise<void> {
    const record = this.#storage.get();
    if (!record) return;
    await this.ctx.storage.setAlarm(Date.now() + REPEAT_AFTER);
    this.#settles = true;
    try {
      await this.wake(record.log.scope);
      for (let steps = 1; steps < MAP_STEPS && this.#isMapDue; steps++) await this.wake(record.log.scope);
      // From here on, a bundle needs an alarm of its own.
      this.#settles = false;
      await this.#setAlarm();
    } catch (error) {
      log('warn', 'the sequencer of a log has failed', { scope: record.log.scope, error: describe(error) });
      await this.ctx.storage.setAlarm(Date.now() + RETRY_AFTER);
    } finally {
      this.#settles = false;
    }
  }

  get #isMapDue(): boolean {
    return (this.#sequencer?.mapDueAt ?? Infinity) <= ambient.now();
  }

  /** Sets the alarm for what is left to do. */
  async #setAlarm(): Promise<void> {
    const { storage } = this.ctx;
    const mapDueAt = this.#sequencer?.mapDueAt;
    if (this.#storage.get()?.stored.bundle) await storage.setAlarm(Date.now() + REPEAT_AFTER);
    else if (mapDueAt !== undefined)
      await storage.setAlarm(Date.now() + Math.max(mapDueAt - ambient.now(), CONTINUE_AFTER));
    else await storage.deleteAlarm();
  }

  async #run(scope: string): Promise<void> {
    while (this.#isCalledAgain) {
      this.#isCalledAgain = false;
      const sequencer = this.#sequencerOf(scope);
      await (this.#settles ? sequencer.settle() : sequencer.run());
    }
    void flushCounts(this.env);
  }

  #sequencerOf(scope: string): ScopeSequencer {
    this.#sequencer ??= new ScopeSequencer(
      scope,
      databaseOf(this.env),
      configOf(this.env),
      logWriterOf(this.env),
      this.#storage,
      (log, index) => this.#size.appended({ log, index }),
    );
    return this.#sequencer;
  }

  /** The record in memory saves decoding it at each read. What is replaced is compared with storage. */
  get #storage(): SequencerStorage {
    const { kv } = this.ctx.storage;
    const get = (): SequencerRecord | undefined => (this.#record ??= kv.get<SequencerRecord>('sequencer'));
    return {
      get,
      replace: (before, next) => {
        this.#record = undefined;
        const isReplaced = this.ctx.storage.transactionSync(() => {
          const found = kv.get<SequencerRecord>('sequencer');
          if (found?.log.id !== before?.log.id || found?.stored.version !== before?.stored.version) return false;
          kv.put('sequencer', next);
          // Stored together with the record: a bundle never waits without an alarm. `alarm` has set one and deletes it.
          if (next.stored.bundle && !before?.stored.bundle && !this.#settles)
            void this.ctx.storage.setAlarm(Date.now() + REPEAT_AFTER);
          return true;
        });
        if (isReplaced) this.#record = next;
        return isReplaced;
      },
    };
  }
}
