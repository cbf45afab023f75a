import { sql } from 'drizzle-orm';
import type { Env } from '../settings/config.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { khipuOf } from './khipu-intent.ts';

/**
 * Writes final transactions to the records that they anchor. KHIPU events become CONFIRMED, committed at the time of
 * the block. Events of windows and of logs need no write: their transaction is found by the window or the anchor of the
 * log. Idempotent.
 */
export async function recordFinal(env: Env, intents: readonly string[]): Promise<void> {
  const db = openDatabase(env);
  const among = sql`c.intent IN (SELECT value FROM json_each(${JSON.stringify(intents)}))`;
  const records = intents.flatMap((intent) => {
    const khipu = khipuOf(intent);
    return khipu?.kind === 'recordEvent' ? [{ intent, ...khipu }] : [];
  });
  const khipu = sql`SELECT a.number AS asset, r.value ->> 'event' AS event, c.hash, c.block_us, c.block_number,
      c.transaction_index
    FROM json_each(${JSON.stringify(records)}) r CROSS JOIN chain_transactions c ON c.intent = r.value ->> 'intent'
      CROSS JOIN assets a ON a.id = r.value ->> 'asset'
    WHERE c.settled = 0`;
  await db.batch([
    db.sql(sql`UPDATE events SET confirmation = 'CONFIRMED', committed_us = t.block_us, transaction_id = t.hash,
        block_number = t.block_number, transaction_index = t.transaction_index
      FROM (${khipu}) t WHERE events.asset = t.asset AND events.id = t.event AND events.confirmation = 'PENDING'`),
    db.sql(sql`UPDATE assets SET confirmation = 'CONFIRMED' FROM (${khipu}) t
      WHERE assets.number = t.asset AND assets.confirmation = 'PENDING' AND EXISTS
        (SELECT 1 FROM events e WHERE e.asset = assets.number AND e.seq = 1 AND e.confirmation = 'CONFIRMED')`),
    db.sql(sql`UPDATE anchors SET status = 'anchored' WHERE status = 'hashed' AND intent <> ''
      AND intent IN (SELECT c.intent FROM chain_transactions c WHERE ${among})`),
    db.sql(sql`UPDATE log_anchors SET final = 1 WHERE final = 0
      AND intent IN (SELECT c.intent FROM chain_transactions c WHERE ${among})`),
    db.sql(sql`UPDATE chain_transactions AS c SET settled = 1 WHERE ${among}`),
  ]);
}
