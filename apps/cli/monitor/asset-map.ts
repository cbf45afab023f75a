import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { assetKey, historyValue, NO_EVENTS, withEvent } from '../../../src/formats/completeness/asset-history.ts';
import type { MapEntry } from '../../../src/formats/completeness/map-entry.ts';
import { BUCKET_BITS, MapTree, type BucketNode } from '../../../src/formats/completeness/map-tree.ts';
import { HASH_BYTES } from '../../../src/formats/log/tree.ts';
import { equalBytes } from '../../../src/lib/bytes.ts';

/**
 * The map of the entries that were read. The first entry LOGMAPV1 names the salt of its keys; until then, its assets
 * are in `map_unkeyed`.
 */
export const MAP_TABLES = `
  CREATE TABLE IF NOT EXISTS map_salt (salt BLOB PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS map_assets (
    key BLOB PRIMARY KEY, events INTEGER NOT NULL, chain BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS map_unkeyed (
    asset TEXT PRIMARY KEY, events INTEGER NOT NULL, chain BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS map_buckets (
    bucket INTEGER PRIMARY KEY, assets INTEGER NOT NULL, hash BLOB NOT NULL
  ) STRICT;
`;

type HistoryRow = { events: number; chain: Uint8Array };

/** The map that the entries of a log lead to, in a SQLite file: about 100 bytes for each asset, and 2 MB of memory. */
export class AssetMap {
  readonly #db: DatabaseSync;
  readonly #statements: Record<'find' | 'put' | 'leaves' | 'putBucket' | 'findUnkeyed' | 'putUnkeyed', StatementSync>;
  /** Undefined before the first entry of a map, and until it is read again. */
  #keyed: { salt: Uint8Array; tree: MapTree } | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    const put = (table: string, key: string) =>
      `INSERT INTO ${table} (${key}, events, chain) VALUES (?1, ?2, ?3)
       ON CONFLICT (${key}) DO UPDATE SET events = ?2, chain = ?3`;
    this.#statements = {
      find: db.prepare('SELECT events, chain FROM map_assets WHERE key = ?'),
      put: db.prepare(put('map_assets', 'key')),
      leaves: db.prepare('SELECT key, events, chain FROM map_assets WHERE key >= ? AND key < ? ORDER BY key'),
      putBucket: db.prepare(
        `INSERT INTO map_buckets (bucket, assets, hash) VALUES (?1, ?2, ?3)
         ON CONFLICT (bucket) DO UPDATE SET assets = ?2, hash = ?3`,
      ),
      findUnkeyed: db.prepare('SELECT events, chain FROM map_unkeyed WHERE asset = ?'),
      putUnkeyed: db.prepare(put('map_unkeyed', 'asset')),
    };
    this.reload();
  }

  /** Adds an event of the asset with this UUID, whose entry has this leaf hash. */
  add(asset: string, leaf: Uint8Array): void {
    if (this.#keyed) {
      this.#keyed.tree.add(assetKey(this.#keyed.salt, asset), leaf);
      return;
    }
    const known = this.#statements.findUnkeyed.get(asset) as HistoryRow | undefined;
    const { events, chain } = withEvent(known ?? NO_EVENTS, leaf);
    this.#statements.putUnkeyed.run(asset, events, chain);
  }

  /** What is wrong with the map at this index; undefined if it is that of the events that were added. */
  problemOf({ size, assets, root, salt }: MapEntry, index: number): string | undefined {
    if (size !== index) return `covers size ${size}, which is not its index`;
    const { salt: own, tree } = (this.#keyed ??= this.#keyedBy(salt));
    if (!equalBytes(salt, own)) return 'has another salt than the map before';
    if (assets !== tree.assets) return `has ${assets} assets, and the entries before it have ${tree.assets}`;
    return equalBytes(root, tree.root()) ? undefined : 'has another root than the entries before it';
  }

  /** Writes what is in memory only. */
  flush(): void {
    this.#keyed?.tree.root();
  }

  /** Reads what is in memory again, after a transaction was rolled back. */
  reload(): void {
    const row = this.#db.prepare('SELECT salt FROM map_salt').get() as { salt: Uint8Array } | undefined;
    this.#keyed = row && { salt: row.salt, tree: this.#openTree() };
  }

  /** The map with the keys of this salt. */
  #keyedBy(salt: Uint8Array): { salt: Uint8Array; tree: MapTree } {
    const tree = this.#openTree();
    this.#db.prepare('INSERT INTO map_salt (salt) VALUES (?)').run(salt);
    const rows = this.#db.prepare('SELECT asset, events, chain FROM map_unkeyed').iterate();
    for (const { asset, events, chain } of rows as Iterable<HistoryRow & { asset: string }>)
      tree.set(assetKey(salt, asset), { events, chain });
    this.#db.exec('DELETE FROM map_unkeyed');
    return { salt, tree };
  }

  #openTree(): MapTree {
    const { find, put, leaves, putBucket } = this.#statements;
    const store = {
      history: (key: Uint8Array) => find.get(key) as HistoryRow | undefined,
      put: (key: Uint8Array, { events, chain }: HistoryRow) => void put.run(key, events, chain),
      leaves: (bucket: number) => {
        const rows = leaves.all(firstKey(bucket), firstKey(bucket + 1)) as (HistoryRow & { key: Uint8Array })[];
        return rows.map(({ key, ...history }) => ({ key, value: historyValue(history) }));
      },
      onNode: ({ bucket, assets, hash }: BucketNode) => void putBucket.run(bucket, assets, hash),
    };
    const nodes = this.#db.prepare('SELECT bucket, assets, hash FROM map_buckets').iterate();
    return new MapTree(store, nodes as Iterable<BucketNode>);
  }
}

/** The first bytes of the keys of a bucket. After the last bucket, what is after every key. */
function firstKey(bucket: number): Uint8Array {
  const bits = bucket << (16 - BUCKET_BITS);
  return bits > 0xffff ? new Uint8Array(HASH_BYTES + 1).fill(0xff) : Uint8Array.of(bits >> 8, bits & 0xff);
}
