import { sql } from 'drizzle-orm';
import type { PublicScope } from '../../access/public.ts';
import { notFound } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';

/**
 * A text that changes whenever public records do: those of one asset, or all where none is named. One small read.
 * Throws 404 for an asset that is not public.
 */
export async function publicHead(scope: PublicScope, asset: string | undefined): Promise<string> {
  const [versions, found, [logged]] = await scope.published((db) =>
    db.batch([
      db.sql<{ name: string; version: string }>(sql`SELECT name, version FROM public_heads ORDER BY name`),
      db.sql<{
        head: string;
        logged: number;
      }>(sql`SELECT json_array(lower(hex(head_hash)), confirmation, verified_us) AS head,
        proof_mechanism = 'MERKLE_LOG' AS logged FROM assets WHERE id = ${asset ?? ''} AND public = 1`),
      db.sql<{
        tree: string;
        shown: number;
      }>(sql`SELECT log.size || ' ' || log.cursor AS tree, min(log.cursor, ${LAST_LOGGED}) AS shown
        FROM logs log WHERE log.scope = ${PUBLIC_SCOPE} AND log.ended = 0`),
    ]),
  );
  if (asset !== undefined && !found[0]) throw notFound(`assets/${asset}`);
  const versionOf = (name: string): string => versions.find((row) => row.name === name)?.version ?? '';
  const log = logged && logState(logged, found[0]);
  return JSON.stringify([versionOf('anchors'), found[0]?.head ?? versionOf('events'), log ?? 0]);
}

/** What of the public log changes the records of one asset, or those of all. */
function logState(log: { tree: string; shown: number }, asset: { logged: number } | undefined): string | number {
  if (!asset) return log.shown;
  return asset.logged ? log.tree : 0;
}

/** The commit number of the last public MERKLE_LOG event: appends of later events confirm nothing that lists show. */
const LAST_LOGGED = sql.raw(
  `coalesce((SELECT max(number) FROM events INDEXED BY events_public_merkle_log WHERE public = 1
    AND proof_mechanism = 'MERKLE_LOG'), 0)`,
);
