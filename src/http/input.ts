import type { z } from '@hono/zod-openapi';
import { invalid, ServiceError, type Violation } from '../core/errors.ts';
import { isStorable, printable, unstorablePaths } from '../core/text.ts';

export type Pairs = [key: string, value: string][];

/** JSON and form bodies may be this long, in bytes. */
export const MAX_BODY = 1_048_576;

/** How much of a body that nobody wants is read: a client that still sends may lose an answer that comes before. */
const DRAINED = 4 * MAX_BODY;

const FORM = 'application/x-www-form-urlencoded';

/** Reads `a=b&c=d` strictly: each pair percent-decoded as UTF-8. Ill-formed text, NUL and `..` names are violations. */
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

/** Pairs -> an object for a schema: one value each, or a list for the names in `repeatable`. */
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

/** Reads a body up to MAX_BODY as UTF-8 text. Throws 413 above, 400 for ill-formed UTF-8. */
async function readText(request: Request): Promise<string> {
  const tooLarge = (): ServiceError => new ServiceError('too_large', `the body may have at most ${MAX_BODY} bytes`);
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > MAX_BODY) throw tooLarge();
  const bytes = length === null ? await readBounded(request, tooLarge) : await request.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw invalid([{ field: 'body', description: 'must be UTF-8' }]);
  }
}

/** A body of unknown length; of one that is too long the rest is read and thrown away. */
async function readBounded(request: Request, tooLarge: () => ServiceError): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > DRAINED) break;
    if (length <= MAX_BODY) chunks.push(chunk);
  }
  if (length > MAX_BODY) throw tooLarge();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Reads and throws away what was not read of a request that is answered early. */
export async function drain(request: Request, limit = DRAINED): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > limit) return;
  }
}

function requireType(request: Request, type: string): void {
  const [media = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((p) => p.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new ServiceError('unsupported_media_type', 'content-encoding must be identity');
  if (media !== type || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw new ServiceError('unsupported_media_type', `content-type must be ${type}`);
  }
}

/** A JSON body. Throws 413, 415, or 400 for what is not JSON or holds text that cannot be stored. */
export async function readJson(request: Request): Promise<unknown> {
  requireType(request, 'application/json');
  return parseJson(await readText(request));
}

/** The same of a body that may be absent or `null`, which is as `{}`. */
export async function readOptionalJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (/^\s*(?:null\s*)?$/.test(text)) return {};
  requireType(request, 'application/json');
  return parseJson(text);
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([
      { field: 'body', description: text.trim() === '' ? 'is empty; JSON is required' : 'is not valid JSON' },
    ]);
  }
  const bad = unstorablePaths(value);
  if (bad.length > 0) {
    throw invalid(
      bad.map((field) => ({ field, description: 'must be well-formed Unicode without NUL, and not named __proto__' })),
    );
  }
  return value;
}

/** A form body as pairs; those without a value are as if omitted (RFC 6749 3.2). */
export async function readForm(request: Request, bad: Violation[]): Promise<Pairs> {
  requireType(request, FORM);
  return parsePairs(await readText(request), bad).filter(([, value]) => value !== '');
}

/** Reads and throws away a body that an operation does not take (a client may send `null` or `{}`). */
export async function ignoreBody(request: Request): Promise<void> {
  if (request.body) await readText(request);
}

/** Parses with a schema; every issue becomes a violation under `prefix`. */
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
    // More problems than the validator can carry on its stack.
    if (!(error instanceof RangeError)) throw error;
    bad.push({ field: prefix || 'body', description: 'has too many or too deep values' });
    return undefined;
  }
  if (result.success) return result.data as z.infer<S>;
  const wrongType = new Set<string>();
  for (const issue of result.error.issues) {
    // What is wrong with a value of the wrong type besides says nothing.
    const at = JSON.stringify(issue.path);
    if (wrongType.has(at)) continue;
    if (issue.code === 'invalid_type') wrongType.add(at);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        bad.push({ field: join(prefix, [...issue.path, key]), description: 'is not a known field' });
    } else {
      bad.push({
        field: join(prefix, issue.path) || 'body',
        description: issue.message.endsWith('received undefined') ? 'is required' : issue.message,
      });
    }
  }
  return undefined;
}

/**
 * Parses a JSON body with a strict schema as if its unknown fields were not there, and returns their paths. Removes
 * them from `value`.
 */
export function checkIgnoring<S extends z.ZodType>(
  schema: S,
  value: unknown,
  bad: Violation[],
): { body: z.infer<S> | undefined; ignored: string[] } {
  const ignored: string[] = [];
  for (const { path, key } of unknownKeys(schema, value)) {
    const at = path.reduce<unknown>((node, part) => (node as Record<PropertyKey, unknown>)[part], value);
    delete (at as Record<string, unknown>)[key];
    ignored.push(join('', [...path, key]));
  }
  return { body: check(schema, value, bad), ignored };
}

function unknownKeys(schema: z.ZodType, value: unknown): { path: readonly PropertyKey[]; key: string }[] {
  try {
    const issues = schema.safeParse(value).error?.issues ?? [];
    return issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ path: issue.path, key })) : [],
    );
  } catch (error) {
    // `check` meets the same value again, and says what is wrong with it.
    if (error instanceof RangeError) return [];
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
