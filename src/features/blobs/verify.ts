import { sql } from 'drizzle-orm';
import type { Env } from '../../settings/config.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import type { Database } from '../../platform/database/database.ts';
import { damageOf, raiseDamage } from './read.ts';
import type { Blob } from './tables.ts';

/** What one call reads: files, and the bytes with which it ends after a file. */
const AT_ONCE = { files: 100, bytes: 64 * 1024 * 1024 };

/** What a call has checked. `next` continues (`parseFilePosition`); empty at the end. */
export type FileVerification = {
  files: number;
  findings: { identity: string; sequence: number; problem: string }[];
  next: string;
};

/** The position at which the check of files starts. */
export const FIRST_FILE = 'files/';
/** The id after which a check of files continues, empty at the start; undefined for another position. */
export function parseFilePosition(text: string): string | undefined {
  if (text === FIRST_FILE) return '';
  return text.startsWith(FIRST_FILE) ? uuidOf('blobs', `blobs/${text.slice(FIRST_FILE.length)}`) : undefined;
}

/**
 * Compares the bytes of files with their hashes, in the order of their ids, of one tenancy or of all. Raises the alarm
 * of a damaged file. Needs the memory of a part of a file.
 */
export async function verifyFiles(
  env: Env,
  db: Database,
  { tenant, after }: { tenant: string | undefined; after: string },
): Promise<FileVerification> {
  const ofTenant = tenant === undefined ? sql`1` : sql`tenant = ${tenant}`;
  const [rows] = await db.batch([
    db.sql<Pick<Blob, 'id' | 'tenant' | 'size' | 'sha256'>>(
      sql`SELECT id, tenant, size, sha256 FROM blobs WHERE ${ofTenant} AND id > ${after}
        ORDER BY id LIMIT ${AT_ONCE.files}`,
    ),
  ]);
  const checked: FileVerification = { files: 0, findings: [], next: '' };
  let bytes = 0;
  for (const blob of rows) {
    const damage = await damageOf(env, blob);
    checked.files += 1;
    checked.next = `${FIRST_FILE}${blob.id}`;
    bytes += blob.size;
    if (damage) {
      raiseDamage(blob, damage);
      const problem =
        damage.kind === 'gone' ? 'its bytes are missing or incomplete' : `its bytes have changed: hash ${damage.hash}`;
      checked.findings.push({ identity: `blobs/${blob.id}`, sequence: 0, problem });
    }
    if (bytes >= AT_ONCE.bytes) return checked;
  }
  return rows.length < AT_ONCE.files ? { ...checked, next: '' } : checked;
}
