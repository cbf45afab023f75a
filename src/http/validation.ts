import type { z } from '@hono/zod-openapi';
import { MAX_VIOLATIONS, type Violation } from '../lib/errors.ts';
import { nearest } from '../lib/nearest.ts';
import { printable } from '../lib/text.ts';

/** The maximum number of unknown fields that are ignored in a body. */
const MAX_IGNORED = 10_000;

/** Parses with a schema. Adds the issues to `bad`, with `prefix` before their paths, until it has MAX_VIOLATIONS. */
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
    if (bad.length >= MAX_VIOLATIONS) break;
    // Further issues of a value of the wrong type are useless.
    const at = JSON.stringify(issue.path);
    if (wrongType.has(at)) continue;
    if (issue.code === 'invalid_type') wrongType.add(at);
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.slice(0, MAX_VIOLATIONS);
      const problems = unknownFields(keys, fieldsOf(schema, issue.path));
      for (const [i, key] of keys.entries())
        bad.push({ field: join(prefix, [...issue.path, key]), description: problems[i]! });
    } else {
      bad.push({
        field: join(prefix, issue.path) || 'body',
        description: problemOf(issue),
      });
    }
  }
  return undefined;
}

/** The fields that a schema knows at a path. */
function fieldsOf(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at = definitionOf(schema);
  for (const part of path) at = definitionOf(at?.element ?? at?.shape?.[part as string]);
  return Object.keys(at?.shape ?? {});
}

type Definition = { innerType?: z.ZodType; element?: z.ZodType; shape?: Record<string, z.ZodType> };

/** The definition of a schema, without what makes it optional. */
function definitionOf(schema: z.ZodType | undefined): Definition | undefined {
  const definition = schema?.def as Definition | undefined;
  return definition?.innerType ? definitionOf(definition.innerType) : definition;
}

/** The share of the characters of a name that a misspelled one may have wrong. */
const MISSPELLED = 0.4;
/** The number of unknown fields of an object for which known ones are suggested. */
const SUGGESTED = 10;

/** What is wrong with unknown fields of an object that has the fields `known`. */
function unknownFields(keys: readonly string[], known: readonly string[]): string[] {
  return keys.map((key, index) => {
    const isClose = (edits: number, { length }: string): boolean => edits <= MISSPELLED * length;
    const similar = known.filter((name) => isClose(Math.abs(name.length - key.length), name));
    const close = index < SUGGESTED ? nearest(key, similar) : undefined;
    return close && isClose(close.edits, close.name)
      ? `is not a known field; did you mean ${close.name}?`
      : 'is not a known field';
  });
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
  const unknown = (parsed?.error.issues ?? []).filter((issue) => issue.code === 'unrecognized_keys');
  if (unknown.reduce((count, { keys }) => count + keys.length, 0) > MAX_IGNORED) {
    bad.push({ field: 'body', description: `must have at most ${MAX_IGNORED} unknown fields` });
    return { body: undefined, ignored: [] };
  }
  for (const issue of unknown) {
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
