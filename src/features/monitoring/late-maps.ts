import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import { isRestored } from '../../ledger/append/writer-client.ts';
import { AlarmPause } from '../../platform/alarm-pause.ts';
import { raise } from '../../platform/alarms.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { dueMaps } from '../../transparency/maps/due-maps.ts';

/** A map is late if it is not made within this many times `COMPLETENESS_SECONDS` after an event. */
export const LATE_AFTER = 10;
/** Logs that an alarm names. */
const NAMED = 10;
const pause = new AlarmPause(3_600_000);

/** Raises an alarm, once in an hour, if the map of a log is late. */
export async function alarmLateMaps(env: Env): Promise<void> {
  if (!isRestored()) await raiseLateMaps(openDatabase(env), configOf(env).completenessSeconds);
}

/** As `alarmLateMaps`. `seconds`: as `COMPLETENESS_SECONDS`. */
export async function raiseLateMaps(db: Database, seconds: number): Promise<void> {
  if (pause.isPaused()) return;
  const before = nowMicros() - (LATE_AFTER - 1) * seconds * 1_000_000;
  const [rows] = await db.batch([
    db.sql<{ id: string; us: Micros }>(sql`SELECT id, us FROM (${dueMaps(seconds)}) WHERE us < ${before}
      ORDER BY us LIMIT ${NAMED}`),
  ]);
  if (rows.length === 0 || !pause.isOver()) return;
  raise('map-late', {
    logs: rows.map(({ id }) => id),
    seconds: Math.floor((nowMicros() - rows[0]!.us) / 1_000_000) + seconds,
  });
}
