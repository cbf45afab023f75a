import { originOf, type Connection } from './azure/connection.ts';
import type { BusMessage } from './azure/messages.ts';
import { busSignature } from './azure/sas.ts';
import type { Config } from '../../settings/config.ts';
import { ambient } from '../../lib/time.ts';
import { ask, RemoteFailure } from '../../lib/remote.ts';

/** A message that is locked until it is completed or abandoned, or the lock expires. */
export type LockedMessage = BusMessage & {
  id: string;
  path: string;
  /** The number of deliveries, including this one. */
  deliveries: number;
  /** The duration of the lock in milliseconds, from the delivery or the last renewal. */
  lockMs: number;
};

/** The assumed duration of a lock where the bus does not return one. */
const LOCK_MS = 10_000;
/** The body of a longer message is read as empty, so that the message is completed and not redelivered forever. */
const MAX_BYTES = 1024 * 1024;

/** A queue of a Service Bus namespace, by its REST API (peek-lock). Throws RemoteFailure. */
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

  /** Waits up to `seconds` for a message; undefined when none arrives. */
  async receive(seconds: number): Promise<LockedMessage | undefined> {
    const { status, headers, text } = await this.#ask('POST', `/messages/head?timeout=${seconds}`, seconds);
    if (status === 204) return undefined;
    if (status !== 200 && status !== 201) throw new RemoteFailure(refusal(status));
    const broker = headers.get('brokerproperties') ?? '';
    const properties = parsed(broker);
    const token = properties['LockToken'];
    // Read from the text, because the number may exceed Number.MAX_SAFE_INTEGER.
    const name = /"SequenceNumber"\s*:\s*(\d+)/.exec(broker)?.[1] ?? '';
    if (typeof token !== 'string' || name === '') throw new RemoteFailure('the bus returned a message without a lock');
    return {
      headers: Object.fromEntries([...headers].map(([key, value]) => [key.toLowerCase(), value])),
      body: text,
      id: typeof properties['MessageId'] === 'string' ? properties['MessageId'] : name,
      path: `/messages/${encodeURIComponent(name)}/${encodeURIComponent(token)}`,
      deliveries: Math.max(1, Number(properties['DeliveryCount']) || 1),
      lockMs: lockOf(String(properties['LockedUntilUtc']), headers.get('date') ?? ''),
    };
  }

  /** Completes a message. A lost lock is not an error: the message is redelivered and deduplicated. */
  async complete(message: LockedMessage): Promise<void> {
    await this.#send('DELETE', message);
  }

  /** Unlocks a message for immediate redelivery. */
  async abandon(message: LockedMessage): Promise<void> {
    await this.#send('PUT', message);
  }

  /** Renews the lock of a message. A lost lock is not an error. */
  async renew(message: LockedMessage): Promise<void> {
    await this.#send('POST', message);
  }

  async #send(method: string, { path }: LockedMessage): Promise<void> {
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

/** The duration of a lock by the clock of the bus, which may differ from the local one. */
function lockOf(until: string, now: string): number {
  const milliseconds = Date.parse(until) - Date.parse(now);
  return milliseconds > 0 ? milliseconds : LOCK_MS;
}

const REFUSALS: Record<number, string> = {
  401: 'the bus rejected the key',
  403: 'the bus rejected the key',
  404: 'the queue does not exist',
  410: 'the queue does not exist',
};
const refusal = (status: number): string => REFUSALS[status] ?? `the bus responded with ${status}`;

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
