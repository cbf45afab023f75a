import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { outcomeUnknown, retryLater, ServiceError } from '../../../src/lib/errors.ts';
import type { Sockets } from '../workerd/runtime.ts';
import { LINE_HEADER } from '../../worker/line-header.ts';
import { HELD, isChunked, smallBody } from './bodies.ts';
import { compressedAsset } from './compression.ts';
import { Feeds, MAX_FEEDS } from './feeds.ts';
import { freeBuffersOf } from './garbage.ts';
import { forwardedHeaders, withoutHopByHop } from './proxy-headers.ts';
import { MAX_IN_FLIGHT, MAX_STREAMING } from './open-files.ts';
import { methodNotAllowed, refuse, refuseAndClose } from './refusals.ts';
import { streamBody, StreamingAgent } from './request-stream.ts';
import { Shares, type QueuePlace } from './shares.ts';
import { targetOf } from './target.ts';
import { FirstTurn, isLarge, mayBeLarge, sendInTurns, Turns } from './turns.ts';

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
/** Milliseconds after which an unused connection to workerd is closed; workerd closes its side after 5 s. */
const IDLE = 2_000;

/** Methods that are forwarded. The runtime would respond to others itself. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Counts as a read: without a token, a client cannot read. */
const TOKEN_PATH = '/archivist/iam/v1/appidp/token';

export type ExchangeOptions = {
  /** The sockets of the Worker; undefined until it has started. */
  sockets: () => Sockets | undefined;
  /** Whether static assets serve paths that start with this segment, such as `console`. */
  isAsset: (segment: string) => boolean;
  /** Returns why a write with a body of `bytes` bytes is refused, or undefined if it is accepted. */
  writeRefusal: (bytes: number) => string | undefined;
  /** Called with the log line of a request, for requests whose lines the Worker does not write. */
  onLine: (line: string) => void;
  /** Called for each request to which the Worker could not respond. */
  onFailure: (reason: string) => void;
  /** Returns the milliseconds by which clients count as active, of a clock that never goes back. */
  now?: () => number;
};

/** A request that may be sent to the Worker. */
type Admitted = {
  method: string;
  path: string;
  host: string;
  /** The address of the client. */
  client: string;
  body: Buffer | 'stream';
  isFeed: boolean;
  isAsset: boolean;
  sockets: Sockets;
  /** Of a request that is not streamed, and is no feed. */
  place: QueuePlace | undefined;
  /** Of a response that may be large. */
  first: FirstTurn | undefined;
};

/**
 * Forwards requests to the Worker and its responses to the clients, each of which has a limited share of the Worker.
 */
