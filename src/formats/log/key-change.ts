import type { Bencodable } from '../bencode.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { ENTRY_SCHEMAS, parseEntry } from './entry.ts';
import { parseNote, parseVkey, SIGNATURE_TYPES, type Note, type VerifierKey } from './note.ts';
import { verifyInclusion } from './proofs.ts';
import { leafHash } from './tree.ts';

/**
 * What shows that a log has changed its keys: the entry with the new keys, and its inclusion proof in the tree of
 * `note`, the first checkpoint with this entry, which the keys before and the new ones have signed. The signatures
 * alone show nothing: a signature does not cover the others, so anyone can add one to a note.
 */
export type KeyChange = { note: string; index: number; entry: Uint8Array; path: readonly Uint8Array[] };

/** The keys for checkpoints that an entry names: Ed25519 keys whose name is the origin of the log. */
export function checkpointKeys(keys: Bencodable | undefined, origin: string): VerifierKey[] {
  return (Array.isArray(keys) ? keys : []).flatMap((key: Bencodable) => {
    const vkey = typeof key === 'object' && 'vkey' in key ? key['vkey'] : undefined;
    const parsed = typeof vkey === 'string' ? parsedOrNone(vkey) : undefined;
    return parsed?.name === origin && parsed.type === SIGNATURE_TYPES.ed25519 ? [parsed] : [];
  });
}

/**
 * The new keys of a change of the log with this id and origin, and the note, whose signatures the caller must verify.
 * Throws RangeError if the note is not of this log, the entry is not a change of its keys, or is not in the tree.
 */
export function provenChange(
  { note, index, entry, path }: KeyChange,
  { log, origin }: { log: string; origin: string },
): { note: Note; size: number; keys: VerifierKey[] } {
  const parsed = parseNote(note);
  const tree = parseCheckpoint(parsed.text);
  if (tree.origin !== origin) throw new RangeError(`origin: must be ${origin}, not ${tree.origin}`);
  const named = parseEntry(entry);
  if (named.schema !== ENTRY_SCHEMAS.keys || named.log !== log)
    throw new RangeError(`entry: must be an entry ${ENTRY_SCHEMAS.keys} of the log ${log}`);
  if (!verifyInclusion({ index, size: tree.size, leaf: leafHash(entry), root: tree.root }, path))
    throw new RangeError(`path: must lead from the entry to the root of the checkpoint of size ${tree.size}`);
  const keys = checkpointKeys(named['keys'], origin);
  if (keys.length === 0) throw new RangeError('entry: must name a key for checkpoints of the log');
  return { note: parsed, size: tree.size, keys };
}

const parsedOrNone = (vkey: string): VerifierKey | undefined => {
  try {
    return parseVkey(vkey);
  } catch {
    return undefined;
  }
};
