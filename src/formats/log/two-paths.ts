import { inclusionRanges, type Range } from './proofs.ts';

/**
 * The inclusion proofs of one leaf in two trees of a log share most of their hashes: of the second one, only those are
 * stated that the first one does not have. Of a hash to the left of the leaf, this is never the case; to its right, it
 * is one hash if the second tree is the smaller one.
 */

/** A leaf, and the size of a tree that has it. */
type Leaf = { index: number; size: number };

const nameOf = ([start, end]: Range): string => `${start}-${end}`;

/**
 * The hashes of the path to the tree of size `second`, in their order, that the path to the tree of size `size` does
 * not have. `path`: the inclusion proof in the second tree. `index` must be below both sizes.
 */
export function pathDifference({ index, size }: Leaf, second: number, path: readonly Uint8Array[]): Uint8Array[] {
  const known = new Set(inclusionRanges(index, size).map(nameOf));
  return inclusionRanges(index, second).flatMap((range, n) => (known.has(nameOf(range)) ? [] : [path[n]!]));
}

/**
 * The inclusion proof in the tree of size `second`, from that in the tree of size `size` and the `pathDifference`.
 * Undefined if one of them does not have the length that index and sizes demand, or the index is not below both sizes.
 */
export function secondPath(
  { index, size, path }: Leaf & { path: readonly Uint8Array[] },
  second: number,
  difference: readonly Uint8Array[],
): Uint8Array[] | undefined {
  if (index >= size || index >= second) return undefined;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== path.length) return undefined;
  const known = new Map(ranges.map((range, n) => [nameOf(range), path[n]!]));
  const rest = [...difference];
  const hashes = inclusionRanges(index, second).map((range) => known.get(nameOf(range)) ?? rest.shift());
  return rest.length === 0 && hashes.every((hash) => hash !== undefined) ? hashes : undefined;
}
