import { HASH_BYTES, nodeHash } from '../log/tree.ts';
import { NO_EVENTS, withEvent, type AssetHistory } from './asset-history.ts';
import { EMPTY_HASH, subtreeHash, type MapLeaf } from './prefix-tree.ts';

/** Keys with the same first bits are in one bucket: as many as make 61 assets in each of a map of 1,000,000. */
export const BUCKET_BITS = 14;
const BUCKETS = 2 ** BUCKET_BITS;

/** The bucket of a key. */
export const bucketOf = (key: Uint8Array): number => ((key[0]! << 8) | key[1]!) >> (16 - BUCKET_BITS);

/** The subtree of a bucket: the number of its assets, and its hash. */
export type BucketNode = { bucket: number; assets: number; hash: Uint8Array };

/** Where the assets of a map are. */
export type AssetStore = {
  history: (key: Uint8Array) => AssetHistory | undefined;
  put: (key: Uint8Array, history: AssetHistory) => void;
  /** The leaves of the assets of a bucket, in the order of their keys. */
  leaves: (bucket: number) => MapLeaf[];
  /** Called with a bucket whose assets have changed, once its hash is known. */
  onNode?: (node: BucketNode) => void;
};

/**
 * The map of a log that grows event by event, for programs that compare it with the entries LOGMAPV1. The assets are in
 * the store; the nodes above the buckets are in memory, 1.2 MB.
 */
export class MapTree {
  readonly #store: AssetStore;
  /** The nodes from the root, which is the first one: the children of n are 2n and 2n + 1. */
  readonly #assets = new Uint32Array(2 * BUCKETS);
  readonly #hashes = new Uint8Array(2 * BUCKETS * HASH_BYTES);
  readonly #changed = new Set<number>();

  /** `nodes`: those of the buckets that the store has assets of. */
  constructor(store: AssetStore, nodes: Iterable<BucketNode> = []) {
    this.#store = store;
    const known: number[] = [];
    for (const { bucket, assets, hash } of nodes) {
      this.#set(BUCKETS + bucket, assets, hash);
      known.push(BUCKETS + bucket);
    }
    this.#setParents(known);
  }

  /** Adds an event of the asset with this key, whose entry has this leaf hash. */
  add(key: Uint8Array, leaf: Uint8Array): void {
    this.set(key, withEvent(this.#store.history(key) ?? NO_EVENTS, leaf));
  }

  /** Adds or replaces the asset with this key. */
  set(key: Uint8Array, history: AssetHistory): void {
    this.#store.put(key, history);
    this.#changed.add(bucketOf(key));
  }

  /** The number of assets. */
  get assets(): number {
    this.#refresh();
    return this.#assets[1]!;
  }

  root(): Uint8Array {
    return this.level(0);
  }

  /** The hashes of all nodes at a depth of at most 14, 32 bytes each. */
  level(depth: number): Uint8Array {
    this.#refresh();
    return this.#hashes.slice(2 ** depth * HASH_BYTES, 2 ** (depth + 1) * HASH_BYTES);
  }

  #refresh(): void {
    if (this.#changed.size === 0) return;
    for (const bucket of this.#changed) {
      const leaves = this.#store.leaves(bucket);
      const hash = subtreeHash(leaves, BUCKET_BITS);
      this.#set(BUCKETS + bucket, leaves.length, hash);
      this.#store.onNode?.({ bucket, assets: leaves.length, hash });
    }
    this.#setParents([...this.#changed].map((bucket) => BUCKETS + bucket));
    this.#changed.clear();
  }

  #set(node: number, assets: number, hash: Uint8Array): void {
    this.#assets[node] = assets;
    this.#hashes.set(hash, node * HASH_BYTES);
  }

  #setParents(nodes: readonly number[]): void {
    for (let level = new Set(nodes.map((node) => node >> 1)); level.size > 0;) {
      for (const node of level) this.#setParent(node);
      level = new Set([...level].map((node) => node >> 1).filter((node) => node > 0));
    }
  }

  /** A leaf is at the smallest depth at which it is alone. */
  #setParent(node: number): void {
    const [left, right] = [2 * node, 2 * node + 1];
    const assets = this.#assets[left]! + this.#assets[right]!;
    if (assets > 1) this.#set(node, assets, nodeHash(this.#hashOf(left), this.#hashOf(right)));
    else if (assets === 0) this.#set(node, 0, EMPTY_HASH);
    else this.#set(node, 1, this.#hashOf(this.#assets[left] === 1 ? left : right));
  }

  #hashOf(node: number): Uint8Array {
    return this.#hashes.subarray(node * HASH_BYTES, (node + 1) * HASH_BYTES);
  }
}
