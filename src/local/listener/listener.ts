import { randomUUID } from 'node:crypto';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ERRORS, problemBody, retryLater, ServiceError } from '../../core/errors.ts';
import { secure } from '../../core/secureheaders.ts';
import { HELD, smallBody } from './bodies.ts';
import { boundChunks, isChunked, SmallChunks, TOO_MANY_CHUNKS } from './chunks.ts';
import { compressedAsset } from './compression.ts';
import { boundConnections, closeAfterResponse, closeNow, inTurn } from './connections.ts';
import { drainable } from './draining.ts';
import { Feeds, MAX_FEEDS } from './feeds.ts';
import { forwardedHeaders, withoutHopByHop, type TrustedProxies } from './forwarding.ts';
import { freeBuffersOf } from './garbage.ts';
import type { Sockets } from '../workerd/runtime.ts';
import { streamBody, StreamingAgent } from './sending.ts';
import { Shares, type Place } from './shares.ts';
import { targetOf } from './target.ts';
import { FirstTurn, isLarge, mayBeLarge, sendInTurns, Turns } from './turns.ts';
import { LINE_HEADER } from '../worker/lineheader.ts';

/** Requests in the Worker at once, and how many of them stream their bodies. Further requests wait. */
const MAX_IN_FLIGHT = 512;
const MAX_STREAMING = 64;
/**
 * Requests of one client in the Worker at once while it is alone, so that a client that does not read its responses
 * cannot block others, and because workerd does not read requests while it sends the first bytes of very many large
 * responses; and while other clients are active, so that theirs do not wait behind many of its requests. The same for
 * one token, which several addresses may use.
 */
const MAX_IN_FLIGHT_PER_CLIENT = { alone: 32, beside: 4 };
/** Bodies that one client streams, or sends without their length, at once; more are refused. */
const MAX_STREAMING_PER_CLIENT = 32;
/** Milliseconds without progress of a body that is being sent or read, after which the connection is closed. */
const STALLED = 30_000;
/** Milliseconds within which the Worker must begin its response. */
const RESPONDS_WITHIN = 6 * 60_000;
/** Milliseconds within which the headers of a request, and the complete request, must arrive. */
const HEADERS_WITHIN = 30_000;
const REQUEST_WITHIN = 15 * 60_000;
/** Milliseconds after which an unused connection to workerd is closed; workerd closes its side after 5 s. */
const IDLE = 2_000;

/** Methods that are forwarded. The runtime would respond to others itself. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ALLOW = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Counts as a read: without a token, a client cannot read. */
const TOKEN_PATH = '/archivist/iam/v1/appidp/token';

export type ListenerOptions = {
  host: string;
  port: number;
  /** The sockets of the Worker; undefined until it has started. */
  sockets: () => Sockets | undefined;
  /** Whether static assets serve paths that start with this segment, such as `console`. */
  isAsset: (segment: string) => boolean;
  proxies: TrustedProxies;
  /** Returns why a write with a body of `bytes` bytes is refused, or undefined if it is accepted. */
  writeRefusal: (bytes: number) => string | undefined;
  /** Called with the log line of a request, for requests whose lines the Worker does not write. */
  onLine: (line: string) => void;
  /** Called for each request to which the Worker could not respond. */
  onFailure: (reason: string) => void;
  /** Returns the milliseconds by which clients count as active, of a clock that never goes back. */
  now?: () => number;
};

export type Listener = {
  /** The port that it listens on. */
  port: number;
  /** Stops accepting, waits up to `milliseconds` for the requests in flight, and closes the remaining connections. */
  drain: (milliseconds: number) => Promise<void>;
};

