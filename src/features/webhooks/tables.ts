import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The types of what a webhook can send, besides tests. */
export const WEBHOOK_TYPES = ['event.recorded', 'compliance.notice'] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** Webhooks: to which address the events of a tenancy are sent. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    url: text().notNull(),
    /** `name=value`, each a parameter of event lists. */
    filters: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** What is sent (`WEBHOOK_TYPES`). */
    types: text({ mode: 'json' }).$type<WebhookType[]>().notNull().default(['event.recorded']),
    enabled: integer({ mode: 'boolean' }).notNull(),
    /** References `applications.id`: its rights decide what is sent. */
    application: text().notNull(),
    /** The sealed secrets (core/seal.ts). The previous one signs too until its time; empty: no such secret. */
    secret: text().notNull(),
    previousSecret: text('previous_secret').notNull().default(''),
    previousUntilUs: integer('previous_until_us').notNull().default(0),
    /** Why and when the service disabled it; empty and null while it is enabled, or if a person disabled it. */
    disabledReason: text('disabled_reason').notNull().default(''),
    disabledUs: integer('disabled_us'),
    /**
     * The cursor: the id of the log, empty for the start, and the index of the first entry that has no deliveries yet.
     */
    log: text().notNull(),
    position: integer().notNull(),
    /** The cursor of notices of compliance: the number of the last one that has a delivery. */
    noticed: integer().notNull().default(0),
    /** The number of attempts so far; the last ones are in `webhook_attempts`. */
    attempts: integer().notNull().default(0),
    /** The last delivery that succeeded. */
    succeededUs: integer('succeeded_us').notNull().default(0),
    createdUs: integer('created_us').notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('webhooks_by_creation').on(t.tenant, t.createdUs, t.id),
    index('webhooks_by_application').on(t.application),
  ],
);

/** The deliveries that wait. One that has succeeded or failed has no row. No content: it is read when it is sent. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    number: integer().primaryKey(),
    /** UUID, the same for all deliveries of an event to a webhook: receivers deduplicate by it. */
    id: text().notNull(),
    /** References `webhooks.id`. */
    webhook: text().notNull(),
    tenant: text().notNull(),
    /** References `events.number`, or negative `compliance_notices.number`; null: a test. */
    event: integer(),
    /** The identity of the event; empty for a test or a notice. */
    identity: text().notNull(),
    /** Failed attempts, and the time of the first one. */
    attempts: integer().notNull().default(0),
    firstUs: integer('first_us'),
    /** When the next attempt is due. */
    dueUs: integer('due_us').notNull(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_by_event').on(t.webhook, t.event),
    index('webhook_deliveries_by_turn').on(t.webhook, t.dueUs, t.number),
  ],
);

/** The log of deliveries: the last attempts of each webhook. */
export const webhookAttempts = sqliteTable(
  'webhook_attempts',
  {
    /** References `webhooks.id`. */
    webhook: text().notNull(),
    /** The number of the attempt among those of its webhook, from 1. */
    seq: integer().notNull(),
    tenant: text().notNull(),
    /** References `webhook_deliveries.id`, also if the row no longer exists. */
    delivery: text().notNull(),
    /** As in `webhook_deliveries`. */
    event: integer(),
    /** The identity of the event; empty for a test or a notice. */
    identity: text().notNull(),
    /** The number of the attempt among those of its delivery, from 1. */
    attempt: integer().notNull(),
    atUs: integer('at_us').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** HTTP; 0 without a response. */
    status: integer().notNull(),
    /** Empty for a success. */
    error: text().notNull(),
    outcome: text({ enum: ['DELIVERED', 'RETRYING', 'FAILED', 'SKIPPED'] }).notNull(),
    /** When the next attempt is due. */
    nextUs: integer('next_us'),
  },
  (t) => [
    primaryKey({ columns: [t.webhook, t.seq] }),
    index('webhook_attempts_by_delivery').on(t.webhook, t.delivery, t.seq),
  ],
);

export type WebhookRow = typeof webhooks.$inferSelect;
export type WebhookAttemptRow = typeof webhookAttempts.$inferSelect;
