import { createHash } from 'node:crypto';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { toHex } from '../../../src/lib/text.ts';
import { rootOf } from '../../../src/formats/log/tree.ts';
import { stampLeaf, stampRoot, stampTree } from '../../../src/formats/timestamp/stamp-tree.ts';

const ORIGIN = 'evidence.example.com/archivist/v1/logs/b7c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d';
const sha256 = (...parts: (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

test('the leaf of a log is the hash of a label, its salt and the text of its checkpoint', () => {
  const [root, salt] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const leaf = stampLeaf({ origin: ORIGIN, size: 1042, root }, salt);
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const text = `asset-evidence-stamp/1\n${base64(salt)}\n${ORIGIN}\n1042\n${base64(root)}\n`;
  expect(toHex(leaf)).toBe(sha256(Uint8Array.of(0), text).toString('hex'));
  expect(toHex(leaf)).toBe('768f873b5c0befa79b8bdc46e9dc025fe6f5cf9e5b8df255a59b2a3dfaf985a3');
});

/** Bytes that differ for each call. */
const numbered = () => {
  let n = 0;
  return (length: number): Uint8Array => Uint8Array.from(sha256(`random ${n++}`).subarray(0, length));
};

test('a leaf leads to the root of the stamped tree from its own place only', () => {
  assert(
    property(integer({ min: 1, max: 100 }), (count) => {
      const leaves = Array.from({ length: count }, (_, n) => Uint8Array.from(sha256(`leaf ${n}`)));
      const { root, places } = stampTree(leaves, numbered());
      const [width] = [2 ** places[0]!.path.length];
      expect([width >= count, width >= 16, width < Math.max(17, 2 * count)]).toEqual([true, true, true]);
      for (const [n, place] of places.entries()) {
        expect(stampRoot(leaves[n]!, place)).toEqual(root);
        expect(stampRoot(leaves[n]!, { ...place, index: place.index ^ 1 })).not.toEqual(root);
        expect(stampRoot(leaves[n]!, { ...place, index: place.index + width })).toBeUndefined();
        expect(stampRoot(leaves[n]!, { ...place, path: place.path.slice(1) })).not.toEqual(root);
      }
    }),
    { numRuns: 20 },
  );
});

test('the leaves of a stamped tree are in the order of their hashes, so that their places show no log', () => {
  const leaves = Array.from({ length: 16 }, (_, n) => Uint8Array.from(sha256(`leaf ${n}`)));
  const sorted = leaves.toSorted((a, b) => Buffer.compare(a, b));
  const { root, places } = stampTree(leaves, numbered());
  expect(root).toEqual(rootOf(sorted));
  expect(places.map(({ index }) => sorted[index])).toEqual(leaves);
});
