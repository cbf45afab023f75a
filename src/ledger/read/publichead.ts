import { sql } from 'drizzle-orm';
import type { PublicScope } from '../../access/public.ts';
import { notFound } from '../../core/errors.ts';

/**
 * A text that changes whenever public records do: those of one asset, or all where none is named. One small read.
 * Throws 404 for an asset that is not public.
 */
export async function publicHead(scope: PublicScope, asset: string | undefined): Promise<string> {
  const [versions, found] = await scope.published((db) =>
    db.batch([
      db.sql<{ name: string; version: string }>(sql`SELECT name, version FROM public_heads ORDER BY name`),
      db.sql<{ head: string }>(sql`SELECT json_array(lower(hex(head_hash)), confirmation, verified_us) AS head
        FROM assets WHERE id = ${asset ?? ''} AND public = 1`),
    ]),
  );
  if (asset !== undefined && !found[0]) throw notFound(`assets/${asset}`);
  const versionOf = (name: string): string => versions.find((row) => row.name === name)?.version ?? '';
  return JSON.stringify([versionOf('anchors'), found[0]?.head ?? versionOf('events')]);
}
