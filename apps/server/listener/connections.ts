import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './open-files.ts';
import { Rounds } from './rounds.ts';

/** Pipelined requests of a connection that wait for an earlier response. */
const MAX_WAITING = 8;
/** Milliseconds in which a client can read the response that ends its connection. */
const LINGER = 1000;

/**
 * Limits the connections of a server, and reads new ones in rounds. Further connections are closed. The limit and the
 * rounds of an address do not apply to `isTrusted` addresses (proxies). `onDrop` is called for each refused connection.
 */
export function boundConnections(
  server: Server,
  { connections, perAddress }: ConnectionLimits,
  isTrusted: (address: string) => boolean,
  onDrop: (reason: string) => void,
): void {
  const open = new Map<string, number>();
  const rounds = new Rounds();
  // Node parses all that a connection has received when it reads it first, before it reads other connections.
  const read = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  Object.assign(server, { pauseOnConnect: true });
  server.maxConnections = connections;
  server.on('drop', () => onDrop(`more than ${connections} connections`));
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress && !isTrusted(address)) {
      onDrop(`more than ${perAddress} connections of one address`);
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    const begin = (): void => {
      if (socket.destroyed) return;
      for (const listener of read) listener.call(server, socket);
      socket.resume();
    };
    if (isTrusted(address)) return begin();
    rounds.add(address, begin);
    // Node accepts one connection in each iteration: another client may wait behind many of this one.
    rounds.postpone();
  });
}

/**
 * The requests of a connection: the latest response, a promise that resolves when it closes, and the waiting requests.
 */
type Pipeline = { last: ServerResponse; closed: Promise<unknown>; waiting: number };

const pipelineOf = new WeakMap<Socket, Pipeline>();

/** The response to the latest request of a connection that has not been sent yet. */
export function pendingResponse(socket: Socket): ServerResponse | undefined {
  const last = pipelineOf.get(socket)?.last;
  return last === undefined || last.writableFinished || last.destroyed ? undefined : last;
}

/**
 * Calls `handle` for one request of a connection at a time. Pipelined requests wait for the earlier response, so that a
 * client that does not read its responses does not occupy the Worker; they are dropped if that response ends the
 * connection. A connection with too many waiting requests is closed, because they are kept in memory.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const { socket } = request;
  const before = pipelineOf.get(socket);
  const closed = new Promise((resolve) => response.once('close', resolve));
  if (before === undefined) {
    pipelineOf.set(socket, { last: response, closed, waiting: 0 });
    return handle();
  }
  if (before.waiting === MAX_WAITING) return closeNow(socket);
  const { last, closed: ended } = before;
  Object.assign(before, { last: response, closed, waiting: before.waiting + 1 });
  void ended.then(() => {
    // Later, because Node processes all that it has read in one iteration of the event loop.
    setImmediate(() => (before.waiting -= 1));
    // No response can follow one that ends the connection.
    if (last.shouldKeepAlive && !response.destroyed && !response.headersSent) handle();
  });
}

/** Connections of which nothing more is read. */
const unread = new WeakSet<Socket>();

export const isUnread = (socket: Socket): boolean => unread.has(socket);

/** Node's parser of a connection, which has its callbacks at indexes that are constants of its class. */
type Parser = Record<number, unknown> & { constructor: Record<(typeof CALLBACKS)[number], number> };

type ServerSocket = Socket & { parser?: Parser | null };

const CALLBACKS = ['kOnHeaders', 'kOnHeadersComplete', 'kOnBody', 'kOnMessageComplete'] as const;

/**
 * Closes a connection without processing what was read from it together with the current request. `destroy` alone would
 * process that too: up to 64 KiB, in which there may be 10,000 chunks or 2,500 requests.
 */
export function closeNow(socket: ServerSocket): void {
  if (socket.destroyed) return;
  ignoreInput(socket);
  socket.destroy();
}

/**
 * Reads nothing more of a connection, and ends it behind the response that is being sent. Closes it later: the system
 * resets a connection that is closed before all of its input is read, and a reset discards what the client has not read
 * yet (RFC 9112 section 9.6).
 */
export function closeAfterResponse(socket: ServerSocket): void {
  unread.add(socket);
  ignoreInput(socket);
  // Node resumes a connection when its response ends, unless it has paused it itself, and then destroys it.
  Object.assign(socket, { _paused: true, destroySoon: () => endSoon(socket) });
  socket.pause();
}

/** Ends a connection, of which nothing more is read, behind what is sent on it, with `text` as the last. */
export function endSoon(socket: Socket, text = ''): void {
  socket.end(text);
  const closing = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(closing));
}

/** Makes Node drop what it still parses of a connection. */
function ignoreInput(socket: ServerSocket): void {
  const { parser } = socket;
  if (!parser) return;
  for (const name of CALLBACKS) {
    const index = parser.constructor[name];
    const callback = parser[index];
    parser[index] = null;
    // Node reuses the parser for another connection.
    socket.prependOnceListener('close', () => (parser[index] = callback));
  }
}
