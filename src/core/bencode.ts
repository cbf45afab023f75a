import { compareUtf8, utf8 } from './text.ts';

/** What the canonical form can carry: strings, lists and maps, nested. */
export type Bencodable = string | readonly Bencodable[] | { readonly [key: string]: Bencodable };

/**
 * Bencode: strings as UTF-8 with their byte length, maps sorted by the UTF-8 bytes of their keys at
 * every level, no Unicode normalisation. The canonical form of SIMPLEHASHV1 and of the asset chain.
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
    for (const key of Object.keys(value).toSorted(compareUtf8)) {
      write(key, out);
      write((value as Record<string, Bencodable>)[key]!, out);
    }
    out.push('e');
  } else {
    throw new TypeError(`bencode: ${typeof value} has no canonical form here`);
  }
}

function byteLength(text: string): number {
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
