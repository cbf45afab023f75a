import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { sealAgain } from '../../platform/database/seal-again.ts';
import { importPurpose } from './import.ts';
import { sourceObject, sourcePurpose } from './handle.ts';

/** An import without progress for this long has lost its message. It is longer than the maximum backoff. */
const SILENT: Micros = 360_000_000;
/** The same for an import without failures, which has no backoff. */
const LOST: Micros = 60_000_000;
const SWEPT = 100;

/** Restarts imports whose message was lost and sources whose alarm was lost. Encrypts secrets with the current key. */
export async function sweepDevices(env: Env): Promise<void> {
  const db = openDatabase(env);
  const now = nowMicros();
  const [imports, sources] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM imports WHERE status IN ('PENDING', 'INPROGRESS')
      AND touched_us < CASE failures WHEN 0 THEN ${now - LOST} ELSE ${now - SILENT} END LIMIT ${SWEPT}`),
    db.sql<{ id: string }>(sql`SELECT id FROM bus_sources WHERE deleted_us IS NULL`),
  ]);
  const { keys } = configOf(env);
  const isRunning = sql`status IN ('PENDING', 'INPROGRESS')`;
  await sealAgain(db, keys, { table: 'imports', column: 'secret', purpose: importPurpose, which: isRunning });
  const isKept = sql`deleted_us IS NULL`;
  await sealAgain(db, keys, { table: 'bus_sources', column: 'secret', purpose: sourcePurpose, which: isKept });
  for (const { id } of imports) await env.JOBS.send({ kind: 'import', id });
  for (const { id } of sources) await sourceObject(env, id).start(id);
}
