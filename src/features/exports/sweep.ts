import { sql } from 'drizzle-orm';
import type { Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { raise } from '../../platform/alarms.ts';
import { log } from '../../platform/log.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { forEachCell } from '../../platform/cells/cells.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { ALL_EXPORTS, prefixOf, RUNNING } from './tables.ts';

/** An export without progress for this long has lost its message. It is longer than the maximum backoff. */
const SILENT: Micros = 360_000_000;
/** The same for an export without failures, which has no backoff. */
const LOST: Micros = 60_000_000;
/** An export without progress for this long needs the attention of the operator. */
const STUCK: Micros = 900_000_000;
/** How long the row of an export without files stays. */
const KEPT: Micros = 30 * 86_400_000_000;
const SWEPT = 100;
/** Objects that one call lists or deletes. */
const OBJECTS = 1000;

/**
 * Restarts exports whose message was lost, raises an alarm for those without progress, and deletes files of exports
 * that have ended.
 */
export async function sweepExports(env: Env): Promise<void> {
  const db = openDatabase(env);
  const now = nowMicros();
  const [silent, , ended] = await db.batch([
    db.sql<{
      id: string;
      tenant: string;
      touchedUs: number;
    }>(sql`SELECT id, tenant, touched_us AS touchedUs FROM exports
      INDEXED BY exports_stored WHERE stored = 1 AND ${RUNNING}
      AND touched_us < CASE failures WHEN 0 THEN ${now - LOST} ELSE ${now - SILENT} END LIMIT ${SWEPT}`),
    db.sql(
      sql`UPDATE exports INDEXED BY exports_stored SET status = 'EXPIRED' WHERE stored = 1 AND status = 'FINISHED'
        AND expires_us <= ${now}`,
    ),
    db.sql<{
      id: string;
      deleted: number;
    }>(sql`SELECT id, deleted FROM exports INDEXED BY exports_stored WHERE stored = 1
      AND (deleted = 1 OR status IN ('FAILED', 'ERASED', 'EXPIRED')) LIMIT ${SWEPT}`),
    db.sql(sql`DELETE FROM exports WHERE stored = 0 AND created_us < ${now - KEPT}`),
  ]);
  for (const { id, tenant, touchedUs } of silent) {
    if (touchedUs < now - STUCK)
      raise('export-stalled', {
        export: id,
        tenant,
        minutes: Math.round((now - touchedUs) / 60e6),
      });
    await env.JOBS.send({ kind: 'export', id });
  }
  for (const row of ended) await deleteFiles(env, db, row);
}

/**
 * Deletes the files of an export that has ended, and its row if it was deleted. Repeated after a failure, which is
 * logged.
 */
export async function deleteFiles(env: Env, db: Database, { id }: { id: string }): Promise<void> {
  try {
    await deleteObjects(env, prefixOf(id));
    await db.batch([
      db.sql(sql`DELETE FROM export_files WHERE export = ${id}`),
      db.sql(sql`DELETE FROM exports WHERE id = ${id} AND deleted = 1`),
      db.sql(sql`UPDATE exports SET stored = 0 WHERE id = ${id}`),
    ]);
  } catch (error) {
    log('warn', 'the files of an export wait for the sweep', { export: id, error: describe(error) });
  }
}

/** Deletes the files of an export that was deleted. */
export const deleteEndedExport = (env: Env, id: string): Promise<void> => deleteFiles(env, openDatabase(env), { id });

/** Deletes the files of the exports that an erasure has ended. */
export async function deleteErasedExports(env: Env, tenant: string): Promise<void> {
  const db = openDatabase(env);
  const [rows] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM exports WHERE tenant = ${tenant} AND stored = 1 AND status = 'ERASED'`),
  ]);
  for (const row of rows) await deleteFiles(env, db, row);
}

async function deleteObjects(env: Env, prefix: string): Promise<void> {
  for (;;) {
    const page = await env.BLOBS.list({ prefix, limit: OBJECTS });
    if (page.objects.length === 0) return;
    await env.BLOBS.delete(page.objects.map(({ key }) => key));
  }
}

/**
 * Deletes objects below `exports/` whose export has no files: a job that was cut off after the files of its export were
 * deleted can leave one, and a restored database does not know exports that were created later.
 */
export async function deleteOrphanedExports(env: Env): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await env.BLOBS.list({
      prefix: ALL_EXPORTS,
      delimiter: '/',
      limit: OBJECTS,
      ...(cursor ? { cursor } : {}),
    });
    let orphans = page.delimitedPrefixes.map((prefix) => prefix.slice(ALL_EXPORTS.length, -1));
    // Every cell keeps its files below the same prefix.
    await forEachCell(env, async (cell) => {
      const db = openDatabase(cell);
      const [rows] = await db.batch([
        db.sql<{ id: string }>(sql`SELECT j.value AS id FROM json_each(${JSON.stringify(orphans)}) j
          WHERE NOT EXISTS (SELECT 1 FROM exports x WHERE x.id = j.value AND x.stored = 1)`),
      ]);
      orphans = rows.map(({ id }) => id);
    });
    for (const id of orphans) await deleteObjects(env, prefixOf(id));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
