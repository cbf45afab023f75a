import { compareUtf8, utf8 } from '../lib/text.ts';

/** Strings, lists and maps, nested. */
export type Bencodable = string | readonly Bencodable[] | { readonly [key: string]: Bencodable };

/**
 * Bencode: strings as UTF-8 with their byte length, maps sorted by the UTF-8 bytes of their keys at
 * every level, no Unicode normalization. The canonical form of SIMPLEHASHV1 and of the asset chain.
 */
export function bencode(value: Bencodable): Uint8Array {
  encoding.begin();
  write(value);
  return encoding.copy();
}

/**
 * The same for a value of well-formed Unicode. Throws RangeError, with the name of the value, for other text, because
 * different texts would have the same bytes.
 */
export function bencodeWellFormed(name: string, value: Bencodable): Uint8Array {
  const bytes = bencode(value);
  encoding.requireWellFormed(name);
  return bytes;
}

/**
 * Writes bencode in parts, so that a hash needs neither a value nor a copy of its bytes: `begin`, then parts, then
 * `read` or `copy`. `bencode` must not be called in between.
 */
export const encoding = {
  begin(): void {
    length = 0;
    wellFormed = true;
  },
  /** Appends the start of a list. */
  list(): void {
    writeByte(LIST);
  },
  /** Appends the start of a map. Its keys must follow in the order of their bytes. */
  map(): void {
    writeByte(MAP);
  },
  /** Appends the end of a list or of a map. */
  end(): void {
    writeByte(END);
  },
  string: writeString,
  /** Appends a key of a map and its value. */
  entry(key: string, text: string): void {
    writeString(key);
    writeString(text);
  },
  value: write,
  /** Appends the string of the hexadecimal digits of the first `count` bytes. */
  hex(bytes: Uint8Array, count: number): void {
    writeLength(2 * count);
    reserve(2 * count);
    for (let i = 0; i < count; i++) {
      const byte = bytes[i]!;
      buffer[length++] = HEX_DIGITS[byte >>> 4]!;
      buffer[length++] = HEX_DIGITS[byte & 15]!;
    }
  },
  /** Appends bytes that are not bencode. */
  bytes(bytes: Uint8Array): void {
    const count = bytes.length;
    reserve(count);
    for (let i = 0; i < count; i++) buffer[length + i] = bytes[i]!;
    length += count;
  },
  /** The number of bytes so far. */
  get length(): number {
    return length;
  },
  /** Throws RangeError, with the name of the value, if a string was not well-formed Unicode. */
  requireWellFormed(name: string): void {
    if (!wellFormed) throw new RangeError(`${name} must be well-formed Unicode`);
  },
  /**
   * Calls a function with the bytes, which are the first `length` of an array that it must not keep. Returns its
   * result.
   */
  read<T>(read: (bytes: Uint8Array, length: number) => T): T {
    const result = read(buffer, length);
    release();
    return result;
  },
  /** The bytes. */
  copy(): Uint8Array<ArrayBuffer> {
    const bytes = buffer.slice(0, length);
    release();
    return bytes;
  },
};

function release(): void {
  if (buffer.length > KEPT) buffer = new Uint8Array(KEPT);
}

const HEX_DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

// The working memory of all calls: none of them waits, or calls back.
let buffer = new Uint8Array(4096);
let length = 0;
let wellFormed = true;

/** Appends a value to the working memory. */
function write(value: Bencodable): void {
  if (typeof value === 'string') return writeString(value);
  if (Array.isArray(value)) {
    writeByte(LIST);
    for (const item of value) write(item);
  } else if (value !== null && typeof value === 'object') {
    writeByte(MAP);
    for (const key of sortedKeys(value)) {
      writeString(key);
      write((value as Record<string, Bencodable>)[key]!);
    }
  } else {
    throw new TypeError(`bencode: ${typeof value} cannot be encoded; only strings, lists and maps can`);
  }
  writeByte(END);
}

/** Most strings are short and ASCII: these are copied without the encoder, which is slower for them. */
function writeString(text: string): void {
  const start = length;
  const count = text.length;
  if (count > SHORT) return writeEncoded(text);
  writeLength(count);
  reserve(count);
  const into = buffer;
  const at = length;
  for (let i = 0; i < count; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      length = start;
      return writeEncoded(text);
    }
    into[at + i] = unit;
  }
  length = at + count;
}

function writeEncoded(text: string): void {
  if (!text.isWellFormed()) wellFormed = false;
  const bytes = utf8(text);
  writeLength(bytes.length);
  reserve(bytes.length);
  buffer.set(bytes, length);
  length += bytes.length;
}

function writeLength(n: number): void {
  if (n >= 1000) for (const digit of String(n)) writeByte(digit.charCodeAt(0));
  else {
    if (n >= 100) writeByte(DIGIT_0 + Math.floor(n / 100));
    if (n >= 10) writeByte(DIGIT_0 + (Math.floor(n / 10) % 10));
    writeByte(DIGIT_0 + (n % 10));
  }
  writeByte(COLON);
}

function writeByte(byte: number): void {
  reserve(1);
  buffer[length++] = byte;
}

function reserve(bytes: number): void {
  if (length + bytes <= buffer.length) return;
  const longer = new Uint8Array(2 * (length + bytes));
  longer.set(buffer);
  buffer = longer;
}

/** Sorts keys by their UTF-8 bytes. Below the surrogates, UTF-16 code units sort in the same order and much faster. */
function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  if (keys.length > FEW) return keys.some((key) => HIGH.test(key)) ? keys.sort(compareUtf8) : keys.sort();
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (HIGH.test(key)) return keys.sort(compareUtf8);
    let at = i;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return keys;
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

/** The number of keys up to which sorting by insertion is faster. */
const FEW = 32;
/** The bytes of working memory that are kept after a call. */
const KEPT = 65_536;
/** The length of strings, in UTF-16 code units, above which the encoder is faster. */
const SHORT = 200;
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
