import { toBase64, utf8 } from '../../lib/text.ts';
import { compareBytes } from '../../lib/bytes.ts';
import { formatCheckpoint } from '../log/checkpoint.ts';
import { rootFromInclusion } from '../log/proofs.ts';
import { HASH_BYTES, leafHash, nodeHash } from '../log/tree.ts';

/**
 * The tree over the checkpoints of several logs whose root is time-stamped: that of RFC 6962. A reader of one log gets
 * the hashes of others, which must reveal nothing about these logs. So each leaf has a salt, the leaves are in the
 * order of their hashes, and random ones fill the tree up to a power of two.
 */

/** A tree of a log. */
export type StampedTree = { origin: string; size: number; root: Uint8Array };

/** The length of a salt in bytes. */
export const SALT_BYTES = 32;
/** The maximum depth of a tree: 2^20 leaves. */
export const MAX_DEPTH = 20;
const MIN_DEPTH = 4;

/** The leaf hash of a log: of the label, the salt in base64 and the text of the checkpoint, each ended by a newline. */
export const stampLeaf = ({ origin, size, root }: StampedTree, salt: Uint8Array): Uint8Array =>
  leafHash(
    utf8(`asset-evidence-stamp/1\n${toBase64(salt)}\n${formatCheckpoint({ origin, size, root, extensions: [] })}`),
  );

/**
 * The root over leaf hashes, and for each of them, in the given order, its index and its inclusion proof. `random`
 * returns random bytes.
 */
export function stampTree(
  leaves: readonly Uint8Array[],
  random: (length: number) => Uint8Array,
): { root: Uint8Array; places: { index: number; path: Uint8Array[] }[] } {
  const depth = Math.max(MIN_DEPTH, Math.ceil(Math.log2(leaves.length)));
  const fill = Array.from({ length: 2 ** depth - leaves.length }, () => random(HASH_BYTES));
  const nameOf = (hash: Uint8Array): string => hash.join();
  let level = [...leaves, ...fill].toSorted(compareBytes);
  const indexes = new Map(level.map((hash, index) => [nameOf(hash), index]));
  const places = leaves.map((leaf) => ({ index: indexes.get(nameOf(leaf))!, path: [] as Uint8Array[] }));
  for (let height = 0; height < depth; height++) {
    for (const { index, path } of places) path.push(level[Math.floor(index / 2 ** height) ^ 1]!);
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, n) => nodeHash(below[2 * n]!, below[2 * n + 1]!));
  }
  return { root: level[0]!, places };
}

/** The root that the place of a leaf leads to; undefined if no tree has the index and a path of this length. */
export const stampRoot = (
  leaf: Uint8Array,
  { index, path }: { index: number; path: readonly Uint8Array[] },
): Uint8Array | undefined =>
  path.length > MAX_DEPTH ? undefined : rootFromInclusion({ index, size: 2 ** path.length, leaf }, path);
