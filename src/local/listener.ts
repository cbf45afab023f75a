import { randomUUID } from 'node:crypto';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ERRORS, problemBody, retryLater, ServiceError } from '../core/errors.ts';
import { secure } from '../core/secureheaders.ts';
import { HELD, smallBody } from './bodies.ts';
import { boundConnections, inTurn } from './connections.ts';
import { drainable } from './draining.ts';
import { forwardedHeaders, withoutHopByHop, type TrustedProxies } from './forwarding.ts';
import type { Sockets } from './runtime.ts';
import { streamBody, StreamingAgent } from './sending.ts';
import { Shares } from './shares.ts';

/** Requests that the Worker has at once, and of them those whose bodies stream; more wait here. */
const MAX_IN_FLIGHT = 512;
const MAX_STREAMING = 64;
/** Requests of one client that the Worker has at once: one that does not read its responses leaves room for others. */
const MAX_IN_FLIGHT_PER_CLIENT = 128;
/** Bodies that one client streams at once; more are refused. */
const MAX_STREAMING_PER_CLIENT = 32;
/** Milliseconds without a byte of a body that is being sent or read, after which the connection is cut. */
const STALLED = 30_000;
/** Milliseconds within which the Worker must have begun its response. */
const ANSWERS_WITHIN = 6 * 60_000;
/** Milliseconds in which a request's headers, and the whole of it, must have come. */
const HEADERS_WITHIN = 30_000;
const REQUEST_WITHIN = 15 * 60_000;
/** Milliseconds after which an unused connection to workerd is closed; workerd closes its side after 5 s. */
const IDLE = 2_000;

/** Methods that are passed on; the runtime has answers of its own to others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ALLOW = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A client that cannot get a token cannot read either. */
const TOKEN_PATH = '/archivist/iam/v1/appidp/token';

export type ListenerOptions = {
  host: string;
  port: number;
  /** Where the Worker listens; undefined until it has started. */
  sockets: () => Sockets | undefined;
  /** Whether static assets may serve paths that start with this segment, such as `console`. */
  isAsset: (segment: string) => boolean;
  proxies: TrustedProxies;
  /** Why a write with a body of so many bytes is refused, or undefined. */
  writeRefusal: (bytes: number) => string | undefined;
  /** Called for each request that the Worker could not answer. */
  onFailure: (reason: string) => void;
};

export type Listener = {
  /** The port that it listens on. */
  port: number;
  /** Stops accepting, waits for the requests in flight for up to `milliseconds`, and closes what is left. */
  drain: (milliseconds: number) => Promise<void>;
};

/**
 * The one public socket of the local service: passes every request on to the Worker, with headers that tell of the
 * client replaced by what is known of it. Rejects with the system's error when it cannot listen.
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const agents = {
    whole: new Agent({ keepAlive: true, timeout: IDLE, maxSockets: MAX_IN_FLIGHT }),
    streaming: new StreamingAgent({ keepAlive: true, timeout: IDLE, maxSockets: MAX_STREAMING }),
  };
  const streams = new Map<string, number>();
  const shares = new Shares(MAX_IN_FLIGHT_PER_CLIENT);
  const server = createServer(
    { headersTimeout: HEADERS_WITHIN, requestTimeout: REQUEST_WITHIN, keepAliveTimeout: 65_000 },
    (request, response) =>
      inTurn(request, response, () => {
        forward(request, response, { ...options, agents, streams, shares }).catch((error: unknown) => {
          if (!(error instanceof ServiceError)) options.onFailure((error as NodeJS.ErrnoException).code ?? 'unknown');
          refuse(response, error instanceof ServiceError ? error : NOT_HTTP);
        });
      }),
  );
  const drain = drainable(server);
  boundConnections(server, (address) => options.proxies.has(address), options.onFailure);
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nallow: ${ALLOW}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: options.host, port: options.port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: async (milliseconds) => {
      await drain(milliseconds);
      agents.whole.destroy();
      agents.streaming.destroy();
    },
  };
}

type Forwarding = ListenerOptions & {
  agents: { whole: Agent; streaming: Agent };
  /** Bodies that are being streamed, by client. */
  streams: Map<string, number>;
  shares: Shares;
};

