import { floorLog2, HASH_BYTES, isSize, nodeHash, rootOfSubtrees, subtreesOf, type HashReader } from './tree.ts';
import { equalBytes } from '../../lib/bytes.ts';

/**
 * Inclusion and consistency proofs of RFC 9162, sections 2.1.3 and 2.1.4: lists of hashes, from the leaves to the root.
 */

/** The leaves `start` to `end - 1`: a node of the tree, and a hash of a proof. */
export type Range = readonly [start: number, end: number];

/** The proof that the tree of this size has the leaf at `index`. Throws RangeError unless index < size. */
export async function inclusionProof(index: number, size: number, read: HashReader): Promise<Uint8Array[]> {
  if (!isSize(size) || !isSize(index) || index >= size)
    throw new RangeError(`index: must be an integer from 0 to ${size - 1}`);
  return readRanges(inclusionRanges(index, size), read);
}

/**
 * The inclusion proofs of many leaves in the tree of this size. Hashes that proofs of neighbors share are read once.
 * Throws RangeError unless each index is below the size.
 */
export async function inclusionProofs(
  indexes: readonly number[],
  size: number,
  read: HashReader,
): Promise<Uint8Array[][]> {
  if (!isSize(size) || !indexes.every((index) => isSize(index) && index < size))
    throw new RangeError(`index: must be an integer from 0 to ${size - 1}`);
  return readShared(
    indexes.map((index) => inclusionRanges(index, size)),
    read,
  );
}

/** The hashes of several lists of ranges. Each range is read once. */
async function readShared(rangesOf: readonly Range[][], read: HashReader): Promise<Uint8Array[][]> {
  const nameOf = ([start, end]: Range): string => `${start}-${end}`;
  const distinct = new Map(rangesOf.flat().map((range) => [nameOf(range), range]));
  const hashes = await readRanges([...distinct.values()], read);
  const found = new Map([...distinct.keys()].map((name, n) => [name, hashes[n]!]));
  return rangesOf.map((ranges) => ranges.map((range) => found.get(nameOf(range))!));
}

/**
 * The proof that the tree of size `first` is the beginning of the tree of size `second`. It is empty if `first` is 0 or
 * equals `second`. Throws RangeError if `first` is above `second`.
 */
export async function consistencyProof(first: number, second: number, read: HashReader): Promise<Uint8Array[]> {
  if (!isSize(second) || !isSize(first) || first > second)
    throw new RangeError(`first: must be an integer from 0 to ${second}`);
  return first === 0 || first === second ? [] : readRanges(consistencyRanges(first, second), read);
}

/** The proofs of `consistencyProof` from several sizes, each from 1 to `second`. Shared hashes are read once. */
export async function consistencyProofs(
  firsts: readonly number[],
  second: number,
  read: HashReader,
): Promise<Uint8Array[][]> {
  if (!isSize(second) || !firsts.every((first) => isSize(first) && first > 0 && first <= second))
    throw new RangeError(`first: must be an integer from 1 to ${second}`);
  return readShared(
    firsts.map((first) => (first === second ? [] : consistencyRanges(first, second))),
    read,
  );
}

/**
 * The root that an inclusion proof leads to. Returns undefined if the proof does not have the length, or its hashes not
 * the length, that index and size demand. RFC 9162, section 2.1.3.2.
 */
export function rootFromInclusion(
  { index, size, leaf }: { index: number; size: number; leaf: Uint8Array },
  proof: readonly Uint8Array[],
): Uint8Array | undefined {
  if (!isSize(size) || !isSize(index) || index >= size || ![leaf, ...proof].every(isHash)) return undefined;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else hash = nodeHash(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? hash : undefined;
}

/** Whether a proof shows that the tree with this size and root has the leaf hash at `index`. */
export function verifyInclusion(
  of: { index: number; size: number; leaf: Uint8Array; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  const root = rootFromInclusion(of, proof);
  return root !== undefined && equalBytes(root, of.root);
}

/**
 * The root of size `second` that a consistency proof leads to from the root of size `first`. Returns undefined if the
 * proof does not lead to `firstRoot`, is of another length, or if `first` is 0: every tree is consistent with the empty
 * one, and no proof shows anything about it. RFC 9162, section 2.1.4.2.
 */
export function rootFromConsistency(
  { first, second, firstRoot }: { first: number; second: number; firstRoot: Uint8Array },
  proof: readonly Uint8Array[],
): Uint8Array | undefined {
  if (!isSize(first) || !isSize(second) || first < 1 || first > second) return undefined;
  if (first === second) return proof.length === 0 ? firstRoot : undefined;
  if (![firstRoot, ...proof].every(isHash)) return undefined;
  // The tree of a power of two is a node of the later tree, so the proof leaves out its root.
  const [start, ...rest] = 2 ** floorLog2(first) === first ? [firstRoot, ...proof] : proof;
  if (!start) return undefined;
  let [node, last] = [first - 1, second - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let [older, newer] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return undefined;
    if (isOdd(node) || node === last) {
      older = nodeHash(sibling, older);
      newer = nodeHash(sibling, newer);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else newer = nodeHash(newer, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalBytes(older, firstRoot) ? newer : undefined;
}

/** Whether a proof shows that the tree with the first size and root is the beginning of the one with the second. */
export function verifyConsistency(
  of: { first: number; second: number; firstRoot: Uint8Array; secondRoot: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  const root = rootFromConsistency(of, proof);
  return root !== undefined && equalBytes(root, of.secondRoot);
}

/** The ranges of the hashes of an inclusion proof, PATH of RFC 9162, section 2.1.3.1: for index < size. */
export function inclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([start, middle]);
      start = middle;
    }
  }
  return ranges.toReversed();
}

/** SUBPROOF of RFC 9162, section 2.1.4.1, for 0 < first < second. */
function consistencyRanges(first: number, second: number): Range[] {
  const ranges: Range[] = [];
  let [start, end] = [0, second];
  while (end !== first) {
    const middle = start + splitOf(end - start);
    if (first <= middle) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([start, middle]);
      start = middle;
    }
  }
  if (start > 0) ranges.push([start, end]);
  return ranges.toReversed();
}

/** The hashes of these nodes, which are read at once. */
export async function readRanges(ranges: readonly Range[], read: HashReader): Promise<Uint8Array[]> {
  const subtrees = ranges.map(([start, end]) => subtreesOf(start, end));
  const hashes = await read(subtrees.flat());
  let at = 0;
  return subtrees.map(({ length }) => {
    at += length;
    return rootOfSubtrees(hashes.slice(at - length, at));
  });
}

/** The largest power of two below `n`, which is above 1. */
const splitOf = (n: number): number => 2 ** floorLog2(n - 1);

// Not bit operators, because they truncate to 32 bits.
const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

const isHash = (hash: Uint8Array): boolean => hash.length === HASH_BYTES;
