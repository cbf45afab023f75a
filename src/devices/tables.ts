import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Imports of a hub's devices. The job reads and writes its place here, page by page. */
export const imports = sqliteTable(
  'imports',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    homeLocation: text('home_location').notNull(),
    /** The connection string, sealed; empty once the job has ended. */
    secret: text().notNull(),
    /** Who asked for it, and as whom it is done. */
    issuer: text().notNull(),
    subject: text().notNull(),
    status: text({ enum: ['PENDING', 'INPROGRESS', 'FINISHED', 'CANCELLED', 'FAILED'] }).notNull(),
    errorMessage: text('error_message').notNull().default(''),
    /** Devices whose assets are there, pages that were done, and where the next begins. */
    imported: integer().notNull().default(0),
    page: integer().notNull().default(0),
    continuation: text().notNull().default(''),
    /** Failures in a row. */
    failures: integer().notNull().default(0),
    /** When the job was last seen at work: one that has fallen silent is taken up again. */
    touchedUs: integer('touched_us').notNull(),
    createdUs: integer('created_us').notNull(),
    finishedUs: integer('finished_us'),
    /** 1: it is no more shown; a job that runs goes on. */
    deleted: integer().notNull().default(0),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('imports_by_creation').on(t.tenant, t.createdUs, t.id),
    index('imports_by_turn').on(t.status, t.touchedUs),
  ],
);

/** Queues whose messages are recorded. */
export const busSources = sqliteTable(
  'bus_sources',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    queueName: text('queue_name').notNull(),
    /** The connection string, sealed; empty once the source is deleted. */
    secret: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** In words, at most 128 characters. */
    status: text().notNull(),
    createdUs: integer('created_us').notNull(),
    deletedUs: integer('deleted_us'),
    revision: integer().notNull().default(1),
  },
  (t) => [index('bus_sources_by_creation').on(t.tenant, t.createdUs, t.id)],
);

export type Import = typeof imports.$inferSelect;
export type BusSource = typeof busSources.$inferSelect;
