import { array, assert, nat, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assetKey,
  historyValue,
  NO_EVENTS,
  withEvent,
  type AssetHistory,
} from '../../../src/formats/completeness/asset-history.ts';
import { encodeMapEntry, parseMapEntry } from '../../../src/formats/completeness/map-entry.ts';
import {
  byKey,
  rootFromMapProof,
  searchSubtree,
  subtreeHash,
  type MapLeaf,
  type MapProof,
} from '../../../src/formats/completeness/prefix-tree.ts';
import { sha256 } from '../../../src/lib/sha256.ts';
import { fromHex, toHex, utf8 } from '../../../src/lib/text.ts';
import vectors from '../../vectors/transparency/maps.json' with { type: 'json' };

const historyOf = (leaves: readonly Uint8Array[]): AssetHistory => leaves.reduce(withEvent, NO_EVENTS);
const proofOf = ({ path, other }: { path: string[]; other: string[] | null }): MapProof => ({
  path: path.map(fromHex),
  other: other ? { key: fromHex(other[0]!), value: fromHex(other[1]!) } : undefined,
});

describe.each(vectors.maps)('the map of $name', ({ log, created, salt, size, assets, root, searches, entry }) => {
  const leaves: MapLeaf[] = assets
    .map(({ key, value }) => ({ key: fromHex(key), value: fromHex(value) }))
    .toSorted(byKey);

  test('has the key, the hash chain and the value of each asset, and the root', () => {
    for (const { asset, leaves: hashes, key, chain, value } of assets) {
      expect(toHex(assetKey(fromHex(salt), asset))).toBe(key);
      const history = historyOf(hashes.map(fromHex));
      expect([history.events, toHex(history.chain), toHex(historyValue(history))]).toEqual([
        hashes.length,
        chain,
        value,
      ]);
    }
    expect(toHex(subtreeHash(leaves))).toBe(root);
  });

  test('has the proof of each asset, and of assets that it does not have', () => {
    for (const { asset, ...proof } of searches) {
      const key = assetKey(fromHex(salt), asset);
      const value = assets.find((each) => each.asset === asset)?.value;
      expect(searchSubtree(leaves, key)).toEqual(proofOf(proof));
      expect(toHex(rootFromMapProof(key, value ? fromHex(value) : undefined, proofOf(proof))!)).toBe(root);
    }
  });

  test('has an entry, which is read in one form only', () => {
    const of = { log, created, size, assets: assets.length, root: fromHex(root), salt: fromHex(salt) };
    expect(new TextDecoder().decode(encodeMapEntry(of))).toBe(entry);
    expect(parseMapEntry(utf8(entry))).toEqual(of);
    expect(() => parseMapEntry(utf8(`${entry} `))).toThrow(RangeError);
    expect(() => parseMapEntry(utf8(entry.replace('LOGMAPV1', 'LOGMAPV2')))).toThrow('must be LOGMAPV1');
    expect(() => parseMapEntry(utf8(entry.replace('4:salt', '5:salts')))).toThrow(RangeError);
    expect(() => parseMapEntry(utf8(entry.replace(root, root.toUpperCase().replace(/^0+$/, 'A'.repeat(64)))))).toThrow(
      'root: must be 64 lower-case hexadecimal digits',
    );
  });
});

const hash = uint8Array({ minLength: 32, maxLength: 32 });
const randomMap = array(array(hash, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 30 });
const key = (n: number): Uint8Array => sha256(utf8(`asset ${n}`));

/** The root that the history of an asset leads to in the map of all assets with these leaf hashes. */
function checked(assets: readonly Uint8Array[][], n: number) {
  const leaves = assets.map((of, i) => ({ key: key(i), value: historyValue(historyOf(of)) })).toSorted(byKey);
  const proof = searchSubtree(leaves, key(n));
  const rootFor = (of: readonly Uint8Array[], by = proof): string | undefined => {
    const root = rootFromMapProof(key(n), historyValue(historyOf(of)), by);
    return root && toHex(root);
  };
  return { proof, root: toHex(subtreeHash(leaves)), rootFor };
}

