import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinBytes } from '../../../src/lib/bytes.ts';
import { leafParts, leafPath, nodesOf } from '../../../src/formats/log/leaf-path.ts';
import { inclusionProof } from '../../../src/formats/log/proofs.ts';
import { rootsOfEdge, subtreesOf } from '../../../src/formats/log/tree.ts';
import { sized } from '../../support/size.ts';
import { MemoryLog } from './support/memory-log.ts';

/** More than one full tile at level 1. */
const log = new MemoryLog(2 ** 16 + 600);
const SIZE = 2 ** 16 + 600;
const ALL = sized({ quick: 70, long: 300, full: 600 });

async function edgeOf(size: number): Promise<{ edge: Uint8Array[]; roots: Uint8Array[] }> {
  const edge = await log.read(subtreesOf(0, size));
  return { edge, roots: rootsOfEdge(edge) };
}
/** The nodes of the parts, made from the hashes that are stored together. */
const partsOf = (index: number, size: number): Promise<Uint8Array[]> =>
  Promise.all(
    leafParts(index, size).map(async ({ level, first, width, skipped, count }) => {
      const stored = await log.read(Array.from({ length: count }, (_, i) => ({ level, index: first - skipped + i })));
      return nodesOf(joinBytes(stored.slice(skipped, skipped + width)));
    }),
  );
const pathOf = async (index: number, size: number): Promise<Uint8Array[]> =>
  leafPath({ index, size, leaf: log.leaf(index) }, await partsOf(index, size), await edgeOf(size));

test('is the inclusion proof of every leaf of every small tree', async () => {
  for (let size = 1; size <= ALL; size++)
    for (let index = 0; index < size; index++)
      expect(await pathOf(index, size)).toEqual(await inclusionProof(index, size, log.read));
});

test('is the inclusion proof of any leaf of any tree', async () => {
  const leaves = fc
    .integer({ min: 1, max: SIZE })
    .chain((size) => fc.record({ size: fc.constant(size), index: fc.integer({ min: 0, max: size - 1 }) }));
  const property = fc.asyncProperty(leaves, async ({ size, index }) => {
    expect(await pathOf(index, size)).toEqual(await inclusionProof(index, size, log.read));
  });
  await fc.assert(property, { seed: 20_261_124, numRuns: sized({ quick: 200, long: 2000, full: 10_000 }) });
});

test('reads two parts of 16 hashes of each full tile, and all hashes of a partial tile', () => {
  expect(leafParts(0, 1)).toEqual([]);
  expect(leafParts(6, 7)).toEqual([]);
  expect(leafParts(5, 7)).toEqual([{ level: 0, first: 4, width: 2, skipped: 4, count: 7 }]);
  const full = { width: 16, skipped: 0, count: 16 };
  expect(leafParts(300, 1_000_000)).toEqual([
    { level: 0, first: 288, ...full },
    { level: 4, first: 16, ...full },
    { level: 8, first: 0, ...full },
    { level: 12, first: 0, ...full },
    { level: 16, first: 0, width: 8, skipped: 0, count: 15 },
  ]);
  expect(leafParts(999_999, 1_000_000)).toEqual([{ level: 0, first: 999_936, width: 64, skipped: 0, count: 64 }]);
});

test('refuses hashes and edges of other trees', async () => {
  const of = { index: 3, size: 7, leaf: log.leaf(3) };
  const [parts, edge] = [await partsOf(3, 7), await edgeOf(7)];
  expect(() => leafPath({ ...of, index: 7 }, parts, edge)).toThrow('index: must be an integer from 0 to 6');
  expect(() => leafPath(of, parts, { ...edge, edge: edge.edge.slice(1) })).toThrow('edge: must have 3 hashes');
  expect(() => leafPath(of, [parts[0]!.subarray(32)], edge)).toThrow('nodes: must be those of 4 hashes');
  expect(() => leafPath({ ...of, leaf: log.leaf(2) }, parts, edge)).toThrow('must be the parents of the level 0');
  expect(() => leafPath(of, parts, { ...edge, edge: edge.edge.toReversed() })).toThrow(
    'nodes: must be below a node of the edge',
  );
});
