import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

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