/** Answers a request, with the Worker's response or with an error; rejects with a ServiceError for a bad request. */
async function forward(request: IncomingMessage, response: ServerResponse, options: Forwarding): Promise<void> {
  const method = request.method!;
  if (!METHODS.has(method)) {
    const headers = { allow: ALLOW };
    throw new ServiceError('method_not_allowed', `${method} is not allowed here`, { headers });
  }
  const { path, host } = targetOf(request);
  const isRead = READS.has(method) || path.split('?', 1)[0] === TOKEN_PATH;
  const reason = isRead ? undefined : options.writeRefusal(Number(request.headers['content-length'] ?? 0));
  if (reason !== undefined) throw retryLater('unavailable', reason, 30);
  const client = options.proxies.clientOf(
    request.socket.remoteAddress ?? '',
    joined(request.headers['x-forwarded-for']),
  );
  // A client that sends nothing, or does not read, is cut off; while the Worker works, nothing has to come.
  request.socket.setTimeout(STALLED);
  const body = await smallBody(request, response, client);
  if (body === 'full') throw retryLater('unavailable', HELD, 1);
  if (body === 'stream') countStream(options.streams, client, response);
  else {
    request.socket.setTimeout(ANSWERS_WITHIN);
    await options.shares.enter(client, response);
  }
  const sockets = options.sockets();
  if (!sockets) throw retryLater('unavailable', 'the service is starting', 1);
  const isAsset = (method === 'GET' || method === 'HEAD') && options.isAsset(path.split(/[/?]/, 2)[1]!);
  const upstream = httpRequest({
    agent: body === 'stream' ? options.agents.streaming : options.agents.whole,
    socketPath: isAsset ? sockets.assets : sockets.direct,
    method,
    path,
    headers: forwardedHeaders(request.rawHeaders, { client, host }),
    setHost: false,
  });
  upstream.on('response', (answer) => {
    request.socket.setTimeout(STALLED);
    response.writeHead(answer.statusCode!, withoutHopByHop(answer.rawHeaders));
    answer.pipe(response);
    // Cut off in the middle: the client must not take it for the whole.
    answer.on('error', () => response.destroy());
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    // The response that has begun tells itself when it is cut off.
    if (response.headersSent || response.destroyed) return;
    options.onFailure(error.code ?? error.message);
    refuse(response, retryLater('unavailable', 'the service is restarting; what was being written may be stored', 1));
  });
  response.on('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  request.on('error', () => upstream.destroy());
  if (body !== 'stream') return void upstream.end(body);
  request.once('end', () => request.socket.setTimeout(ANSWERS_WITHIN));
  streamBody(request, upstream);
}

/** Counts a body that streams against its client, until the response has ended. Throws 429 for one too many. */
function countStream(streams: Map<string, number>, client: string, response: ServerResponse): void {
  const count = (streams.get(client) ?? 0) + 1;
  if (count > MAX_STREAMING_PER_CLIENT)
    throw retryLater('rate_limited', `at most ${MAX_STREAMING_PER_CLIENT} uploads of one client at once`, 1);
  streams.set(client, count);
  response.once('close', () => {
    const left = streams.get(client)! - 1;
    if (left === 0) streams.delete(client);
    else streams.set(client, left);
  });
}

/**
 * The path and query of a request, as they were sent, and its host: of the target where that is an address
 * (RFC 9112 section 3.2.2), else of the Host header. Throws where either is not what HTTP asks for: the runtime
 * answers such requests itself.
 */
function targetOf(request: IncomingMessage): { path: string; host: string } {
  const target = request.url!;
  if (!target.startsWith('/')) {
    const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
    if (!url) throw new ServiceError('invalid', 'the request target must be a path or an http address');
    return { path: url.pathname + url.search, host: url.host };
  }
  // The Worker reads a backslash as a slash, and proxies do not: what they keep from it must not reach it so.
  if (target.split('?', 1)[0]!.includes('\\'))
    throw new ServiceError('invalid', 'the path must not contain a backslash: send it as %5C');
  const [host = '', ...more] = request.headersDistinct['host'] ?? [];
  const url = /^[^\s/?#@\\]+$/.test(host) ? URL.parse(`http://${host}/`) : null;
  if (!url || more.length > 0)
    throw new ServiceError('invalid', 'host: must be one host name or address, with or without a port');
  return { path: target, host: url.host };
}

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/** For what Node accepts of a client and refuses to send on. Nothing of the request has reached the Worker. */
const NOT_HTTP = new ServiceError('invalid', 'the request is not valid HTTP');

/** Answers without the Worker, in the form of its errors; what is still being sent is read and dropped. */
function refuse(response: ServerResponse, error: ServiceError): void {
  const requestId = randomUUID();
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  secure(headers, { requestId, crossOrigin: false });
  response.req.resume();
  response.writeHead(ERRORS[error.kind].status, [...headers].flat());
  response.end(JSON.stringify(problemBody(error, requestId)));
}
