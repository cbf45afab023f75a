import { compareBytes, equalBytes, joinBytes } from '../../lib/bytes.ts';
import { HASH_BYTES, leafHash, nodeHash } from '../log/tree.ts';

/**
 * The prefix tree of draft-ietf-keytrans-protocol, section "Prefix Tree", with SHA-256 and keys of 32 bytes. A leaf is
 * at the smallest depth at which no other key has the same bits, the first bit at the root. A parent without one of its
 * children has an all-zero hash in its place. The root of the tree without leaves is all zeros.
 */

/** A key and its value, 32 bytes each. */
export type MapLeaf = { key: Uint8Array; value: Uint8Array };

/**
 * What a search for a key leads to. `path`: the hashes of the siblings, from the last node to the root. `other`: that
 * node, if it is the leaf of another key with the same first bits, so that the tree does not have the key. Otherwise it
 * is the leaf of the key, or missing.
 */
export type MapProof = { path: readonly Uint8Array[]; other: MapLeaf | undefined };

/** The hash of a missing child, and of a tree without leaves. */
export const EMPTY_HASH = new Uint8Array(HASH_BYTES);

/** The maximum length of a path: 256 bits of a key. */
const MAX_DEPTH = 8 * HASH_BYTES;

/** The bit of a key at a depth, from 0. */
export const bitOf = (key: Uint8Array, depth: number): number => (key[depth >> 3]! >> (7 - (depth & 7))) & 1;

const hashOf = ({ key, value }: MapLeaf): Uint8Array => leafHash(joinBytes([key, value]));

/** The order of leaves in the tree. */
export const byKey = (a: MapLeaf, b: MapLeaf): number => compareBytes(a.key, b.key);

/**
 * The hash of the subtree with these leaves, which are in the order of distinct keys and have their first `depth` bits
 * in common.
 */
export function subtreeHash(leaves: readonly MapLeaf[], depth = 0): Uint8Array {
  if (leaves.length === 0) return EMPTY_HASH;
  if (leaves.length === 1) return hashOf(leaves[0]!);
  const [left, right] = halves(leaves, depth);
  return nodeHash(subtreeHash(left, depth + 1), subtreeHash(right, depth + 1));
}

/** The search for a key in the subtree of `subtreeHash`. The path ends at its root. */
export function searchSubtree(leaves: readonly MapLeaf[], key: Uint8Array, depth = 0): MapProof {
  if (leaves.length < 2) return { path: [], other: leaves.find((leaf) => !equalBytes(leaf.key, key)) };
  const [left, right] = halves(leaves, depth);
  const [own, sibling] = bitOf(key, depth) === 0 ? [left, right] : [right, left];
  const { path, other } = searchSubtree(own, key, depth + 1);
  return { path: [...path, subtreeHash(sibling, depth + 1)], other };
}

/** Divides leaves by the bit of their keys at a depth. */
export function halves<L extends { key: Uint8Array }>(leaves: readonly L[], depth: number): [L[], L[]] {
  const middle = leaves.findIndex(({ key }) => bitOf(key, depth) === 1);
  return middle < 0 ? [[...leaves], []] : [leaves.slice(0, middle), leaves.slice(middle)];
}

/**
 * The root that the proof leads to if the key has this value; undefined: if the tree does not have the key. Returns
 * undefined for a proof that no tree has.
 */
export function rootFromMapProof(
  key: Uint8Array,
  value: Uint8Array | undefined,
  { path, other }: MapProof,
): Uint8Array | undefined {
  const depth = path.length;
  const parts = [key, ...(value ? [value] : []), ...path, ...(other ? [other.key, other.value] : [])];
  if (depth > MAX_DEPTH || parts.some(({ length }) => length !== HASH_BYTES)) return undefined;
  if (other && (value !== undefined || equalBytes(other.key, key) || !hasPrefix(other.key, key, depth)))
    return undefined;
  let hash: Uint8Array = EMPTY_HASH;
  if (value) hash = hashOf({ key, value });
  else if (other) hash = hashOf(other);
  path.forEach((sibling, n) => {
    hash = bitOf(key, depth - 1 - n) === 0 ? nodeHash(hash, sibling) : nodeHash(sibling, hash);
  });
  return hash;
}

function hasPrefix(a: Uint8Array, b: Uint8Array, bits: number): boolean {
  for (let n = 0; n < bits; n++) if (bitOf(a, n) !== bitOf(b, n)) return false;
  return true;
}
