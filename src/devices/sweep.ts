import { sql } from 'drizzle-orm';
import type { Env } from '../config.ts';
import { nowMicros, type Micros } from '../core/time.ts';
import { Database } from '../store/database.ts';
import { sourceObject } from './source.ts';

/** An import that has been silent for this long has lost its message: longer than any pause of its own. */
const SILENT: Micros = 360_000_000;
/** One that has not been touched since a restart of the queue is taken up sooner, where nothing failed. */
const LOST: Micros = 60_000_000;
const SWEPT = 100;

/** Takes up imports whose message was lost, and sources whose alarm was. */
export async function sweepDevices(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const now = nowMicros();
  const [imports, sources] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM imports WHERE status IN ('PENDING', 'INPROGRESS')
      AND touched_us < CASE failures WHEN 0 THEN ${now - LOST} ELSE ${now - SILENT} END LIMIT ${SWEPT}`),
    db.sql<{ id: string }>(sql`SELECT id FROM bus_sources WHERE deleted_us IS NULL`),
  ]);
  for (const { id } of imports) await env.JOBS.send({ kind: 'import', id });
  for (const { id } of sources) await sourceObject(env, id).start(id);
}
