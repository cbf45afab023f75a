import { joinBytes, equalBytes } from '../../lib/bytes.ts';
import { PART_WIDTH } from '../../formats/log/leaf-path.ts';
import { TILE_WIDTH, tilesWritten } from '../../formats/log/tiles.ts';
import { CompactRange, rootOf, subtreesOf } from '../../formats/log/tree.ts';
import type { FullTile } from './log-appends.ts';
import type { TreeLeaf, OpenTree } from './sequencing.ts';

/**
 * Reads hashes `first` to `end - 1` of a level of tiles: leaf hashes at level 0, the roots of the tiles below at the
 * others.
 */
export type LevelReader = (level: number, first: number, end: number) => Promise<Uint8Array[]>;

/**
 * The tiles that become full when leaves are appended to a tree. What was written before is read and compared with the
 * tree. Rejects with RangeError if it differs.
 */
export async function fullTiles(tree: OpenTree, leaves: readonly TreeLeaf[], read: LevelReader): Promise<FullTile[]> {
  const made: FullTile[] = [];
  for (const { level, index, width } of tilesWritten(tree.size, tree.size + leaves.length)) {
    if (width < TILE_WIDTH) continue;
    const first = index * TILE_WIDTH;
    const before = Math.min(Math.max(Math.floor(tree.size / TILE_WIDTH ** level), first), first + TILE_WIDTH);
    const old = before > first ? await verified(tree, level, first, await read(level, first, before)) : [];
    const added =
      level === 0
        ? leaves.slice(before - tree.size, first + TILE_WIDTH - tree.size).map(({ hash }) => hash)
        : made
            .filter((tile) => tile.level === level - 1 && tile.index >= before && tile.index < first + TILE_WIDTH)
            .map(({ root }) => root);
    const hashes = [...old, ...added];
    const groups = Array.from({ length: hashes.length / PART_WIDTH }, (_, n) => n * PART_WIDTH);
    const middle = groups.map((start) => rootOf(hashes.slice(start, start + PART_WIDTH)));
    made.push({ level, index, root: rootOf(middle), hashes: joinBytes(hashes), middle: joinBytes(middle) });
  }
  return made;
}

/** Returns the hashes from `first` to the end of a level if the tree has them. */
function verified({ size, edge }: OpenTree, level: number, first: number, hashes: Uint8Array[]): Uint8Array[] {
  const onLevel = Math.floor(size / TILE_WIDTH ** level);
  const ofLevel = new CompactRange(onLevel, edge.slice(0, subtreesOf(0, onLevel).length));
  const range = new CompactRange(first, ofLevel.edge.slice(0, subtreesOf(0, first).length));
  for (const hash of hashes) range.append(hash);
  if (range.size !== onLevel || !equalBytes(range.root(), ofLevel.root()))
    throw new RangeError(`the stored hashes of level ${level} from ${first} are not those of the tree`);
  return hashes;
}
