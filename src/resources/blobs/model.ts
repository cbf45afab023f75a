import { z } from '@hono/zod-openapi';
import type { Env } from '../../settings/config.ts';
import { invalid } from '../../lib/errors.ts';
import type { Download } from '../../http/download.ts';
import { openBlob } from '../../features/blobs/read.ts';
import { SCANNED_STATUSES, type Blob } from '../../features/blobs/tables.ts';
import { CREATED, exampleOf, hashLike, INSPECTOR } from '../examples.ts';
import * as schemas from '../schemas.ts';

const BLOB = {
  identity: exampleOf('blobs'),
  hash: { alg: 'SHA256', value: hashLike('3f') },
  issuer: INSPECTOR.issuer,
  mime_type: 'image/jpeg',
  scanned_bad_reason: '',
  scanned_status: 'NOT_SCANNED',
  scanned_timestamp: '',
  size: 48_213,
  subject: INSPECTOR.subject,
  tenantid: exampleOf('tenant'),
  timestamp_accepted: CREATED,
};
/** Public responses do not name the uploader. */
export const PUBLIC_BLOB = { ...BLOB, issuer: '', subject: '' };

export const BlobSchema = z
  .object({
    identity: schemas.identity('blobs', 'the file'),
    hash: z
      .object({
        alg: schemas.text('Hash algorithm: `SHA256`'),
        value: schemas.text('Hash of the bytes, in lower-case hexadecimal'),
      })
      .openapi({ description: 'Hash of the file, for the attachment attributes that refer to it' }),
    issuer: schemas.text('Issuer of the token with which the file was uploaded; empty in public responses'),
    mime_type: schemas.text('Media type, detected from the bytes'),
    scanned_bad_reason: schemas.text('What the scan found; empty unless `scanned_status` is SCANNED_BAD'),
    scanned_status: z.enum(SCANNED_STATUSES).openapi({
      description: 'Result of the malware scan. A SCANNED_BAD file is only downloaded with `allow_insecure=true`',
    }),
    scanned_timestamp: schemas.text('When the file was scanned (RFC 3339, UTC); empty before the first scan'),
    size: schemas.integer('Size in bytes'),
    subject: schemas.text('Subject of the token with which the file was uploaded; empty in public responses'),
    tenantid: schemas.tenantIdentity,
    timestamp_accepted: schemas.timestamp('When the file was uploaded'),
  })
  .openapi('BlobMetadata', {
    example: BLOB,
  });

const flag = (description: string) => z.enum(['true', 'false']).optional().openapi({ description });

/** The query parameters of a download. A file that is known to be bad is never returned without a token. */
export const PUBLIC_DOWNLOAD_QUERY = {
  strict: flag('true: respond with 400 unless the file is SCANNED_OK'),
};
export const DOWNLOAD_QUERY = {
  ...PUBLIC_DOWNLOAD_QUERY,
  allow_insecure: flag('true: download the file even if it is SCANNED_BAD'),
};

/** The download of a blob. Throws 400 if its scan status forbids it. */
export function downloadOf(
  env: Env,
  blob: Blob,
  fileName: string,
  { strict, allow_insecure }: { strict?: string | undefined; allow_insecure?: string | undefined },
): Download {
  const status = blob.scannedStatus;
  if (strict === 'true' && status !== 'SCANNED_OK')
    throw invalid([{ field: 'strict', description: `rejected because the file is ${status}` }]);
  if (status === 'SCANNED_BAD' && allow_insecure !== 'true')
    throw invalid([
      {
        field: 'allow_insecure',
        description: `must be true, because the file is SCANNED_BAD (${blob.scannedBadReason})`,
      },
    ]);
  return {
    size: blob.size,
    type: blob.mimeType,
    fileName: fileName || blob.fileName,
    sha256: blob.sha256,
    open: (range) => openBlob(env, blob, range),
  };
}
