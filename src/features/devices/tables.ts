import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Imports of the devices of a hub. The job stores its progress here after each page. */
export const imports = sqliteTable(
  'imports',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    homeLocation: text('home_location').notNull(),
    /** The encrypted connection string. Empty once the job has ended. */
    secret: text().notNull(),
    /** The principal that created the import. Its rights apply. */
    issuer: text().notNull(),
    subject: text().notNull(),
    status: text({ enum: ['PENDING', 'INPROGRESS', 'FINISHED', 'CANCELLED', 'FAILED'] }).notNull(),
    errorMessage: text('error_message').notNull().default(''),
    /** The number of imported devices, the number of finished pages, and the continuation of the next page. */
    imported: integer().notNull().default(0),
    page: integer().notNull().default(0),
    continuation: text().notNull().default(''),
    /** The number of failures in a row. */
    failures: integer().notNull().default(0),
    /** The last progress of the job. The sweep restarts a job without recent progress. */
    touchedUs: integer('touched_us').notNull(),
    createdUs: integer('created_us').notNull(),
    finishedUs: integer('finished_us'),
    /** 1: the import is hidden. A running job continues. */
    deleted: integer().notNull().default(0),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('imports_by_creation').on(t.tenant, t.createdUs, t.id),
    index('imports_by_turn').on(t.status, t.touchedUs),
  ],
);

/** Service Bus queues whose messages are recorded. */
export const busSources = sqliteTable(
  'bus_sources',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    queueName: text('queue_name').notNull(),
    /** The encrypted connection string. Empty once the source is deleted. */
    secret: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** A text of at most 128 characters. */
    status: text().notNull(),
    createdUs: integer('created_us').notNull(),
    deletedUs: integer('deleted_us'),
    revision: integer().notNull().default(1),
  },
  (t) => [index('bus_sources_by_creation').on(t.tenant, t.createdUs, t.id)],
);

export type Import = typeof imports.$inferSelect;
export type BusSourceRow = typeof busSources.$inferSelect;
