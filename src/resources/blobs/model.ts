import { z } from '@hono/zod-openapi';
import type { Env } from '../../config.ts';
import { invalid } from '../../core/errors.ts';
import { log } from '../../core/log.ts';
import type { Download } from '../../http/download.ts';
import { openBlob } from '../../blobs/read.ts';
import { SCANNED_STATUSES, type Blob } from '../../blobs/tables.ts';

export const BlobSchema = z
  .object({
    identity: z.string(),
    hash: z.object({ alg: z.string(), value: z.string() }),
    issuer: z.string(),
    mime_type: z.string(),
    scanned_bad_reason: z.string(),
    scanned_status: z.enum(SCANNED_STATUSES),
    scanned_timestamp: z.string(),
    size: z.int(),
    subject: z.string(),
    tenantid: z.string(),
    timestamp_accepted: z.string(),
  })
  .openapi('Blob');

const flag = (description: string) => z.enum(['true', 'false']).optional().openapi({ description });

/** What a client may ask of a download (compat 12). The public is never given what is known to be bad. */
export const PUBLIC_DOWNLOAD_QUERY = {
  strict: flag('true: 400 unless the file has been scanned and found good'),
};
export const DOWNLOAD_QUERY = {
  ...PUBLIC_DOWNLOAD_QUERY,
  allow_insecure: flag('true: also a file that is SCANNED_BAD'),
};

/** The bytes of a blob. Throws 400 for what the scan, or its absence, forbids. */
export function downloadOf(
  env: Env,
  blob: Blob,
  fileName: string,
  { strict, allow_insecure }: { strict?: string | undefined; allow_insecure?: string | undefined },
): Download {
  const status = blob.scannedStatus;
  if (strict === 'true' && status !== 'SCANNED_OK')
    throw invalid([{ field: 'strict', description: `refused: the file is ${status}` }]);
  if (status === 'SCANNED_BAD' && allow_insecure !== 'true')
    throw invalid([
      { field: 'allow_insecure', description: `refused: the file is SCANNED_BAD (${blob.scannedBadReason})` },
    ]);
  return {
    size: blob.size,
    type: blob.mimeType,
    fileName: fileName || blob.fileName,
    sha256: blob.sha256,
    async open(range) {
      const bytes = await openBlob(env, blob, range);
      if (bytes) return bytes;
      log('alarm', 'the bytes of a blob are gone', { blob: blob.id, tenant: blob.tenant });
      throw new Error(`the bytes of blobs/${blob.id} are gone`);
    },
  };
}
