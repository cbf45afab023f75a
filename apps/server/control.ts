import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** One line of the control protocol: a JSON object. */
export type ControlMessage = Record<string, unknown>;

/** A request to the control server, while its connection is open. */
export type ControlExchange = {
  request: ControlMessage;
  /** Sends a line before the final one. */
  send: (message: ControlMessage) => void;
  /** Resolves when the client sends a second line or closes the connection. */
  finished: Promise<void>;
};

/** Handles one command. The result is sent as `{"done": …}`, an error as `{"error": "<message>"}`. */
export type ControlHandler = (exchange: ControlExchange) => Promise<ControlMessage>;

/** Maximum number of bytes that a connection may send. */
const MAX_REQUEST = 64 * 1024;

/**
 * Serves the commands of the launcher on a UNIX socket that only this user can open. Each connection carries one
 * request: a line `{"command": "<name>", …}`. Resolves when the socket listens.
 */
export async function serveControl(
  path: string,
  handlers: Readonly<Record<string, ControlHandler>>,
): Promise<{ close: () => Promise<void> }> {
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serve(socket, handlers);
  });
  await listening(server, path);
  chmodSync(path, 0o600);
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function serve(socket: Socket, handlers: Readonly<Record<string, ControlHandler>>): Promise<void> {
  const { lines, end } = linesOf(socket);
  socket.on('data', () => {
    if (socket.bytesRead > MAX_REQUEST) socket.destroy();
  });
  const send = (message: ControlMessage): void =>
    void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  try {
    const request = await lines.next();
    if (request === undefined) return;
    const { command } = request;
    const handler = typeof command === 'string' && Object.hasOwn(handlers, command) ? handlers[command] : undefined;
    if (!handler) throw new Error(`command: must be one of ${Object.keys(handlers).join(', ')}`);
    send({ done: await handler({ request, send, finished: ended(lines.next()) }) });
  } catch (error) {
    send({ error: (error as Error).message });
  } finally {
    end();
    socket.end();
  }
}

/** Resolves when the promise is settled. */
const ended = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => undefined,
    () => undefined,
  );

/** The client's side of one control connection. */
export type ControlConnection = {
  send: (message: ControlMessage) => void;
  /** The next line. Throws when the server reports an error or closes the connection. */
  next: () => Promise<ControlMessage>;
  close: () => void;
};

/** Connects to the control socket of a running service; undefined when nothing listens there. */
export async function connectControl(path: string): Promise<ControlConnection | undefined> {
  const socket = connect(path);
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!connected) return undefined;
  const { lines, end } = linesOf(socket);
  return {
    send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    next: async () => {
      const message = await lines.next();
      if (message === undefined) throw new Error('the service closed the connection: see its log');
      if (typeof message['error'] === 'string') throw new Error(message['error']);
      return message;
    },
    close: () => {
      end();
      socket.destroy();
    },
  };
}

/** Reads a connection as lines of JSON. `next` resolves to undefined at its end and rejects for an invalid line. */
function linesOf(socket: Socket): { lines: { next: () => Promise<ControlMessage | undefined> }; end: () => void } {
  // A broken connection is closed; unsent lines are lost.
  socket.on('error', () => undefined);
  const reader = createInterface({ input: socket });
  const iterator = reader[Symbol.asyncIterator]();
  const next = async (): Promise<ControlMessage | undefined> => {
    const { value, done } = await iterator.next();
    if (done) return undefined;
    return parsed(value as string);
  };
  return { lines: { next }, end: () => reader.close() };
}

function parsed(line: string): ControlMessage {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ControlMessage;
  } catch {
    // The error below is for everything that is not a JSON object.
  }
  throw new Error('a control line must be a JSON object');
}
