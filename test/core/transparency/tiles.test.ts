import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBundle, encodeBundle } from '../../../src/formats/log/bundle.ts';
import {
  consistencyProof,
  inclusionProof,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/formats/log/proofs.ts';
import {
  hashesFromTiles,
  hasTile,
  parseTilePath,
  tilePath,
  tilesOf,
  tilesWritten,
  type HashTile,
} from '../../../src/formats/log/tiles.ts';
import { readRoot } from '../../../src/formats/log/tree.ts';
import { sized } from '../../support/size.ts';
import { MemoryLog } from './support/memory-log.ts';

/** Above 65,536, so that the tree has tiles of three levels. */
const LARGEST = sized({ quick: 600, long: 70_000, full: 70_000 });
const SETTINGS = { seed: 20_261_123, numRuns: sized({ quick: 60, long: 500, full: 2000 }) };
const log = new MemoryLog(LARGEST);
const sizes = fc
  .integer({ min: 1, max: LARGEST })
  .chain((to) => fc.record({ from: fc.integer({ min: 0, max: to }), to: fc.constant(to) }));
const size = fc.integer({ min: 0, max: 2 ** 40 });
const width = fc.integer({ min: 1, max: 256 });
const key = ({ level, index }: HashTile): string => `${level}/${index}`;

test('the tiles of a tree of 70,000 leaves are those of the example in the specification', () => {
  const tiles = tilesOf(70_000);
  const of = (level: number): number[] => tiles.filter((tile) => tile.level === level).map((tile) => tile.width);
  expect(of(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112]);
  expect(of(1)).toEqual([256, 17]);
  expect(of(2)).toEqual([1]);
  expect(of(3)).toEqual([]);
});

test('the tiles of a tree of 256 leaves are a full one and a partial one of width 1 above it', () => {
  expect(tilesOf(256)).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 1, index: 0, width: 1 },
  ]);
  expect(tilesOf(0)).toEqual([]);
});

test('the tiles of a tree after an append are the earlier ones, widened and continued by the append', () => {
  fc.assert(
    fc.property(size, fc.integer({ min: 0, max: 70_000 }), (from, added) => {
      const written = tilesWritten(from, from + added);
      expect(written.every((tile) => hasTile(from + added, tile) && !hasTile(from, tile))).toBe(true);
      expect(new Set(written.map(key)).size).toBe(written.length);
    }),
    SETTINGS,
  );
  fc.assert(
    fc.property(sizes, ({ from, to }) => {
      const after = new Map([...tilesOf(from), ...tilesWritten(from, to)].map((tile) => [key(tile), tile]));
      expect([...after.values()]).toEqual(expect.arrayContaining(tilesOf(to)));
      expect(after.size).toBe(tilesOf(to).length);
    }),
    { ...SETTINGS, numRuns: 30 },
  );
});

test('the tiles of a tree include those of every earlier size, and bundles of entries as at level 0', () => {
  const widths = (level: number | 'entries', index: number): number[] =>
    [0, 1, 7, 8, 9, 255, 256, 257].filter((width) => hasTile(520, { level, index, width }));
  for (const level of [0, 'entries'] as const) {
    expect(widths(level, 1)).toEqual([1, 7, 8, 9, 255, 256]);
    expect(widths(level, 2)).toEqual([1, 7, 8]);
    expect(widths(level, 3)).toEqual([]);
  }
  expect(hasTile(520, { level: 1, index: 0, width: 2 })).toBe(true);
  expect(hasTile(520, { level: 1, index: 0, width: 3 })).toBe(false);
  expect(hasTile(Number.MAX_SAFE_INTEGER, { level: 63, index: 0, width: 1 })).toBe(false);
});

test('the tiles of a tree cannot be those of an append that makes the tree smaller', () => {
  expect(() => tilesWritten(2, 1)).toThrow('from: must be an integer from 0 to 1');
});

test.each([
  [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
  [{ level: 0, index: 0, width: 1 }, 'tile/0/000.p/1'],
  [{ level: 'entries', index: 273, width: 112 }, 'tile/entries/273.p/112'],
  [{ level: 63, index: 1000, width: 255 }, 'tile/63/x001/000.p/255'],
] as const)('the path of the tile %o is %s', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path)).toEqual(tile);
});

