import { PUBLIC_SCOPE } from '../core/identity.ts';
import { DurableObject } from 'cloudflare:workers';
import type { Intent } from '../chain/index.ts';
import { OutboxObject } from '../chain/outbox/object.ts';
import { configOf, type Env } from '../config.ts';
import type { Micros } from '../core/time.ts';
import { LedgerObject, type Committed } from '../ledger/write/object.ts';
import { RecordedWindows, type RecordedWindow, type WindowRecord } from './recorded.ts';
import { finalize } from './finalize.ts';
import { submitKhipu } from './submit.ts';

/** Events after which an asset's ledger tells of itself before the window's end. */
const TOLD_AT = 500;

/** The ledger of one asset, which hands what it has confirmed to be anchored. */
export class AssetLedger extends LedgerObject {
  /** Milliseconds since the epoch until which the windows that this asset's events fall into are known to be timed. */
  #timedUntil = 0;
  #untold = 0;

  protected override async committed({
    asset,
    tenant,
    public: open,
    proofMechanism,
    events,
  }: Committed): Promise<void> {
    if (proofMechanism === 'KHIPU') return submitKhipu(this.env, configOf(this.env), asset);
    this.#untold += events;
    if (Date.now() < this.#timedUntil && this.#untold < TOLD_AT) return;
    const told = this.#untold;
    this.#untold = 0;
    const due = await Promise.all(
      [tenant, ...(open ? [PUBLIC_SCOPE] : [])].map((scope) => timerOf(this.env, scope).expect(scope, told)),
    );
    this.#timedUntil = Math.min(...due);
  }
}

/** The outbox of the chain, which lets what has become final take note of it, and never takes two anchors of one time. */
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
 * Times the windows of one scope: the first event after a window's end starts the next, and so many events end
 * it early. Closing is a queue's work; the alarm only says when.
 */
export class WindowTimer extends DurableObject<Env> {
  #events = 0;

  /** Events of the scope have come. Gives when the window is due, in milliseconds since the epoch. */
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

/** Makes sure that a window is timed for events that the last one left. */
export async function expectMore(env: Env, scope: string): Promise<void> {
  await timerOf(env, scope).expect(scope, 0);
}
