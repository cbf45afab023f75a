import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Attributes } from '../../formats/records/attributes.ts';

export const locations = sqliteTable(
  'locations',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    description: text().notNull(),
    /** Decimal degrees. */
    latitude: real().notNull(),
    longitude: real().notNull(),
    attributes: text({ mode: 'json' }).$type<Attributes>().notNull(),
    /** Wallet address of the tenant. */
    owner: text().notNull(),
    createdUs: integer('created_us').notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('locations_by_creation').on(t.tenant, t.createdUs, t.id),
    index('locations_by_name').on(t.tenant, t.displayName, t.id),
  ],
);
