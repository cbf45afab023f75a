import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The windows of SIMPLE_HASH, one row each. The windows of a scope (a tenant, or the nil UUID for public events) are
 * contiguous: each starts where the previous one ends. Once the row exists, a trigger rejects events that were
 * accepted in its window.
 */
export const anchors = sqliteTable(
  'anchors',
  {
    scope: text().notNull(),
    startUs: integer('start_us').notNull(),
    endUs: integer('end_us').notNull(),
    /**
     * closing: the hash is not computed yet. hashed: the anchor was handed to the chain. anchored: its transaction is
     * final. lost: the chain has an anchor of this window (`hash`, empty where unknown)
     * whose events the database no longer has.
     */
    status: text({ enum: ['closing', 'hashed', 'anchored', 'lost'] }).notNull(),
    count: integer().notNull(),
    hash: text().notNull(),
    /** References `chain_transactions.intent`. Empty while closing and when lost. */
    intent: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.startUs] }),
    index('anchors_by_end').on(t.scope, t.endUs),
    uniqueIndex('anchors_by_intent')
      .on(t.intent)
      .where(sql`intent <> ''`),
    index('anchors_open')
      .on(t.scope, t.startUs)
      .where(sql`status <> 'anchored'`),
  ],
);

/** KHIPU data of each event: the salt is written when the event is committed, the hashes when it is submitted. */
export const khipuEvents = sqliteTable(
  'khipu_events',
  {
    /** References `assets.number`. */
    asset: integer().notNull(),
    seq: integer().notNull(),
    /** Lower-case hexadecimal, like the hashes. */
    salt: text().notNull(),
    eventHash: text('event_hash').notNull().default(''),
    previousEventHash: text('previous_event_hash').notNull().default(''),
    /** 1 once the event is in the outbox. */
    submitted: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.asset, t.seq] }),
    index('khipu_events_waiting')
      .on(t.asset, t.seq)
      .where(sql`submitted = 0`),
  ],
);

/**
 * The anchors of logs: one row for each size of a log that was handed to the chain. A log that has ended keeps its
 * anchors. The transaction of an anchor is the one of its intent.
 */
export const logAnchors = sqliteTable(
  'log_anchors',
  {
    /** References `logs.number`. */
    log: integer().notNull(),
    size: integer().notNull(),
    root: blob({ mode: 'buffer' }).notNull(),
    /** The epoch of the database in which the tree was committed. */
    epoch: text().notNull(),
    /** `logs/<id>/<size>/<root>`; references `chain_transactions.intent`. */
    intent: text().notNull(),
    /** 1 once its transaction is known to be final. For the sweep: reads look for the transaction itself. */
    final: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.log, t.size] }),
    index('log_anchors_open')
      .on(t.intent)
      .where(sql`final = 0`),
  ],
);

/** The logs that have grown since their last anchor. A trigger on `logs` adds them. */
export const logsToAnchor = sqliteTable(
  'logs_to_anchor',
  {
    /** References `logs.number`. */
    log: integer().primaryKey(),
    /** The time of the first append since the last anchor. */
    sinceUs: integer('since_us').notNull(),
  },
  (t) => [index('logs_to_anchor_by_time').on(t.sinceUs)],
);

/** Final transactions and the data that proves them. Bytes are hexadecimal with 0x. */
export const chainTransactions = sqliteTable(
  'chain_transactions',
  {
    /** The idempotency key of the transaction: an intent has one transaction. */
    intent: text().primaryKey(),
    hash: text().notNull(),
    raw: text().notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    transactionIndex: integer('transaction_index').notNull(),
    /** The timestamp of the block. */
    blockUs: integer('block_us').notNull(),
    /** RLP of the block's header. Empty where the node did not return the whole block. */
    header: text().notNull(),
    /** JSON list of the trie nodes from the transactions root to this transaction. `[]` where `header` is empty. */
    proof: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** A text that says how finality was determined. */
    finality: text().notNull(),
    /** 1 once the transaction is written to the records that it anchors. */
    settled: integer().notNull().default(0),
  },
  (t) => [
    index('chain_transactions_by_hash').on(t.hash),
    index('chain_transactions_unsettled')
      .on(t.intent)
      .where(sql`settled = 0`),
  ],
);
