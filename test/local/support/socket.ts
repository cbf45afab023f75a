import { connect, type Socket } from 'node:net';

/** Where to connect. `from` is the local address, which the server sees as its peer. */
export type To = { port: number; from?: string };

/** Opens a TCP connection to this machine. Rejects if it is refused. */
export function dial({ port, from }: To): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ...(from === undefined ? {} : { localAddress: from }) });
    socket.once('error', reject).once('connect', () => {
      socket.off('error', reject);
      // A reset counts as the end of the connection.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/**
 * Opens many connections, a few at a time: a connection for which the listener has no place waits in the kernel, for
 * seconds, and what is sent on it arrives later.
 */
export async function dialMany(to: To, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(50, count - sockets.length) }, () => dial(to)))));
  return sockets;
}

/** Sends bytes (latin1) on a new connection. Resolves to all received bytes when the connection is closed. */
export async function exchange(to: To, text: string): Promise<string> {
  const socket = await dial(to);
  const received = untilClosed(socket);
  socket.write(text, 'latin1');
  return received;
}

/** Resolves to all bytes that a connection receives until it is closed. */
export function untilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

/** Resolves once a connection has received `text`. */
export function receives(socket: Socket, text: string): Promise<string> {
  let all = '';
  return new Promise((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      all += chunk.toString('latin1');
      if (all.includes(text)) resolve(all);
    });
    socket.once('close', () => reject(new Error(`the connection was closed after ${JSON.stringify(all)}`)));
  });
}
