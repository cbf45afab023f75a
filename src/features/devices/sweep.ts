import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import type { KeyRing } from '../../lib/seal.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import { Database } from '../../platform/database/database.ts';
import { importPurpose } from './import.ts';
import { sourceObject, sourcePurpose } from './handle.ts';

/** An import without progress for this long has lost its message. It is longer than the maximum backoff. */
const SILENT: Micros = 360_000_000;
/** The same for an import without failures, which has no backoff. */
const LOST: Micros = 60_000_000;
const SWEPT = 100;

/** Restarts imports whose message was lost and sources whose alarm was lost. Encrypts secrets with the current key. */
export async function sweepDevices(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const now = nowMicros();
  const [imports, sources] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM imports WHERE status IN ('PENDING', 'INPROGRESS')
      AND touched_us < CASE failures WHEN 0 THEN ${now - LOST} ELSE ${now - SILENT} END LIMIT ${SWEPT}`),
    db.sql<{ id: string }>(sql`SELECT id FROM bus_sources WHERE deleted_us IS NULL`),
  ]);
  await sealAgain(db, configOf(env).keys);
  for (const { id } of imports) await env.JOBS.send({ kind: 'import', id });
  for (const { id } of sources) await sourceObject(env, id).start(id);
}

/** Encrypts secrets with the current key that are encrypted with an older one, so that the older one can be removed. */
async function sealAgain(db: Database, keys: KeyRing): Promise<void> {
  const older = sql`secret <> '' AND substr(secret, 1, ${keys.current.length + 1}) <> ${`${keys.current}.`}
    LIMIT ${SWEPT}`;
  const [imports, sources] = await db.batch([
    db.sql<SecretRow>(sql`SELECT id, secret FROM imports WHERE status IN ('PENDING', 'INPROGRESS') AND ${older}`),
    db.sql<SecretRow>(sql`SELECT id, secret FROM bus_sources WHERE deleted_us IS NULL AND ${older}`),
  ]);
  const renew = async (
    table: 'imports' | 'bus_sources',
    purpose: (id: string) => string,
    { id, secret }: SecretRow,
  ) => {
    const plain = await keys.open(purpose(id), secret);
    if (plain === undefined) return;
    const sealed = await keys.seal(purpose(id), plain);
    await db.batch([
      db.sql(sql`UPDATE ${sql.identifier(table)} SET secret = ${sealed} WHERE id = ${id} AND secret = ${secret}`),
    ]);
  };
  for (const row of imports) await renew('imports', importPurpose, row);
  for (const row of sources) await renew('bus_sources', sourcePurpose, row);
}

type SecretRow = { id: string; secret: string };
