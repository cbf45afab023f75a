import type { ServerResponse } from 'node:http';

type Share = { used: number; waiting: Set<() => void> };

/**
 * Limits the concurrent requests of each client to `most`. Further requests of a client wait for its own requests, not
 * for those of other clients.
 */
export class Shares {
  readonly #most: number;
  readonly #shares = new Map<string, Share>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when the request may begin; it ends when `response` closes. Never resolves if `response` closes first. */
  enter(client: string, response: ServerResponse): Promise<void> {
    if (response.destroyed) return new Promise(() => undefined);
    const share = this.#shares.get(client) ?? { used: 0, waiting: new Set() };
    this.#shares.set(client, share);
    return new Promise((resolve) => {
      const giveUp = (): void => void share.waiting.delete(begin);
      const begin = (): void => {
        share.waiting.delete(begin);
        share.used += 1;
        response.off('close', giveUp);
        response.once('close', () => this.#leave(client, share));
        resolve();
      };
      if (share.used < this.#most) return begin();
      share.waiting.add(begin);
      response.once('close', giveUp);
    });
  }

  #leave(client: string, share: Share): void {
    share.used -= 1;
    const [next] = share.waiting;
    if (next) next();
    else if (share.used === 0) this.#shares.delete(client);
  }
}
