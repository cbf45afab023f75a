import { fromCanonicalBase64, printable, toBase64 } from '../../lib/text.ts';
import { HASH_BYTES, isSize } from './tree.ts';

/** Checkpoints: C2SP tlog-checkpoint v1.0.0 (https://c2sp.org/tlog-checkpoint). The text of a signed note. */

/** `origin` identifies the log; `extensions` are further lines, which this service does not write. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array; extensions: string[] };

/** The text of a note. Throws RangeError if the origin or an extension is not one line of text. */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  if (!isSize(size)) throw new RangeError('size: must be an integer from 0 to 2^53 - 1');
  if (root.length !== HASH_BYTES) throw new RangeError(`root: must have ${HASH_BYTES} bytes`);
  if ([origin, ...extensions].some((line) => line === '' || line.includes('\n')))
    throw new RangeError('origin and extensions: must be lines that are not empty');
  return [origin, String(size), toBase64(root), ...extensions, ''].join('\n');
}

/** Parses the text of a note. Throws RangeError that names the line that is wrong. */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length < 3)
    throw new RangeError('checkpoint: must have at least three lines, each with a newline at its end');
  const [origin, size, encoded, ...extensions] = lines as [string, string, string, ...string[]];
  if (origin === '' || extensions.includes('')) throw new RangeError('checkpoint: lines must not be empty');
  return { origin, size: parseSize('size', size), root: parseHash('root', encoded), extensions };
}

/** The number of a size in decimal, without leading zeros. Throws RangeError, which names the field. */
export function parseSize(field: string, text: string): number {
  const size = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!isSize(size))
    throw new RangeError(`${field}: must be a number from 0 to 2^53 - 1 without leading zeros, not ${printable(text)}`);
  return size;
}

/** The hash of a line of base64. Throws RangeError, which names the field. */
export function parseHash(field: string, text: string): Uint8Array {
  const hash = fromCanonicalBase64(text);
  if (hash?.length !== HASH_BYTES)
    throw new RangeError(`${field}: must be base64 of ${HASH_BYTES} bytes, not ${printable(text)}`);
  return hash;
}
