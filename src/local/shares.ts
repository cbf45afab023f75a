import type { ServerResponse } from 'node:http';

type Waiting = { weight: number; begin: () => void };

/** The requests of a client: the weight of those in the Worker, those that wait, and when the latest one began or ended. */
type Share = { client: string; used: number; waiting: Set<Waiting>; activeAt: number };

/** Milliseconds for which a client is active after a request has begun or ended. */
const ACTIVE = 1000;

/** Bytes of a body that weigh as much as a request. */
const BYTES = 16 * 1024;

/** The place of a request in the Worker. */
export type Place = {
  /** Keeps the place, also when the response closes, until the returned function is called. */
  hold: () => () => void;
};

/**
 * Limits the concurrent requests of each client, because the Worker takes all requests in the order of their arrival: to
 * `alone` while no other client is active, else to `beside`. Further requests of a client wait for its own requests, not
 * for those of other clients. A request with a large body counts as several.
 */
export class Shares {
  readonly #limits: { alone: number; beside: number };
  readonly #now: () => number;
  /** By client. */
  readonly #shares = new Map<string, Share>();
  /** The client that was active last, and the one before it. */
  #latest: Share | undefined;
  #other: Share | undefined;

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(limits: { alone: number; beside: number }, now = (): number => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Resolves when a request with a body of `bytes` may begin, to its place, which is free again when `response` closes and
   * nobody holds it. Never resolves if `response` closes first.
   */
  enter(client: string, response: ServerResponse, bytes: number): Promise<Place> {
    if (response.destroyed) return new Promise(() => undefined);
    const share = this.#shares.get(client) ?? { client, used: 0, waiting: new Set(), activeAt: 0 };
    this.#shares.set(client, share);
    this.#touch(share);
    return new Promise((resolve) => {
      const weight = Math.min(1 + Math.floor(bytes / BYTES), this.#limits.beside);
      const giveUp = (): void => void share.waiting.delete(waiting);
      const begin = (): void => {
        share.waiting.delete(waiting);
        share.used += weight;
        response.off('close', giveUp);
        let open = 1;
        const end = (): void => {
          open -= 1;
          if (open === 0) this.#leave(share, weight);
        };
        response.once('close', end);
        const hold = (): (() => void) => {
          open += 1;
          return end;
        };
        resolve({ hold });
      };
      const waiting = { weight, begin };
      share.waiting.add(waiting);
      response.once('close', giveUp);
      this.#beginWaiting(share);
    });
  }

  #leave(share: Share, weight: number): void {
    share.used -= weight;
    this.#touch(share);
    this.#beginWaiting(share);
    if (share.used === 0) this.#shares.delete(share.client);
  }

  #beginWaiting(share: Share): void {
    const other = share.client === this.#latest?.client ? this.#other : this.#latest;
    const isAlone = other === undefined || other.activeAt < this.#now() - ACTIVE;
    const most = isAlone ? this.#limits.alone : this.#limits.beside;
    for (const { weight, begin } of share.waiting) {
      if (share.used + weight > most) break;
      begin();
    }
  }

  #touch(share: Share): void {
    share.activeAt = this.#now();
    if (share.client !== this.#latest?.client) this.#other = this.#latest;
    this.#latest = share;
  }
}
