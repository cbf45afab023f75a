import { compareBytes } from '../../lib/bytes.ts';
import { historyValue, type AssetHistory } from '../../formats/completeness/asset-history.ts';
import { BUCKET_BITS, bucketOf, type AssetStore } from '../../formats/completeness/map-tree.ts';
import type { MapLeaf } from '../../formats/completeness/prefix-tree.ts';
import {
  decodeAssets,
  encodeAssets,
  startOf,
  widthAt,
  type MapPage,
  type PagedAsset,
  type PagePlace,
} from './pages.ts';

/** The number of starts of a bucket. */
const BUCKET_WIDTH = widthAt(BUCKET_BITS);

/** The assets of a map in memory, about 80 bytes for each: the buckets have the bytes of `encodeAssets`. */
export class PackedAssets implements AssetStore {
  readonly #buckets = new Map<number, Uint8Array>();
  /** The number of assets. */
  size = 0;

  history(key: Uint8Array): AssetHistory | undefined {
    return this.#assets(bucketOf(key)).find((asset) => compareBytes(asset.key, key) === 0);
  }

  put(key: Uint8Array, { events, chain }: AssetHistory): void {
    const assets = this.#assets(bucketOf(key));
    const at = assets.findIndex((asset) => compareBytes(asset.key, key) >= 0);
    const isKnown = at >= 0 && compareBytes(assets[at]!.key, key) === 0;
    assets.splice(at < 0 ? assets.length : at, isKnown ? 1 : 0, { key, events, chain });
    if (!isKnown) this.size += 1;
    this.#buckets.set(bucketOf(key), encodeAssets(assets));
  }

  leaves(bucket: number): MapLeaf[] {
    return this.#assets(bucket).map((asset) => ({ key: asset.key, value: historyValue(asset) }));
  }

  /** The page at a place. */
  page({ start, bits }: PagePlace): MapPage {
    const [end, assets]: [number, PagedAsset[]] = [start + widthAt(bits), []];
    for (let bucket = Math.floor(start / BUCKET_WIDTH); bucket * BUCKET_WIDTH < end; bucket++)
      assets.push(...this.#assets(bucket).filter(({ key }) => startOf(key) >= start && startOf(key) < end));
    return { start, bits, assets };
  }

  #assets(bucket: number): PagedAsset[] {
    return decodeAssets(this.#buckets.get(bucket) ?? new Uint8Array(0));
  }
}