/**
 * Opens the public socket of the local service and forwards every request to the Worker. Replaces the headers that
 * describe the client with its actual address. Rejects with the error of the system if it cannot listen.
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const agents = {
    whole: new Agent({ keepAlive: true, timeout: IDLE, maxSockets: MAX_IN_FLIGHT }),
    streaming: new StreamingAgent({ keepAlive: true, timeout: IDLE, maxSockets: MAX_STREAMING }),
    feeds: new Agent({ maxSockets: MAX_FEEDS }),
  };
  const streams = new Map<string, number>();
  const shares = new Shares(MAX_IN_FLIGHT_PER_CLIENT, options.now);
  const feeds = new Feeds();
  const turns = new Turns();
  const smallChunks = new SmallChunks(options.now);
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN,
      requestTimeout: REQUEST_WITHIN,
      keepAliveTimeout: 65_000,
      // `targetOf` does it: Node would respond itself, without a limit for a connection.
      requireHostHeader: false,
    },
    (request, response) => {
      if (isChunked(request)) {
        const client = clientOf(request, options);
        const mayTake = (): boolean => smallChunks.take(client);
        boundChunks(request, mayTake, () => refuseAndClose(response, retryLater('rate_limited', TOO_MANY_CHUNKS, 1)));
      }
      inTurn(request, response, () => {
        forward(request, response, { ...options, agents, streams, shares, feeds, turns }).catch((error: unknown) => {
          if (!(error instanceof ServiceError)) options.onFailure((error as NodeJS.ErrnoException).code ?? 'unknown');
          refuse(response, error instanceof ServiceError ? error : NOT_HTTP);
        });
      });
    },
  );
  // Node would respond itself, and not count the chunks of the body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  boundConnections(server, (address) => options.proxies.has(address), options.onFailure);
  const drain = drainable(server);
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
      const drained = drain(milliseconds);
      feeds.close();
      await drained;
      agents.whole.destroy();
      agents.streaming.destroy();
      agents.feeds.destroy();
    },
  };
}

type Forwarding = ListenerOptions & {
  agents: { whole: Agent; streaming: Agent; feeds: Agent };
  /** Number of bodies that are being streamed, by client. */
  streams: Map<string, number>;
  shares: Shares;
  feeds: Feeds;
  /** The turns of large responses. */
  turns: Turns;
};

/** Responds to a request with the response of the Worker or an error. Rejects with a ServiceError for a bad request. */
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
  const client = clientOf(request, options);
  // Closes the connection of a client that sends nothing or does not read, but not while the Worker processes a
  // request.
  request.socket.setTimeout(STALLED);
  const isFeed = method === 'GET' && Feeds.has(path);
  // Also while it is read: each part of such a body takes CPU time.
  if (isChunked(request)) countStream(options.streams, client, response);
  const body = await smallBody(request, response, client);
  if (body === 'full') throw retryLater('unavailable', HELD, 1);
  // Nothing would end what begins after the response has closed.
  if (response.destroyed) return;
  let place: Place | undefined;
  if (body === 'stream') {
    if (!isChunked(request)) countStream(options.streams, client, response);
  } else {
    request.socket.setTimeout(RESPONDS_WITHIN);
    if (isFeed) options.feeds.enter(client, response);
    else place = await options.shares.enter({ address: client, token: tokenOf(request) }, response, body.length);
  }
  const first = mayBeLarge(method, path) ? await FirstTurn.of(options.turns, client, response) : undefined;
  const sockets = options.sockets();
  if (!sockets) throw retryLater('unavailable', 'the service is starting', 1);
  const isAsset = (method === 'GET' || method === 'HEAD') && options.isAsset(path.split(/[/?]/, 2)[1]!);
  const upstream = httpRequest({
    agent: options.agents[body === 'stream' ? 'streaming' : isFeed ? 'feeds' : 'whole'],
    socketPath: isAsset ? sockets.assets : sockets.direct,
    method,
    path,
    headers: [
      ...forwardedHeaders(request.rawHeaders, { client, host }),
      // Other responses may not arrive here: they are abandoned when the client disconnects.
      ...(place ? [LINE_HEADER, '1'] : []),
    ],
    setHost: false,
  });
  if (place) upstream.once('close', place.hold()).setTimeout(RESPONDS_WITHIN, () => upstream.destroy());
  let isAnswered = false;
  // The Worker carries out a whole request although its client has gone, so it counts for the client until the Worker answers.
  const abandon = (): void => {
    if (!place || isAnswered) upstream.destroy();
  };
  upstream.on('response', (answer) => {
    isAnswered = true;
    const line = answer.headers[LINE_HEADER];
    if (typeof line === 'string') options.onLine(line);
    if (response.destroyed || response.headersSent) return void upstream.destroy();
    request.socket.setTimeout(STALLED);
    const headers = withoutHopByHop(answer.rawHeaders, (name) => name === LINE_HEADER);
    const compressed = isAsset ? compressedAsset(request, answer, headers) : undefined;
    response.writeHead(answer.statusCode!, compressed?.headers ?? headers);
    if (compressed) answer.pipe(compressed.stream).pipe(response);
    else if (isLarge(answer) && method !== 'HEAD') sendInTurns(answer, response, client, options.turns, first);
    else {
      first?.end();
      answer.pipe(response);
    }
    freeBuffersOf(answer);
    // Incomplete: the client must not take it for a complete response.
    answer.on('error', () => response.destroy());
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    // If the response has begun, its error handler closes the connection.
    if (response.headersSent || response.destroyed) return;
    options.onFailure(error.code ?? error.message);
    refuse(response, retryLater('unavailable', 'the service is restarting; a write may have been stored', 1));
  });
  response.on('close', () => {
    // Not answered: it was refused while it streamed, and the Worker must not wait for the rest of the body.
    if (!response.writableFinished || !isAnswered) abandon();
  });
  request.on('error', abandon);
  if (body !== 'stream') return void upstream.end(body);
  request.once('end', () => request.socket.setTimeout(RESPONDS_WITHIN));
  streamBody(request, upstream);
  freeBuffersOf(request);
}

