import type { z } from '@hono/zod-openapi';
import { invalid, ServiceError, type Violation } from '../core/errors.ts';
import { isStorable, printable, unstorablePaths } from '../core/text.ts';

export type Pairs = [key: string, value: string][];

/** The maximum size of JSON and form bodies, in bytes. */
export const MAX_BODY = 1_048_576;

/**
 * Bytes of an unwanted body that are read, as a multiple of the accepted size: a client may miss a response that arrives
 * while it is still sending.
 */
export const DRAINED = 4;

const FORM = 'application/x-www-form-urlencoded';

/** Parses `a=b&c=d` strictly. Pairs that are not percent-encoded, well-formed UTF-8 without NUL are violations. */
export function parsePairs(text: string, bad: Violation[]): Pairs {
  const pairs: Pairs = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
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

/** Reads a body of unknown length. Reads and discards the rest of a body that is too long, up to DRAINED times `max`. */
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

/** Throws 415 unless the body has one of these content types, in UTF-8 and without an encoding. Returns the type. */
export function requireType(request: Request, ...types: string[]): string {
  const [media = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((p) => p.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new ServiceError('unsupported_media_type', 'content-encoding must be identity');
  if (!types.includes(media) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new ServiceError('unsupported_media_type', `content-type must be ${types.join(' or ')}`);
  }
  return media;
}

/** Reads a JSON body. Throws 413, 415, or 400 if it is not JSON or has text that cannot be stored. */
export async function readJson(request: Request): Promise<unknown> {
  requireType(request, 'application/json');
  return parseJson(await readText(request));
}

/** As `readJson`; an absent body and `null` are read as `{}`. */
export async function readOptionalJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (/^\s*(?:null\s*)?$/.test(text)) return {};
  requireType(request, 'application/json');
  return parseJson(text);
}

function parseJson(text: string): unknown {
  return storable(parseJsonText(text, 'body'));
}

/** Parses JSON that may have text that cannot be stored. Throws 400 that names `field`. */
export function parseJsonText(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ field, description: text.trim() === '' ? 'is empty; must be JSON' : 'is not valid JSON' }]);
  }
}

/** Returns a parsed JSON value. Throws 400 if it has text that cannot be stored. */
export function storable(value: unknown): unknown {
  const bad = unstorablePaths(value);
  if (bad.length > 0) {
    throw invalid(
      bad.map((field) => ({ field, description: 'must be well-formed Unicode without NUL, and not named __proto__' })),
    );
  }
  return value;
}

/** A JSON body without null fields (which are absent fields, as in protobuf's JSON) and without read-only fields. */
export function accepted(body: unknown, ignored: readonly string[]): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => value !== null && !ignored.includes(key)));
}

/** Reads a form body. Parameters without a value are treated as omitted (RFC 6749, section 3.2). */
export async function readForm(request: Request, bad: Violation[]): Promise<Pairs> {
  requireType(request, FORM);
  return parsePairs(await readText(request), bad).filter(([, value]) => value !== '');
}

/** What an Idempotency-Key must be. Spaces at an end do not arrive in a header (RFC 9110 section 5.5). */
export const KEY_RULE = 'must have 1 to 255 printable ASCII characters, and no space at its ends';
export const isKey = (text: string): boolean => /^(?! )[\x20-\x7e]{1,255}(?<! )$/.test(text);

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

/** Parses with a schema. Adds every issue to `bad`, with `prefix` before its path. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  bad: Violation[],
  prefix = '',
): z.infer<S> | undefined {
  let result: ReturnType<S['safeParse']>;
  try {
    result = schema.safeParse(value) as typeof result;
  } catch (error) {
    // The validator exceeds its stack when there are very many problems.
    if (!(error instanceof RangeError)) throw error;
    bad.push({ field: prefix || 'body', description: 'has too many values, or values that are nested too deeply' });
    return undefined;
  }
  if (result.success) return result.data as z.infer<S>;
  const wrongType = new Set<string>();
  for (const issue of result.error.issues) {
    // Further issues of a value of the wrong type are useless.
    const at = JSON.stringify(issue.path);
    if (wrongType.has(at)) continue;
    if (issue.code === 'invalid_type') wrongType.add(at);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        bad.push({ field: join(prefix, [...issue.path, key]), description: 'is not a known field' });
    } else {
      bad.push({
        field: join(prefix, issue.path) || 'body',
        description: problemOf(issue),
      });
    }
  }
  return undefined;
}

const UNITS: Record<string, string> = { string: 'characters', array: 'items', set: 'items', object: 'fields' };
const ARTICLES: Record<string, string> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
  int: 'an integer',
};

/** What is wrong with a field, in the words of this service. Messages of schemas themselves are kept. */
function problemOf(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (issue.code === 'invalid_union' && message.startsWith('Invalid input')) return problemOfUnion(issue);
  if (issue.code === 'invalid_type' && message.startsWith('Invalid input'))
    return message.endsWith('received undefined')
      ? 'is required'
      : `must be ${ARTICLES[issue.expected] ?? `a ${issue.expected}`}`;
  if (issue.code === 'invalid_value' && message.startsWith('Invalid'))
    return issue.values.length === 1
      ? `must be ${String(issue.values[0])}`
      : `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && message.startsWith('Too small'))
    return bound('at least', issue.minimum, issue.origin);
  if (issue.code === 'too_big' && message.startsWith('Too big')) return bound('at most', issue.maximum, issue.origin);
  return message;
}

/** The types that a union accepts, or what is wrong with a value of one of them. */
function problemOfUnion({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const problems = errors.map(([first]) => first!);
  const other = problems.find(({ code }) => code !== 'invalid_type');
  if (other) return problemOf(other);
  const [first, ...more] = problems.map(problemOf);
  return [first, ...more.map((each) => each.replace('must be ', ''))].join(' or ');
}

function bound(limit: string, value: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `must be ${limit} ${value}`;
  return `must have ${limit} ${value} ${Number(value) === 1 ? unit.slice(0, -1) : unit}`;
}

/**
 * Removes the fields from `value` that a strict schema does not know, and parses the rest. Returns the paths of the
 * removed fields.
 */
export function checkIgnoring<S extends z.ZodType>(
  schema: S,
  value: unknown,
  bad: Violation[],
): { body: z.infer<S> | undefined; ignored: string[] } {
  const parsed = parseAtAll(schema, value);
  if (parsed?.success) return { body: parsed.data, ignored: [] };
  const ignored: string[] = [];
  for (const issue of parsed?.error.issues ?? []) {
    if (issue.code !== 'unrecognized_keys') continue;
    const { path } = issue;
    const at = path.reduce<unknown>((node, part) => (node as Record<PropertyKey, unknown>)[part], value);
    for (const key of issue.keys) {
      delete (at as Record<string, unknown>)[key];
      ignored.push(join('', [...path, key]));
    }
  }
  return { body: check(schema, value, bad), ignored };
}

/** Undefined if the validator exceeds its stack; `check` reports this error for the same value. */
function parseAtAll<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.infer<S>> | undefined {
  try {
    return schema.safeParse(value) as z.ZodSafeParseResult<z.infer<S>>;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function join(prefix: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((at, part) => {
    if (typeof part === 'number') return `${at}[${part}]`;
    const name = printable(String(part));
    return at ? `${at}.${name}` : name;
  }, prefix);
}