test('a history leads to the root only with each event, in its order, and no other', () => {
  assert(
    property(randomMap, nat(), nat(), hash, (assets, which, at, foreign) => {
      const n = which % assets.length;
      const { root, rootFor } = checked(assets, n);
      const own = assets[n]!;
      const i = at % own.length;
      expect(rootFor(own)).toBe(root);
      expect(rootFor(own.toSpliced(i, 1))).not.toBe(root);
      expect(rootFor(own.toSpliced(i, 0, foreign))).not.toBe(root);
      expect(rootFor(own.with(i, foreign))).not.toBe(root);
      const j = (i + 1) % own.length;
      const exchanged = own.with(i, own[j]!).with(j, own[i]!);
      if (toHex(own[i]!) !== toHex(own[j]!)) expect(rootFor(exchanged)).not.toBe(root);
    }),
    { numRuns: 60 },
  );
});

test('a history of 5,000 events does not lead to the root if a single bit of it is changed', () => {
  const own = Array.from({ length: 5000 }, (_, n) => sha256(utf8(`leaf ${n}`)));
  const { root, rootFor } = checked([own, [own[0]!]], 0);
  expect(rootFor(own)).toBe(root);
  for (const [n, bit] of [
    [0, 0],
    [2500, 131],
    [4999, 255],
  ] as const) {
    const changed = own[n]!.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(rootFor(own.with(n, changed))).not.toBe(root);
  }
});

test('no bit of a proof can be changed, and no hash of it added or removed', () => {
  assert(
    property(randomMap, nat(), (assets, which) => {
      const n = which % assets.length;
      const { proof, root, rootFor } = checked(assets, n);
      const changes = proof.path.flatMap((of, at) =>
        [0, 77, 255].map((bit) => {
          const changed = of.slice();
          changed[bit >> 3]! ^= 1 << (bit & 7);
          return proof.path.with(at, changed);
        }),
      );
      const lengths = [...proof.path.map((_, at) => proof.path.toSpliced(at, 1)), [...proof.path, new Uint8Array(32)]];
      for (const path of [...changes, ...lengths])
        expect(rootFor(assets[n]!, { path, other: undefined })).not.toBe(root);
    }),
    { numRuns: 40 },
  );
});

test('a proof of absence does not verify for an asset that the map has', () => {
  assert(
    property(randomMap, nat(), (assets, which) => {
      const n = which % assets.length;
      const leaves = assets.map((of, i) => ({ key: key(i), value: historyValue(historyOf(of)) })).toSorted(byKey);
      const root = subtreeHash(leaves);
      const absent = key(assets.length);
      expect(rootFromMapProof(absent, undefined, searchSubtree(leaves, absent))).toEqual(root);
      const { path } = searchSubtree(leaves, key(n));
      for (const other of [undefined, ...leaves])
        for (let length = 0; length <= path.length; length++)
          expect(rootFromMapProof(key(n), undefined, { path: path.slice(path.length - length), other })).not.toEqual(
            root,
          );
    }),
    { numRuns: 40 },
  );
});

test('a proof in a map of 1,000,000 assets has at most 2 KB, also in base64', () => {
  // The first bits decide the length: those of the two keys that have the most in common, of random ones.
  const count = 1_000_000;
  const random = new Uint32Array(2 * count);
  let state = 49;
  for (let n = 0; n < random.length; n++) random[n] = state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  const keys = new Float64Array(count);
  for (let n = 0; n < count; n++) keys[n] = random[2 * n]! * 2 ** 21 + (random[2 * n + 1]! >>> 11);
  keys.sort();
  let common = 0;
  for (let n = 1; n < count; n++)
    common = Math.max(common, 52 - Math.floor(Math.log2(Math.max(1, keys[n]! - keys[n - 1]!))));
  expect((common + 1) * 32).toBeLessThanOrEqual(1536);
});
