import { sql } from 'drizzle-orm';
import type { Env } from '../../config.ts';
import { describe } from '../../core/describe.ts';
import { retryLater } from '../../core/errors.ts';
import { log } from '../../core/log.ts';
import type { Database } from '../../store/database.ts';
import { ledgerOf } from '../index.ts';
import type { LastAcknowledged } from '../write/watermark.ts';

/** Ledger objects that are asked at the same time. */
const ASKED_AT_ONCE = 16;

/** An acknowledged event that the database lacks (`lost`) or has with another hash (`replaced`). */
export type Unheld = LastAcknowledged & { problem: 'acknowledged event lost' | 'acknowledged event replaced' };

/**
 * Asks the ledger objects of these assets for their last acknowledged event, and returns the events that the database
 * lacks or has with another hash. Creates no storage for objects that never existed. Throws 503 if an object fails.
 */
export async function findUnheld(env: Env, db: Database, assets: readonly string[]): Promise<Unheld[]> {
  const acknowledged: LastAcknowledged[] = [];
  try {
    for (let i = 0; i < assets.length; i += ASKED_AT_ONCE) {
      const some = assets.slice(i, i + ASKED_AT_ONCE);
      const marks = await Promise.all(some.map((asset) => ledgerOf(env, asset).acknowledged()));
      marks.forEach((mark, n) => mark && acknowledged.push({ asset: some[n]!, seq: mark.seq, hash: mark.hash }));
    }
  } catch (error) {
    log('warn', 'the ledgers could not be asked what they have acknowledged', { error: describe(error) });
    throw retryLater('unavailable', 'a ledger could not be asked what it has acknowledged; try again', 1);
  }
  // Read last: an event is stored before it is acknowledged.
  return unheldOf(db, acknowledged);
}

/** Returns the events that the database lacks or has with another hash. */
export async function unheldOf(db: Database, events: readonly LastAcknowledged[]): Promise<Unheld[]> {
  const rows = JSON.stringify(events.map(({ asset, seq, hash }) => [asset, seq, hash]));
  const [unheld] = await db.batch([
    db.sql<LastAcknowledged & { found: string | null }>(sql`SELECT j.value ->> 0 AS asset, j.value ->> 1 AS seq,
      j.value ->> 2 AS hash, e.hash AS found FROM json_each(${rows}) j
      LEFT JOIN events e ON e.asset = j.value ->> 0 AND e.seq = j.value ->> 1
      WHERE e.hash IS NOT j.value ->> 2 ORDER BY j.key`),
  ]);
  return unheld.map(({ asset, seq, hash, found }) => ({
    asset,
    seq,
    hash,
    problem: found === null ? 'acknowledged event lost' : 'acknowledged event replaced',
  }));
}
