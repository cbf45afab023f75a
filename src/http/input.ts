import { invalid, MAX_VIOLATIONS, ServiceError, type Violation } from '../lib/errors.ts';
import { isStorable, printable } from '../lib/text.ts';
import { requireType } from './media-type.ts';

export type Pairs = [key: string, value: string][];

/** The maximum size of JSON and form bodies, in bytes. */
export const MAX_BODY = 1_048_576;

/**
 * Bytes of an unwanted body that are read, as a multiple of the accepted size: a client may miss a response that
 * arrives while it is still sending.
 */
export const DRAINED = 4;

const FORM = 'application/x-www-form-urlencoded';

/** The maximum number of parameters of a query or form. */
const MAX_PAIRS = 1000;

/**
 * Parses `a=b&c=d` strictly. Pairs that are not percent-encoded, well-formed UTF-8 without NUL are violations, and so
 * is a text with more than MAX_PAIRS pairs; `what` is its name.
 */
export function parsePairs(text: string, bad: Violation[], what: 'query' | 'body'): Pairs {
  const pairs: Pairs = [];
  const parts = text.split('&', MAX_PAIRS + 1);
  if (parts.length > MAX_PAIRS) {
    bad.push({ field: what, description: `must have at most ${MAX_PAIRS} parameters` });
    return [];
  }
  for (const part of parts) {
    if (part === '') continue;
    if (bad.length >= MAX_VIOLATIONS) break;
    const eq = part.indexOf('=');
    const key = decode(eq < 0 ? part : part.slice(0, eq));
    const value = decode(eq < 0 ? '' : part.slice(eq + 1));
    if (key === undefined || value === undefined || !isStorable(key) || !isStorable(value)) {
      bad.push({
        field: printable(key ?? part),
        description: 'must be percent-encoded, well-formed UTF-8 without NUL',
      });
    } else {
      pairs.push([key, value]);
    }
  }
  return pairs;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Converts pairs to an object for a schema: one value for each name, a list for the names in `repeatable`. */
export function toRecord(
  pairs: Pairs,
  repeatable: readonly string[],
  bad: Violation[],
): Record<string, string | string[]> {
  const out = new Map<string, string | string[]>();
  for (const [key, value] of pairs) {
    const before = out.get(key);
    if (repeatable.includes(key)) out.set(key, [...((before as string[] | undefined) ?? []), value]);
    else if (before !== undefined) bad.push({ field: printable(key), description: 'must be given once' });
    else out.set(key, value);
  }
  return Object.fromEntries(out);
}

/** The 413 error for a body of more than `max` bytes. */
export const tooLarge = (max: number): ServiceError =>
  new ServiceError('too_large', `the body may have at most ${max} bytes`);

/** Waits for a part of a body. Throws 400 if the client has stopped sending: only the log shows it. */
export async function received<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof ServiceError ? error : invalid([{ field: 'body', description: 'is not complete' }]);
  }
}

/** Reads a body as UTF-8 text. Throws 413 above `max` bytes, 400 for malformed UTF-8 or an incomplete body. */
export async function readText(request: Request, max = MAX_BODY): Promise<string> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > max) throw tooLarge(max);
  const bytes = await received<ArrayBuffer | Uint8Array>(
    length === null ? readBounded(request, max) : request.arrayBuffer(),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw invalid([{ field: 'body', description: 'must be UTF-8' }]);
  }
}

/**
 * Reads a body of unknown length. Reads and discards the rest of a body that is too long, up to DRAINED times `max`.
 */
async function readBounded(request: Request, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > DRAINED * max) break;
    if (length <= max) chunks.push(chunk);
  }
  if (length > max) throw tooLarge(max);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Reads and discards the unread rest of a request that is responded to early, up to `limit` bytes. */
export async function drain(request: Request, limit = DRAINED * MAX_BODY): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > limit) return;
  }
}

/** Reads a form body. Parameters without a value are treated as omitted (RFC 6749, section 3.2). */
export async function readForm(request: Request, bad: Violation[]): Promise<Pairs> {
  requireType(request, FORM);
  return parsePairs(await readText(request), bad, 'body').filter(([, value]) => value !== '');
}

/** What an Idempotency-Key must be. Spaces at an end do not arrive in a header (RFC 9110 section 5.5). */
export const KEY_RULE = 'must have 1 to 255 printable ASCII characters, and no space at its ends';
export const isKey = (text: string): boolean => /^(?! )[\x20-\x7e]{1,255}(?<! )$/.test(text);

/** Whether a text is a UUID of any version, in upper or lower case (RFC 9562, section 4). */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Reads and discards a body that the operation does not use: clients may send `null` or `{}`. Throws 413. */
export async function ignoreBody(request: Request): Promise<void> {
  if (request.body) await readText(request);
}

/** Reads the body of an operation without fields: empty, `null` or `{}`. Anything else is a violation. Throws 413. */
export async function refuseBody(request: Request, bad: Violation[]): Promise<void> {
  const text = request.body ? (await readText(request)).trim() : '';
  if (text !== '' && text !== 'null' && !/^\{\s*\}$/.test(text))
    bad.push({ field: 'body', description: 'must be empty: this operation has no fields' });
}
