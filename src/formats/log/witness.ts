import { toBase64 } from '../../lib/text.ts';
import { parseCheckpoint, parseHash, parseSize, type Checkpoint } from './checkpoint.ts';
import { parseNote, type Note } from './note.ts';

/**
 * The requests and responses of a witness: C2SP tlog-witness v1.0.0 (https://c2sp.org/tlog-witness). The body of a 200
 * response is signature lines: `formatSignatures`, `parseSignatures`.
 */

/** A witness: the prefix of its addresses, without a slash at its end, and the key of its cosignatures. */
export type Witness = { url: string; vkey: string };

/** A request to cosign: the checkpoint as a signed note, and how it follows the tree of size `oldSize`. */
export type AddCheckpoint = { oldSize: number; proof: Uint8Array[]; note: string };

/** The maximum number of hashes of a consistency proof. */
export const MAX_PROOF_LINES = 63;

/** The body of a request. Throws RangeError if the proof is too long. */
export function formatAddCheckpoint({ oldSize, proof, note }: AddCheckpoint): string {
  if (proof.length > MAX_PROOF_LINES) throw new RangeError(`proof: must have at most ${MAX_PROOF_LINES} hashes`);
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

/**
 * Parses the body of a request; signatures and proof are not verified. Throws RangeError with what is wrong, which is a
 * 400 response, also if the old size is above that of the checkpoint.
 */
export function parseAddCheckpoint(body: string): AddCheckpoint & { parsed: Note; checkpoint: Checkpoint } {
  const end = body.indexOf('\n\n');
  if (end < 0) throw new RangeError('add-checkpoint: must have an empty line before the checkpoint');
  const [first, ...lines] = body.slice(0, end).split('\n');
  if (!first!.startsWith('old ')) throw new RangeError('add-checkpoint: the first line must be "old <size>"');
  if (lines.length > MAX_PROOF_LINES)
    throw new RangeError(`add-checkpoint: must have at most ${MAX_PROOF_LINES} lines of the consistency proof`);
  const proof = lines.map((line) => parseHash('proof', line));
  const note = body.slice(end + 2);
  const parsed = parseNote(note);
  const checkpoint = parseCheckpoint(parsed.text);
  const oldSize = parseSize('old', first!.slice('old '.length));
  if (oldSize > checkpoint.size)
    throw new RangeError(`old: must be at most the size of the checkpoint, which is ${checkpoint.size}`);
  return { oldSize, proof, note, parsed, checkpoint };
}

/** The body of a 409 response, of the type text/x.tlog.size: the size of the tree that the witness has cosigned. */
export const formatKnownSize = (size: number): string => `${size}\n`;

/** The size in a 409 response. Throws RangeError if it is not one. */
export function parseKnownSize(body: string): number {
  if (!body.endsWith('\n')) throw new RangeError('size: must end in a newline');
  return parseSize('size', body.slice(0, -1));
}