/** The address of the client of a request. */
const clientOf = ({ socket, headers }: IncomingMessage, { proxies }: ListenerOptions): string =>
  proxies.clientOf(socket.remoteAddress ?? '', joined(headers['x-forwarded-for']));

/** The bearer token of a request, not verified. The scheme may be spelled in several ways. */
const tokenOf = ({ headers }: IncomingMessage): string | undefined => headers.authorization?.replace(/^bearer +/i, '');

/** Counts a streamed body against its client until the response ends. Throws `rate_limited` above the limit. */
function countStream(streams: Map<string, number>, client: string, response: ServerResponse): void {
  const count = (streams.get(client) ?? 0) + 1;
  if (count > MAX_STREAMING_PER_CLIENT)
    throw retryLater('rate_limited', `a client may have at most ${MAX_STREAMING_PER_CLIENT} uploads at once`, 1);
  streams.set(client, count);
  response.once('close', () => {
    const left = streams.get(client)! - 1;
    if (left === 0) streams.delete(client);
    else streams.set(client, left);
  });
}

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/** For a request that Node accepts from a client but cannot forward. None of it has reached the Worker. */
const NOT_HTTP = new ServiceError('invalid', 'the request is not valid HTTP');

/**
 * Responds as `refuse`, and closes the connection without reading the rest of the request. Only closes it if an earlier
 * response has not ended.
 */
function refuseAndClose(response: ServerResponse, error: ServiceError): void {
  const { socket } = response.req;
  if (response.headersSent || !response.socket) return closeNow(socket);
  response.shouldKeepAlive = false;
  closeAfterResponse(socket);
  refuse(response, error);
}

/** Responds without the Worker, in the format of its errors, unless a response has begun. Reads and drops the rest of the request. */
function refuse(response: ServerResponse, error: ServiceError): void {
  if (response.headersSent) return;
  const requestId = randomUUID();
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  secure(headers, { requestId, crossOrigin: false });
  response.req.resume();
  response.writeHead(ERRORS[error.kind].status, [...headers].flat());
  response.end(JSON.stringify(problemBody(error, requestId)));
}
