import { sha256 } from './sha256.ts';
import { toHex, utf8 } from './text.ts';

/** SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(data: Uint8Array | string): string {
  return toHex(sha256(typeof data === 'string' ? utf8(data) : data));
}

/**
 * JSON with the keys of every object sorted and without `undefined`: equal values have equal texts. It is the text of
 * RFC 8785 if no object has a key that looks like an array index.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, node: unknown) =>
    node !== null && typeof node === 'object' && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  );
}
