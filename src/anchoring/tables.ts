import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The windows of SIMPLE_HASH, one row each. Those of a scope (a tenant, or the zero uuid for what is public)
 * abut: each starts where the one before it ends. A row is also the guard of its window: from then on no
 * event is accepted into it (see the trigger).
 */
export const anchors = sqliteTable(
  'anchors',
  {
    scope: text().notNull(),
    startUs: integer('start_us').notNull(),
    endUs: integer('end_us').notNull(),
    /**
     * closing: events are still being confirmed; hashed: handed to the chain; anchored: final, and its events say so;
     * lost: the chain has its anchor (`hash`; empty where that is not known), of events that the database no longer has.
     */
    status: text({ enum: ['closing', 'hashed', 'anchored', 'lost'] }).notNull(),
    count: integer().notNull(),
    hash: text().notNull(),
    /** Of `chain_transactions`; empty until hashed, and when lost. */
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

/** What KHIPU keeps of each event: its salt from the event's own commit on, the hashes when it goes to the chain. */
export const khipuEvents = sqliteTable(
  'khipu_events',
  {
    asset: text().notNull(),
    seq: integer().notNull(),
    /** Lower-case hex, as are the hashes. */
    salt: text().notNull(),
    eventHash: text('event_hash').notNull().default(''),
    previousEventHash: text('previous_event_hash').notNull().default(''),
    /** 1 when the chain's outbox has it. */
    submitted: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.asset, t.seq] }),
    index('khipu_events_waiting')
      .on(t.asset, t.seq)
      .where(sql`submitted = 0`),
  ],
);
