import { createHash } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { AssetMap, MAP_TABLES } from './asset-map.ts';
import { AUTHOR_KEY_TABLE, LoggedAuthorKeys } from './author-keys.ts';

/** How far the entries of a log were read: their number, the right edge of their tree, and the keys that they name. */
export type EntryProgress = { size: number; edge: Uint8Array[]; vkeys: string[] };

const HASH_BYTES = 32;
/**
 * The first bytes of the SHA-256 of an identity. Two with the same ones take 2^64 attempts, and cause a false alarm.
 */
const KEY_BYTES = 16;

const TABLES = `
  CREATE TABLE IF NOT EXISTS progress (
    log TEXT PRIMARY KEY, size INTEGER NOT NULL, edge BLOB NOT NULL, vkeys TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS identities (key BLOB PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  ${MAP_TABLES}
  ${AUTHOR_KEY_TABLE}
`;
/** Of the file. Earlier versions had no map or no keys of authors, so their entries are read again. */
const VERSION = 2;
const EMPTY =
  'DELETE FROM progress; DELETE FROM identities; DELETE FROM map_salt; DELETE FROM map_buckets; ' +
  'DELETE FROM map_assets; DELETE FROM map_unkeyed; DELETE FROM author_keys';

/**
 * The identities of the events in a log, its map and the keys of its authors, with how far it was read, in a SQLite
 * file. They change together.
 */
export class ReadEntries {
  /** Of the entries that were read. */
  readonly map: AssetMap;
  readonly authorKeys: LoggedAuthorKeys;
  readonly #db: DatabaseSync;
  readonly #log: string;
  readonly #add: StatementSync;
  readonly #find: StatementSync;

  /**
   * Opens or creates the file for the log with this id. Removes what was read of another log. Throws an Error for the
   * user if the file cannot be used.
   */
  constructor(file: string, log: string) {
    this.#log = log;
    try {
      this.#db = new DatabaseSync(file);
      this.#db.exec(`PRAGMA synchronous = FULL; ${TABLES}`);
      const other = this.#db.prepare('SELECT 1 FROM progress WHERE log <> ?').get(log);
      const { user_version: version } = this.#db.prepare('PRAGMA user_version').get() as { user_version: number };
      if (other || version !== VERSION) this.#db.exec(`BEGIN; ${EMPTY}; PRAGMA user_version = ${VERSION}; COMMIT`);
      this.#add = this.#db.prepare('INSERT INTO identities (key, position) VALUES (?, ?) ON CONFLICT DO NOTHING');
      this.#find = this.#db.prepare('SELECT position FROM identities WHERE key = ?');
      this.map = new AssetMap(this.#db);
      this.authorKeys = new LoggedAuthorKeys(this.#db);
    } catch (error) {
      const remedy = 'remove that file to read all entries again';
      throw new Error(`${file}: cannot be used: ${(error as Error).message}: ${remedy}`, { cause: error });
    }
  }

  get progress(): EntryProgress {
    const row = this.#db.prepare('SELECT size, edge, vkeys FROM progress WHERE log = ?').get(this.#log) as
      | { size: number; edge: Uint8Array; vkeys: string }
      | undefined;
    if (!row) return { size: 0, edge: [], vkeys: [] };
    const edge = Array.from({ length: row.edge.length / HASH_BYTES }, (_, i) =>
      row.edge.slice(i * HASH_BYTES, (i + 1) * HASH_BYTES),
    );
    return { size: row.size, edge, vkeys: JSON.parse(row.vkeys) as string[] };
  }

  /**
   * Calls `read` in a transaction, and stores the progress that it resolves to. Stores nothing if it rejects. Calls
   * must not overlap.
   */
  async advance(read: () => Promise<EntryProgress>): Promise<void> {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const { size, edge, vkeys } = await read();
      this.map.flush();
      this.#db
        .prepare(
          `INSERT INTO progress (log, size, edge, vkeys) VALUES (?1, ?2, ?3, ?4)
           ON CONFLICT (log) DO UPDATE SET size = ?2, edge = ?3, vkeys = ?4`,
        )
        .run(this.#log, size, Buffer.concat(edge), JSON.stringify(vkeys));
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      this.map.reload();
      throw error;
    }
  }

  /** Adds the identity of the event with this index. Returns the index of an earlier event with the same identity. */
  add(identity: string, index: number): number | undefined {
    const key = createHash('sha256').update(identity).digest().subarray(0, KEY_BYTES);
    if (this.#add.run(key, index).changes === 1) return undefined;
    return (this.#find.get(key) as { position: number }).position;
  }

  close(): void {
    this.#db.close();
  }
}
