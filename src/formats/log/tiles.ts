import { HASH_BYTES, isSize, nodeHash, type HashReader, type Subtree } from './tree.ts';

/** Tiles of hashes, and their paths: C2SP tlog-tiles (https://c2sp.org/tlog-tiles). */

/** The number of hashes of a full tile, and of entries of a full bundle. */
export const TILE_WIDTH = 256;
/** The levels of the tree that one tile has. */
const TILE_HEIGHT = 8;

/**
 * A tile: hashes `256 * index` to `256 * index + width - 1` of those at tree level `8 * level`. The level `entries` is
 * a bundle of the entries of the tile at level 0 with the same index and width. It is partial if the width is below
 * 256.
 */
export type Tile = { level: number | 'entries'; index: number; width: number };

/** A tile of hashes. */
export type HashTile = Tile & { level: number };

/** Returns the bytes of these tiles, in their order. Rejects if one of them cannot be read. */
export type TileReader = (tiles: readonly HashTile[]) => Promise<Uint8Array[]>;

/** The tiles of a tree of this size: the full ones and, of each level, at most one partial one. */
export const tilesOf = (size: number): HashTile[] => tilesWritten(0, size);

/**
 * The tiles that an append to a tree of size `from` adds or widens, until it has the size `to`. Those of a level are
 * ordered by index, and only the last one of a level can be partial.
 */
export function tilesWritten(from: number, to: number): HashTile[] {
  if (!isSize(from) || !isSize(to) || from > to) throw new RangeError(`from: must be an integer from 0 to ${to}`);
  const tiles: HashTile[] = [];
  for (let [level, before, after] = [0, from, to]; after > before; level += 1) {
    for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < after; index += 1)
      tiles.push({ level, index, width: Math.min(TILE_WIDTH, after - index * TILE_WIDTH) });
    [before, after] = [Math.floor(before / TILE_WIDTH), Math.floor(after / TILE_WIDTH)];
  }
  return tiles;
}

/**
 * Whether the tree of this size determines the tile: its own one, or that of an earlier size, which is the beginning of
 * it. A log must serve the partial tiles of every size that had a checkpoint.
 */
export function hasTile(size: number, { level, index, width }: Tile): boolean {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return width >= 1 && width <= Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH);
}

/** The path of a tile below the prefix of the log, for example `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/;

/** The tile of a path. Returns undefined for every other text: each tile has one path. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level, groups, width] = PATH.exec(path) ?? [];
  if (level === undefined || groups === undefined) return undefined;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const isValid = isSize(tile.index) && tile.width >= 1 && (level === 'entries' || Number(level) <= 63);
  return isValid && tilePath(tile) === path ? tile : undefined;
}

/**
 * Reads hashes of the tree of this size from its tiles, each tile once for each call. The hashes are not compared with
 * a root: verify the proof that is made from them. Rejects with RangeError if a tile does not have the length of its
 * width.
 */
export const hashesFromTiles =
  (size: number, read: TileReader): HashReader =>
  async (subtrees) => {
    const tiles = new Map(subtrees.map((subtree) => [tilePath(tileOf(subtree, size)), tileOf(subtree, size)]));
    const bytes = await read([...tiles.values()]);
    const found = new Map([...tiles.keys()].map((path, n) => [path, bytes[n]]));
    return subtrees.map((subtree) => {
      const tile = tileOf(subtree, size);
      const hashes = found.get(tilePath(tile));
      if (hashes?.length !== tile.width * HASH_BYTES)
        throw new RangeError(`${tilePath(tile)}: must have ${tile.width * HASH_BYTES} bytes`);
      return hashInTile(subtree, tile, hashes);
    });
  };

/**
 * The tile of the tree of this size that has a complete subtree: of the subtree's level, or of at most 7 levels below.
 */
function tileOf(subtree: Subtree, size: number): HashTile {
  const level = Math.floor(subtree.level / TILE_HEIGHT);
  const index = Math.floor(firstHash(subtree, level) / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
  return { level, index, width };
}

/** The number, among the hashes of its tile's level, of the first hash below a subtree. */
const firstHash = (subtree: Subtree, tileLevel: number): number =>
  subtree.index * 2 ** (subtree.level - TILE_HEIGHT * tileLevel);

function hashInTile(subtree: Subtree, { level, index }: HashTile, tile: Uint8Array): Uint8Array {
  const first = firstHash(subtree, level) - index * TILE_WIDTH;
  const count = 2 ** (subtree.level - TILE_HEIGHT * level);
  let hashes = Array.from({ length: count }, (_, i) => hashAt(tile, first + i));
  while (hashes.length > 1)
    hashes = Array.from({ length: hashes.length / 2 }, (_, i) => nodeHash(hashes[2 * i]!, hashes[2 * i + 1]!));
  return hashes[0]!;
}

/** Hash `i` of a tile. */
const hashAt = (tile: Uint8Array, i: number): Uint8Array => tile.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES);
