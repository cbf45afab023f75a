import { invalid } from '../lib/errors.ts';
import { crowdedField } from '../lib/json-text.ts';
import { printable, unstorablePaths } from '../lib/text.ts';
import { readText } from './input.ts';
import { requireType } from './media-type.ts';

/** The maximum number of values of a JSON body: more than a record with the most values has. */
export const MAX_VALUES = 30_000;

/** Reads a JSON body. Throws 413, 415, or 400 if it is not JSON, has too many values or text that cannot be stored. */
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
  limitValues(text, MAX_VALUES);
  return storable(parseJsonText(text, 'body'));
}

/**
 * Throws 400 if JSON text has more than `max` values, before they are parsed. `name` is that of a text without
 * fields.
 */
export function limitValues(text: string, max: number, name?: string): void {
  const field = crowdedField(text, max);
  if (field === undefined) return;
  const description = `must have at most ${max} values`;
  throw invalid([{ field: name ?? (printable(field) || 'body'), description }]);
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
