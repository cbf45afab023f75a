import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import type { Client, Options } from './client.ts';
import { sendRaw, type Raw, type RawOptions } from './raw.ts';
import { apiOf, type Addresses, type Service } from './service.ts';

export const MIB = 2 ** 20;
export const UPLOAD = '/archivist/v1/blobs';
export const OLD_UPLOADS = '* * * * *';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Deterministic bytes without repeating blocks that contain every value. */
export function bytesOf(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, size >> 2);
  let state = seed * 2 + 1;
  for (let i = 0; i < words.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    words[i] = state ^ (state >>> 16);
  }
  for (let i = words.length * 4; i < size; i++) bytes[i] = (seed + i * 31) & 255;
  return bytes;
}

/** A part of a form: its header lines, unchanged, and its content. */
export type FormPart = { headers: string[]; content: string | Uint8Array };

export const filePart = (
  content: string | Uint8Array,
  disposition = 'form-data; name="file"; filename="filename"',
  ...headers: string[]
): FormPart => ({ headers: [`Content-Disposition: ${disposition}`, ...headers], content });

/** Encodes a form. */
export function formOf(
  boundary: string,
  parts: FormPart[],
  { preamble = '', end = `--${boundary}--\r\n` } = {},
): Buffer {
  return Buffer.concat([
    Buffer.from(preamble),
    ...parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ]);
}

/** Uploads need not pass the static assets, which would take CPU time for each byte. */
const originOf = (service: Addresses): string => new URL(apiOf(service)).origin;

/** Sends a form exactly as given; a list of buffers is sent chunked. */
export const sendForm = (
  service: Addresses,
  token: string | undefined,
  body: Buffer | Buffer[],
  { boundary = 'B', ...options }: Omit<RawOptions, 'token' | 'body'> & { boundary?: string } = {},
): Promise<Raw> =>
  sendRaw({ at: originOf(service) }, 'POST', UPLOAD, {
    ...options,
    token,
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...options.headers },
  });

/** A blob in responses. */
export type Uploaded = {
  identity: string;
  hash: { alg: string; value: string };
  size: number;
  mime_type: string;
} & Record<string, any>;

/** Uploads a file like a client. The upload must succeed. */
export async function upload(
  client: Client,
  token: string,
  bytes: Uint8Array,
  { name = 'filename', type = '' } = {},
): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  const answer = await client.call(token, 'POST', '/v1/blobs', { raw: form });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** A blob as an item of a list of attachments. */
export const listedAs = ({ identity, hash }: Uploaded, more: object = {}) => ({
  arc_attachment_identity: identity,
  arc_hash_alg: hash.alg,
  arc_hash_value: hash.value,
  ...more,
});

/** A blob as a named attribute. */
export const namedAs = ({ identity, hash }: Uploaded, more: object = {}) => ({
  arc_attribute_type: 'arc_attachment',
  arc_blob_identity: identity,
  arc_blob_hash_alg: hash.alg,
  arc_blob_hash_value: hash.value,
  ...more,
});

export type Downloaded = { status: number; headers: Headers; bytes: Buffer };

/** Downloads from a path relative to the base address. */
export async function download(
  service: Addresses,
  token: string | undefined,
  path: string,
  { headers, query, method = 'GET' }: Pick<Options, 'headers'> & { query?: string; method?: string } = {},
): Promise<Downloaded> {
  const response = await fetch(`${apiOf(service)}${path}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The stored rows of blobs, unfinished uploads, and keys in the bucket. */
export async function stored(service: Service): Promise<{ blobs: string[]; uploads: string[]; objects: string[] }> {
  const queries = ['blobs', 'blob_uploads'].map((table) => service.db.prepare(`SELECT id FROM ${table} ORDER BY id`));
  const [{ objects }, rows] = await Promise.all([service.blobs.list(), service.db.batch<{ id: string }>(queries)]);
  const names = objects.map(({ key }) => key.split('/').at(-1)!).toSorted();
  const [blobs, uploads] = rows.map(({ results }) => results.map(({ id }) => id)) as [string[], string[]];
  return { blobs, uploads, objects: names };
}

/** Runs the sweep as if all uploads had begun more than a day ago. */
export async function sweepLater(service: Service): Promise<void> {
  await service.db.prepare('UPDATE blob_uploads SET started_us = 1').run();
  await service.cron(OLD_UPLOADS);
}

/** Opens a connection and sends the headers and the beginning of the body of an upload. */
export async function beginUpload(
  service: Addresses,
  token: string,
  headers: Record<string, string>,
  beginning: Uint8Array,
): Promise<Socket> {
  const { hostname, port, host } = new URL(originOf(service));
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const lines = Object.entries({ host, authorization: `Bearer ${token}`, ...headers });
  socket.write(`POST ${UPLOAD} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  await new Promise<void>((resolve, reject) => socket.write(beginning, (error) => (error ? reject(error) : resolve())));
  return socket;
}

/** Checks that the upload succeeded with exactly these bytes. */
export async function expectStored(
  service: Service,
  token: string,
  answer: Pick<Raw, 'status' | 'text'>,
  bytes: Uint8Array,
): Promise<void> {
  expect(answer.status, answer.text).toBe(200);
  const blob = JSON.parse(answer.text) as Uploaded;
  expect([blob.size, blob.hash]).toEqual([bytes.length, { alg: 'SHA256', value: sha256(bytes) }]);
  const down = await download(service, token, `/v1/${blob.identity}`);
  expect(down.status).toBe(200);
  expect(down.bytes.equals(bytes)).toBe(true);
}

/** Checks that an action, followed by the sweep, leaves no new rows, uploads or objects. */
export async function leavingNothing(service: Service, action: () => Promise<void>): Promise<void> {
  const before = await stored(service);
  await action();
  let after = await stored(service);
  if (after.uploads.length > 0) {
    await sweepLater(service);
    after = await stored(service);
  }
  expect(after).toEqual({ ...before, uploads: [] });
}
