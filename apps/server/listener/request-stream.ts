import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Socket, type NetConnectOpts, type SocketConstructorOpts } from 'node:net';

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
 * body does not read the rest.
 */
export function streamBody(request: IncomingMessage, upstream: ClientRequest): void {
  upstream.once('response', (answer: IncomingMessage) => {
    if (upstream.writableEnded) return;
    request.unpipe(upstream);
    request.resume();
    // Otherwise the incomplete request leaves its connection open.
    answer.once('close', () => upstream.destroy());
  });
  request.pipe(upstream);
}
