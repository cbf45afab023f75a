import { fromBase64, toHex } from '../lib/text.ts';
import { secondPath } from '../formats/log/two-paths.ts';
import { checkRenewed, type Renewal } from '../formats/timestamp/renewal.ts';
import { stampLeaf, stampRoot } from '../formats/timestamp/stamp-tree.ts';
import type { Trust } from './chain.ts';
import { hashesOf } from './log-document.ts';
import { leafOf, rootOfLeaf, treeOf } from './log-entry.ts';
import type { LogProof, LogStamp } from './log-format.ts';
import { must, type Check, type StepOutcome } from './report.ts';

/** The place of a leaf in the tree of a checkpoint, and the time stamps of trees with it. */
export type StampedLeaf = Pick<LogProof, 'checkpoint' | 'index' | 'path' | 'stamps'>;

/** The check of the time stamps of a proof, up to the hash that each token names. None if they were not asked for. */
export const stampChecks = (proof: LogProof, trust: Trust): Check[] =>
  stampsCheck('event', proof, () => leafOf(proof), trust);

/** As `stampChecks`, of any leaf of a log. `leaf`: its hash. */
export const stampsCheck = (what: 'event' | 'map', of: StampedLeaf, leaf: () => Uint8Array, { tsa }: Trust): Check[] =>
  of.stamps || tsa ? [['stamp', () => checkStamps(what, of, leaf(), tsa)]] : [];

function checkStamps(what: string, proof: StampedLeaf, leaf: Uint8Array, tsa: Trust['tsa']): StepOutcome {
  const { stamps = [] } = proof;
  if (stamps.length === 0) {
    must(!tsa, 'the proof has no time stamp: read it again with stamps=true, after the next one was made');
    return { skipped: `the proof has no time stamp: the log was not stamped with this ${what} when it was made` };
  }
  const roots = stamps.map((stamp) => {
    const root = stampedRoot(proof, leaf, stamp);
    checkRenewed({ token: fromBase64(stamp.token)!, hash: root }, renewalsOf(stamp));
    return toHex(root);
  });
  const led = `the ${what} leads to the time-stamped root ${roots.join(' and to ')}`;
  return tsa ? led : { skipped: `${led}; the time stamp was not checked (--tsa checks it)` };
}

/** The root of the stamped tree that a leaf leads to: over the tree of its log, and the leaf of that. */
export function stampedRoot(
  proof: StampedLeaf,
  hash: Uint8Array,
  { size, path, salt, index, stamp_path }: LogStamp,
): Uint8Array {
  const tree = treeOf(proof.checkpoint);
  const known = { index: proof.index, size: tree.size, path: hashesOf(proof.path) };
  const hashes = secondPath(known, size, hashesOf(path));
  must(
    hashes !== undefined,
    `the path of a stamp must have the hashes that index ${proof.index} and size ${size} demand`,
  );
  const leaf = stampLeaf(
    { origin: tree.origin, size, root: rootOfLeaf(hash, proof.index, size, hashes) },
    fromBase64(salt)!,
  );
  const root = stampRoot(leaf, { index, path: hashesOf(stamp_path) });
  must(root !== undefined, 'the index of a stamp must be one of a tree with its path');
  return root;
}

/** The renewals of a time stamp. */
export const renewalsOf = ({ renewals = [] }: Pick<LogStamp, 'renewals'>): Renewal[] =>
  renewals.map(({ index, path, token }) => ({ index, path: hashesOf(path), token: fromBase64(token)! }));
