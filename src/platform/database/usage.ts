import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The view of the table `usage` with the bytes that `database_state.uncounted` has. A migration creates it. */
export const usageNow = sqliteTable('usage_now', {
  tenant: text().notNull(),
  resource: text().notNull(),
  used: integer().notNull(),
});
