import { raise } from '../../platform/alarms.ts';
import { sql } from 'drizzle-orm';
import { PublicScope } from '../../access/public.ts';
import { configOf, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { nowMicros } from '../../lib/time.ts';
import { formatSignatures, parseVkey } from '../../formats/log/note.ts';
import type { Witness } from '../../formats/log/witness.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { PUBLIC_LOG, readConsistency, readLog, type ReadableLog } from '../reads/logs.ts';
import { checkpointNote } from '../reads/notes.ts';
import { submitCheckpoint, WitnessError } from './submission.ts';

/**
 * Submits the checkpoint of the public log to all witnesses, also if they have cosigned it before: a cosignature has
 * the time. Stores what they return. A witness that fails does not affect the others, nor the log.
 */
export async function submitToWitnesses(env: Env): Promise<void> {
  const { logWitnesses } = configOf(env);
  if (logWitnesses.length === 0) return;
  const db = openDatabase(env);
  const published = await publicLog(db);
  if (!published) return;
  await Promise.all(
    logWitnesses.map(async (witness) => {
      try {
        await submitTo(db, witness, published);
      } catch (error) {
        const fields = { witness: witness.url, size: published.log.size, error: describe(error) };
        if (error instanceof WitnessError && (error.knownSize ?? 0) >= published.log.size)
          raise('witness-conflict', fields);
        else log('warn', 'a witness did not cosign the public log', fields);
      }
    }),
  );
}

/** Undefined while no event is public. */
async function publicLog(db: Database): Promise<ReadableLog | undefined> {
  try {
    return await readLog(new PublicScope(db), PUBLIC_LOG);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

async function submitTo(db: Database, witness: Witness, readable: ReadableLog): Promise<void> {
  const { id, size } = readable.log;
  const { name } = parseVkey(witness.vkey);
  const row = sql`log = (SELECT number FROM logs WHERE id = ${id}) AND witness = ${name}`;
  const [[last]] = await db.batch([db.sql<{ size: number }>(sql`SELECT size FROM log_cosignatures WHERE ${row}`)]);
  const note = checkpointNote({ ...readable.log, cosignatures: [] });
  const proofFor = (from: number): Promise<Uint8Array[]> => readConsistency(new PublicScope(db), readable, from, size);
  const verified = await submitCheckpoint(fetch, witness, note, Math.min(last?.size ?? 0, size), proofFor);
  const lines = formatSignatures(verified.map(({ signature }) => signature));
  await db.batch([
    db.sql(sql`INSERT INTO log_cosignatures (log, witness, size, note, lines, at_us)
      SELECT number, ${name}, ${size}, ${note}, ${lines}, ${nowMicros()} FROM logs WHERE id = ${id}
      ON CONFLICT (log, witness) DO UPDATE SET size = excluded.size, note = excluded.note, lines = excluded.lines,
        at_us = excluded.at_us
      WHERE excluded.size >= log_cosignatures.size`),
  ]);
}
