import { queueOf, type BusMessage, type PropertyValue, type Queue, type Queued, type QueueSettings } from './queue.ts';
import { refusalOf } from './sas.ts';
import { serve, type Answer, type Request } from './server.ts';

const POLICY = 'RootManageSharedAccessKey';
/** The key is this text, not the bytes that it encodes. */
const KEY = 'YSBrZXkgb2YgYSBidXMgdGhhdCBpcyBub25lIGF0IGFsbA==';
const BATCH = 'application/vnd.microsoft.servicebus.json';
const LARGEST_MESSAGE = 256 * 1024;
/** The maximum and default waiting time of a receive. */
const LONGEST_WAIT_SECONDS = 60;

export type BusOperation = 'send' | 'receive' | 'take' | 'complete' | 'unlock' | 'renew' | 'other';
type Address = { queue: string; id?: string; token?: string };

/** Headers of a request that are not custom properties. */
const STANDARD = new RegExp(
  '^(host|authorization|brokerproperties|connection|keep-alive|content-.*|accept.*|user-agent|transfer-encoding|te|' +
    'date|expect|origin|referer|sec-.*|cache-control|pragma|cf-.*|x-forwarded-.*)$',
  'i',
);

function addressOf(path: string): Address | undefined {
  const [, queue, id, token] = /^\/(.+?)\/messages(?:\/head|\/([^/]+)\/([^/]+))?$/i.exec(path) ?? [];
  if (queue === undefined) return undefined;
  const address = { queue: decodeURIComponent(queue).toLowerCase() };
  return id && token ? { ...address, id: decodeURIComponent(id), token: decodeURIComponent(token) } : address;
}

function operationOf({ method, path }: Request): BusOperation {
  const address = addressOf(path);
  if (!address) return 'other';
  if (address.id) return ({ DELETE: 'complete', PUT: 'unlock', POST: 'renew' } as const)[method] ?? 'other';
  if (!/\/head$/i.test(path)) return method === 'POST' ? 'send' : 'other';
  if (method === 'POST') return 'receive';
  return method === 'DELETE' ? 'take' : 'other';
}

function failure(status: number, detail: string): Answer {
  const tracking = `TrackingId:00000000-0000-0000-0000-000000000000_G0, Timestamp:${new Date().toISOString()}`;
  return {
    status,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<Error><Code>${status}</Code><Detail>${detail}. ${tracking}</Detail></Error>`,
  };
}

const ascii = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const headerOf = (value: PropertyValue): string =>
  typeof value === 'string' ? ascii(JSON.stringify(value)) : `${value}`;

function valueOf(header: string): PropertyValue {
  try {
    const value = JSON.parse(header) as unknown;
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : header;
  } catch {
    return header;
  }
}

const rfc1123 = (at: number): string => new Date(at).toUTCString();

/** The BrokerProperties header of a message. Its sequence number is a JSON number of any length. */
function brokerProperties({ sequenceNumber, lock, ...message }: Queued): string {
  const text = JSON.stringify({
    DeliveryCount: message.deliveryCount,
    EnqueuedSequenceNumber: 0,
    EnqueuedTimeUtc: rfc1123(message.enqueuedAt),
    ...(lock && { LockToken: lock.token, LockedUntilUtc: rfc1123(lock.until) }),
    MessageId: message.messageId,
    SequenceNumber: 0,
    State: 'Active',
    TimeToLive: 922337203685.47754,
  });
  return ascii(text.replace('"SequenceNumber":0', `"SequenceNumber":${sequenceNumber}`));
}

function delivered(message: Queued, status: number, base: string): Answer {
  const properties = Object.entries(message.properties).filter(([name]) => /^[\w.!#$%&'*+^`|~-]+$/.test(name));
  return {
    status,
    headers: {
      ...Object.fromEntries(properties.map(([name, value]) => [name, headerOf(value)])),
      ...(message.contentType && { 'Content-Type': message.contentType }),
      BrokerProperties: brokerProperties(message),
      ...(message.lock && { Location: `${base}/messages/${message.sequenceNumber}/${message.lock.token}` }),
    },
    body: message.body,
  };
}

/** The message of a request, or those of a batch; undefined where the request cannot be parsed. */
function sentBy(request: Request): BusMessage[] | undefined {
  const { headers, rawHeaders, body } = request;
  const contentType = headers['content-type'];
  try {
    if (contentType === BATCH)
      return (JSON.parse(String(body)) as Record<string, any>[]).map(({ Body, BrokerProperties, UserProperties }) => ({
        body: String(Body),
        ...(BrokerProperties?.MessageId !== undefined && { messageId: String(BrokerProperties.MessageId) }),
        ...(BrokerProperties?.ContentType !== undefined && { contentType: String(BrokerProperties.ContentType) }),
        properties: UserProperties ?? {},
      }));
    const { MessageId } = JSON.parse(String(headers['brokerproperties'] ?? '{}')) as { MessageId?: string };
    const named = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as const] : []));
    const custom = named.filter(([name]) => !STANDARD.test(name)).map(([name, value]) => [name, valueOf(value)]);
    return [
      {
        body,
        ...(contentType && { contentType }),
        ...(MessageId !== undefined && { messageId: MessageId }),
        properties: Object.fromEntries(custom) as Record<string, PropertyValue>,
      },
    ];
  } catch {
    return undefined;
  }
}

