import { raise } from '../platform/alarms.ts';
import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../settings/config.ts';
import { uuidOf, PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { formatSeconds, nowMicros } from '../lib/time.ts';
import type { Database } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import type { AnchoringJob } from './jobs.ts';
import { windowRecord } from './recorded.ts';
import { nameOf } from './scopes.ts';

/** The maximum number of scopes that one sweep reports. */
const NAMED = 200;

/** The scope with this name (see `nameOf`); undefined where the name is not valid. */
export const scopeNamed = (name: string): string | undefined =>
  name === 'public' ? PUBLIC_SCOPE : uuidOf('tenant', name);

/** Raises an alarm for each scope whose last window ends in the future. Until that time its appends are refused. */
export async function alarmFutureWindows(env: Env): Promise<void> {
  const db = openDatabase(env);
  const end = sql`(SELECT max(w.end_us) FROM anchors w INDEXED BY anchors_by_end WHERE w.scope = s.scope)`;
  const [rows] = await db.batch([
    db.sql<{ scope: string; endUs: number }>(sql`SELECT s.scope, ${end} AS endUs
      FROM (SELECT id AS scope FROM tenants UNION ALL SELECT ${PUBLIC_SCOPE}) s WHERE ${end} > ${nowMicros()}
        LIMIT ${NAMED}`),
  ]);
  for (const { scope, endUs } of rows)
    raise('window-future', {
      scope: nameOf(scope),
      end: formatSeconds(endUs),
    });
}

/** A reopened window. `transaction` is the hash of its previous anchor's transaction, empty where none was final. */
export type Reopened = { startUs: number; endUs: number; hash: string; transaction: string };

/**
 * Removes the windows of a scope that end in the future, so that the scope accepts events again. The events of these
 * windows are anchored again, in windows that end in the past. The previous anchors stay on the chain. A second call
 * resumes an interrupted one. Returns the removed windows in order of their start.
 */
export async function reopenWindows(env: Env, db: Database, scope: string): Promise<Reopened[]> {
  const [windows] = await db.batch([
    db.sql<Reopened>(sql`SELECT w.start_us AS startUs, w.end_us AS endUs, w.hash, coalesce(c.hash, '') AS "transaction"
      FROM anchors w LEFT JOIN chain_transactions c ON c.intent = w.intent AND w.intent <> ''
      WHERE w.scope = ${scope} AND w.end_us > ${nowMicros()} ORDER BY w.start_us`),
  ]);
  const [first] = windows;
  if (!first) return [];
  const record = windowRecord(env, configOf(env));
  await record.withdraw(scope, first.startUs);
  await db.batch([
    db.sql(sql`DELETE FROM anchors WHERE scope = ${scope} AND start_us >= ${first.startUs}`),
    // Events no longer name the transactions of these windows: caches must revalidate.
    db.sql(sql`UPDATE public_heads SET version = lower(hex(randomblob(8))) WHERE name = 'anchors'`),
  ]);
  for (const { startUs, endUs, hash, transaction } of windows)
    raise('window-reopened', {
      scope: nameOf(scope),
      start: formatSeconds(startUs),
      end: formatSeconds(endUs),
      hash,
      transaction,
    });
  // The sweep may have handed an anchor to the chain again before the rows were removed.
  await record.withdraw(scope, first.startUs);
  await env.JOBS.send({ kind: 'close', scope } satisfies AnchoringJob);
  return windows;
}
