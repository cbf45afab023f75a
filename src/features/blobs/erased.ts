import { sql, type SQL } from 'drizzle-orm';
import type { Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { keyOf } from './tables.ts';

/** Erasures that one run of the sweep handles. */
const SWEPT = 100;

/**
 * The paths by which events name blobs, with the tenant and the kind of their leaves: JSON lists, each found with one
 * search of the index. Attributes of any name can be attachments, so there may be many paths.
 */
const NAMING = sql.raw(`WITH RECURSIVE at (place) AS (SELECT (SELECT json_array(tenant, sets, path) FROM event_leaves
    ORDER BY tenant, sets, path LIMIT 1)
    UNION ALL SELECT (SELECT json_array(l.tenant, l.sets, l.path) FROM event_leaves l
      WHERE (l.tenant, l.sets, l.path) > (at.place ->> 0, at.place ->> 1, at.place ->> 2)
        ORDER BY l.tenant, l.sets, l.path LIMIT 1)
      FROM at WHERE at.place IS NOT NULL),
  naming AS MATERIALIZED (SELECT place ->> 0 AS tenant, place ->> 1 AS sets, place ->> 2 AS path FROM at
    WHERE place ->> 2 LIKE '%.arc_blob_identity' OR place ->> 2 LIKE '%.arc_attachment_identity')`);

/** The condition that no event names the blob `b`. Events of other tenancies can name it, so all are searched. */
const UNNAMED: SQL =
  sql.raw(`NOT EXISTS (SELECT 1 FROM naming CROSS JOIN event_leaves leaf ON leaf.tenant = naming.tenant
    AND leaf.sets = naming.sets
    AND leaf.path = naming.path AND leaf.key IN ('blobs/' || b.id, 'attachments/' || b.id))`);

/**
 * Deletes the blobs of erased events that no other event names. `event`: the id of the erased event; without it, those
 * of erasures whose deletion failed. A blob of another tenancy than that of the event stays. Logs failures: the sweep
 * repeats them.
 */
export async function deleteErasedBlobs(env: Env, event?: string): Promise<void> {
  const db = openDatabase(env);
  const which =
    event === undefined
      ? sql`x.blobs IS NOT NULL ORDER BY x.event LIMIT ${SWEPT}`
      : sql`x.blobs IS NOT NULL AND e.id = ${event}`;
  try {
    const [pending] = await db.batch([
      db.sql<{ event: number; tenant: string; blobs: string }>(sql`SELECT x.event, t.id AS tenant, x.blobs
        FROM erasures x INDEXED BY erasures_with_blobs CROSS JOIN events e ON e.number = x.event
          CROSS JOIN tenants t ON t.number = e.tenant WHERE ${which}`),
    ]);
    for (const erasure of pending) await deleteBlobsOf(env, db, erasure);
  } catch (error) {
    log('warn', 'the blobs of an erased event wait for the sweep', { error: describe(error) });
  }
}

/**
 * The row of a blob is deleted before its bytes: a row without bytes would be a finding, bytes without a row are
 * deleted again.
 */
async function deleteBlobsOf(
  env: Env,
  db: Database,
  { event, tenant, blobs }: { event: number; tenant: string; blobs: string },
): Promise<void> {
  const among = sql`b.id IN (SELECT value FROM json_each(${blobs}))`;
  const [, rows] = await db.batch([
    db.sql(
      sql`DELETE FROM blobs WHERE id IN (${NAMING} SELECT b.id FROM blobs b WHERE ${among} AND b.tenant = ${tenant}
        AND ${UNNAMED})`,
    ),
    db.sql<{ id: string }>(
      sql`SELECT j.value AS id FROM json_each(${blobs}) j
        WHERE NOT EXISTS (SELECT 1 FROM blobs b WHERE b.id = j.value)`,
    ),
  ]);
  for (const { id } of rows) await env.BLOBS.delete(keyOf({ tenant, id }));
  await db.batch([db.sql(sql`UPDATE erasures SET blobs = NULL WHERE event = ${event}`)]);
}
