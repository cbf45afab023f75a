import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { ERRORS, problemBody, ServiceError } from '../../../src/lib/errors.ts';
import { secure } from '../../../src/lib/secure-headers.ts';
import { ClientConnection } from './client-connection.ts';

/** For a request that Node accepts from a client but cannot forward. None of it has reached the Worker. */
export const NOT_HTTP = new ServiceError('invalid', 'the request is not valid HTTP');

/** Methods that clients may use. */
const ALLOW = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

/** 405 for a method that the product does not have. */
export const methodNotAllowed = (method: string): ServiceError =>
  new ServiceError('method_not_allowed', `${method} is not allowed here`, { headers: { allow: ALLOW } });

/**
 * Responds without the Worker, in the format of its errors, unless a response has begun. Reads and drops the rest of
 * the request.
 */
export function refuse(response: ServerResponse, error: ServiceError): void {
  if (response.headersSent) return;
  const { status, headers, body } = problem(error);
  response.req.resume();
  response.writeHead(status, headers.flat());
  response.end(body);
}

/** The same response as bytes, which end a connection, for what Node has no response for. Without its body for HEAD. */
export function problemText(error: ServiceError, isHead: boolean): string {
  const { status, headers, body } = problem(error);
  const all = [...headers, ['content-length', String(Buffer.byteLength(body))], ['connection', 'close']];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${isHead ? '' : body}`;
}

function problem(error: ServiceError): { status: number; headers: [string, string][]; body: string } {
  const requestId = randomUUID();
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  secure(headers, { requestId, crossOrigin: false });
  return {
    status: ERRORS[error.kind].status,
    headers: [...headers],
    body: JSON.stringify(problemBody(error, requestId)),
  };
}

/**
 * Responds as `refuse`, and closes the connection without reading the rest of the request. Only closes it if an earlier
 * response has not ended.
 */
export function refuseAndClose(response: ServerResponse, error: ServiceError): void {
  const connection = ClientConnection.of(response.req);
  if (response.headersSent || !response.socket) return void connection.destroy();
  response.shouldKeepAlive = false;
  connection.stopReading();
  refuse(response, error);
}
