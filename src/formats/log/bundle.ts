import { joinBytes } from '../../lib/bytes.ts';

/**
 * Bundles of entries: each entry with its length before it, as a big-endian uint16. C2SP tlog-tiles, section "Log
 * entries".
 */

/** The maximum length of an entry in bytes. */
export const MAX_ENTRY_BYTES = 65_535;

/** Throws RangeError if an entry is longer than 65,535 bytes. */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  return joinBytes(
    entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`entry: must have at most ${MAX_ENTRY_BYTES} bytes`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/** The entries of a bundle. Throws RangeError if it ends within an entry. */
export function decodeBundle(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const start = at + 2;
    if (start > bundle.length) throw new RangeError('bundle: ends within the length of an entry');
    const end = start + ((bundle[at]! << 8) | bundle[at + 1]!);
    if (end > bundle.length) throw new RangeError('bundle: ends within an entry');
    entries.push(bundle.slice(start, end));
    at = end;
  }
  return entries;
}
