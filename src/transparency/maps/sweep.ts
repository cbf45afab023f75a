import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { sequencerOf } from '../sequencer/log-clients.ts';
import { dueMaps } from './due-maps.ts';

/** Sequencers that one run calls. */
const CALLED = 20;

/**
 * Calls the sequencers of logs whose map waits for twice as long as it should, because an alarm was lost, or because
 * their events are of a version without maps.
 */
export async function sweepMaps(env: Env): Promise<void> {
  const scopes = await scopesOfLateMaps(openDatabase(env), configOf(env).completenessSeconds);
  await Promise.allSettled(scopes.map((scope) => sequencerOf(env, scope).wake(scope)));
}

/**
 * The scopes of 20 of these logs, from a random one on in the order in which they wait, so that logs whose map always
 * fails delay no other one for long. `seconds`: as `COMPLETENESS_SECONDS`.
 */
export async function scopesOfLateMaps(db: Database, seconds: number): Promise<string[]> {
  if (seconds === 0) return [];
  const first = new DataView(ambient.bytes(4).buffer).getUint32(0);
  const [rows] = await db.batch([
    db.sql<{ scope: string }>(sql`SELECT scope FROM (SELECT scope, us, count(*) OVER () AS late,
        row_number() OVER (ORDER BY us, id) - 1 AS place
      FROM (${dueMaps(seconds)}) WHERE us < ${nowMicros() - seconds * 1_000_000})
      ORDER BY (place + late - ${first} % late) % late LIMIT ${CALLED}`),
  ]);
  return rows.map(({ scope }) => scope);
}
