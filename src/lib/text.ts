/** Whether a string can be stored unchanged: well-formed UTF-16 without NUL (D1 would silently change others). */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Returns the paths of the strings and keys of a parsed JSON value that cannot be stored (lone surrogates, NUL), and of
 * the keys `__proto__`; at most 20 paths.
 */
export function unstorablePaths(value: unknown, path = ''): string[] {
  if (isStorableValue(value)) return [];
  const found: string[] = [];
  const stack: [unknown, string][] = [[value, path]];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const [node, at] = item;
    if (typeof node === 'string') {
      if (!isStorable(node)) found.push(at || 'body');
    } else if (Array.isArray(node)) {
      node.forEach((child, i) => stack.push([child, `${at}[${i}]`]));
    } else if (node !== null && typeof node === 'object') {
      for (const key of Object.keys(node)) {
        const where = at ? `${at}.${printable(key)}` : printable(key);
        if (!isStorable(key) || key === '__proto__') found.push(where);
        stack.push([(node as Record<string, unknown>)[key], where]);
      }
    }
    if (found.length >= 20) break;
  }
  return found.toReversed();
}

/** Whether `unstorablePaths` returns none. It finds that without the paths, which take several times as long. */
function isStorableValue(value: unknown): boolean {
  const stack = [value];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node === 'string') {
      if (!isStorable(node)) return false;
    } else if (Array.isArray(node)) {
      for (const child of node) stack.push(child);
    } else if (node !== null && typeof node === 'object') {
      for (const key of Object.keys(node)) {
        if (key === '__proto__' || !isStorable(key)) return false;
        stack.push((node as Record<string, unknown>)[key]);
      }
    }
  }
  return true;
}

/** Characters that control a terminal, end a line or change the order of a text, and halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

/** Text of others in one line, in which it can neither control a terminal nor pass for text of a command. */
export const plain = (text: string): string => text.replaceAll(UNPRINTABLE, '\uFFFD');

/** JSON in one line, for programs and terminals: the characters that `plain` replaces are escaped. */
export const plainJson = (value: unknown): string => escaped(JSON.stringify(value));

/** A JSON text with the same value, in which these characters are escaped, except ends of lines and tabs. */
export const escaped = (json: string): string =>
  json.replaceAll(UNPRINTABLE, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Client text for error messages: as `plain`, at most 80 characters. */
export function printable(text: string): string {
  const clean = plain(text);
  return clean.length > 80 ? `${clean.slice(0, 80).toWellFormed()}…` : clean;
}

/** Compares by UTF-8 bytes, which is the order of bencode and of SQLite's BINARY collation. */
export function compareUtf8(a: string, b: string): number {
  const [x, y] = [utf8(a), utf8(b)];
  const n = Math.min(x.length, y.length);
  for (let i = 0; i < n; i++) if (x[i] !== y[i]) return x[i]! - y[i]!;
  return x.length - y.length;
}

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The length of a well-formed string in UTF-8 bytes. */
export function byteLength(text: string): number {
  // The encoder is slower only for short strings.
  if (text.length > 100) return utf8(text).length;
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The method of newer runtimes, which is several times as fast. */
const nativeToHex = (Uint8Array.prototype as { toHex?: () => string }).toHex;

/** The bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  if (nativeToHex) return nativeToHex.call(bytes);
  let out = '';
  for (const byte of bytes) out += HEX[byte]!;
  return out;
}

/** The value of a hexadecimal digit by its character code; -1 for other characters below 128. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

/** The bytes of hexadecimal digits in either case. Throws RangeError for other text. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1);
  let isHex = hex.length % 2 === 0;
  for (let i = 0; isHex && i < bytes.length; i++) {
    const high = DIGITS[hex.charCodeAt(2 * i)] ?? -1;
    const low = DIGITS[hex.charCodeAt(2 * i + 1)] ?? -1;
    isHex = (high | low) >= 0;
    bytes[i] = (high << 4) | low;
  }
  if (!isHex) throw new RangeError('not hexadecimal');
  return bytes;
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Padded base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Bytes of padded base64 (RFC 4648, section 4). Returns undefined for every other text, so that no bytes have two. */
export function fromCanonicalBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = fromBase64(text);
  return bytes && toBase64(bytes) === text ? bytes : undefined;
}

/** Returns undefined when the text is not base64 or base64url. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    // Uint8Array.from with a function takes many times as long.
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}
