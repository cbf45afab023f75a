import { compareBytes, equalBytes, joinBytes } from '../../lib/bytes.ts';
import { historyValue, NO_EVENTS, withEvent, type AssetHistory } from '../../formats/completeness/asset-history.ts';
import { EMPTY_HASH, halves, subtreeHash, type MapLeaf } from '../../formats/completeness/prefix-tree.ts';
import { HASH_BYTES, nodeHash } from '../../formats/log/tree.ts';

/**
 * The map of a log in pages: each is the subtree of the keys with the same first bits. A page with too many assets is
 * split. Pages are never joined, so a node above a page always has more assets than a page may have.
 */

/** The bits of a key that order the pages: as many as an integer of SQL and of JavaScript has. */
const START_BITS = 48;
/** Above this number of assets, a page is split. */
const PAGE_ASSETS = 16;
/** The bytes of an asset: key, number of events, hash chain. */
const ASSET_BYTES = 72;
const [EVENTS_AT, CHAIN_AT] = [HASH_BYTES, HASH_BYTES + 8];

/** An asset of a page. */
export type PagedAsset = AssetHistory & { key: Uint8Array };
/** Where a page is: the first 48 bits of its first possible key, and the number of bits that all of its keys have. */
export type PagePlace = { start: number; bits: number };
export type MapPage = PagePlace & { assets: readonly PagedAsset[] };
/** A page without its assets. */
export type PageNode = PagePlace & { hash: Uint8Array };

/** The first 48 bits of a key. */
export const startOf = (key: Uint8Array): number => key.slice(0, START_BITS / 8).reduce((n, byte) => n * 256 + byte, 0);

/** The number of starts below a node at a depth. */
export const widthAt = (depth: number): number => 2 ** (START_BITS - depth);

export const pageLeaves = ({ assets }: MapPage): MapLeaf[] =>
  assets.map((asset) => ({ key: asset.key, value: historyValue(asset) }));

/** The hash of the subtree of a page. */
export const pageHash = (page: MapPage): Uint8Array => subtreeHash(pageLeaves(page), page.bits);

/** The bytes of the assets of a page. */
export const encodeAssets = (assets: readonly PagedAsset[]): Uint8Array =>
  joinBytes(
    assets.map(({ key, events, chain }) => {
      const bytes = new Uint8Array(ASSET_BYTES);
      bytes.set(key);
      new DataView(bytes.buffer).setBigUint64(EVENTS_AT, BigInt(events));
      bytes.set(chain, CHAIN_AT);
      return bytes;
    }),
  );

/** The assets of `encodeAssets`. Throws RangeError for other lengths. */
export function decodeAssets(bytes: Uint8Array): PagedAsset[] {
  if (bytes.length % ASSET_BYTES !== 0) throw new RangeError(`assets: must have ${ASSET_BYTES} bytes each`);
  return Array.from({ length: bytes.length / ASSET_BYTES }, (_, n) => {
    const own = bytes.slice(n * ASSET_BYTES, (n + 1) * ASSET_BYTES);
    const events = Number(new DataView(own.buffer).getBigUint64(EVENTS_AT));
    return { key: own.subarray(0, EVENTS_AT), events, chain: own.subarray(CHAIN_AT) };
  });
}

/** An event of an asset, by the key of the asset and the leaf hash of the event's entry. */
export type MapEvent = { key: Uint8Array; leaf: Uint8Array };

/** The pages that a page becomes with more events, which are in the order of the log: several if it is split. */
export function withEvents({ start, bits, assets }: MapPage, events: readonly MapEvent[]): MapPage[] {
  const all = [...assets];
  for (const { key, leaf } of events) {
    const at = all.findIndex((asset) => compareBytes(asset.key, key) >= 0);
    const known = at < 0 ? undefined : all[at]!;
    if (known && equalBytes(known.key, key)) all[at] = { key, ...withEvent(known, leaf) };
    else all.splice(at < 0 ? all.length : at, 0, { key, ...withEvent(NO_EVENTS, leaf) });
  }
  return split({ start, bits, assets: all });
}

function split(page: MapPage): MapPage[] {
  const { start, bits, assets } = page;
  if (assets.length <= PAGE_ASSETS || bits === START_BITS) return [page];
  const [left, right] = halves(assets, bits);
  return [
    ...split({ start, bits: bits + 1, assets: left }),
    ...split({ start: start + widthAt(bits + 1), bits: bits + 1, assets: right }),
  ];
}

/** The hash of the node at a depth that these pages are below. They are all of its pages, in their order. */
export function nodeOfPages(pages: readonly PageNode[], depth: number): Uint8Array {
  const [first] = pages;
  if (first?.bits === depth && pages.length === 1) return first.hash;
  const [left, right] = halvesOf(pages, depth);
  return nodeHash(nodeOfPages(left, depth + 1), nodeOfPages(right, depth + 1));
}

/** Divides the pages below a node at a depth into those below its children. Throws RangeError if there are no such. */
export function halvesOf(pages: readonly PageNode[], depth: number): [PageNode[], PageNode[]] {
  const [first] = pages;
  if (!first || first.bits <= depth) throw new RangeError(`pages: must be those below one node at the depth ${depth}`);
  const middle = first.start - (first.start % widthAt(depth)) + widthAt(depth + 1);
  const right = pages.findIndex(({ start }) => start >= middle);
  return right < 0 ? [[...pages], []] : [pages.slice(0, right), pages.slice(right)];
}

/** The root above `nodes`, which has 32 bytes of each node at a depth. */
export function rootOfNodes(nodes: Uint8Array): Uint8Array {
  const top = levelsOf(nodes).at(-1);
  if (top) return nodeHash(top.subarray(0, HASH_BYTES), top.subarray(HASH_BYTES));
  return nodes.length === 0 ? EMPTY_HASH : nodes.slice();
}

/** The hashes of the nodes at a depth, as `nodes`, and of each level above below the root. */
export function levelsOf(nodes: Uint8Array): Uint8Array[] {
  const levels: Uint8Array[] = [];
  for (let level = nodes; level.length > HASH_BYTES;) {
    levels.push(level);
    const above = new Uint8Array(level.length / 2);
    for (let at = 0; at < above.length; at += HASH_BYTES)
      above.set(nodeHash(level.subarray(2 * at, 2 * at + 32), level.subarray(2 * at + 32, 2 * at + 64)), at);
    level = above;
  }
  return levels;
}
