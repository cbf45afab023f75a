import { PUBLIC_SCOPE } from '../core/identity.ts';
import { sql } from 'drizzle-orm';
import { Database } from '../store/database.ts';
import type { Env } from '../config.ts';
import { eventsOf } from './scopes.ts';

/** The maximum number of events that one statement updates with their transaction. */
const NOTED_AT_ONCE = 500;

/** An anchor whose transaction is final and whose events do not show that transaction yet. */
export type Unnoted = { scope: string; startUs: number };

/**
 * Writes final transactions to the records that they anchor. KHIPU events become CONFIRMED, committed at the time of
 * the block. Returns the anchors: each has many events, so the caller queues a `noteAnchor` for each.
 */
export async function finalize(env: Env, intents: readonly string[]): Promise<Unnoted[]> {
  const db = new Database(env.DB);
  const among = sql`c.intent IN (SELECT value FROM json_each(${JSON.stringify(intents)}))`;
  // `#1` is the transaction of the event, `#0` that of the creation of its asset.
  const khipu = sql`SELECT substr(c.intent, 8, 36) AS asset, substr(c.intent, 52, 36) AS event, c.* FROM chain_transactions c
    WHERE ${among} AND c.intent LIKE 'assets/%#1' AND c.settled = 0`;
  const [, , , anchors] = await db.batch([
    db.sql(sql`UPDATE events SET confirmation = 'CONFIRMED', committed_us = t.block_us, transaction_id = t.hash,
        block_number = t.block_number, transaction_index = t.transaction_index
      FROM (${khipu}) t WHERE events.asset = t.asset AND events.id = t.event AND events.confirmation = 'PENDING'`),
    db.sql(sql`UPDATE assets SET confirmation = 'CONFIRMED' FROM (${khipu}) t
      WHERE assets.id = t.asset AND assets.confirmation = 'PENDING'
      AND EXISTS (SELECT 1 FROM events e WHERE e.asset = assets.id AND e.seq = 1 AND e.confirmation = 'CONFIRMED')`),
    // The others are anchors. Without a `hashed` window nothing is left to do: it is `anchored` or was reopened.
    db.sql(sql`UPDATE chain_transactions AS c SET settled = 1 WHERE ${among} AND (c.intent LIKE 'assets/%'
      OR NOT EXISTS (SELECT 1 FROM anchors w WHERE w.intent = c.intent AND w.intent <> '' AND w.status = 'hashed'))`),
    db.sql<Unnoted>(sql`SELECT w.scope, w.start_us AS startUs FROM chain_transactions c CROSS JOIN anchors w ON w.intent = c.intent
      WHERE ${among} AND c.settled = 0 AND w.intent <> ''`),
  ]);
  return anchors;
}

/** Writes the transaction of an anchor to its events, in batches. Idempotent. */
export async function noteAnchor(env: Env, { scope, startUs }: Unnoted): Promise<void> {
  const db = new Database(env.DB);
  const [[anchor]] = await db.batch([
    db.sql<{
      endUs: number;
      intent: string;
      hash: string;
      block: number;
      at: number;
    }>(sql`SELECT w.end_us AS endUs, w.intent,
      c.hash, c.block_number AS block, c.transaction_index AS at FROM anchors w CROSS JOIN chain_transactions c ON c.intent = w.intent
      WHERE w.scope = ${scope} AND w.start_us = ${startUs} AND w.status = 'hashed'`),
  ]);
  if (!anchor) return;
  // The row of an event holds the transaction of its tenant's anchor. The public one is looked up when it is read.
  for (let more = scope !== PUBLIC_SCOPE; more;) {
    const [noted] = await db.batch([
      db.sql<{
        seq: number;
      }>(sql`UPDATE events SET transaction_id = ${anchor.hash}, block_number = ${anchor.block}, transaction_index = ${anchor.at}
        WHERE (asset, seq) IN (SELECT e.asset, e.seq FROM ${eventsOf(scope, startUs, anchor.endUs)}
          AND e.transaction_id = '' LIMIT ${NOTED_AT_ONCE}) RETURNING seq`),
    ]);
    more = noted.length === NOTED_AT_ONCE;
  }
  await db.batch([
    db.sql(sql`UPDATE anchors SET status = 'anchored' WHERE scope = ${scope} AND start_us = ${startUs}`),
    db.sql(sql`UPDATE chain_transactions SET settled = 1 WHERE intent = ${anchor.intent}`),
  ]);
}
