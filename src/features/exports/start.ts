import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { retryLater, ServiceError } from '../../lib/errors.ts';
import { fromHex, toBase64 } from '../../lib/text.ts';
import type { Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import { readLogKeys } from '../../transparency/reads/log-keys.ts';
import { keysJson } from '../../transparency/reads/keys-json.ts';
import { readHead } from '../../transparency/reads/logs.ts';
import { checkpointNote } from '../../transparency/reads/notes.ts';
import type { ExportTree } from './content.ts';

/** How far the clock that accepts events may be ahead. */
const AHEAD: Micros = 1_000_000;
/** The latest events, of which the one that was committed last is looked up: they are not in the order of commits. */
const LATEST = 1000;
/** Seconds until the log has the latest events, usually. */
const LOGGED_SOON = 1;

/**
 * The tree of the log to which all proofs of an export lead. It has all events that were accepted before the export was
 * created. Null: the tenancy has no events. Throws 503 until the log has these events.
 */
export async function chooseTree(db: Database, scope: TenantScope, createdUs: Micros): Promise<ExportTree | null> {
  const [[last]] = await db.batch([
    db.sql<{ number: number | null; cursor: number | null }>(sql`SELECT max(latest.number) AS number,
      (SELECT l.cursor FROM logs l WHERE l.scope = ${scope.tenant} AND l.ended = 0) AS cursor
      FROM (SELECT event.number FROM events event INDEXED BY events_accepted
        WHERE event.tenant = ${tenantNumber(scope.tenant)}
        AND event.accepted_us <= ${createdUs + AHEAD} ORDER BY event.accepted_us DESC LIMIT ${LATEST}) latest`),
  ]);
  const { number, cursor } = last!;
  if (number === null) return null;
  if ((cursor ?? 0) < number)
    throw retryLater('unavailable', 'the log of the tenancy does not have all events yet', LOGGED_SOON);
  const { log, rows } = await readHead<{ entry: string }>(
    scope,
    scope.tenant,
    (from) =>
      sql`SELECT hex(leaf.entry) AS entry FROM ${from} CROSS JOIN log_leaves leaf ON leaf.log = l.number
        AND leaf."index" = 0`,
  );
  const { keys } = await readLogKeys(scope, log.id);
  if (rows.length === 0) throw new ServiceError('internal', `the log ${log.id} has no genesis`);
  return {
    id: log.id,
    origin: log.origin,
    genesis: toBase64(fromHex(rows[0]!.entry)),
    keys: keysJson(log, keys),
    size: log.size,
    checkpoint: checkpointNote(log),
  };
}
