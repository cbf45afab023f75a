/** The shift tables of the Horspool search: by the byte under the needle's end, how far the search can advance. */
const skips = new WeakMap<Uint8Array, Uint32Array>();

function skipsOf(needle: Uint8Array): Uint32Array {
  let skip = skips.get(needle);
  if (!skip) {
    skip = new Uint32Array(256).fill(needle.length);
    for (let i = 0; i < needle.length - 1; i++) skip[needle[i]!] = needle.length - 1 - i;
    skips.set(needle, skip);
  }
  return skip;
}

/** The index of `needle` in bytes[from, to), or undefined. The needle must not be empty and must never be modified. */
export function find(bytes: Uint8Array, needle: Uint8Array, from = 0, to = bytes.length): number | undefined {
  const skip = skipsOf(needle);
  const end = needle.length - 1;
  for (let at = from; at + end < to; at += skip[bytes[at + end]!]!) {
    let i = 0;
    while (i <= end && bytes[at + i] === needle[i]) i++;
    if (i > end) return at;
  }
  return undefined;
}

export function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, i) => bytes[i] === byte);
}

/** The parts, one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The parts of this length, as `joinBytes` joins them. A rest that is shorter is left out. */
export const splitBytes = (bytes: Uint8Array, length: number): Uint8Array[] =>
  Array.from({ length: bytes.length / length }, (_, n) => bytes.subarray(n * length, (n + 1) * length));

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The order of two byte strings: that of their first different bytes, then of their lengths. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
