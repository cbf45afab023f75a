import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const EXPORT_STATUSES = ['PENDING', 'INPROGRESS', 'FINISHED', 'FAILED', 'ERASED', 'EXPIRED'] as const;

/**
 * Exports of tenancies. The job stores its progress here after each file. A trigger on `erasures` ends the exports that
 * may have content of an erased event, in the commit that erases it.
 */
export const exports = sqliteTable(
  'exports',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    /** 1: the export has the bytes of blobs. */
    blobs: integer().notNull(),
    /** The principal that created the export. Its rights apply. */
    issuer: text().notNull(),
    subject: text().notNull(),
    status: text({ enum: EXPORT_STATUSES }).notNull(),
    /** Why the export has no files: of FAILED and ERASED. */
    errorMessage: text('error_message').notNull().default(''),
    /** The number of finished steps, each of which writes one file. */
    step: integer().notNull().default(0),
    /** JSON of an `ExportProgress`; empty before the first step. */
    progress: text().notNull().default(''),
    /**
     * JSON of an `ExportTree`: the tree that all proofs are about; `null` without events, empty before the first step.
     */
    log: text().notNull().default(''),
    /** The number of failures in a row. */
    failures: integer().notNull().default(0),
    /** The last progress of the job. The sweep restarts a job without recent progress. */
    touchedUs: integer('touched_us').notNull(),
    createdUs: integer('created_us').notNull(),
    finishedUs: integer('finished_us'),
    /** When the files are deleted; null until the export is finished. */
    expiresUs: integer('expires_us'),
    /** 1 while R2 may have files of the export. */
    stored: integer().notNull().default(1),
    /** 1: the export is hidden. The row is deleted with the files. */
    deleted: integer().notNull().default(0),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('exports_by_creation').on(t.tenant, t.createdUs, t.id),
    index('exports_stored')
      .on(t.status, t.touchedUs)
      .where(sql`stored = 1`),
    index('exports_without_files')
      .on(t.createdUs)
      .where(sql`stored = 0`),
  ],
);

/** The files of exports. Their names and the bytes of a row never change. */
export const exportFiles = sqliteTable(
  'export_files',
  {
    /** References `exports.id`. */
    export: text().notNull(),
    tenant: text().notNull(),
    /** From 0, in the order of the manifest, which is the last one. */
    number: integer().notNull(),
    name: text().notNull(),
    kind: text().notNull(),
    /** Lines of a file of JSON Lines; otherwise 0. */
    lines: integer().notNull(),
    /** Bytes of the file as it is downloaded. */
    bytes: integer().notNull(),
    /** Lower-case hex. */
    sha256: text().notNull(),
    /** The key of the object in R2. Each attempt to write a file has its own, so no object is ever overwritten. */
    key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.export, t.number] }), index('export_files_by_name').on(t.export, t.name)],
);

export type ExportRow = typeof exports.$inferSelect;
export type ExportFileRow = typeof exportFiles.$inferSelect;

const PREFIX = 'exports/';

/** The prefix of the keys of an export's objects in R2, and of those of all exports. */
export const prefixOf = (id: string): string => `${PREFIX}${id}/`;
export const ALL_EXPORTS = PREFIX;

/** The condition that a row of `exports` is not finished. Its job goes on only while it holds. */
export const RUNNING = sql.raw(`status IN ('PENDING', 'INPROGRESS') AND deleted = 0`);
