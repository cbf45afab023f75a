import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Transactions that are final, with all that proves them. Hexadecimal with 0x. */
export const chainTransactions = sqliteTable(
  'chain_transactions',
  {
    /** What was to be recorded: the same again is the same transaction. */
    intent: text().primaryKey(),
    hash: text().notNull(),
    raw: text().notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    transactionIndex: integer('transaction_index').notNull(),
    /** The block's time. */
    blockUs: integer('block_us').notNull(),
    /** RLP of the block's header; empty where the chain's node does not give what it takes. */
    header: text().notNull(),
    /** The trie's nodes from the transactions root to this transaction, as a JSON list; `[]` likewise. */
    proof: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** How it was judged final. */
    finality: text().notNull(),
    /** 1 when what it records has taken note of it. */
    settled: integer().notNull().default(0),
  },
  (t) => [
    index('chain_transactions_by_hash').on(t.hash),
    index('chain_transactions_unsettled')
      .on(t.intent)
      .where(sql`settled = 0`),
  ],
);
