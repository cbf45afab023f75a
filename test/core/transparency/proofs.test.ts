import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, fromHex, toHex, utf8 } from '../../../src/lib/text.ts';
import {
  consistencyProof,
  inclusionProof,
  rootFromConsistency,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/formats/log/proofs.ts';
import {
  CompactRange,
  emptyRoot,
  floorLog2,
  leafHash,
  nodeHash,
  readRoot,
  rootOf,
  subtreesOf,
} from '../../../src/formats/log/tree.ts';
import proofs from '../../vectors/transparency/rfc6962-proofs.json' with { type: 'json' };
import tree from '../../vectors/transparency/tree.json' with { type: 'json' };
import { sized } from '../../support/size.ts';
import { bitFlips, MemoryLog } from './support/memory-log.ts';

/** Every pair of sizes up to this one is tried. */
const ALL_PAIRS = sized({ quick: 130, long: 1000, full: 2000 });
/** Random pairs of sizes are up to this one. */
const LARGEST = 5000;
const SETTINGS = { seed: 20_261_123, numRuns: sized({ quick: 300, long: 3000, full: 10_000 }) };
/** The number of random pairs of which every bit of both proofs is changed. */
const FLIPPED = sized({ quick: 15, long: 130, full: 2000 });
const LIMIT = 1_800_000;

const log = new MemoryLog(LARGEST);
const hashes = (list: string[] | null): Uint8Array[] => (list ?? []).map((hash) => fromBase64(hash)!);
const leaves = tree.entries.map((entry) => leafHash(fromHex(entry)));
const seven = new MemoryLog(7);

/** Two sizes 1 <= first < second. */
const sizes = fc
  .integer({ min: 2, max: LARGEST })
  .chain((second) => fc.record({ first: fc.integer({ min: 1, max: second - 1 }), second: fc.constant(second) }));

/** The proof with one bit changed, for each bit of each of its hashes. */
const flipsOf = (proof: Uint8Array[]): Uint8Array[][] =>
  proof.flatMap((hash, at) => [...bitFlips(hash)].map((changed) => proof.with(at, changed)));

/** The naive definition of RFC 9162, section 2.1.1. */
function merkleTreeHash(of: readonly Uint8Array[]): Uint8Array {
  if (of.length === 1) return of[0]!;
  let split = 1;
  while (split * 2 < of.length) split *= 2;
  return nodeHash(merkleTreeHash(of.slice(0, split)), merkleTreeHash(of.slice(split)));
}

test('a tree has the public root at each of the sizes 0 to 8', () => {
  expect(tree.roots.map((_, size) => toHex(rootOf(leaves.slice(0, size))))).toEqual(tree.roots);
  expect(toHex(emptyRoot())).toBe(tree.roots[0]);
});

test('a tree of the seven entries has the roots and proofs that independent tools compute', async () => {
  expect([3, 7].map((size) => toHex(seven.roots[size]!))).toEqual([tree.seven.root3, tree.seven.root7]);
  expect((await inclusionProof(4, 7, seven.read)).map(toHex)).toEqual(tree.seven.inclusion4);
  expect((await consistencyProof(3, 7, seven.read)).map(toHex)).toEqual(tree.seven.consistency3to7);
});

test('a tree has the root of the recursive definition at every size', async () => {
  const all = Array.from({ length: ALL_PAIRS }, (_, i) => log.leaf(i));
  for (let size = 1; size <= ALL_PAIRS; size++) {
    expect(log.roots[size]).toEqual(merkleTreeHash(all.slice(0, size)));
    expect(await readRoot(size, log.read)).toEqual(log.roots[size]);
  }
});

test('a tree is continued from its right edge as if all leaves had been appended at once', () => {
  fc.assert(
    fc.property(sizes, ({ first, second }) => {
      const range = new CompactRange();
      for (let i = 0; i < first; i++) range.append(log.leaf(i));
      const resumed = new CompactRange(first, range.edge);
      for (let i = first; i < second; i++) resumed.append(log.leaf(i));
      expect(resumed.root()).toEqual(log.roots[second]);
      expect(resumed.size).toBe(second);
      expect(range.root()).toEqual(log.roots[first]);
    }),
    { ...SETTINGS, numRuns: 30 },
  );
});

test('a tree rejects a right edge that does not fit the size', () => {
  expect(() => new CompactRange(3, [log.leaf(0)])).toThrow('edge: must have 2 hashes');
  expect(() => new CompactRange(1, [new Uint8Array(31)])).toThrow('edge: must have 1 hashes');
  expect(() => new CompactRange(-1)).toThrow('size: must be');
});

test('a tree of 2^53 - 1 leaves consists of 53 subtrees, one of each level', () => {
  const subtrees = subtreesOf(0, Number.MAX_SAFE_INTEGER);
  expect(subtrees.map(({ level }) => level)).toEqual(Array.from({ length: 53 }, (_, i) => 52 - i));
  expect(subtrees.every(({ index }) => Number.isSafeInteger(index))).toBe(true);
});

test('a tree computes exact logarithms around every power of two up to 2^53', () => {
  for (let level = 1; level < 53; level++)
    expect([2 ** level - 1, 2 ** level, 2 ** level + 1].map(floorLog2)).toEqual([level - 1, level, level]);
  expect(floorLog2(Number.MAX_SAFE_INTEGER)).toBe(52);
});

describe('verification', () => {
  test('is tested with the 196 public cases', () => {
    expect(proofs.inclusion.length + proofs.consistency.length).toBe(196);
  });

  test.each(proofs.inclusion.map((one) => [one.wantErr ? 'rejects' : 'accepts', one.case, one] as const))(
    '%s the public case %s',
    (_, __, { leafIdx, treeSize, root, leafHash, proof, wantErr }) => {
      const of = { index: leafIdx, size: treeSize, root: fromBase64(root)!, leaf: fromBase64(leafHash)! };
      expect(verifyInclusion(of, hashes(proof))).toBe(!wantErr);
    },
  );

  test.each(proofs.consistency.map((one) => [one.wantErr ? 'rejects' : 'accepts', one.case, one] as const))(
    '%s the public case %s',
    (_, __, { size1, size2, root1, root2, proof, wantErr }) => {
      const of = { first: size1, second: size2, firstRoot: fromBase64(root1)!, secondRoot: fromBase64(root2)! };
      expect(verifyConsistency(of, hashes(proof))).toBe(!wantErr);
    },
  );
});

describe('proofs', () => {
  test(
    'verify for every leaf of every tree, and for every pair of trees, of small sizes',
    { timeout: LIMIT },
    async () => {
      for (let second = 1; second <= ALL_PAIRS; second++) {
        const secondRoot = log.roots[second]!;
        for (let first = 1; first <= second; first++) {
          const [index, firstRoot] = [first - 1, log.roots[first]!];
          const inclusion = await inclusionProof(index, second, log.read);
          const consistency = await consistencyProof(first, second, log.read);
          const verified =
            verifyInclusion({ index, size: second, root: secondRoot, leaf: log.leaf(index) }, inclusion) &&
            verifyConsistency({ first, second, firstRoot, secondRoot }, consistency);
          if (!verified) expect.fail(`leaf ${index} or tree ${first} of tree ${second}`);
        }
      }
    },
  );

  test('verify for random sizes', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ first, second }) => {
        const [firstRoot, secondRoot] = [log.roots[first]!, log.roots[second]!];
        const of = { index: first, size: second, root: secondRoot, leaf: log.leaf(first) };
        expect(verifyInclusion(of, await inclusionProof(first, second, log.read))).toBe(true);
        const consistency = await consistencyProof(first, second, log.read);
        expect(verifyConsistency({ first, second, firstRoot, secondRoot }, consistency)).toBe(true);
      }),
      SETTINGS,
    );
  });

  test('fail with any single bit changed, of the leaf, of a root or of a hash', { timeout: LIMIT }, async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ first, second }) => {
        const of = { index: first, size: second, root: log.roots[second]!, leaf: log.leaf(first) };
        const both = { first, second, firstRoot: log.roots[first]!, secondRoot: log.roots[second]! };
        const inclusion = await inclusionProof(first, second, log.read);
        const consistency = await consistencyProof(first, second, log.read);
        const accepted = [
          ...[...bitFlips(of.leaf)].map((leaf) => verifyInclusion({ ...of, leaf }, inclusion)),
          ...[...bitFlips(of.root)].map((root) => verifyInclusion({ ...of, root }, inclusion)),
          ...[...bitFlips(both.firstRoot)].map((firstRoot) => verifyConsistency({ ...both, firstRoot }, consistency)),
          ...[...bitFlips(both.secondRoot)].map((secondRoot) =>
            verifyConsistency({ ...both, secondRoot }, consistency),
          ),
          ...flipsOf(inclusion).map((changed) => verifyInclusion(of, changed)),
          ...flipsOf(consistency).map((changed) => verifyConsistency(both, changed)),
        ];
        expect(accepted).not.toContain(true);
      }),
      { ...SETTINGS, numRuns: FLIPPED },
    );
  });

  test('fail for a changed bit of the older size or of the index', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ first, second }) => {
        const of = { index: first, size: second, root: log.roots[second]!, leaf: log.leaf(first) };
        const inclusion = await inclusionProof(first, second, log.read);
        const consistency = await consistencyProof(first, second, log.read);
        const both = { first, second, firstRoot: log.roots[first]!, secondRoot: log.roots[second]! };
        for (let bit = 0; bit < 31; bit++) {
          expect(verifyInclusion({ ...of, index: first ^ (1 << bit) }, inclusion)).toBe(false);
          expect(verifyConsistency({ ...both, first: first ^ (1 << bit) }, consistency)).toBe(false);
        }
      }),
      SETTINGS,
    );
  });

  test('fail when a hash is added, removed, duplicated or truncated', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ first, second }) => {
        const of = { index: first, size: second, root: log.roots[second]!, leaf: log.leaf(first) };
        const both = { first, second, firstRoot: log.roots[first]!, secondRoot: log.roots[second]! };
        for (const [verify, proof] of [
          [(changed: Uint8Array[]) => verifyInclusion(of, changed), await inclusionProof(first, second, log.read)],
          [
            (changed: Uint8Array[]) => verifyConsistency(both, changed),
            await consistencyProof(first, second, log.read),
          ],
        ] as const) {
          for (let at = 0; at < proof.length; at++) {
            expect(verify(proof.toSpliced(at, 1))).toBe(false);
            expect(verify(proof.toSpliced(at, 0, proof[at]!))).toBe(false);
            expect(verify(proof.with(at, proof[at]!.subarray(0, 31)))).toBe(false);
          }
          expect(verify([...proof, log.roots[second]!])).toBe(false);
          expect(verify([])).toBe(false);
        }
      }),
      { ...SETTINGS, numRuns: 50 },
    );
  });

  test('are empty between equal sizes and from the empty tree, which no proof can verify', async () => {
    expect(await consistencyProof(5, 5, log.read)).toEqual([]);
    expect(await consistencyProof(0, 5, log.read)).toEqual([]);
    expect(rootFromConsistency({ first: 0, second: 5, firstRoot: emptyRoot() }, [])).toBeUndefined();
  });

  test('are refused for an index outside of the tree, a size above it, and sizes that are not integers', async () => {
    await expect(inclusionProof(5, 5, log.read)).rejects.toThrow('index: must be an integer from 0 to 4');
    await expect(inclusionProof(1.5, 5, log.read)).rejects.toThrow('index: must be');
    await expect(consistencyProof(6, 5, log.read)).rejects.toThrow('first: must be an integer from 0 to 5');
    const of = { index: 0.5, size: 2, root: log.roots[2]!, leaf: log.leaf(0) };
    expect(verifyInclusion(of, [log.leaf(1)])).toBe(false);
  });

  test('do not accept an inner node as a leaf, because leaves and nodes have different prefixes', async () => {
    const pair = new Uint8Array([...log.leaf(0), ...log.leaf(1)]);
    expect(leafHash(pair)).not.toEqual(log.roots[2]);
    expect(leafHash(utf8('entry 0'))).toEqual(log.leaf(0));
  });
});
