import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
