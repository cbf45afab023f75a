import { byteLength, compareUtf8, utf8 } from './text.ts';

/** Strings, lists and maps, nested. */
export type Bencodable = string | readonly Bencodable[] | { readonly [key: string]: Bencodable };

/**
 * Bencode: strings as UTF-8 with their byte length, maps sorted by the UTF-8 bytes of their keys at
 * every level, no Unicode normalization. The canonical form of SIMPLEHASHV1 and of the asset chain.
 */
export const bencode = (value: Bencodable): Uint8Array => utf8(textOf(value));

/**
 * The same for a value of well-formed Unicode. Throws RangeError, with the name of the value, for other text, because
 * different texts would have the same bytes.
 */
export function bencodeWellFormed(name: string, value: Bencodable): Uint8Array {
  const text = textOf(value);
  // Each string of a value follows an ASCII character, so that half a character cannot become whole.
  if (!text.isWellFormed()) throw new RangeError(`${name} must be well-formed Unicode`);
  return utf8(text);
}

function textOf(value: Bencodable): string {
  if (typeof value === 'string') return `${byteLength(value)}:${value}`;
  let text: string;
  if (Array.isArray(value)) {
    text = 'l';
    for (const item of value) text += textOf(item);
  } else if (value !== null && typeof value === 'object') {
    text = 'd';
    for (const key of sortedKeys(value)) text += textOf(key) + textOf((value as Record<string, Bencodable>)[key]!);
  } else {
    throw new TypeError(`bencode: ${typeof value} cannot be encoded; only strings, lists and maps can`);
  }
  return `${text}e`;
}

/** Sorts keys by their UTF-8 bytes. Below the surrogates, UTF-16 code units sort in the same order and much faster. */
function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  return keys.some((key) => HIGH.test(key)) ? keys.sort(compareUtf8) : keys.sort();
}

const HIGH = /[\ud800-\uffff]/;

/** The value of canonical bencode of strings, lists and maps. Throws RangeError if the bytes are anything else. */
export function parseBencode(bytes: Uint8Array): Bencodable {
  const [value, end] = read(bytes, 0, 0);
  const again = bencode(value);
  if (end !== bytes.length || again.length !== end || again.some((byte, i) => byte !== bytes[i]))
    throw new RangeError('bencode: must be one value in canonical form');
  return value;
}

/** The depth of nested lists and maps that `parseBencode` reads. */
const MAX_DEPTH = 16;
const [COLON, DIGIT_0, DIGIT_9, MAP, END, LIST] = [0x3a, 0x30, 0x39, 0x64, 0x65, 0x6c];
const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** The value that starts at `at`, and where it ends. Does not check its form, but never reads beyond the bytes. */
function read(bytes: Uint8Array, at: number, depth: number): [Bencodable, number] {
  const kind = bytes[at];
  if (kind !== LIST && kind !== MAP) return readString(bytes, at);
  if (depth === MAX_DEPTH) throw new RangeError(`bencode: must not be nested more than ${MAX_DEPTH} times`);
  const items: Bencodable[] = [];
  let next = at + 1;
  while (bytes[next] !== END) {
    const [item, end] = read(bytes, next, depth + 1);
    items.push(item);
    next = end;
  }
  if (kind === LIST) return [items, next + 1];
  const entries = items.flatMap((key, i) => (i % 2 === 0 ? [[String(key), items[i + 1] ?? '']] : []));
  return [Object.fromEntries(entries) as Bencodable, next + 1];
}

function readString(bytes: Uint8Array, at: number): [string, number] {
  let [length, start] = [0, at];
  for (; bytes[start]! >= DIGIT_0 && bytes[start]! <= DIGIT_9; start += 1)
    length = length * 10 + bytes[start]! - DIGIT_0;
  const end = start + 1 + length;
  if (start === at || bytes[start] !== COLON || end > bytes.length)
    throw new RangeError('bencode: must consist of strings, lists and maps, with the lengths of strings');
  return [decoder.decode(bytes.subarray(start + 1, end)), end];
}
