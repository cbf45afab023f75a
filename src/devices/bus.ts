import { originOf, type Connection } from '../azure/connection.ts';
import type { Message } from '../azure/messages.ts';
import { busSignature } from '../azure/sas.ts';
import type { Config } from '../config.ts';
import { ambient } from '../core/time.ts';
import { ask, RemoteFailure } from '../core/remote.ts';

/** A message that is locked for us until it is completed, abandoned, or its time is over. */
export type Locked = Message & {
  id: string;
  path: string;
  /** How often it has been given out, this time included. */
  deliveries: number;
  /** Milliseconds for which the lock holds, from its reception or last renewal. */
  lockMs: number;
};

/** How long a lock is taken to hold where the bus does not say: the shortest that is in use. */
const LOCK_MS = 10_000;
/** A longer message is taken as one that says nothing, so that it does not come again and again. */
const MAX_BYTES = 1024 * 1024;

/** A queue of a message bus namespace, by its REST interface (peek-lock). Throws RemoteFailure. */
export class BusQueue {
  readonly #connection: Connection;
  readonly #origin: string;
  readonly #queue: string;
  readonly #seconds: number;

  constructor(
    connection: Connection,
    { azureHosts, azureSeconds }: Pick<Config, 'azureHosts' | 'azureSeconds'>,
    queue: string,
  ) {
    this.#connection = connection;
    this.#origin = originOf(connection, azureHosts);
    this.#seconds = azureSeconds;
    this.#queue = queue.split('/').map(encodeURIComponent).join('/');
  }

  /** Waits up to `seconds` for a message; undefined when none comes. */
  async receive(seconds: number): Promise<Locked | undefined> {
    const { status, headers, text } = await this.#ask('POST', `/messages/head?timeout=${seconds}`, seconds);
    if (status === 204) return undefined;
    if (status !== 200 && status !== 201) throw new RemoteFailure(refusal(status));
    const broker = headers.get('brokerproperties') ?? '';
    const properties = parsed(broker);
    const token = properties['LockToken'];
    // As text: it may have more digits than a number can keep.
    const name = /"SequenceNumber"\s*:\s*(\d+)/.exec(broker)?.[1] ?? '';
    if (typeof token !== 'string' || name === '') throw new RemoteFailure('the bus gives a message without its lock');
    return {
      headers: Object.fromEntries([...headers].map(([key, value]) => [key.toLowerCase(), value])),
      body: text,
      id: typeof properties['MessageId'] === 'string' ? properties['MessageId'] : name,
      path: `/messages/${encodeURIComponent(name)}/${encodeURIComponent(token)}`,
      deliveries: Math.max(1, Number(properties['DeliveryCount']) || 1),
      lockMs: lockOf(String(properties['LockedUntilUtc']), headers.get('date') ?? ''),
    };
  }

  /** The message is done with. A lock that is lost is none of a failure: it comes again, and is known. */
  async complete(message: Locked): Promise<void> {
    await this.#settled('DELETE', message);
  }

  /** The message may come again at once. */
  async abandon(message: Locked): Promise<void> {
    await this.#settled('PUT', message);
  }

  /** The lock begins anew. One that is lost is none of a failure either. */
  async renew(message: Locked): Promise<void> {
    await this.#settled('POST', message);
  }

  async #settled(method: string, { path }: Locked): Promise<void> {
    const { status } = await this.#ask(method, path, 0);
    if (status >= 400 && status !== 404 && status !== 410) throw new RemoteFailure(refusal(status));
  }

  #ask(method: string, path: string, seconds: number) {
    return ask(
      `${this.#origin}/${this.#queue}${path}`,
      { method, headers: { authorization: busSignature(this.#connection, ambient.now()), 'content-length': '0' } },
      { name: 'the bus', seconds: seconds + this.#seconds, maxBytes: MAX_BYTES, cut: true },
    );
  }
}

/** By the clock of the bus, which need not be ours. */
function lockOf(until: string, now: string): number {
  const milliseconds = Date.parse(until) - Date.parse(now);
  return milliseconds > 0 ? milliseconds : LOCK_MS;
}

const refusal = (status: number): string =>
  status === 401 || status === 403
    ? 'the bus refuses the key'
    : status === 404 || status === 410
      ? 'there is no such queue'
      : `the bus answers ${status}`;

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
