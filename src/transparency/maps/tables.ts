import { sql } from 'drizzle-orm';
import { blob, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core';
import { HASH_BYTES } from '../../formats/log/tree.ts';

/**
 * The maps of the logs, each as of one size. They follow from the leaves and the salt, and from nothing else. Steps
 * change a map in place: between its entries, what it was as of the last one is kept beside it (`readMapProof`).
 */
export const logMaps = sqliteTable('log_maps', {
  /** References `logs.number`. */
  log: integer().primaryKey(),
  /** The entries that the map covers. */
  size: integer().notNull().default(0),
  /** The number of assets, and of pages. */
  assets: integer().notNull().default(0),
  pages: integer().notNull().default(1),
  /** 32 random bytes, for the keys of the assets. */
  salt: blob({ mode: 'buffer' }).notNull(),
  root: blob({ mode: 'buffer' })
    .notNull()
    .default(sql`(zeroblob(32))`),
  /** The hashes of all nodes at this depth, from left to right, 32 bytes each. No page is above them. */
  depth: integer().notNull().default(0),
  nodes: blob({ mode: 'buffer' })
    .notNull()
    .default(sql`(zeroblob(32))`),
  /** The size that the last entry before this state covers, and depth and nodes as of then; 0: none is before it. */
  covered: integer().notNull().default(0),
  coveredDepth: integer('covered_depth').notNull().default(0),
  // A literal: SQLite adds no column with an expression as its default to a table that has rows.
  coveredNodes: blob('covered_nodes', { mode: 'buffer' })
    .notNull()
    .default(sql.raw(`x'${'00'.repeat(HASH_BYTES)}'`)),
});

/** The assets of a map, in the order of their keys. The pages of a map cover all keys. */
export const logMapPages = sqliteTable(
  'log_map_pages',
  {
    /** References `logs.number`. */
    log: integer().notNull(),
    /** The first 48 bits of the first key that the page can have. */
    start: integer().notNull(),
    /** The number of bits that its keys have in common: the depth of its node. */
    bits: integer().notNull(),
    hash: blob({ mode: 'buffer' }).notNull(),
    /** Of each asset its key (32 bytes), the number of its events (big-endian, 8 bytes), its hash chain (32 bytes). */
    assets: blob({ mode: 'buffer' }).notNull(),
    /** The size of the map after the step that has changed the page last. */
    changed: integer().notNull().default(0),
    /** If `changed` is above `log_maps.covered`: what the page was as of then; null if it did not exist. */
    oldBits: integer('old_bits'),
    oldHash: blob('old_hash', { mode: 'buffer' }),
    oldAssets: blob('old_assets', { mode: 'buffer' }),
  },
  (t) => [primaryKey({ columns: [t.log, t.start] })],
);
