import { utf8 } from '../../../../src/lib/text.ts';
import { CompactRange, leafHash, type HashReader } from '../../../../src/formats/log/tree.ts';
import { TILE_WIDTH, type TileReader } from '../../../../src/formats/log/tiles.ts';
import { joinBytes } from '../../../../src/lib/bytes.ts';

/** A log in memory: the entries `entry 0`, `entry 1`, …, with the hashes of all complete subtrees and all roots. */
export class MemoryLog {
  readonly #levels: Uint8Array[][] = [];
  readonly #range = new CompactRange();
  readonly roots: Uint8Array[] = [this.#range.root()];

  constructor(size: number) {
    for (let i = 0; i < size; i++) {
      this.#range.append(leafHash(utf8(`entry ${i}`)), ({ level, index }, hash) => {
        (this.#levels[level] ??= [])[index] = hash;
      });
      this.roots.push(this.#range.root());
    }
  }

  leaf(index: number): Uint8Array {
    return this.#levels[0]![index]!;
  }

  readonly read: HashReader = async (subtrees) =>
    subtrees.map(({ level, index }) => {
      const hash = this.#levels[level]?.[index];
      if (!hash) throw new Error(`the subtree ${index} of level ${level} does not exist`);
      return hash;
    });

  readonly readTiles: TileReader = async (tiles) =>
    tiles.map(({ level, index, width }) => {
      const hashes = this.#levels[8 * level]!.slice(index * TILE_WIDTH, index * TILE_WIDTH + width);
      if (hashes.length !== width) throw new Error(`tile ${index} of level ${level} does not have ${width} hashes`);
      return joinBytes(hashes);
    });
}

/** The bytes with one bit changed, for each bit. */
export function* bitFlips(bytes: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = new Uint8Array(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    yield changed;
  }
}
