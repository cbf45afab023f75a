import { sql, type SQL } from 'drizzle-orm';
import { sendToChain, type Intent } from './chain/index.ts';
import type { Config, Env } from '../settings/config.ts';
import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import type { Micros } from '../lib/time.ts';
import { ANCHOR_ADDRESS, logCalldata, type LogAnchor } from '../proof/calldata.ts';
import type { Database } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { tenantNumber } from '../platform/database/numbers.ts';

/** An anchor to send. `appendedUs`: the time of the last append to the log, at or after that of the anchored tree. */
type Unsent = LogAnchor & { intent: string; appendedUs: Micros };

/** The idempotency key of an anchor of the row `l` in the outbox: log, size and root. */
const INTENT = sql.raw("'logs/' || l.id || '/' || l.size || '/' || lower(hex(l.root))");

/**
 * Anchors the current log of a scope if it has grown since its last anchor. Idempotent, also under concurrency. Returns
 * whether the log has the newest event of its scope; if not, anchor it again later.
 */
export async function anchorLogOf(env: Env, config: Config, scope: string): Promise<boolean> {
  const db = openDatabase(env);
  const current = sql`SELECT number FROM logs WHERE scope = ${scope} AND ended = 0`;
  const newest =
    scope === PUBLIC_SCOPE
      ? sql`events e INDEXED BY events_public_accepted WHERE e.public = 1`
      : sql`events e INDEXED BY events_accepted WHERE e.tenant = ${tenantNumber(scope)}`;
  // In the transaction of the anchor: an event that the log has by now is anchored by it.
  const [, grown, , waiting] = await db.batch([
    ...anchorStatements(db, current),
    db.sql(sql`SELECT 1 FROM (SELECT e.number FROM ${newest} ORDER BY e.accepted_us DESC LIMIT 1) newest
      WHERE newest.number > coalesce((SELECT l.cursor FROM logs l WHERE l.scope = ${scope} AND l.ended = 0), 0)`),
  ]);
  await send(env, config, grown);
  return waiting.length === 0;
}

/**
 * Anchors the logs, also ended ones, that have waited for an anchor since before `beforeUs`, the longest waiting first,
 * and sends anchors again whose transaction is not final. At most `limit` of each. Idempotent.
 */
export async function anchorWaitingLogs(env: Env, config: Config, beforeUs: Micros, limit: number): Promise<void> {
  const db = openDatabase(env);
  const due = sql`SELECT log FROM logs_to_anchor WHERE since_us < ${beforeUs} ORDER BY since_us, log LIMIT ${limit}`;
  const [, grown, , open] = await db.batch([
    ...anchorStatements(db, due),
    db.sql<Unsent>(sql`SELECT l.id AS log, l.scope, a.size, lower(hex(a.root)) AS root, a.epoch, a.intent,
      l.appended_us AS appendedUs
      FROM log_anchors a INDEXED BY log_anchors_open CROSS JOIN logs l ON l.number = a.log
      WHERE a.final = 0 AND NOT EXISTS (SELECT 1 FROM chain_transactions c WHERE c.intent = a.intent) LIMIT ${limit}`),
  ]);
  await send(env, config, [...grown, ...open]);
}

/**
 * Inserts the anchors of those logs, of a query of their numbers, that have grown; the second statement returns them.
 * If the database was restored, the transaction of an anchor may exist already.
 */
const anchorStatements = (db: Database, numbers: SQL) => {
  const grown = sql`logs_to_anchor g CROSS JOIN logs l ON l.number = g.log WHERE g.log IN (${numbers})`;
  return [
    db.sql(sql`INSERT INTO log_anchors (log, size, root, epoch, intent, final)
      SELECT l.number, l.size, l.root, l.epoch, ${INTENT},
        EXISTS (SELECT 1 FROM chain_transactions c WHERE c.intent = ${INTENT})
      FROM ${grown} ON CONFLICT DO NOTHING`),
    db.sql<Unsent>(sql`SELECT l.id AS log, l.scope, l.size, lower(hex(l.root)) AS root, l.epoch, ${INTENT} AS intent,
      l.appended_us AS appendedUs
      FROM ${grown}`),
    db.sql(sql`DELETE FROM logs_to_anchor WHERE log IN (${numbers})`),
  ] as const;
};

async function send(env: Env, config: Config, anchors: readonly Unsent[]): Promise<void> {
  const items = anchors.map(({ intent, appendedUs, ...anchor }): Intent => ({
    intent,
    to: ANCHOR_ADDRESS,
    input: logCalldata(anchor),
    // No block may be older than the tree that it records.
    notBefore: Math.ceil(appendedUs / 1_000_000),
  }));
  if (items.length > 0) await sendToChain(env, config, items);
}
