import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIPv6, type AddressInfo, type Socket } from 'node:net';
import { createHash } from 'node:crypto';
import { log } from '../../../src/platform/log.ts';
import { printable } from '../../../src/lib/text.ts';
import { drainable } from '../../server/listener/drain.ts';
import { refusal, type CheckpointWitness, type WitnessReply } from './checkpoint-witness.ts';

/** Open connections, of all clients and of one address. A further one replaces the oldest. */
const MAX_CONNECTIONS = 256;
const MAX_PER_ADDRESS = 64;
/** The maximum length of the body of a request: a proof of 63 hashes and a note with 64 signatures need less. */
const MAX_BODY_BYTES = 65_536;
/**
 * Milliseconds within which the headers of a request, and the complete request, must arrive, and between two checks of
 * that.
 */
const HEADERS_WITHIN = 5_000;
const REQUEST_WITHIN = 10_000;
const CHECKED_EVERY = 1_000;
/** Milliseconds without progress of a connection after which it is closed. */
const STALLED = 30_000;

export type WitnessServer = {
  port: number;
  /** Stops accepting, waits up to `milliseconds` for the requests in flight, and closes the remaining connections. */
  close: (milliseconds: number) => Promise<void>;
};

/**
 * Serves a witness over HTTP: `POST /add-checkpoint` and `GET /<SHA-256 of an origin in hexadecimal>/checkpoint`.
 * Writes a log line for each request. Rejects with the error of the system if it cannot listen.
 */
export async function serveWitness(
  witness: CheckpointWitness,
  origins: readonly string[],
  { host, port }: { host: string; port: number },
): Promise<WitnessServer> {
  const byHash = new Map(origins.map((origin) => [createHash('sha256').update(origin).digest('hex'), origin]));
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN,
      requestTimeout: REQUEST_WITHIN,
      connectionsCheckingInterval: CHECKED_EVERY,
      maxHeaderSize: 8_192,
    },
    (request, response) => {
      void respond(request, response, (path) => handle(request, path, witness, byHash));
    },
  );
  boundConnections(server);
  server.setTimeout(STALLED);
  const close = drainable(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { port: (server.address() as AddressInfo).port, close };
}

/**
 * Closes the oldest connection of an address for a further one above its limit, and the oldest of all above theirs:
 * connections that are kept open, or that send their requests slowly, do not keep out others. A cosigned checkpoint
 * needs a moment.
 */
function boundConnections(server: Server): void {
  const open = new Map<Socket, string>();
  server.on('connection', (socket) => {
    const address = addressOf(socket);
    open.set(socket, address);
    socket.once('close', () => open.delete(socket));
    const own = [...open.keys()].filter((each) => open.get(each) === address);
    const isFull = own.length > MAX_PER_ADDRESS;
    if (!isFull && open.size <= MAX_CONNECTIONS) return;
    const [oldest] = isFull ? own : open.keys();
    open.delete(oldest!);
    oldest!.destroy();
  });
}

/** The address of a client; of IPv6 the first 64 bits, because one client has all addresses of such a network. */
function addressOf({ remoteAddress = '' }: Socket): string {
  if (!isIPv6(remoteAddress) || remoteAddress.startsWith('::ffff:')) return remoteAddress;
  const [left = [], right] = remoteAddress.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - (right?.length ?? 0) }, () => '0');
  return [...left, ...zeros, ...(right ?? [])].slice(0, 4).join(':');
}

async function handle(
  request: IncomingMessage,
  path: string,
  witness: CheckpointWitness,
  byHash: ReadonlyMap<string, string>,
): Promise<WitnessReply> {
  const { method } = request;
  if (path === '/add-checkpoint') {
    if (method !== 'POST') return refusal(405, 'method: must be POST');
    const body = await bodyOf(request);
    if (body === undefined) return refusal(413, `body: must have at most ${MAX_BODY_BYTES} bytes`);
    const text = decoded(body);
    return text === undefined ? refusal(400, 'body: must be UTF-8') : witness.addCheckpoint(text);
  }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  if (hash === undefined) return refusal(404, 'path: must be /add-checkpoint or /<origin hash>/checkpoint');
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'method: must be GET');
  const origin = byHash.get(hash);
  const body = origin === undefined ? undefined : witness.latest(origin);
  if (body === undefined) return refusal(404, 'checkpoint: none was cosigned for this origin');
  return { status: 200, contentType: 'text/plain; charset=utf-8', body };
}

/** Sends the reply, and 500 if there is an error. Writes the log line. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  reply: (path: string) => Promise<WitnessReply>,
): Promise<void> {
  const started = performance.now();
  const path = request.url!.split('?', 1)[0]!;
  const { status, contentType, body, ...fields } = await reply(path).catch((error: unknown) => failure(request, error));
  // The rest of a body that was refused is not read.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? '' : body);
  log(status >= 500 ? 'error' : 'info', 'request', {
    time: new Date().toISOString(),
    method: request.method,
    path: printable(path),
    status,
    ms: Math.round(performance.now() - started),
    ...fields,
    ...(fields.origin === undefined ? {} : { origin: printable(fields.origin) }),
  });
}

const failure = (request: IncomingMessage, error: unknown): WitnessReply =>
  request.destroyed && !request.complete
    ? refusal(400, 'the client closed the connection')
    : { ...refusal(500, 'the checkpoint could not be stored'), reason: (error as Error).message };

/** The body of a request. Undefined, without reading the rest, if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not destroy the request: its connection carries the response.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
