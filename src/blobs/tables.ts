import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const SCANNED_STATUSES = ['NOT_SCANNED', 'SCANNED_OK', 'SCANNED_BAD'] as const;

/** Files, written once: but for the outcome of its scan a row never changes. Their bytes are in R2 (see `keyOf`). */
export const blobs = sqliteTable(
  'blobs',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** Lower-case hex. */
    sha256: text().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    /** What the bytes say. */
    mimeType: text('mime_type').notNull(),
    /** What the client said; may be empty. */
    declaredType: text('declared_type').notNull(),
    fileName: text('file_name').notNull(),
    acceptedUs: integer('accepted_us').notNull(),
    /** The principal that uploaded. */
    issuer: text().notNull(),
    subject: text().notNull(),
    scannedStatus: text('scanned_status', { enum: SCANNED_STATUSES }).notNull().default('NOT_SCANNED'),
    scannedBadReason: text('scanned_bad_reason').notNull().default(''),
    /** 0 until scanned. */
    scannedUs: integer('scanned_us').notNull().default(0),
  },
  (t) => [index('blobs_by_scan').on(t.scannedUs, t.id)],
);

/**
 * Uploads under way: written before anything is stored, gone with the blob's row. What is left of one that
 * never ended is found here (see `sweepUploads`).
 */
export const blobUploads = sqliteTable(
  'blob_uploads',
  {
    /** The blob's. */
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** R2's, of a multipart upload; else empty. */
    uploadId: text('upload_id').notNull(),
    startedUs: integer('started_us').notNull(),
    /** 1: it is being thrown away, and can become a blob no more. */
    abandoned: integer().notNull().default(0),
  },
  (t) => [index('blob_uploads_by_start').on(t.startedUs)],
);

export type Blob = typeof blobs.$inferSelect;

/** Where a blob's bytes are in R2: no part of it is a client's choice. */
export const keyOf = ({ tenant, id }: Pick<Blob, 'tenant' | 'id'>): string => `blobs/${tenant}/${id}`;
