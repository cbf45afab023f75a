import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { DurableObject } from 'cloudflare:workers';
import type { Intent } from './chain/index.ts';
import { OutboxObject } from './chain/outbox/object.ts';
import { envOfObject, forEachCell, nameInCell } from '../platform/cells/cells.ts';
import { configOf, type Env } from '../settings/config.ts';
import type { Micros } from '../lib/time.ts';
import type { CommitListener } from '../ledger/append/database-writer.ts';
import { RecordedWindows, type RecordedWindow, type WindowRecord } from './recorded.ts';
import { recordFinal } from './record-final.ts';
import { submitKhipu } from './submit.ts';

/** Events of one scope that are reported to its timer together while the timer runs already. */
const COUNTED_AT = 500;
/** Milliseconds after which an alarm that has not come is set again. */
const OVERDUE = 10_000;
/** Scopes whose timers are known. */
const SCOPES_KEPT = 10_000;

/**
 * What the ledger writer calls after each commit: submits KHIPU events to the chain, and makes sure that the next
 * anchors of the scopes of all events are timed, whatever their mechanism, because every event is in a log. Create one
 * for each writer.
 */
export function anchorCommits(env: Env): CommitListener {
  /** Milliseconds since the epoch until which a scope is known to be timed, and the events not yet counted. */
  const scopes = new Map<string, { timedUntil: number; uncounted: number }>();
  const submissions = new Submissions((asset) => submitKhipu(env, configOf(env), asset));
  const count = async (scope: string, events: number): Promise<void> => {
    if (scopes.size >= SCOPES_KEPT) scopes.clear();
    const of = scopes.get(scope) ?? { timedUntil: 0, uncounted: 0 };
    scopes.set(scope, of);
    of.uncounted += events;
    if (Date.now() < of.timedUntil && of.uncounted < COUNTED_AT) return;
    const counted = of.uncounted;
    of.uncounted = 0;
    of.timedUntil = await timerOf(env, scope).expect(scope, counted);
  };
  return async (committed) => {
    const events = new Map<string, number>();
    for (const asset of committed)
      for (const scope of [asset.tenant, ...(asset.public ? [PUBLIC_SCOPE] : [])])
        events.set(scope, (events.get(scope) ?? 0) + asset.events);
    const khipu = committed.filter(({ proofMechanism }) => proofMechanism === 'KHIPU');
    await Promise.all([
      ...[...events].map(([scope, n]) => count(scope, n)),
      ...khipu.map(({ asset }) => submissions.add(asset)),
    ]);
  };
}

/** Submits the events of assets, one submission of each asset at a time. */
class Submissions {
  readonly #submit: (asset: string) => Promise<void>;
  readonly #running = new Map<string, { again: boolean; done: Promise<void> }>();

  constructor(submit: (asset: string) => Promise<void>) {
    this.#submit = submit;
  }

  /** Resolves when all events that the asset has now are submitted. */
  add(asset: string): Promise<void> {
    const running = this.#running.get(asset);
    if (running) {
      running.again = true;
      return running.done;
    }
    const started = { again: false, done: Promise.resolve() };
    this.#running.set(asset, started);
    started.done = (async () => {
      try {
        do {
          started.again = false;
          await this.#submit(asset);
        } while (started.again);
      } finally {
        this.#running.delete(asset);
      }
    })();
    return started.done;
  }
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
    return (this.#recorded ??= new RecordedWindows(this.ctx.storage.sql));
  }

  protected override async recordFinal(intents: string[]): Promise<void> {
    await forEachCell(this.env, (cell) => recordFinal(cell, intents));
  }
}

/**
 * The timer of the anchors of one scope. The first event after an alarm starts it again, and ANCHOR_MAX_EVENTS events
 * end it early. The alarm queues the job that closes the window of the scope and anchors its log.
 */
export class WindowTimer extends DurableObject<Env> {
  #events = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, envOfObject(env, ctx));
  }

  /** Counts new events and starts the timer if necessary. Returns the due time in milliseconds since the epoch. */
  async expect(scope: string, events: number): Promise<number> {
    const { windowSeconds, maxEvents } = configOf(this.env).anchoring;
    this.#events += events;
    const now = Date.now();
    const latest = now + windowSeconds * 1000;
    let due = await this.ctx.storage.getAlarm();
    if (due === null) {
      await this.ctx.storage.put('scope', scope);
      await this.ctx.storage.setAlarm((due = latest));
    } else if (due > latest || due < now - OVERDUE) {
      // The clock was set since: the alarm comes too late, or it is past and does not come.
      await this.ctx.storage.setAlarm((due = Math.min(latest, Math.max(due, now))));
    }
    if (this.#events >= maxEvents && due > now + 1000) {
      due = now + 1000;
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
  env.WINDOW_TIMER.get(env.WINDOW_TIMER.idFromName(nameInCell(env, scope))) as unknown as Pick<WindowTimer, 'expect'>;

/** Starts the timer for events that the last window or the last anchor of the log left out. */
export async function expectMore(env: Env, scope: string): Promise<void> {
  await timerOf(env, scope).expect(scope, 0);
}
