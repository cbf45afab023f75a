import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ServiceError, type ErrorKind } from '../../../src/lib/errors.ts';
import { hasBody } from './bodies.ts';
import { ClientConnection } from './client-connection.ts';
import { methodNotAllowed, NOT_HTTP, problemText, refuse } from './refusals.ts';

/** The errors of Node's parser that say more than that a request is invalid. */
const ERRORS_OF_NODE: Record<string, [kind: ErrorKind, message: string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too_large', 'the chunk extensions of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request did not arrive in time'],
};

/** `rawPacket`: what was read when the error occurred. */
type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/**
 * Whether one of the requests in a packet is for HEAD: it may be the one that the parser refused, whose method it does
 * not tell.
 */
const HEAD = /(?:^|\n)HEAD /;

/**
 * Ends the connections of a server on which Node cannot read the next request: invalid HTTP, and CONNECT. Node would
 * write its own response, without a body, as the response to an earlier request.
 */
export function refuseUnreadable(server: Server): void {
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const connection = socket as ClientConnection;
    if (error.syscall !== undefined || !connection.writable) return void connection.destroy();
    if (connection.isClosing) return;
    const known = ERRORS_OF_NODE[error.code ?? ''];
    end(
      connection,
      known ? new ServiceError(...known) : NOT_HTTP,
      HEAD.test(error.rawPacket?.toString('latin1') ?? ''),
    );
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => undefined);
    end(socket as ClientConnection, methodNotAllowed('CONNECT'), false);
  });
}

/**
 * Ends a connection with an error, or behind the responses to earlier requests, which the error must not be taken for.
 */
function end(connection: ClientConnection, error: ServiceError, isHead: boolean): void {
  const pending = connection.pendingResponse;
  connection.stopReading();
  if (pending === undefined) return void connection.end(problemText(error, isHead));
  // The rest of its body will not arrive, and the Worker may wait for it.
  if (!pending.req.complete && pending.headersSent) return void connection.destroy();
  pending.shouldKeepAlive = false;
  if (!pending.req.complete) refuse(pending, error);
  else if (pending.headersSent) pending.once('close', () => connection.end());
}

/**
 * Ends the connection behind the response to a request with `Upgrade`, which is answered without upgrading (RFC 9110
 * section 7.8): Node drops what it has read behind it.
 */
export function endAfterUpgrade(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.upgrade === undefined) return;
  response.shouldKeepAlive = false;
  const connection = ClientConnection.of(request);
  if (hasBody(request)) request.once('end', () => connection.stopReading());
  else connection.stopReading();
}
