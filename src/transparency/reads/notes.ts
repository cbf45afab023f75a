import { formatCheckpoint } from '../../formats/log/checkpoint.ts';
import { formatNote, parseNote, type NoteSignature } from '../../formats/log/note.ts';
import { encodeReceiptHeader, inclusionReceipt } from '../../formats/log/receipt.ts';
import { formatTlogProof } from '../../formats/log/tlog-proof.ts';
import { checkpointKey, receiptHeader, receiptIn } from '../sequencer/keys.ts';
import type { Inclusion } from './inclusion.ts';
import type { PublishedLog, SignedTree } from './published-log.ts';

/** What is published about a log, from the signatures that it stores: nothing is signed here. */

/**
 * The checkpoint of a log as a signed note (C2SP tlog-checkpoint): signed by the log, by its key before as well if the
 * tree is the first one after a change, and by the witnesses that have cosigned this tree.
 */
export function checkpointNote({ origin, size, root, checkpoint, cosignatures }: PublishedLog): string {
  const text = formatCheckpoint({ origin, size, root, extensions: [] });
  const signatures = checkpoint.map(({ keys, signature }): NoteSignature => {
    const { name, keyId } = checkpointKey(keys, origin);
    return { name, keyId, bytes: signature };
  });
  const lines = cosignatures.filter(({ note }) => parseNote(note).text === text).map((each) => each.lines);
  return formatNote({ text, signatures }) + lines.join('');
}

/** The receipt of an event (RFC 9942). All receipts of a size have the same signature and protected header. */
export function receiptOf({ tree, index, path }: Inclusion<SignedTree>): Uint8Array {
  const { signature, hasSubject } = receiptIn(tree.receipt);
  const protectedHeader = encodeReceiptHeader(receiptHeader(tree.keys, tree.origin, hasSubject));
  return inclusionReceipt({ protectedHeader, signature }, { size: tree.size, index, path });
}

/** The proof of an event as text (C2SP tlog-proof). */
export const tlogProofOf = ({ index, path, note }: { index: number; path: Uint8Array[]; note: string }): string =>
  formatTlogProof({ index, path, note, extra: undefined });
