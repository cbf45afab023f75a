import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ComplianceType, NoticeKind } from './policy.ts';

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

/**
 * The compliance of each own asset of a tenancy to which a policy applies, as of its last evaluation. Written by the
 * rounds of `round.ts` only; a row is derived from the policies and the history, and can be deleted at any time.
 */
export const complianceStates = sqliteTable(
  'compliance_states',
  {
    tenant: text().notNull(),
    /** References `assets.number`. */
    asset: integer().notNull(),
    compliant: integer({ mode: 'boolean' }).notNull(),
    /** The earliest end of a period: of policies that the asset does not meet, if there are any; NEVER: of none. */
    dueUs: integer('due_us').notNull(),
    /** When it must be evaluated again although nothing is recorded; null: only when something is recorded. */
    againUs: integer('again_us'),
    evaluatedUs: integer('evaluated_us').notNull(),
    /** JSON list of the results of the policies that apply (`StateResult`). */
    results: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenant, t.asset] }),
    index('compliance_states_by_due').on(t.tenant, t.compliant, t.dueUs, t.asset),
    index('compliance_states_to_evaluate')
      .on(t.againUs)
      .where(sql`again_us IS NOT NULL`),
  ],
);

/** How far the states of each tenancy follow its policies. */
export const complianceRounds = sqliteTable('compliance_rounds', {
  tenant: text().primaryKey(),
  /** Which policies all its assets are evaluated for: it changes with each change of a policy. */
  policies: text().notNull(),
  /** The id of the last asset that was evaluated for these policies; null: all are. */
  after: text(),
  /** Days before the end of a period at which it is told; a change of it begins a new pass. */
  days: integer().notNull().default(7),
});

/**
 * What people and programs are told: each change of an asset to not compliant, and each period that ends soon. Written
 * in the transaction that writes the state, and read by webhooks and digests behind cursors. Kept for 30 days.
 */
export const complianceNotices = sqliteTable(
  'compliance_notices',
  {
    number: integer().primaryKey({ autoIncrement: true }),
    tenant: text().notNull(),
    /** References `assets.number`. */
    asset: integer().notNull(),
    /** References `compliance_policies.id`. */
    policy: text().notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    dueUs: integer('due_us'),
    atUs: integer('at_us').notNull(),
  },
  (t) => [index('compliance_notices_by_tenant').on(t.tenant, t.number), index('compliance_notices_by_age').on(t.atUs)],
);

/** The daily mail of each person who was sent one or has turned it off. */
export const complianceDigests = sqliteTable(
  'compliance_digests',
  {
    /** References `members.id`. */
    member: text().primaryKey(),
    tenant: text().notNull(),
    enabled: integer({ mode: 'boolean' }).notNull().default(true),
    /** The day (UTC, since the epoch) of the last mail, and the notices behind the first number up to the second. */
    day: integer().notNull().default(0),
    fromNotice: integer('from_notice').notNull().default(0),
    toNotice: integer('to_notice').notNull().default(0),
    /** When the mail is to be tried; null: it was sent, or nothing was left to say. */
    dueUs: integer('due_us'),
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index('compliance_digests_by_due')
      .on(t.dueUs)
      .where(sql`due_us IS NOT NULL`),
  ],
);

/** How far the states follow the events of all tenancies: one row. */
export const complianceProgress = sqliteTable('compliance_progress', {
  id: integer().primaryKey(),
  /** References `events.number`: all events up to it are considered. */
  event: integer().notNull(),
  /** The time up to which everything was considered: events, and periods that ended. */
  atUs: integer('at_us').notNull(),
});

export type ComplianceStateRow = typeof complianceStates.$inferSelect;
