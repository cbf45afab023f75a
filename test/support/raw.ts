import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { Service } from './service.ts';

/** HTTP status -> gRPC code of the error body. */
const GRPC: Record<number, number> = {
  400: 3,
  401: 16,
  402: 8,
  403: 7,
  404: 5,
  405: 12,
  409: 6,
  412: 9,
  413: 3,
  415: 3,
  416: 11,
  429: 8,
  500: 13,
  503: 14,
};

export type Raw = {
  status: number;
  headers: Headers;
  text: string;
  body: { code: number; message: string; details: Record<string, any>[] };
};
export type RawOptions = {
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: string | Buffer | Buffer[];
};

/** The bytes of a body that are written at once. */
const PIECE = 2 ** 16;

/** The parts of a body, in order. */
function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let from = 0; from < body.length; from += PIECE) yield body.subarray(from, from + PIECE);
}

function isLarge(body: RawOptions['body']): body is Buffer {
  return body !== undefined && Buffer.isBuffer(body) && body.length > PIECE;
}

/** How often a large body is sent whose response is lost. */
const ATTEMPTS = 3;

/**
 * Sends a path exactly as given (fetch would normalize it). A list of buffers is sent chunked, without content-length.
 *
 * workerd responds to a large body that is refused, reads a little more and closes the connection. If this process
 * writes between the two, its kernel reports the closed connection, and Node.js drops the response that has arrived.
 * The request is sent again then: it was refused, and a service that never responds fails each attempt.
 */
export async function sendRaw(
  service: Pick<Service, 'at'>,
  method: string,
  target: string,
  options: RawOptions = {},
): Promise<Raw> {
  const attempts = isLarge(options.body) ? ATTEMPTS : 1;
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(service, method, target, options);
    } catch (error) {
      const isClosed = ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code!);
      if (!isClosed || attempt === attempts) throw error;
    }
  }
}

function sendOnce(
  service: Pick<Service, 'at'>,
  method: string,
  target: string,
  { token, headers = {}, body }: RawOptions,
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.at);
    const sized =
      body === undefined || Array.isArray(body) ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const sending = httpRequest({
      hostname,
      port,
      method,
      path: target,
      agent: false,
      headers: { ...bearer, ...sized, ...headers },
    });
    sending.on('error', reject);
    sending.on('response', (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const json = incoming.headers['content-type']?.startsWith('application/json') && text !== '';
        const received = new Headers(incoming.headers as Record<string, string>);
        resolve({ status: incoming.statusCode!, headers: received, text, body: json ? JSON.parse(text) : undefined });
      });
    });
    if (isLarge(body)) {
      // Between two pieces, this process reads a response; in one write, it would meet the closed connection first.
      Readable.from(piecesOf(body)).pipe(sending);
      return;
    }
    for (const part of Array.isArray(body) ? body : []) sending.write(part);
    sending.end(Array.isArray(body) ? undefined : body);
  });
}

/** Checks that the response is this error, in the format of all errors. */
export function expectProblem(answer: Pick<Answer, 'status' | 'headers' | 'body' | 'text'>, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body).toEqual({ code: GRPC[status], message: expect.any(String), details: expect.any(Array) });
  expect(answer.body.message).not.toBe('');
  expect(answer.body.details[0]).toEqual({
    '@type': 'type.googleapis.com/google.rpc.RequestInfo',
    request_id: answer.headers.get('x-request-id'),
  });
}

/** Returns the fields that a 400 names. */
export const fieldsOf = (answer: Pick<Answer, 'body'>): string[] =>
  (answer.body.details as Record<string, any>[]).flatMap((detail) =>
    ((detail['field_violations'] ?? []) as { field: string }[]).map((violation) => violation.field),
  );
