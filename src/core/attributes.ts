import { sha256Hex } from './digest.ts';
import type { Violation } from './errors.ts';
import { byteLength, printable } from './text.ts';

/** compat 9.3: a string, a flat map of strings, or a list of such maps. */
export type AttributeMap = { [key: string]: string };
export type AttributeValue = string | AttributeMap | AttributeMap[];
export type Attributes = { [name: string]: AttributeValue };

/**
 * compat 9.3: lengths in characters (UTF-16 units), the total in UTF-8 bytes of names and values. `values` bounds
 * the index rows of one request, each of which repeats its attribute's name.
 */
export const LIMITS = { name: 1024, key: 1024, value: 4096, totalBytes: 51_200, values: 2000 } as const;

const CONTROL = /\p{Cc}/u;
/** Problems after which no more are looked for. */
const ENOUGH = 50;

function nameProblem(name: string): string | undefined {
  if (name.length === 0 || name.length > LIMITS.name) return `an attribute name has 1 to ${LIMITS.name} characters`;
  if (CONTROL.test(name)) return 'an attribute name has no control characters';
  if (name.includes('.')) return 'an attribute name has no "."';
  if (name.endsWith('[]')) return 'an attribute name does not end in "[]"';
  return undefined;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

function mapProblems(map: Record<string, unknown>, at: string, out: Violation[]): void {
  for (const [key, value] of Object.entries(map)) {
    if (out.length >= ENOUGH) return;
    const where = `${at}.${printable(key)}`;
    if (key.length === 0 || key.length > LIMITS.key)
      out.push({ field: where, description: `a key has 1 to ${LIMITS.key} characters` });
    else if (key.includes('.')) out.push({ field: where, description: 'a key has no "."' });
    if (typeof value !== 'string') out.push({ field: where, description: 'must be a string (maps are flat)' });
    else if (value.length > LIMITS.value) out.push({ field: where, description: `at most ${LIMITS.value} characters` });
  }
}

/** Every way in which `value`, found at `field`, is not a legal attribute map (compat 9.3). Empty when it is one. */
export function attributeProblems(value: unknown, field: string): Violation[] {
  if (!isMap(value)) return [{ field, description: 'must be an object of attributes' }];
  const out: Violation[] = [];
  for (const [name, attribute] of Object.entries(value)) {
    const at = `${field}.${printable(name)}`;
    const problem = nameProblem(name);
    if (problem) out.push({ field: at, description: problem });
    if (typeof attribute === 'string') {
      if (attribute.length > LIMITS.value) out.push({ field: at, description: `at most ${LIMITS.value} characters` });
    } else if (Array.isArray(attribute)) {
      attribute.forEach((item: unknown, i) => {
        if (out.length >= ENOUGH) return;
        if (isMap(item)) mapProblems(item, `${at}[${i}]`, out);
        else out.push({ field: `${at}[${i}]`, description: 'must be a map of strings' });
      });
    } else if (isMap(attribute)) {
      mapProblems(attribute, at, out);
    } else {
      out.push({ field: at, description: 'must be a string, a map of strings, or a list of maps of strings' });
    }
    if (out.length >= ENOUGH) break;
  }
  return out;
}

/** How much one request asks for: UTF-8 bytes of all names, keys and values, and the number of values. */
export type AttributeSize = { bytes: number; values: number };

/** The size of maps that `attributeProblems` finds nothing wrong with; what is no attribute counts nothing. */
export function attributeSize(maps: readonly unknown[]): AttributeSize {
  const size = { bytes: 0, values: 0 };
  const add = (name: string, value: unknown): void => {
    size.bytes += byteLength(name);
    if (typeof value === 'string') {
      size.bytes += byteLength(value);
      size.values += 1;
    } else if (Array.isArray(value)) {
      for (const item of value) if (isMap(item)) for (const [k, v] of Object.entries(item)) add(k, v);
    } else if (isMap(value)) {
      for (const [k, v] of Object.entries(value)) add(k, v);
    }
  };
  for (const map of maps) if (isMap(map)) for (const [name, value] of Object.entries(map)) add(name, value);
  return size;
}

/**
 * What a filter compares: a value of up to 64 characters itself, a longer one by its hash. A literal
 * can never equal the hashed form, which is longer than 64.
 */
export function matchKey(value: string): string {
  return value.length <= 64 ? value : `sha256:${sha256Hex(value)}`;
}

/** The match key of a map or list as a whole: no value has it (a plain key is shorter, a hashed one is hexadecimal). */
export const COMPOSITE = 'sha256:'.padEnd(71, '-');

/**
 * The searchable leaves of one attribute: path (`name`, `name.key`, `name[].key`) and match key.
 * `present` says that it is there and not empty.
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
