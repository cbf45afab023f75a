import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The logs: one for each tenancy with events, and one for all public events. A log that has ended keeps its row, leaves
 * and tiles; another log of the scope replaces it.
 */
export const logs = sqliteTable(
  'logs',
  {
    number: integer().primaryKey(),
    /** UUID. */
    id: text().notNull(),
    /** A tenant, or PUBLIC_SCOPE. */
    scope: text().notNull(),
    /** The first line of its checkpoints, and the name of its keys. */
    origin: text().notNull(),
    createdUs: integer('created_us').notNull(),
    /** JSON of the `PreviousLog` that it replaces; null for the first log of a scope. */
    previous: text(),
    /** 1 once another log replaces it. */
    ended: integer().notNull().default(0),
    size: integer().notNull(),
    root: blob({ mode: 'buffer' }).notNull(),
    /**
     * The roots of the largest complete subtrees, from left to right, 32 bytes each: with the tiles, all that proofs
     * need.
     */
    edge: blob({ mode: 'buffer' })
      .notNull()
      .default(sql`x''`),
    /** The commit number of its last event; 0 without events. */
    cursor: integer().notNull(),
    /** The epoch of the database in which it was last appended to. */
    epoch: text().notNull(),
    appendedUs: integer('appended_us').notNull(),
    /** References `log_keys.number`: the key that has signed the tree. */
    key: integer().notNull(),
    /** The Ed25519 signature of the checkpoint, 64 bytes, and the ES256 signature for receipts (`storedReceipt`). */
    checkpoint: blob({ mode: 'buffer' }).notNull(),
    receipt: blob({ mode: 'buffer' }).notNull(),
    /** If the tree is the first one after a change of keys: the signature of the checkpoint by the key before. */
    keyBefore: integer('key_before'),
    checkpointBefore: blob('checkpoint_before', { mode: 'buffer' }),
  },
  (t) => [
    uniqueIndex('logs_by_id').on(t.id),
    index('logs_by_previous')
      .on(sql`(previous ->> 'log')`)
      .where(sql`previous IS NOT NULL`),
    uniqueIndex('logs_by_scope')
      .on(t.scope)
      .where(sql`ended = 0`),
  ],
);

/** The leaves of the logs. The genesis and changes of keys have `entry`, the others are made from their event. */
export const logLeaves = sqliteTable(
  'log_leaves',
  {
    /** References `logs.number`. */
    log: integer().notNull(),
    /** From 0. */
    index: integer().notNull(),
    /** References `events.number`. */
    event: integer(),
    /** The commitments of the entry of an event, 32 bytes each. They remain when the event is erased. */
    content: blob({ mode: 'buffer' }),
    chain: blob({ mode: 'buffer' }),
    hash: blob({ mode: 'buffer' }).notNull(),
    appendedUs: integer('appended_us').notNull(),
    entry: blob({ mode: 'buffer' }),
  },
  (t) => [
    primaryKey({ columns: [t.log, t.index] }),
    uniqueIndex('log_leaves_by_event').on(t.log, t.event),
    index('log_leaves_with_entry')
      .on(t.log, t.hash)
      .where(sql`entry IS NOT NULL`),
  ],
);

/**
 * The full tiles of the logs (C2SP tlog-tiles). Partial tiles are made from the leaves, or from the roots of the level
 * below.
 */
export const logTiles = sqliteTable(
  'log_tiles',
  {
    /** References `logs.number`. */
    log: integer().notNull(),
    level: integer().notNull(),
    index: integer().notNull(),
    /** The root of the hashes: the hash of the tile in the level above. */
    root: blob({ mode: 'buffer' }).notNull(),
    /** 256 hashes of 32 bytes. */
    hashes: blob({ mode: 'buffer' }).notNull(),
    /** The roots of each 16 of the hashes: with 16 of the hashes and these, a proof needs no others of the tile. */
    middle: blob({ mode: 'buffer' })
      .notNull()
      .default(sql`x''`),
  },
  (t) => [primaryKey({ columns: [t.log, t.level, t.index] })],
);

/** The seeds of events of ASSETCHAINV1, which have none of their own, for their entries in logs. */
export const logSeeds = sqliteTable('log_seeds', {
  /** References `events.number`. */
  event: integer().primaryKey(),
  /** 32 random bytes. */
  seed: blob({ mode: 'buffer' }).notNull(),
});

/** The keys that sign the trees of all logs: a pair for checkpoints (Ed25519), and one for receipts (ES256). */
export const logKeys = sqliteTable('log_keys', {
  number: integer().primaryKey(),
  fromUs: integer('from_us').notNull(),
  /** JSON of the public `LogKeyPair`. */
  publicKeys: text('public_keys').notNull(),
  /** The private keys, sealed (core/seal.ts). */
  privateSealed: text('private_sealed').notNull(),
});

/**
 * The changes of the keys of each log: the first checkpoint that includes the entry of the new keys, signed by both.
 * Who trusts the old key learns the new one from it.
 */
export const logKeyChanges = sqliteTable(
  'log_key_changes',
  {
    /** References `logs.number`. */
    log: integer().notNull(),
    /** References `log_keys.number`: the new keys. */
    key: integer().notNull(),
    /** The signed note. */
    note: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.key] })],
);

/** The latest cosignature of each witness of a log. */
export const logCosignatures = sqliteTable(
  'log_cosignatures',
  {
    /** References `logs.number`. */
    log: integer().notNull(),
    /** The name of the witness's key. */
    witness: text().notNull(),
    /** The size of the cosigned tree. */
    size: integer().notNull(),
    /**
     * The checkpoint that was submitted, a note with the signature of the log, and the signature lines of the witness.
     */
    note: text().notNull(),
    lines: text().notNull(),
    atUs: integer('at_us').notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.witness] })],
);
