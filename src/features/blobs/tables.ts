import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const SCANNED_STATUSES = ['NOT_SCANNED', 'SCANNED_OK', 'SCANNED_BAD'] as const;

/** Files. Except for the result of its scan, a row never changes. The bytes are in R2 (see `keyOf`). */
export const blobs = sqliteTable(
  'blobs',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** Lower-case hex. */
    sha256: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** The media type detected from the bytes. */
    mimeType: text('mime_type').notNull(),
    /** The file name that the client declared; may be empty. */
    declaredType: text('declared_type').notNull(),
    fileName: text('file_name').notNull(),
    acceptedUs: integer('accepted_us').notNull(),
    /** The principal that uploaded the file. */
    issuer: text().notNull(),
    subject: text().notNull(),
    scannedStatus: text('scanned_status', { enum: SCANNED_STATUSES }).notNull().default('NOT_SCANNED'),
    scannedBadReason: text('scanned_bad_reason').notNull().default(''),
    /** 0 until scanned. */
    scannedUs: integer('scanned_us').notNull().default(0),
  },
  (t) => [index('blobs_by_scan').on(t.scannedUs, t.id), index('blobs_by_tenant').on(t.tenant, t.id)],
);

/**
 * Unfinished uploads. A row is written before any bytes are stored and deleted when the blob's row is written, so that
 * `sweepUploads` finds the remains of uploads that failed.
 */
export const blobUploads = sqliteTable(
  'blob_uploads',
  {
    /** The id of the blob. */
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** The id of R2's multipart upload; else empty. */
    uploadId: text('upload_id').notNull(),
    startedUs: integer('started_us').notNull(),
    /** 1: the upload is being discarded and can no longer become a blob. */
    abandoned: integer().notNull().default(0),
  },
  (t) => [index('blob_uploads_by_start').on(t.startedUs)],
);

export type Blob = typeof blobs.$inferSelect;

/** The key of a blob's bytes in R2. Clients influence no part of it. */
export const keyOf = ({ tenant, id }: Pick<Blob, 'tenant' | 'id'>): string => `blobs/${tenant}/${id}`;
