import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Socket, type NetConnectOpts, type SocketConstructorOpts } from 'node:net';
import { isChunked } from './bodies.ts';

/**
 * A socket that ignores failed writes: only its read side reports the end of the connection. A server that rejects a
 * body before its end responds and closes the connection; `net.Socket` would drop that response when the next write
 * fails.
 */
class ReadToEnd extends Socket {
  override _write(chunk: unknown, encoding: BufferEncoding, done: () => void): void {
    super._write(chunk, encoding, () => done());
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: () => void): void {
    super._writev!(chunks, () => done());
  }
}

/** Connections for requests whose bodies stream. */
export class StreamingAgent extends Agent {
  override createConnection(options: NetConnectOpts & SocketConstructorOpts): Socket {
    const socket = new ReadToEnd(options).connect(options);
    if (options.timeout !== undefined) socket.setTimeout(options.timeout);
    return socket;
  }
}

/**
 * Streams the body of `request` to `upstream` until `upstream` responds: a server that responds before the end of the
 * body does not read the rest. Chunks that have arrived together are sent as one: each takes time of the Worker.
 */
export function streamBody(request: IncomingMessage, upstream: ClientRequest): void {
  const pass = (): void => {
    const body = upstream.writableNeedDrain ? null : (request.read() as Buffer | null);
    if (body) upstream.write(body);
  };
  const end = (): void => void upstream.end();
  upstream.once('response', (answer: IncomingMessage) => {
    if (upstream.writableEnded) return;
    request.unpipe(upstream).off('readable', pass).off('end', end).resume();
    // Otherwise the incomplete request leaves its connection open.
    answer.once('close', () => upstream.destroy());
  });
  if (!isChunked(request)) return void request.pipe(upstream);
  request.on('readable', pass).once('end', end);
  upstream.on('drain', pass);
}
