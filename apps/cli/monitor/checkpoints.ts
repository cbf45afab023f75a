import { parseCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { parseNote, parseVkey, SIGNATURE_TYPES, type Note, type VerifierKey } from '../../../src/formats/log/note.ts';
import { verifiedSignatures } from '../../../src/formats/log/note-signatures.ts';
import { Alarm, Unavailable } from './findings.ts';

/** The keys that sign the trees with at least `from` entries, until the next period. */
export type KeyPeriod = { from: number; vkeys: string[] };

/** A tree that a log has signed: its size and its root. */
export type CheckpointHead = { size: number; root: Uint8Array };

/** A checkpoint: the signed note, its parts, and the tree. Nothing is verified. */
export type ShownCheckpoint = CheckpointHead & { note: string; parsed: Note };

/**
 * Parses a checkpoint of a log. Throws Unavailable if the text is not one, and an Alarm if it is that of another log.
 */
export function parseShown(note: string, origin: string): ShownCheckpoint {
  const shown = parsedNote(note);
  if (shown.origin !== origin)
    throw new Alarm('signature', `the log shows a checkpoint with the origin ${shown.origin}, and not ${origin}`, {
      shown: note,
    });
  return shown;
}

function parsedNote(note: string): ShownCheckpoint & { origin: string } {
  try {
    const parsed = parseNote(note);
    const { origin, size, root } = parseCheckpoint(parsed.text);
    return { note, parsed, origin, size, root };
  } catch (error) {
    throw new Unavailable(`the log does not show a checkpoint: ${(error as Error).message}`, { cause: error });
  }
}

/** The vkeys that sign the tree of this size. */
export const vkeysAt = (periods: readonly KeyPeriod[], size: number): string[] =>
  periods.findLast(({ from }) => from <= size)?.vkeys ?? [];

/**
 * Whether one of these keys has signed the checkpoint. Throws an Alarm if a signature of one of them is not valid.
 */
export async function isSignedBy({ parsed, note }: ShownCheckpoint, vkeys: readonly string[]): Promise<boolean> {
  try {
    return (await verifiedSignatures(parsed, vkeys.map(parseVkey))).length > 0;
  } catch (error) {
    throw new Alarm('signature', `the log shows a checkpoint that is not valid: ${(error as Error).message}`, {
      shown: note,
    });
  }
}

/** Whether the checkpoint has a signature in the name of the log by a key that is not one of these. */
export function hasUnknownSignature({ parsed }: ShownCheckpoint, origin: string, vkeys: readonly string[]): boolean {
  const known = new Set(vkeys.map((vkey) => parseVkey(vkey).keyId));
  return parsed.signatures.some(({ name, keyId }) => name === origin && !known.has(keyId));
}

/** The keys among those of an entry that can sign checkpoints of the log: Ed25519 keys with its origin as the name. */
export function logVkeys(vkeys: readonly string[], origin: string): string[] {
  return vkeys.filter((vkey) => {
    const key = tryVkey(vkey);
    return key?.name === origin && key.type === SIGNATURE_TYPES.ed25519;
  });
}

/** The key of a vkey; undefined if it is not valid. */
export function tryVkey(vkey: string): VerifierKey | undefined {
  try {
    return parseVkey(vkey);
  } catch {
    return undefined;
  }
}
