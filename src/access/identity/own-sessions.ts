import { sql } from 'drizzle-orm';
import type { Identified } from '../principal.ts';
import type { Config } from '../../settings/config.ts';
import { notFound } from '../../lib/errors.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { isLive, isOf, MAX_SESSIONS, sessionUuidOf } from './sessions.ts';

/** A session as the person or application who has it sees it. */
export type OwnSession = {
  uuid: string;
  device: string;
  isField: boolean;
  createdUs: Micros;
  usedUs: Micros;
  expiresUs: Micros;
};

type Row = Omit<OwnSession, 'uuid' | 'isField'> & { idHash: string; field: number };

/** The valid sessions of a person or an application, the one used last first. */
export async function listSessions(db: Database, config: Config, who: Identified): Promise<OwnSession[]> {
  const rows = await read(db, config, who);
  return rows.map(({ idHash, field, ...row }) => ({ ...row, uuid: sessionUuidOf(idHash), isField: field === 1 }));
}

async function read(db: Database, config: Config, who: Identified): Promise<Row[]> {
  const [rows] = await db.batch([
    db.sql<Row>(sql`SELECT s.id_hash AS idHash, s.device, s.field, s.created_us AS createdUs, s.used_us AS usedUs,
        s.expires_us AS expiresUs
      FROM sessions s WHERE ${isOf(who)} AND ${isLive(config, nowMicros())}
      ORDER BY s.used_us DESC, s.id_hash LIMIT ${MAX_SESSIONS}`),
  ]);
  return rows;
}

/**
 * Ends a session of a person or an application from another one: its device hears that it was ended. Afterwards, a
 * restore of the database cannot bring it back unnoticed. Throws 404.
 */
export async function endOwnSession(db: Database, config: Config, who: Identified, uuid: string): Promise<void> {
  const row = (await read(db, config, who)).find(({ idHash }) => sessionUuidOf(idHash) === uuid);
  if (!row) throw notFound(`sessions/${uuid}`);
  await db.batchAcknowledged([
    db.sql(sql`UPDATE sessions SET expires_us = 0, ended_us = ${nowMicros()} WHERE id_hash = ${row.idHash}`),
  ]);
}
