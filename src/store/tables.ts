import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What each tenant has used of its quotas; kept by triggers on the counted tables, so that it cannot drift. */
export const usage = sqliteTable(
  'usage',
  { tenant: text().notNull(), resource: text().notNull(), used: integer().notNull() },
  (t) => [primaryKey({ columns: [t.tenant, t.resource] })],
);

/** One row for each change to a collection or tenancy, written in the change's own batch. */
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
