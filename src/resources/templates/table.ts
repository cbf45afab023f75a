import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { TemplateField } from '../../formats/records/templates.ts';

export const templates = sqliteTable(
  'templates',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    description: text().notNull(),
    /** The display types of the assets that it is for; empty: all. */
    assetDisplayTypes: text('asset_display_types', { mode: 'json' }).$type<string[]>().notNull(),
    eventDisplayType: text('event_display_type').notNull(),
    fields: text({ mode: 'json' }).$type<TemplateField[]>().notNull(),
    /** Number of characters of the record in a list. */
    size: integer().notNull(),
    createdUs: integer('created_us').notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('templates_by_creation').on(t.tenant, t.createdUs, t.id, t.size),
    index('templates_by_name').on(t.tenant, t.displayName, t.id, t.size),
  ],
);
