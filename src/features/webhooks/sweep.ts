import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { sealAgain } from '../../platform/database/seal-again.ts';
import { senderOf } from './calls.ts';
import { webhookPurpose } from './payload.ts';

/** Senders that are started at once. */
const STARTED = 20;

/**
 * Starts senders whose alarm was lost, deletes secrets that have expired, and encrypts secrets with the current key.
 */
export async function sweepWebhooks(env: Env): Promise<void> {
  const db = openDatabase(env);
  const [rows] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM webhooks w WHERE enabled = 1
      OR EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook = w.id AND d.event IS NULL) ORDER BY id`),
    db.sql(sql`UPDATE webhooks SET previous_secret = '', previous_until_us = 0
      WHERE previous_secret <> '' AND previous_until_us <= ${nowMicros()}`),
  ]);
  for (const column of ['secret', 'previous_secret'])
    await sealAgain(db, configOf(env).keys, { table: 'webhooks', column, purpose: webhookPurpose });
  await startAll(env, rows);
}

async function startAll(env: Env, rows: readonly { id: string }[]): Promise<void> {
  for (let i = 0; i < rows.length; i += STARTED) {
    const started = await Promise.allSettled(rows.slice(i, i + STARTED).map(({ id }) => senderOf(env, id).start(id)));
    for (const each of started)
      if (each.status === 'rejected') log('warn', 'a webhook could not be started', { error: describe(each.reason) });
  }
}

/** Starts the senders of webhooks that have notices since a time. If a start is lost, the sweep makes another one. */
export async function startNoticed(env: Env, since: Micros): Promise<void> {
  const db = openDatabase(env);
  const [rows] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT w.id FROM (SELECT DISTINCT tenant FROM compliance_notices
        WHERE at_us >= ${since}) fresh CROSS JOIN webhooks w ON w.tenant = fresh.tenant
      WHERE w.enabled = 1 AND EXISTS (SELECT 1 FROM json_each(w.types) j WHERE j.value = 'compliance.notice')`),
  ]);
  await startAll(env, rows);
}
