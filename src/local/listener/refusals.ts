import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { ERRORS, problemBody, ServiceError } from '../../core/errors.ts';
import { secure } from '../../core/secureheaders.ts';
import { closeAfterResponse, closeNow } from './connections.ts';

/** For a request that Node accepts from a client but cannot forward. None of it has reached the Worker. */
export const NOT_HTTP = new ServiceError('invalid', 'the request is not valid HTTP');

/** Responds without the Worker, in the format of its errors, unless a response has begun. Reads and drops the rest of the request. */
export function refuse(response: ServerResponse, error: ServiceError): void {
  if (response.headersSent) return;
  const requestId = randomUUID();
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  secure(headers, { requestId, crossOrigin: false });
  response.req.resume();
  response.writeHead(ERRORS[error.kind].status, [...headers].flat());
  response.end(JSON.stringify(problemBody(error, requestId)));
}

/**
 * Responds as `refuse`, and closes the connection without reading the rest of the request. Only closes it if an earlier
 * response has not ended.
 */
export function refuseAndClose(response: ServerResponse, error: ServiceError): void {
  const { socket } = response.req;
  if (response.headersSent || !response.socket) return closeNow(socket);
  response.shouldKeepAlive = false;
  closeAfterResponse(socket);
  refuse(response, error);
}
