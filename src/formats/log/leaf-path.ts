import { joinBytes, equalBytes } from '../../lib/bytes.ts';
import { HASH_BYTES, nodeHash, subtreesOf } from './tree.ts';

/**
 * Inclusion proofs from the right edge of the tree (`CompactRange.edge`) and the hashes below the node of the edge that
 * the leaf is below. That is less than `hashesFromTiles` reads: of a full tile, 16 of its hashes and the roots of each
 * 16.
 */

/** The number of levels of the tree that one tile has. */
const TILE_HEIGHT = 8;
/** The number of levels of a part of a full tile. */
const PART_HEIGHT = 4;
/** The number of hashes of a part of a full tile. */
export const PART_WIDTH = 2 ** PART_HEIGHT;

/**
 * A complete subtree that the proof of a leaf goes through: the nodes `first` to `first + width - 1` at a level of the
 * tree, where `width` is a power of two. They are hashes `skipped` and following of `count` that are stored together.
 */
export type LeafPart = { level: number; first: number; width: number; skipped: number; count: number };

/**
 * The parts from the leaves up. A full tile has two: 16 of its hashes, and the roots of each 16. A partial tile has
 * one, within all of its hashes. A leaf that is a node of the edge itself has none.
 */
export function leafParts(index: number, size: number): LeafPart[] {
  const { level: height } = edgeNodeOf(index, size).subtree;
  const parts: LeafPart[] = [];
  for (let level = 0, end; level < height; level = end) {
    const inTile = level % TILE_HEIGHT;
    const isFull = height >= level - inTile + TILE_HEIGHT;
    end = isFull ? level + PART_HEIGHT : height;
    const width = 2 ** (end - level);
    const at = Math.floor(index / 2 ** level);
    const first = at - (at % width);
    const skipped = isFull ? 0 : first % 2 ** TILE_HEIGHT;
    const count = isFull ? width : Math.floor(size / 2 ** level) % 2 ** TILE_HEIGHT;
    parts.push({ level, first, width, skipped, count });
  }
  return parts;
}

/** The nodes of a complete subtree with these hashes: the hashes, their parents, and so on up to the root. */
export function nodesOf(hashes: Uint8Array): Uint8Array {
  const levels = [hashes];
  for (let level = hashes; level.length > HASH_BYTES;) {
    const parents = new Uint8Array(level.length / 2);
    for (let n = 0; n * HASH_BYTES < parents.length; n += 1)
      parents.set(nodeHash(hashAt(level, 2 * n), hashAt(level, 2 * n + 1)), n * HASH_BYTES);
    levels.push(parents);
    level = parents;
  }
  return joinBytes(levels);
}

/**
 * The inclusion proof of RFC 9162, section 2.1.3.1. `leaf`: the hash of the leaf; `nodes`: `nodesOf` each of the parts;
 * `edge`: the right edge of the tree of this size, and `roots`: its `rootsOfEdge`. Throws RangeError if one does not
 * have the length that index and size demand, or is not below the next one: so the proof leads to the root of the edge.
 */
export function leafPath(
  { index, size, leaf }: { index: number; size: number; leaf: Uint8Array },
  nodes: readonly Uint8Array[],
  { edge, roots }: { edge: readonly Uint8Array[]; roots: readonly Uint8Array[] },
): Uint8Array[] {
  const { number, count } = edgeNodeOf(index, size);
  const parts = leafParts(index, size);
  if (edge.length !== count) throw new RangeError(`edge: must have ${count} hashes for a tree of size ${size}`);
  const path: Uint8Array[] = [];
  let below = leaf;
  parts.forEach(({ level, first, width }, n) => {
    const of = nodes[n];
    if (of?.length !== (2 * width - 1) * HASH_BYTES) throw new RangeError(`nodes: must be those of ${width} hashes`);
    let at = Math.floor(index / 2 ** level) - first;
    if (!equalBytes(hashAt(of, at), below)) throw new RangeError(`nodes: must be the parents of the level ${level}`);
    for (let [start, wide] = [0, width]; wide > 1; [start, wide, at] = [start + wide, wide / 2, Math.floor(at / 2)])
      path.push(hashAt(of, start + (at % 2 === 0 ? at + 1 : at - 1)));
    below = of.subarray(-HASH_BYTES);
  });
  if (!equalBytes(below, edge[number]!)) throw new RangeError('nodes: must be below a node of the edge');
  if (number + 1 < count) path.push(roots[number + 1]!);
  return [...path, ...edge.slice(0, number).toReversed()];
}

/** The node of the edge that a leaf is below: its number, from the left, and the number of nodes. */
function edgeNodeOf(index: number, size: number) {
  const subtrees = subtreesOf(0, size);
  const number = subtrees.findIndex((subtree) => index < (subtree.index + 1) * 2 ** subtree.level);
  if (number < 0 || index < 0) throw new RangeError(`index: must be an integer from 0 to ${size - 1}`);
  return { subtree: subtrees[number]!, number, count: subtrees.length };
}

const hashAt = (hashes: Uint8Array, n: number): Uint8Array => hashes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES);
