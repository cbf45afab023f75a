import { byteLength, compareUtf8, utf8 } from './text.ts';

/** Strings, lists and maps, nested. */
export type Bencodable = string | readonly Bencodable[] | { readonly [key: string]: Bencodable };

/**
 * Bencode: strings as UTF-8 with their byte length, maps sorted by the UTF-8 bytes of their keys at
 * every level, no Unicode normalization. The canonical form of SIMPLEHASHV1 and of the asset chain.
 */
export function bencode(value: Bencodable): Uint8Array {
  const parts: string[] = [];
  write(value, parts);
  return utf8(parts.join(''));
}

function write(value: Bencodable, out: string[]): void {
  if (typeof value === 'string') {
    out.push(String(byteLength(value)), ':', value);
  } else if (Array.isArray(value)) {
    out.push('l');
    for (const item of value) write(item, out);
    out.push('e');
  } else if (value !== null && typeof value === 'object') {
    out.push('d');
    for (const key of sortedKeys(value)) {
      write(key, out);
      write((value as Record<string, Bencodable>)[key]!, out);
    }
    out.push('e');
  } else {
    throw new TypeError(`bencode: ${typeof value} cannot be encoded; only strings, lists and maps can`);
  }
}

/** Sorts keys by their UTF-8 bytes. Below the surrogates, UTF-16 code units sort in the same order and much faster. */
function sortedKeys(map: object): string[] {
  const keys = Object.keys(map);
  return keys.some((key) => HIGH.test(key)) ? keys.toSorted(compareUtf8) : keys.toSorted();
}

const HIGH = /[\ud800-\uffff]/;
