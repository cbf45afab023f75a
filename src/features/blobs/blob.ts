import { renderIssuer } from '../../access/principal.ts';
import type { Config } from '../../settings/config.ts';
import { formatSeconds } from '../../lib/time.ts';
import type { Blob } from './tables.ts';

/** A blob as the API shows it. */
export function blobJson(blob: Blob, config: Config) {
  return {
    identity: `blobs/${blob.id}`,
    hash: { alg: 'SHA256', value: blob.sha256 },
    issuer: renderIssuer(blob.issuer, config.issuer),
    mime_type: blob.mimeType,
    scanned_bad_reason: blob.scannedBadReason,
    scanned_status: blob.scannedStatus,
    scanned_timestamp: blob.scannedUs === 0 ? '' : formatSeconds(blob.scannedUs),
    size: blob.size,
    subject: blob.subject,
    tenantid: `tenant/${blob.tenant}`,
    timestamp_accepted: formatSeconds(blob.acceptedUs),
  };
}
