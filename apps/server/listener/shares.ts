import type { ServerResponse } from 'node:http';

/** The place of a request in the Worker. */
export type QueuePlace = {
  /** Keeps the place, also when the response closes, until the returned function is called. */
  hold: () => () => void;
};

/** Who sends a request: its address, and its token, if it has one. */
export type RequestSender = { address: string; token: string | undefined };

type Waiting = { weight: number; shares: readonly Share[]; begin: () => void };

/** The requests of an address or of a token: the weight of those in the Worker, and those that wait, in their order. */
type Share = { of: Group; key: string; used: number; waiting: Set<Waiting>; activeAt: number };

/**
 * Limits the weight of the concurrent requests of a share while no other share of its group is active, and beside
 * others.
 */
type Limits = { alone: number; beside: number };

/** Milliseconds for which a share is active after a request has begun or ended. */
const ACTIVE = 1000;

/** Bytes of a body that weigh as much as a request. */
const BYTES = 16 * 1024;

/**
 * Limits the concurrent requests of each address and of each token, because the Worker takes all requests in the order
 * of their arrival: to `alone` while no other address or token is active, else to `beside`. Further requests wait for
 * those of the same address or token, not for others. A request with a large body counts as several.
 */
export class Shares {
  readonly #limits: Limits;
  readonly #addresses: Group;
  readonly #tokens: Group;

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(limits: Limits, now = (): number => performance.now()) {
    this.#limits = limits;
    this.#addresses = new Group(limits, now);
    this.#tokens = new Group(limits, now);
  }

  /**
   * Resolves when a request with a body of `bytes` may begin, to its place, which is free again when `response` closes
   * and nobody holds it. Never resolves if `response` closes first.
   */
  enter({ address, token }: RequestSender, response: ServerResponse, bytes: number): Promise<QueuePlace> {
    if (response.destroyed) return new Promise(() => undefined);
    const byToken = token === undefined ? `address ${address}` : `token ${token}`;
    const shares = [this.#addresses.active(address), this.#tokens.active(byToken)];
    return new Promise((resolve) => {
      const weight = Math.min(1 + Math.floor(bytes / BYTES), this.#limits.beside);
      const giveUp = (): void => leave(waiting);
      const begin = (): void => {
        for (const share of shares) {
          share.waiting.delete(waiting);
          share.used += weight;
        }
        response.off('close', giveUp);
        let open = 1;
        const end = (): void => {
          open -= 1;
          if (open > 0) return;
          for (const share of shares) {
            share.used -= weight;
            share.of.active(share.key);
          }
          leave(waiting);
        };
        response.once('close', end);
        const hold = (): (() => void) => {
          open += 1;
          return end;
        };
        resolve({ hold });
      };
      const waiting = { weight, shares, begin };
      for (const share of shares) share.waiting.add(waiting);
      response.once('close', giveUp);
      beginWaiting(shares[0]!);
    });
  }
}

/** Removes a request from its shares, and begins those that can take its place. */
function leave(request: Waiting): void {
  for (const share of request.shares) {
    share.waiting.delete(request);
    beginWaiting(share);
    share.of.drop(share);
  }
}

/**
 * Begins the requests of a share for which both of their shares have room. One that waits only for its other share is
 * overtaken.
 */
function beginWaiting(share: Share): void {
  // Most of those that wait may have the same other share: it is looked at once.
  const blocked = new Set<Share>();
  for (const request of share.waiting) {
    const other = request.shares.find((each) => each !== share)!;
    if (blocked.has(other)) continue;
    if (!share.of.hasRoom(share, request)) return;
    if (isNext(other, request)) request.begin();
    else blocked.add(other);
  }
}

/**
 * Whether a share has room for a request and for all that wait before it: a small one does not overtake a large one.
 */
function isNext(share: Share, request: Waiting): boolean {
  for (const before of share.waiting) {
    if (!share.of.hasRoom(share, before)) return false;
    if (before === request) return true;
  }
  return false;
}

/** The shares of all addresses, or of all tokens. */
class Group {
  readonly #limits: Limits;
  readonly #now: () => number;
  readonly #shares = new Map<string, Share>();
  /** The share that was active last, and the one before it. */
  #latest: Share | undefined;
  #other: Share | undefined;

  constructor(limits: Limits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** The share of a key, which is active now. */
  active(key: string): Share {
    const share = this.#shares.get(key) ?? { of: this, key, used: 0, waiting: new Set(), activeAt: 0 };
    this.#shares.set(key, share);
    share.activeAt = this.#now();
    if (key !== this.#latest?.key) this.#other = this.#latest;
    this.#latest = share;
    return share;
  }

  hasRoom({ key, used }: Share, { weight }: Waiting): boolean {
    const other = key === this.#latest?.key ? this.#other : this.#latest;
    const isAlone = other === undefined || other.activeAt < this.#now() - ACTIVE;
    return used + weight <= (isAlone ? this.#limits.alone : this.#limits.beside);
  }

  /** Forgets a share without requests. */
  drop({ key, used, waiting }: Share): void {
    if (used === 0 && waiting.size === 0) this.#shares.delete(key);
  }
}
