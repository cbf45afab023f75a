import { raise } from '../../platform/alarms.ts';
import { sql } from 'drizzle-orm';
import type { Config, Env } from '../../settings/config.ts';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { notFound } from '../../lib/errors.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import { toHex } from '../../lib/text.ts';
import type { Database } from '../../platform/database/database.ts';
import { newKeys, readKeys, type KeyRecord } from './keys.ts';
import { sequencerOf } from './log-clients.ts';

/** The end of a log, by decision of the operator. */
export type EndedLog = { size: number; root: string };

/**
 * Ends a log; another one replaces it, whose genesis names its last signed size and root. For a log whose stored rows
 * were damaged, which makes no progress. `reason` is for the audit log. Throws 404 for a log that is not the current
 * one of its scope.
 */
export async function endLog(env: Env, db: Database, id: string, reason: string, requestId: string): Promise<EndedLog> {
  const [[row]] = await db.batch([
    db.sql<{ scope: string }>(sql`SELECT scope FROM logs WHERE id = ${id} AND ended = 0`),
  ]);
  if (!row) throw notFound(`an unfinished log ${id}`);
  await db.commitAudited([audited(db, row.scope, `logs/${id}`, { log: id, reason }, 'endLog', requestId)]);
  const ended = await sequencerOf(env, row.scope).end(row.scope, id);
  if (!ended) throw notFound(`an unfinished log ${id}`);
  const { size } = ended;
  const root = toHex(ended.root);
  raise('log-ended', { log: id, scope: row.scope, size, root, reason });
  return { size, root };
}

/**
 * Adds keys for logs, which sign from now on. Returns them. Each log names them in an entry before they sign its tree.
 */
export async function rotateLogKeys(db: Database, config: Config, requestId: string): Promise<KeyRecord> {
  const last = (await readKeys(db)).at(-1)?.number ?? 0;
  await db.commitAudited([
    ...(await newKeys(db, config.keys, last)),
    audited(db, '', 'log-keys', { after: last }, 'rotateLogKeys', requestId),
  ]);
  return (await readKeys(db)).at(-1)!;
}

const audited = (db: Database, tenant: string, resource: string, after: object, operation: string, requestId: string) =>
  db.sql(sql`INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash,
      request_id)
    VALUES (${ambient.uuid()}, ${tenant}, ${nowMicros()}, 'operator', 'operator', ${operation}, ${resource}, '',
      ${sha256Hex(canonicalJson(after))}, ${requestId})`);
