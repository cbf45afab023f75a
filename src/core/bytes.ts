/** Where `needle` (not empty) stands in bytes[from, to), or undefined. */
export function find(bytes: Uint8Array, needle: Uint8Array, from = 0, to = bytes.length): number | undefined {
  const last = to - needle.length;
  for (let at = bytes.indexOf(needle[0]!, from); at >= 0 && at <= last; at = bytes.indexOf(needle[0]!, at + 1)) {
    let i = 1;
    while (i < needle.length && bytes[at + i] === needle[i]) i++;
    if (i === needle.length) return at;
  }
  return undefined;
}

/** Whether bytes begin with these. */
export function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, i) => bytes[i] === byte);
}