test('the path of a tile leads back to the tile', () => {
  const level = fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const));
  fc.assert(
    fc.property(level, fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), width, (level, index, width) => {
      expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width });
    }),
    SETTINGS,
  );
});

test.each([
  'tile/64/000',
  'tile/00/000',
  'tile/01/000',
  'tile/0/0',
  'tile/0/00',
  'tile/0/0000',
  'tile/0/x000/001',
  'tile/0/001/002',
  'tile/0/x001/x002',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/0/000.p/',
  'tile/0/000.p',
  'tile/-1/000',
  'tile/Entries/000',
  'tile/0/x999/x999/x999/x999/x999/999',
  '/tile/0/000',
  'tile/0/000/',
  'tile/0/000\n',
  'tile/8/0/000',
  '',
])('the path of a tile is not "%s"', (path) => {
  expect(parseTilePath(path)).toBeUndefined();
});

describe('proofs from tiles', () => {
  test('verify, and read each tile once', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ from, to }) => {
        const requested: HashTile[] = [];
        const read = hashesFromTiles(to, (tiles) => {
          requested.push(...tiles);
          return log.readTiles(tiles);
        });
        const [firstRoot, secondRoot] = [log.roots[from]!, log.roots[to]!];
        expect(await readRoot(to, read)).toEqual(secondRoot);
        if (from > 0) {
          const proof = await consistencyProof(from, to, read);
          expect(verifyConsistency({ first: from, second: to, firstRoot, secondRoot }, proof)).toBe(true);
        }
        requested.length = 0;
        const index = Math.min(from, to - 1);
        const proof = await inclusionProof(index, to, read);
        expect(verifyInclusion({ index, size: to, root: secondRoot, leaf: log.leaf(index) }, proof)).toBe(true);
        expect(new Set(requested.map(key)).size).toBe(requested.length);
        expect(tilesOf(to)).toEqual(expect.arrayContaining(requested));
      }),
      SETTINGS,
    );
  });

  test('are the same as proofs from the hashes', async () => {
    const read = hashesFromTiles(LARGEST, log.readTiles);
    for (const index of [0, 1, 255, 256, 257, LARGEST - 1])
      expect(await inclusionProof(index, LARGEST, read)).toEqual(await inclusionProof(index, LARGEST, log.read));
  });

  test('are refused if a tile has another length, and do not verify if one of its hashes has changed', async () => {
    const short = hashesFromTiles(300, async (tiles) => tiles.map(({ width }) => new Uint8Array(32 * width - 1)));
    await expect(inclusionProof(3, 300, short)).rejects.toThrow('tile/0/000: must have 8192 bytes');
    const changed = hashesFromTiles(300, async (tiles) => {
      const bytes = await log.readTiles(tiles);
      bytes[0]![0]! ^= 1;
      return bytes;
    });
    const proof = await inclusionProof(3, 300, changed);
    expect(verifyInclusion({ index: 3, size: 300, root: log.roots[300]!, leaf: log.leaf(3) }, proof)).toBe(false);
  });
});

describe('a bundle of entries', () => {
  test('has the big-endian length before each entry', () => {
    expect([...encodeBundle([Uint8Array.of(7), new Uint8Array(0), new Uint8Array(258)])].slice(0, 7)).toEqual([
      0, 1, 7, 0, 0, 1, 2,
    ]);
  });

  test('leads back to its entries', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 20 }), (entries) => {
        expect(decodeBundle(encodeBundle(entries)).map((entry) => [...entry])).toEqual(entries.map((e) => [...e]));
      }),
      SETTINGS,
    );
  });

  test('is refused if an entry is too long, or if it ends within an entry or its length', () => {
    expect(encodeBundle([new Uint8Array(65_535)])).toHaveLength(65_537);
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow('entry: must have at most 65535 bytes');
    expect(() => decodeBundle(Uint8Array.of(0, 2, 1))).toThrow('bundle: ends within an entry');
    expect(() => decodeBundle(Uint8Array.of(0, 0, 1))).toThrow('bundle: ends within the length of an entry');
  });
});
