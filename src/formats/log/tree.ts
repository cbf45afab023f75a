import { joinBytes } from '../../lib/bytes.ts';
import { sha256 } from '../../lib/sha256.ts';

/**
 * The Merkle tree of RFC 9162, section 2.1, which is that of RFC 6962, with SHA-256. Sizes and indexes are integers
 * from 0 to 2^53 - 1.
 */

/** The length of a hash in bytes. */
export const HASH_BYTES = 32;

/** A complete subtree: the root of the 2^level leaves from `index * 2^level`. Level 0 are leaf hashes. */
export type Subtree = { level: number; index: number };

/** Returns the hashes of these subtrees, in their order. Rejects if one of them cannot be read. */
export type HashReader = (subtrees: readonly Subtree[]) => Promise<Uint8Array[]>;

/** The root of the tree without leaves: the SHA-256 of nothing. RFC 9162, section 2.1.1. */
export const emptyRoot = (): Uint8Array => sha256(new Uint8Array(0));

/** What the hash of a leaf covers before the entry. RFC 9162, section 2.1.1. */
export const LEAF_PREFIX = Uint8Array.of(0);

/** The hash of a leaf: SHA-256(0x00 | entry). */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(joinBytes([LEAF_PREFIX, entry]));

/** The message of `nodeHash`: none of its calls waits. */
const node = new Uint8Array(1 + 2 * HASH_BYTES);
node[0] = 1;

/** The hash of an inner node: SHA-256(0x01 | left | right). Throws RangeError for a hash that is too long. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length > HASH_BYTES || right.length > HASH_BYTES)
    throw new RangeError(`a hash must have ${HASH_BYTES} bytes`);
  for (let i = 0; i < HASH_BYTES; i++) {
    node[1 + i] = left[i]!;
    node[1 + HASH_BYTES + i] = right[i]!;
  }
  return sha256(node);
}

/** The root of the tree with these leaf hashes. */
export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const range = new CompactRange();
  for (const leaf of leaves) range.append(leaf);
  return range.root();
}

/**
 * The root of adjacent complete subtrees, from left to right. Each must be at least as large as the next one, as
 * `subtreesOf` returns them. There must be at least one.
 */
export const rootOfSubtrees = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.reduceRight((right, left) => nodeHash(left, right));

/** The root of the subtrees from each hash of an edge to its last one: the first result is the root of the tree. */
export function rootsOfEdge(edge: readonly Uint8Array[]): Uint8Array[] {
  const roots: Uint8Array[] = [];
  for (const hash of edge.toReversed()) roots.unshift(roots[0] ? nodeHash(hash, roots[0]) : hash);
  return roots;
}

/**
 * The largest complete subtrees that make up the leaves `start` to `end - 1`, where `start` is a multiple of the first.
 */
export function subtreesOf(start: number, end: number): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end;) {
    const level = floorLog2(end - at);
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** The root of the tree of this size, which must not be 0. */
export const readRoot = async (size: number, read: HashReader): Promise<Uint8Array> =>
  rootOfSubtrees(await read(subtreesOf(0, size)));

/**
 * The right edge of a tree: the roots of its largest complete subtrees, from left to right. It suffices to append
 * leaves and to compute the root. A tree of n leaves has as many as n has binary digits 1.
 */
export class CompactRange {
  #size: number;
  readonly #edge: Uint8Array[];

  /** The tree of this size. Throws RangeError if `edge` does not have the number of hashes of this size. */
  constructor(size = 0, edge: readonly Uint8Array[] = []) {
    if (!isSize(size)) throw new RangeError('size: must be an integer from 0 to 2^53 - 1');
    const expected = subtreesOf(0, size).length;
    if (edge.length !== expected || edge.some((hash) => hash.length !== HASH_BYTES))
      throw new RangeError(`edge: must have ${expected} hashes of ${HASH_BYTES} bytes for a tree of size ${size}`);
    this.#size = size;
    this.#edge = [...edge];
  }

  get size(): number {
    return this.#size;
  }

  /** The hashes of `subtreesOf(0, size)`. */
  get edge(): readonly Uint8Array[] {
    return this.#edge;
  }

  /** Appends a leaf. Calls `onComplete` with each subtree that it completes: the leaf itself, then its ancestors. */
  append(leaf: Uint8Array, onComplete?: (subtree: Subtree, hash: Uint8Array) => void): void {
    let [level, index, hash] = [0, this.#size, leaf];
    onComplete?.({ level, index }, hash);
    for (; index % 2 === 1; index = (index - 1) / 2) {
      hash = nodeHash(this.#edge.pop()!, hash);
      level += 1;
      onComplete?.({ level, index: (index - 1) / 2 }, hash);
    }
    this.#edge.push(hash);
    this.#size += 1;
  }

  root(): Uint8Array {
    return this.#edge.length === 0 ? emptyRoot() : rootOfSubtrees(this.#edge);
  }
}

/** Whether a number can be the size of a tree. */
export const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0;

/** The exponent of the largest power of two that is not above `n`, which is from 1 to 2^53 - 1. */
export function floorLog2(n: number): number {
  // Math.log2 rounds near 2^53, so its result is corrected.
  const estimate = Math.floor(Math.log2(n));
  return 2 ** estimate > n ? estimate - 1 : estimate;
}