export class Exchanges {
  readonly #options: ExchangeOptions;
  readonly #agents = {
    whole: new Agent({ keepAlive: true, timeout: IDLE, maxSockets: MAX_IN_FLIGHT }),
    streaming: new StreamingAgent({ keepAlive: true, timeout: IDLE, maxSockets: MAX_STREAMING }),
    feeds: new Agent({ maxSockets: MAX_FEEDS }),
  };
  /** Number of bodies that are being streamed, by client. */
  readonly #streams = new Map<string, number>();
  readonly #shares: Shares;
  readonly #feeds = new Feeds();
  /** The turns of large responses. */
  readonly #turns = new Turns();

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#shares = new Shares(MAX_IN_FLIGHT_PER_CLIENT, options.now);
  }

  /**
   * Responds to a request of `client`, an address, with the response of the Worker or an error. Rejects with a
   * ServiceError for a bad request.
   */
  async forward(request: IncomingMessage, response: ServerResponse, client: string): Promise<void> {
    const admitted = await this.#admit(request, response, client);
    if (admitted) this.#call(admitted, request, response);
  }

  /** Closes the event feeds, which do not end by themselves. */
  closeFeeds(): void {
    this.#feeds.close();
  }

  /** Closes all connections to the Worker. */
  destroy(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /**
   * Waits until a request may be sent to the Worker. Undefined when its client has gone. Rejects with a ServiceError.
   */
  async #admit(request: IncomingMessage, response: ServerResponse, client: string): Promise<Admitted | undefined> {
    const method = request.method!;
    if (!METHODS.has(method)) throw methodNotAllowed(method);
    const { path, host } = targetOf(request);
    const isRead = READS.has(method) || path.split('?', 1)[0] === TOKEN_PATH;
    const length = Number(request.headers['content-length'] ?? 0);
    if (!Number.isSafeInteger(length)) {
      // workerd would take it for headers that are too long, and the rest would be read without end.
      refuseAndClose(response, new ServiceError('too_large', 'the body is too long'));
      return undefined;
    }
    const reason = isRead ? undefined : this.#options.writeRefusal(length);
    if (reason !== undefined) throw retryLater('unavailable', reason, 30);
    // Closes the connection of a client that sends nothing or does not read, but not while the Worker processes a
    // request.
    request.socket.setTimeout(STALLED);
    // Also while it is read: each part of such a body takes CPU time.
    if (isChunked(request)) this.#countStream(client, response);
    const body = await smallBody(request, response, client);
    if (body === 'full') throw retryLater('unavailable', HELD, 1);
    // Nothing would end what begins after the response has closed.
    if (response.destroyed) return undefined;
    const isFeed = method === 'GET' && Feeds.has(path);
    let place: QueuePlace | undefined;
    if (body === 'stream') {
      if (!isChunked(request)) this.#countStream(client, response);
    } else {
      request.socket.setTimeout(RESPONDS_WITHIN);
      if (isFeed) this.#feeds.enter(client, response);
      else place = await this.#shares.enter({ address: client, token: tokenOf(request) }, response, body.length);
    }
    const first = mayBeLarge(method, path) ? await FirstTurn.of(this.#turns, client, response) : undefined;
    const sockets = this.#options.sockets();
    if (!sockets) throw retryLater('unavailable', 'the service is starting', 1);
    const isAsset = (method === 'GET' || method === 'HEAD') && this.#options.isAsset(path.split(/[/?]/, 2)[1]!);
    return { method, path, host, client, body, isFeed, isAsset, sockets, place, first };
  }

  /** Sends a request to the Worker, and its response to the client. */
  #call(admitted: Admitted, request: IncomingMessage, response: ServerResponse): void {
    const { method, path, host, client, body, isAsset, sockets, place } = admitted;
    const upstream = httpRequest({
      agent: this.#agents[kindOf(admitted)],
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
    // The Worker carries out a whole request although its client has gone, so it counts for the client until the Worker
    // answers.
    const abandon = (): void => {
      if (!place || isAnswered) upstream.destroy();
    };
    upstream.on('response', (answer) => {
      isAnswered = true;
      const line = answer.headers[LINE_HEADER];
      if (typeof line === 'string') this.#options.onLine(line);
      if (response.destroyed || response.headersSent) return void upstream.destroy();
      request.socket.setTimeout(STALLED);
      this.#send(answer, admitted, request, response);
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      // If the response has begun, its error handler closes the connection.
      if (response.headersSent || response.destroyed) return;
      this.#options.onFailure(error.code ?? error.message);
      const isUnsent = ['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '');
      const isRead = method === 'GET' || method === 'HEAD';
      const restarting = 'the service is restarting';
      refuse(response, isUnsent || isRead ? retryLater('unavailable', restarting, 1) : outcomeUnknown(restarting));
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

  /** Sends a response of the Worker to the client: compressed, in turns, or as it is. */
  #send(
    answer: IncomingMessage,
    { method, client, isAsset, first }: Admitted,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const headers = withoutHopByHop(answer.rawHeaders, (name) => name === LINE_HEADER);
    const compressed = isAsset ? compressedAsset(request, answer, headers) : undefined;
    response.writeHead(answer.statusCode!, compressed?.headers ?? headers);
    if (compressed) answer.pipe(compressed.stream).pipe(response);
    else if (isLarge(answer) && method !== 'HEAD') sendInTurns(answer, response, client, this.#turns, first);
    else {
      first?.end();
      answer.pipe(response);
    }
    freeBuffersOf(answer);
    // Incomplete: the client must not take it for a complete response.
    answer.on('error', () => response.destroy());
  }

  /** Counts a streamed body against its client until the response ends. Throws `rate_limited` above the limit. */
  #countStream(client: string, response: ServerResponse): void {
    const streams = this.#streams;
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
}

/** The bearer token of a request, not verified. The scheme may be spelled in several ways. */
const tokenOf = ({ headers }: IncomingMessage): string | undefined => headers.authorization?.replace(/^bearer +/i, '');

function kindOf({ body, isFeed }: Admitted): 'streaming' | 'feeds' | 'whole' {
  if (body === 'stream') return 'streaming';
  return isFeed ? 'feeds' : 'whole';
}
