import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ComplianceType } from './policy.ts';

/**
 * Compliance policies. A deleted one is kept, because it determines the compliance of assets at earlier moments. Only
 * `deleted_us` ever changes.
 */
export const compliancePolicies = sqliteTable(
  'compliance_policies',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    complianceType: text('compliance_type').$type<ComplianceType>().notNull(),
    displayName: text('display_name').notNull(),
    description: text().notNull(),
    assetFilter: text('asset_filter', { mode: 'json' }).$type<{ or: string[] }[]>().notNull(),
    eventDisplayType: text('event_display_type').notNull(),
    closingEventDisplayType: text('closing_event_display_type').notNull(),
    /** Seconds, like the window; 0: the type does not use it. */
    timePeriodSeconds: integer('time_period_seconds').notNull(),
    dynamicWindow: integer('dynamic_window').notNull(),
    dynamicVariability: real('dynamic_variability').notNull(),
    richnessAssertions: text('richness_assertions', { mode: 'json' }).$type<{ or: string[] }[]>().notNull(),
    createdUs: integer('created_us').notNull(),
    /** Null while the policy is in force. */
    deletedUs: integer('deleted_us'),
    revision: integer().notNull().default(1),
  },
  (t) => [index('compliance_policies_by_creation').on(t.tenant, t.createdUs, t.id)],
);

export type CompliancePolicy = typeof compliancePolicies.$inferSelect;
