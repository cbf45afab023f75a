import { PUBLIC_SCOPE } from '../core/identity.ts';
import { DurableObject } from 'cloudflare:workers';
import type { Intent } from '../chain/index.ts';
import { OutboxObject } from '../chain/outbox/object.ts';
import { configOf, type Env } from '../config.ts';
import type { Micros } from '../core/time.ts';
import type { CommitListener } from '../ledger/write/object.ts';
import { RecordedWindows, type RecordedWindow, type WindowRecord } from './recorded.ts';
import { finalize } from './finalize.ts';
import { submitKhipu } from './submit.ts';

/** Events of one asset that are reported to the timers together while their windows are timed already. */
const COUNTED_AT = 500;

/**
 * What one asset's ledger calls after its commits: submits a KHIPU event to the chain, and makes sure that the
 * windows of SIMPLE_HASH events are timed. Create one for each ledger object.
 */
export function anchorCommits(env: Env): CommitListener {
  /** Milliseconds since the epoch until which the windows of this asset's events are known to be timed. */
  let timedUntil = 0;
  /** Events that the timers have not counted yet. */
  let uncounted = 0;
  return async ({ asset, tenant, public: open, proofMechanism, events }) => {
    if (proofMechanism === 'KHIPU') return submitKhipu(env, configOf(env), asset);
    uncounted += events;
    if (Date.now() < timedUntil && uncounted < COUNTED_AT) return;
    const count = uncounted;
    uncounted = 0;
    const due = await Promise.all(
      [tenant, ...(open ? [PUBLIC_SCOPE] : [])].map((scope) => timerOf(env, scope).expect(scope, count)),
    );
    timedUntil = Math.min(...due);
  };
}

/**
 * The outbox of the chain. It rejects an anchor that overlaps another one, and writes final transactions to the records
 * that they anchor.
 */
export class ChainOutbox extends OutboxObject implements WindowRecord {
  #recorded: RecordedWindows | undefined;

  override async submit(items: Intent[]): Promise<void> {
    await super.submit(this.#windows.admit(items));
  }

  async windowAfter(scope: string, us: Micros): Promise<RecordedWindow | undefined> {
    return this.#windows.after(scope, us);
  }

  async withdraw(scope: string, startUs: Micros): Promise<void> {
    this.#windows.withdraw(scope, startUs);
  }

  get #windows(): RecordedWindows {
    return (this.#recorded ??= new RecordedWindows(this.ctx.storage.sql, () => this.store.taken()));
  }

  protected override async finalized(intents: string[]): Promise<void> {
    const anchors = await finalize(this.env, intents);
    for (const anchor of anchors) await this.env.JOBS.send({ kind: 'note', ...anchor });
  }
}

/**
 * The timer of the windows of one scope. The first event after a window starts the timer of the next one, and
 * ANCHOR_MAX_EVENTS events end it early. The alarm queues the job that closes the window.
 */
export class WindowTimer extends DurableObject<Env> {
  #events = 0;

  /** Counts new events and starts the timer if necessary. Returns the due time in milliseconds since the epoch. */
  async expect(scope: string, events: number): Promise<number> {
    const { windowSeconds, maxEvents } = configOf(this.env).anchoring;
    this.#events += events;
    let due = await this.ctx.storage.getAlarm();
    if (due === null) {
      await this.ctx.storage.put('scope', scope);
      due = Date.now() + windowSeconds * 1000;
      await this.ctx.storage.setAlarm(due);
    }
    if (this.#events >= maxEvents && due > Date.now() + 1000) {
      due = Date.now() + 1000;
      await this.ctx.storage.setAlarm(due);
    }
    return due;
  }

  override async alarm(): Promise<void> {
    this.#events = 0;
    const scope = await this.ctx.storage.get<string>('scope');
    if (scope) await this.env.JOBS.send({ kind: 'close', scope });
  }
}

const timerOf = (env: Env, scope: string) =>
  env.WINDOW_TIMER.get(env.WINDOW_TIMER.idFromName(scope)) as unknown as Pick<WindowTimer, 'expect'>;

/** Starts the timer for events that the last window left out. */
export async function expectMore(env: Env, scope: string): Promise<void> {
  await timerOf(env, scope).expect(scope, 0);
}
