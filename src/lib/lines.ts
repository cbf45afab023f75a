import { joinBytes } from './bytes.ts';

/**
 * Splits at LF; `size` includes it. Unlike node:readline, not at U+2028, which is allowed in JSON strings. `text` is
 * undefined if the line has more than `most` bytes or is not UTF-8. Holds one line at a time.
 */
export async function* splitLines(
  source: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<{ text: string | undefined; size: number }> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= most + 1) parts.push(part);
  };
  const take = (ended: 0 | 1): { text: string | undefined; size: number } => {
    // A line may end in CR LF.
    const content = parts.at(-1)?.at(-1) === 13 ? size - 1 : size;
    const line = { text: content > most ? undefined : decode(whole(parts)), size: size + ended };
    parts = [];
    size = 0;
    return line;
  };
  for await (const bytes of source) {
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      add(bytes.subarray(start, end));
      yield take(1);
      start = end + 1;
    }
    add(bytes.subarray(start));
  }
  if (size > 0) yield take(0);
}

const whole = (parts: readonly Uint8Array[]): Uint8Array => (parts.length === 1 ? parts[0]! : joinBytes(parts));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
