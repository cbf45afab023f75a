import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { Socket, type NetConnectOpts, type SocketConstructorOpts } from 'node:net';

/**
 * A socket whose writes do not fail: only its read side tells that the connection has ended. A server that does not
 * want the rest of a body responds and closes the connection; `net.Socket` would drop that response when the next write
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
 * Streams the body of `request` to `upstream`, until that responds: a server that has not waited for the end of the
 * body does not want the rest.
 */
export function streamBody(request: IncomingMessage, upstream: ClientRequest): void {
  upstream.once('response', (answer: IncomingMessage) => {
    if (upstream.writableEnded) return;
    request.unpipe(upstream);
    request.resume();
    // A request that is not complete leaves its connection open otherwise.
    answer.once('close', () => upstream.destroy());
  });
  request.pipe(upstream);
}
