import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that are open at once, of all clients and of one address; more are closed. */
const MAX_CONNECTIONS = 4096;
const MAX_PER_ADDRESS = 1024;
/** Requests of a connection that wait for the response before them. */
const MAX_WAITING = 16;

/**
 * Bounds the connections of a server. `isTrusted` addresses (proxies) may have any share; `onDrop` is told of each
 * connection that is refused.
 */
export function boundConnections(
  server: Server,
  isTrusted: (address: string) => boolean,
  onDrop: (reason: string) => void,
): void {
  const open = new Map<string, number>();
  server.maxConnections = MAX_CONNECTIONS;
  server.on('drop', () => onDrop(`more than ${MAX_CONNECTIONS} connections`));
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    if (count > MAX_PER_ADDRESS && !isTrusted(address)) {
      onDrop(`more than ${MAX_PER_ADDRESS} connections of one address`);
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** The requests of a connection: the latest response, when it has ended, and how many wait for one before them. */
type Turns = { last: ServerResponse; closed: Promise<unknown>; waiting: number };

const turnsOf = new WeakMap<Socket, Turns>();

/**
 * Calls `handle` for one request of a connection at a time: pipelined ones wait for the response before them, so that
 * a connection takes no more of the Worker than its client reads, and are dropped when that response is the last. A
 * connection that sends far ahead of its responses is closed, because everything that it sends is kept in memory.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const { socket } = request;
  const before = turnsOf.get(socket);
  const closed = new Promise((resolve) => response.once('close', resolve));
  if (before === undefined) {
    turnsOf.set(socket, { last: response, closed, waiting: 0 });
    return handle();
  }
  if (before.waiting === MAX_WAITING) return void socket.destroy();
  const { last, closed: ended } = before;
  Object.assign(before, { last: response, closed, waiting: before.waiting + 1 });
  void ended.then(() => {
    before.waiting -= 1;
    // After a response that ends the connection, no other can be sent.
    if (last.shouldKeepAlive && !response.destroyed) handle();
  });
}
