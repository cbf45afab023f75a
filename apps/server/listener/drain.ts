import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as iteration, setTimeout as wait } from 'node:timers/promises';

/** Milliseconds for which requests may still arrive that were sent before the stop. */
const ARRIVING = 100;
/**
 * Iterations of the event loop in which those that have arrived are read: each accepts a connection, and reads one of
 * each client.
 */
const ITERATIONS = 256;

/**
 * Tracks the connections of a server; call it before the server listens. The returned function stops accepting
 * connections after a moment, in which requests that have arrived are read, closes those without a request in flight,
 * and closes the others after their response. After `milliseconds`, it closes the remaining connections. It resolves
 * when the server has closed.
 */
export function drainable(server: Server): (milliseconds: number) => Promise<void> {
  const inFlight = new Map<Socket, number>();
  const responses = new Set<ServerResponse>();
  let [isDraining, isClosing] = [false, false];
  const closeUnused = (socket: Socket): void => {
    if (isClosing && inFlight.get(socket) === 0) socket.end(() => socket.destroy());
  };
  const count = (socket: Socket, change: number): void => {
    const before = inFlight.get(socket);
    if (before !== undefined) inFlight.set(socket, before + change);
    closeUnused(socket);
  };
  server.on('connection', (socket) => {
    inFlight.set(socket, 0);
    socket.on('close', () => inFlight.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    count(socket, 1);
    responses.add(response);
    response.on('close', () => {
      responses.delete(response);
      count(socket, -1);
    });
  });
  return async (milliseconds) => {
    isDraining = true;
    for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false;
    await wait(ARRIVING);
    for (let n = 0; n < ITERATIONS; n++) await iteration();
    isClosing = true;
    const overdue = setTimeout(() => server.closeAllConnections(), milliseconds);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of inFlight.keys()) closeUnused(socket);
    });
    clearTimeout(overdue);
  };
}
