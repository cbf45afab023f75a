import { fromCanonicalBase64, toBase64 } from '../../lib/text.ts';
import { parseHash, parseSize } from './checkpoint.ts';

/** Proofs of inclusion as text: C2SP tlog-proof (https://c2sp.org/tlog-proof). */

/** `note` is the signed checkpoint, `extra` bytes of the application, undefined for none. */
export type TlogProof = { index: number; path: Uint8Array[]; note: string; extra: Uint8Array | undefined };

const HEADER = 'c2sp.org/tlog-proof@v1';
/** The maximum number of hashes of a path: the number of levels of a tree of 2^63 leaves. */
const MAX_PATH = 63;

export const formatTlogProof = ({ index, path, note, extra }: TlogProof): string =>
  [
    HEADER,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...path.map((hash) => toBase64(hash)),
    '',
    note,
  ].join('\n');

/** Parses a proof; nothing is verified. Throws RangeError with what is wrong. */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (header !== HEADER) throw new RangeError(`tlog-proof: the first line must be ${HEADER}`);
  const extra = lines[0]?.startsWith('extra ') ? parseExtra(lines.shift()!.slice('extra '.length)) : undefined;
  const index = lines.shift();
  if (!index?.startsWith('index ')) throw new RangeError('tlog-proof: must have a line "index <number>"');
  if (lines.length > MAX_PATH) throw new RangeError(`path: must have at most ${MAX_PATH} hashes`);
  const path = lines.map((line) => parseHash('path', line));
  return { extra, index: parseSize('index', index.slice('index '.length)), path, note: text.slice(end + 2) };
}

function parseExtra(text: string): Uint8Array {
  const bytes = fromCanonicalBase64(text);
  if (!bytes) throw new RangeError('extra: must be padded base64');
  return bytes;
}
