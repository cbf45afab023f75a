import type { ServerResponse } from 'node:http';
import { retryLater } from '../../../src/lib/errors.ts';

/** Responses of event feeds that are open at once, and those of one client. */
export const MAX_FEEDS = 256;
const MAX_PER_CLIENT = 64;

/** The end of the path of event feeds, whose colon may be percent-encoded. */
const PATH = /\/events(?::|%3a)feed\/*(?:\?|$)/i;

/**
 * The open responses of event feeds: streams, and requests that wait for events. They are limited apart from other
 * requests, because they last for long and are idle most of the time.
 */
export class Feeds {
  readonly #open = new Map<ServerResponse, string>();

  static has(path: string): boolean {
    return PATH.test(path);
  }

  /** Counts a response until it closes. Throws `rate_limited` above the limits. */
  enter(client: string, response: ServerResponse): void {
    const own = [...this.#open.values()].filter((each) => each === client).length;
    if (own >= MAX_PER_CLIENT)
      throw retryLater('rate_limited', `a client may have at most ${MAX_PER_CLIENT} open event feeds`, 5);
    if (this.#open.size >= MAX_FEEDS)
      throw retryLater('rate_limited', `the service has ${MAX_FEEDS} open event feeds, the most that are allowed`, 5);
    this.#open.set(response, client);
    response.once('close', () => this.#open.delete(response));
  }

  /** Closes the connections of all of them: clients reconnect to the next instance. */
  close(): void {
    for (const response of this.#open.keys()) response.destroy();
  }
}
