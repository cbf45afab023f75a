import { array, assert, nat, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import {
  historyValue,
  NO_EVENTS,
  withEvent,
  type AssetHistory,
} from '../../../src/formats/completeness/asset-history.ts';
import { MapTree, type BucketNode } from '../../../src/formats/completeness/map-tree.ts';
import { byKey, subtreeHash } from '../../../src/formats/completeness/prefix-tree.ts';
import { sha256 } from '../../../src/lib/sha256.ts';
import { toHex, utf8 } from '../../../src/lib/text.ts';
import { PackedAssets } from '../../../src/transparency/maps/packed-assets.ts';
import { pageHash, pageLeaves } from '../../../src/transparency/maps/pages.ts';

/** Keys of which many have the same first bits, some more than a bucket has in common. */
const keyOf = ([group, rest]: [number, number]): Uint8Array => {
  const key = sha256(utf8(`${rest}`));
  key.set(
    [
      [0, 0, 0],
      [0, 0, 1],
      [0, 128, 0],
      [255, 255, 255],
      [17, 3, 4],
    ][group % 5]!,
  );
  return group < 5 ? key : sha256(key);
};

test('a tree that grows has the root of its assets after each event, also if it continues from its buckets', () => {
  assert(
    property(array(tuple(nat(9), nat(12)), { maxLength: 60 }), (events) => {
      const histories = new Map<string, AssetHistory & { key: Uint8Array }>();
      const nodes = new Map<number, BucketNode>();
      const assets = new PackedAssets();
      const store = {
        history: (key: Uint8Array) => assets.history(key),
        put: (key: Uint8Array, history: AssetHistory) => assets.put(key, history),
        leaves: (bucket: number) => assets.leaves(bucket),
        onNode: (node: BucketNode) => void nodes.set(node.bucket, node),
      };
      let tree = new MapTree(store);
      for (const [n, event] of events.entries()) {
        const [key, leaf] = [keyOf(event), sha256(utf8(`leaf ${n}`))];
        const history = withEvent(histories.get(toHex(key)) ?? NO_EVENTS, leaf);
        histories.set(toHex(key), { ...history, key });
        tree.add(key, leaf);
        if (n % 3 === 1) continue;
        const leaves = [...histories.values()].map((each) => ({ key: each.key, value: historyValue(each) }));
        expect([toHex(tree.root()), tree.assets]).toEqual([toHex(subtreeHash(leaves.toSorted(byKey))), leaves.length]);
        if (n % 3 === 2) tree = new MapTree(store, nodes.values());
      }
      const page = assets.page({ start: 0, bits: 0 });
      expect([toHex(pageHash(page)), pageLeaves(page).length]).toEqual([toHex(tree.root()), tree.assets]);
      const halves = [0, 1].map((half) => pageLeaves(assets.page({ start: half * 2 ** 47, bits: 1 })));
      expect(halves.flat()).toEqual(pageLeaves(page));
    }),
    { numRuns: 200 },
  );
});
