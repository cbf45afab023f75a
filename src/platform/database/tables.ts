import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * How much of its quotas each tenant uses. Triggers on the counted tables maintain it. The view `usage_now` adds what
 * `databaseState.uncounted` has.
 */
export const usage = sqliteTable(
  'usage',
  { tenant: text().notNull(), resource: text().notNull(), used: integer().notNull() },
  (t) => [primaryKey({ columns: [t.tenant, t.resource] })],
);

/** One row for each change of a collection or tenancy, written in the batch of the change. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    tenant: text().notNull(),
    atUs: integer('at_us').notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    operation: text().notNull(),
    resource: text().notNull(),
    beforeHash: text('before_hash').notNull(),
    afterHash: text('after_hash').notNull(),
    requestId: text('request_id').notNull(),
  },
  (t) => [index('audit_log_by_tenant').on(t.tenant, t.seq)],
);

/**
 * The state of the database, one row (id 1), by which the ledger writer detects that the database was restored. Every
 * commit of events and every audited change moves `counter` and `tag`.
 */
export const databaseState = sqliteTable('database_state', {
  id: integer().primaryKey(),
  counter: integer().notNull(),
  /** Random; identifies the last move. */
  tag: text().notNull(),
  /** Random; identifies the last commit of the ledger writer. */
  writerTag: text('writer_tag').notNull(),
  /** References `epochs.id`; empty: the database was found to lack acknowledged changes. */
  epoch: text().notNull(),
  /**
   * What the running commit does with each of its proposals, as a JSON list: a `Refusal`, or null to store it. The
   * statements of the commit read it; it has no meaning after the commit.
   */
  verdicts: text().notNull(),
  /** The states before this one, newest last, each ` <counter>:<tag>`; at most 2,000 characters. */
  earlier: text().notNull().default(''),
  /**
   * Bytes of events that commits have stored and `usage` does not have yet, as a JSON object by tenant: every commit
   * writes this row anyway, so that counting bytes writes no row. A trigger moves them into `usage` when the text gets
   * long.
   */
  uncounted: text(),
});

/** The database's epochs: a new one starts when an operator accepts that the database has lost commits. */
export const epochs = sqliteTable('epochs', {
  /** 32 random hexadecimal characters. */
  id: text().primaryKey(),
  startedUs: integer('started_us').notNull(),
  /** The last counter that the writer had acknowledged, and the one that the database had; 0 in the first epoch. */
  acknowledged: integer().notNull(),
  found: integer().notNull(),
});
