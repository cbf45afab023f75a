import { sha256Hex } from '../../lib/digest.ts';
import type { Violation } from '../../lib/errors.ts';
import { byteLength, printable } from '../../lib/text.ts';

/** The value of an attribute is a string, a flat map of strings, or a list of such maps. */
export type AttributeMap = { [key: string]: string };
export type AttributeValue = string | AttributeMap | AttributeMap[];
export type Attributes = { [name: string]: AttributeValue };

/**
 * Lengths are in UTF-16 code units, the total in UTF-8 bytes of names and values. `values` bounds the index rows of one
 * request, because each row repeats the name of its attribute, and its maps and lists.
 */
export const LIMITS = { name: 1024, key: 1024, value: 4096, totalBytes: 51_200, values: 2000 } as const;

const CONTROL = /\p{Cc}/u;
/** Validation stops after this many problems. */
const MAX_PROBLEMS = 50;

const TOO_LONG = `must have at most ${LIMITS.value} characters`;

function nameProblem(name: string): string | undefined {
  if (name.length === 0 || name.length > LIMITS.name) return `attribute names must have 1 to ${LIMITS.name} characters`;
  if (CONTROL.test(name)) return 'attribute names must not contain control characters';
  if (name.includes('.')) return 'attribute names must not contain "."';
  if (name.endsWith('[]')) return 'attribute names must not end in "[]"';
  return undefined;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function mapProblems(map: Record<string, unknown>, at: string, out: Violation[]): void {
  for (const [key, value] of Object.entries(map)) {
    if (out.length >= MAX_PROBLEMS) return;
    const where = `${at}.${printable(key)}`;
    if (key.length === 0 || key.length > LIMITS.key)
      out.push({ field: where, description: `keys must have 1 to ${LIMITS.key} characters` });
    else if (key.includes('.')) out.push({ field: where, description: 'keys must not contain "."' });
    if (typeof value !== 'string')
      out.push({ field: where, description: 'must be a string; maps cannot contain maps or lists' });
    else if (value.length > LIMITS.value) out.push({ field: where, description: TOO_LONG });
  }
}

/**
 * Validates the attributes of a request. Returns the problems of `value`, which the request has at `field`; empty if it
 * is valid.
 */
export function attributeProblems(value: unknown, field: string): Violation[] {
  if (!isMap(value)) return [{ field, description: 'must be an object of attributes' }];
  const out: Violation[] = [];
  for (const [name, attribute] of Object.entries(value)) {
    const at = `${field}.${printable(name)}`;
    const problem = nameProblem(name);
    if (problem) out.push({ field: at, description: problem });
    if (typeof attribute === 'string') {
      if (attribute.length > LIMITS.value) out.push({ field: at, description: TOO_LONG });
    } else if (Array.isArray(attribute)) {
      attribute.forEach((item: unknown, i) => {
        if (out.length >= MAX_PROBLEMS) return;
        if (isMap(item)) mapProblems(item, `${at}[${i}]`, out);
        else out.push({ field: `${at}[${i}]`, description: 'must be a map of strings' });
      });
    } else if (isMap(attribute)) {
      mapProblems(attribute, at, out);
    } else {
      out.push({ field: at, description: 'must be a string, a map of strings, or a list of maps of strings' });
    }
    if (out.length >= MAX_PROBLEMS) break;
  }
  return out;
}

/** The bytes of a map or list without content: those of its brackets. */
const EMPTY_BYTES = 2;

/**
 * UTF-8 bytes of all names, keys and values, and the number of values. A map or list without content is a value too, of
 * EMPTY_BYTES; one with content has at least one value, so `values` also bounds the maps and lists.
 */
export type AttributeSize = { bytes: number; values: number };

/** The size of maps that are valid by `attributeProblems`. Ignores values that are not maps. */
export function attributeSize(maps: readonly unknown[]): AttributeSize {
  const size = { bytes: 0, values: 0 };
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      size.bytes += byteLength(value);
      size.values += 1;
    } else if (Array.isArray(value)) {
      if (value.length === 0) addEmpty();
      value.forEach(add);
    } else if (isMap(value)) {
      if (Object.keys(value).length === 0) addEmpty();
      addEntries(value);
    }
  };
  const addEmpty = (): void => {
    size.bytes += EMPTY_BYTES;
    size.values += 1;
  };
  const addEntries = (map: object): void => {
    for (const [name, value] of Object.entries(map)) {
      size.bytes += byteLength(name);
      add(value);
    }
  };
  for (const map of maps) if (isMap(map)) addEntries(map);
  return size;
}

/**
 * The text that filters compare: the value itself, or for a value above 64 characters its hash. A short value never
 * equals a hashed one, which has more than 64 characters.
 */
export function matchKey(value: string): string {
  return value.length <= 64 ? value : `sha256:${sha256Hex(value)}`;
}

/** The match key of a map or list itself. No value has it: plain keys are shorter, hashed keys are hexadecimal. */
export const COMPOSITE = 'sha256:'.padEnd(71, '-');

/**
 * The searchable leaves of one attribute: path (`name`, `name.key`, `name[].key`) and match key.
 * `present` is 1 unless the value is empty.
 */
export type Leaf = { name: string; path: string; key: string; present: 0 | 1 };

export function leavesOf(name: string, value: AttributeValue): Leaf[] {
  if (typeof value === 'string') return [{ name, path: name, key: matchKey(value), present: value === '' ? 0 : 1 }];
  const list = Array.isArray(value);
  const maps = list ? value : [value];
  const leaves = new Map<string, Leaf>();
  for (const map of maps) {
    for (const [key, text] of Object.entries(map)) {
      const path = `${name}${list ? '[]' : ''}.${key}`;
      const leaf: Leaf = { name, path, key: matchKey(text), present: text === '' ? 0 : 1 };
      leaves.set(`${path}\0${leaf.key}`, leaf);
    }
  }
  const filled = list ? value.length > 0 : Object.keys(value).length > 0;
  return [{ name, path: name, key: COMPOSITE, present: filled ? 1 : 0 }, ...leaves.values()];
}