function waitOf({ query }: Request): number | undefined {
  const seconds = Number(query.get('timeout') ?? LONGEST_WAIT_SECONDS);
  return seconds >= 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000 : undefined;
}

export type Bus = Awaited<ReturnType<typeof startBus>>;

/**
 * Emulates the queues of a Service Bus namespace over plain HTTP on loopback. `key` can be changed while it runs.
 * `fail` injects faults. `requests` are the received requests. Methods without the name of a queue use the first one.
 */
export async function startBus(
  options: {
    queues?: string[];
    key?: string;
    port?: number;
    name?: string;
    /** The status for a missing queue. The real service responds with 404; its reference says 410. */
    missing?: 404 | 410;
  } & Partial<Omit<QueueSettings, 'now'>> = {},
) {
  const { queues = ['devices'], key = KEY, name = 'double', missing = 404 } = options;
  const { lockMs = 60_000, maxDeliveries = 10, firstSequenceNumber = 1n } = options;
  const cloudHost = `${name}.servicebus.windows.net`;
  let offset = 0;
  const now = () => Date.now() + offset;
  const create = (): Queue => queueOf({ lockMs, maxDeliveries, firstSequenceNumber, now });
  const known = new Map(queues.map((queue) => [queue.toLowerCase(), create()]));
  const state = { key };

  async function onQueue(request: Request, operation: BusOperation, queue: Queue, address: Address): Promise<Answer> {
    const { id = '', token = '' } = address;
    const settlement = (done: boolean): Answer =>
      done
        ? { status: 200, headers: { 'content-type': 'application/atom+xml;type=entry;charset=utf-8' } }
        : failure(
            404,
            'The lock supplied is invalid. Either the lock expired, or the message has already been removed',
          );
    switch (operation) {
      case 'send': {
        if (request.body.length > LARGEST_MESSAGE) return failure(413, 'The message is too large');
        const sent = sentBy(request);
        if (!sent) return failure(400, 'The message cannot be read');
        queue.send(...sent);
        return { status: 201, headers: { 'content-type': 'application/xml; charset=utf-8' } };
      }
      case 'receive':
      case 'take': {
        const wait = waitOf(request);
        if (wait === undefined) return failure(400, 'The timeout is invalid');
        const message = await queue.receive(wait, request.gone);
        if (!message) return { status: 204 };
        const scheme = request.host === cloudHost ? 'https' : 'http';
        const base = `${scheme}://${request.host}/${address.queue}`;
        if (operation === 'receive') return delivered(message, 201, base);
        queue.complete(message.messageId, message.lock!.token);
        return delivered(message, 200, base);
      }
      case 'complete':
        return settlement(queue.complete(id, token));
      case 'unlock':
        return settlement(queue.unlock(id, token));
      case 'renew':
        return settlement(queue.renew(id, token));
      default:
        return failure(405, 'The method is not supported');
    }
  }

  const server = await serve<BusOperation>({
    port: options.port ?? 0,
    operationOf,
    handle: async (request, operation) => {
      const wanted = request.path.toLowerCase();
      const refusal = refusalOf(request.headers.authorization, {
        name: POLICY,
        secret: state.key,
        covers: (resource) => {
          const [, host = '', path = ''] = /^(?:https?|sb):\/\/([^/:]+)(?::\d+)?(\/[^?]*)?/.exec(resource) ?? [];
          if (resource !== resource.toLowerCase() || !['127.0.0.1', 'localhost', cloudHost].includes(host))
            return false;
          const covered = path.replace(/\/$/, '');
          return wanted === covered || wanted.startsWith(`${covered}/`);
        },
      });
      if (refusal) return failure(401, `${refusal}: The token has been refused`);
      const address = addressOf(request.path);
      const queue = address && known.get(address.queue);
      if (!address || !queue) return failure(missing, `The messaging entity '${request.path}' could not be found`);
      return onQueue(request, operation, queue, address);
    },
  });
  const queue = (wanted = queues[0]!): Queue => known.get(wanted.toLowerCase())!;
  const credentials = `SharedAccessKeyName=${POLICY};SharedAccessKey=${key}`;
  return Object.assign(state, server, {
    name,
    /** The host name in the cloud, which Microsoft's client signs. */
    cloudHost,
    connectionString: `Endpoint=sb://${server.host}/;${credentials}`,
    cloudConnectionString: `Endpoint=sb://${cloudHost}/;${credentials}`,
    queue,
    createQueue: (wanted: string): Queue => {
      known.set(wanted.toLowerCase(), create());
      return queue(wanted);
    },
    deleteQueue: (wanted: string): boolean => known.delete(wanted.toLowerCase()),
    send: (messages: BusMessage[]): void => queue().send(...messages),
    pending: (): Queued[] => queue().pending(),
    locked: (): Queued[] => queue().locked(),
    completed: (): Queued[] => queue().completed(),
    deadLetters: (): Queued[] => queue().deadLetters(),
    /** Advances the clock for locks. */
    advance: (ms: number): void => {
      offset += ms;
      known.forEach(({ wake }) => wake());
    },
    expireLocks: (): void => known.forEach(({ expireLocks }) => expireLocks()),
  });
}
