import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How much of its quotas each tenant uses. Triggers on the counted tables maintain it. */
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
