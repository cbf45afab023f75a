import { DurableObject } from 'cloudflare:workers';
import { configOf, type Env } from '../../settings/config.ts';
import type { AlarmName, Raised } from '../alarms.ts';
import { addSample, type Sample } from './capacity.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../log.ts';
import { Tally, type Series } from './tally.ts';
import { sendAll } from '../queue.ts';
import { ambient } from '../../lib/time.ts';
import type { AlarmJob } from './calls.ts';
import { Notices, type NoticeState, type Sending } from './notices.ts';

/** Milliseconds between two writes of the sums. An instance that ends loses what it has added since the last one. */
const STORE_EVERY = 10_000;

/**
 * Adds up what all isolates count, tells the operator of alarms, and keeps samples of the size of the database. One
 * object for the deployment.
 */
export class Metrics extends DurableObject<Env> {
  #sums: Tally | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #notices: Notices | undefined;

  async add(series: Series[], alarms: Raised[]): Promise<void> {
    this.#merge(series);
    await this.#notify(alarms);
  }

  async collect(series: Series[], alarms: Raised[]): Promise<Series[]> {
    const sums = this.#merge(series).series();
    // A counter that was shown must not go down when this instance ends: Prometheus would take it for a new one.
    this.#store();
    await this.#notify(alarms);
    return sums;
  }

  /**
   * Queues notices of alarms whose period is over, and again those whose message was lost or whose sending has failed.
   */
  async sweep(): Promise<void> {
    await this.#notify([]);
  }

  async sizes(): Promise<Sample[]> {
    return this.ctx.storage.kv.get<Sample[]>('sizes') ?? [];
  }

  async addSize(sample: Sample): Promise<Sample[]> {
    const samples = addSample(await this.sizes(), sample);
    this.ctx.storage.kv.put('sizes', samples);
    return samples;
  }

  async settle(sending: Sending, isSent: boolean): Promise<boolean> {
    return this.#noticed.settle(sending, isSent, ambient.now());
  }

  #merge(series: Series[]): Tally {
    if (!this.#sums) {
      this.#sums = new Tally();
      this.#sums.merge(this.ctx.storage.kv.get<Series[]>('sums') ?? []);
    }
    this.#sums.merge(series);
    if (series.length > 0) this.#timer ??= setTimeout(() => this.#store(), STORE_EVERY);
    return this.#sums;
  }

  #store(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    this.ctx.storage.kv.put('sums', this.#sums!.series());
  }

  /** Queues the notices that are due. Never rejects: those that could not be queued are due again later. */
  async #notify(alarms: Raised[]): Promise<void> {
    try {
      const { channels, repeatMs } = configOf(this.env).alarms;
      const now = ambient.now();
      this.#noticed.add(alarms, channels);
      const jobs = this.#noticed.take(now, channels, repeatMs).map((sending): AlarmJob => ({ kind: 'alarm', sending }));
      if (jobs.length > 0) await sendAll(this.env.JOBS, jobs);
    } catch (error) {
      log('error', 'the operator could not be told of an alarm; it is tried again', { error: describe(error) });
    }
  }

  get #noticed(): Notices {
    const { kv } = this.ctx.storage;
    const prefix = 'alarm/';
    return (this.#notices ??= new Notices(
      {
        get: (alarm) => kv.get<NoticeState>(prefix + alarm),
        put: (alarm, state) => kv.put(prefix + alarm, state),
        all: () =>
          [...kv.list<NoticeState>({ prefix })].map(([key, state]) => [key.slice(prefix.length) as AlarmName, state]),
      },
      () => ambient.uuid(),
    ));
  }
}
