import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../config.ts';
import { Tally, type Series } from '../core/metrics/tally.ts';

/** Milliseconds between two writes of the sums. An instance that ends loses what it has added since the last one. */
const STORE_EVERY = 10_000;

/** Adds up what all isolates count. One object for the deployment. */
export class Metrics extends DurableObject<Env> {
  #sums: Tally | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  async add(series: Series[]): Promise<void> {
    this.#merge(series);
  }

  async collect(series: Series[]): Promise<Series[]> {
    const sums = this.#merge(series).series();
    // A counter that was shown must not go down when this instance ends: Prometheus would take it for a new one.
    this.#store();
    return sums;
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
}
