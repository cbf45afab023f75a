import { sql, type SQL } from 'drizzle-orm';
import { fromHex } from '../../lib/text.ts';
import { hashesFromTiles, TILE_WIDTH, type HashTile } from '../../formats/log/tiles.ts';
import { emptyRoot, readRoot, subtreesOf } from '../../formats/log/tree.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { joinBytes } from '../../lib/bytes.ts';

/** The tree of a log, as the rows of its leaves and tiles have it. They never change. */
export class TreeRows {
  readonly #db: Database;
  readonly #log: SQL;

  /** `id`: the UUID of the log. */
  constructor(db: Database, id: string) {
    this.#db = db;
    this.#log = sql`(SELECT number FROM logs WHERE id = ${id})`;
  }

  /**
   * Hashes `first` to `end - 1` of a level of tiles: leaf hashes at level 0, the roots of the tiles below at the
   * others.
   */
  async level(level: number, first: number, end: number): Promise<Uint8Array[]> {
    const [rows] = await this.#db.batch([this.#hashes(level, first, end)]);
    return rows.map(({ hash }) => fromHex(hash.toLowerCase()));
  }

  /** The right edge of the tree of this size. */
  async edge(size: number): Promise<Uint8Array[]> {
    return this.hashes(size)(subtreesOf(0, size));
  }

  /** The root of the first `size` leaves of a tree of size `of`. */
  async root(of: number, size: number): Promise<Uint8Array> {
    if (size === 0) return emptyRoot();
    return readRoot(size, this.hashes(of));
  }

  /** The commit number of the last event; 0 without events. */
  async cursor(): Promise<number> {
    const [[row]] = await this.#db.batch([
      this.#db.sql<{ cursor: number }>(
        sql`SELECT coalesce(max(event), 0) AS cursor FROM log_leaves WHERE log = ${this.#log}`,
      ),
    ]);
    return row!.cursor;
  }

  /** The hashes of complete subtrees of the tree of this size. */
  hashes(size: number) {
    return hashesFromTiles(size, (tiles) => this.tiles(tiles));
  }

  /** The bytes of tiles, in their order. A tile that the log does not have is shorter than its width. */
  async tiles(tiles: readonly HashTile[]): Promise<Uint8Array[]> {
    const results = await this.#db.batch(
      tiles.map(({ level, index, width }) =>
        width === TILE_WIDTH
          ? this.#db.sql<{ hash: string }>(
              sql`SELECT hex(hashes) AS hash FROM log_tiles WHERE log = ${this.#log} AND level = ${level}
                  AND "index" = ${index}`,
            )
          : this.#hashes(level, index * TILE_WIDTH, index * TILE_WIDTH + width),
      ),
    );
    return results.map((rows) => joinBytes(rows.map(({ hash }) => fromHex(hash.toLowerCase()))));
  }

  #hashes(level: number, first: number, end: number): RawStatement<{ hash: string }> {
    return level === 0
      ? this.#db.sql(sql`SELECT hex(hash) AS hash FROM log_leaves
          WHERE log = ${this.#log} AND "index" >= ${first} AND "index" < ${end} ORDER BY "index"`)
      : this.#db.sql(sql`SELECT hex(root) AS hash FROM log_tiles
          WHERE log = ${this.#log} AND level = ${level - 1} AND "index" >= ${first} AND "index" < ${end}
            ORDER BY "index"`);
  }
}
