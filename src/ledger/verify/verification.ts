import { sql } from 'drizzle-orm';
import { describe } from '../../core/describe.ts';
import { ServiceError } from '../../core/errors.ts';
import { log } from '../../core/log.ts';
import { nowMicros } from '../../core/time.ts';
import type { Database } from '../../store/database.ts';
import { verifyAsset, type Checkpoint, type Finding } from './verify.ts';

/** Rows that one call reads: what is left goes on in another. */
export const ROWS_PER_TURN = 20_000;

/**
 * Verifies assets, those that were interrupted from their checkpoint on, and reports what it finds as alarms. An asset
 * that cannot be verified is reported and does not keep the others from their turn. Gives the assets that are left.
 */
export async function verifyAssets(db: Database, assets: readonly string[], rows = ROWS_PER_TURN): Promise<string[]> {
  const [asset, ...others] = assets;
  if (asset === undefined) return [];
  try {
    const [[kept]] = await db.batch([
      db.sql<{ checkpoint: string }>(sql`SELECT checkpoint FROM verifications WHERE asset = ${asset}`),
    ]);
    const from = kept ? (JSON.parse(kept.checkpoint) as Checkpoint) : undefined;
    const { findings, events, checkpoint } = await verifyAsset(db, asset, { from, rows });
    if (checkpoint) {
      await interrupt(db, asset, checkpoint);
      return [asset, ...others];
    }
    for (const finding of findings) log('alarm', 'the ledger of an asset does not verify', finding);
    await recordVerification(db, asset, findings);
    return events >= rows ? others : verifyAssets(db, others, rows - Math.max(1, events));
  } catch (error) {
    // What another attempt can read is no finding.
    if (error instanceof ServiceError || /D1_ERROR|network/i.test(describe(error))) throw error;
    log('alarm', 'an asset could not be verified', { asset, error: describe(error) });
    await recordVerification(db, asset, [{ asset, seq: 0, problem: 'unreadable' }]);
    return others;
  }
}

/** Keeps where a verification is. The asset's turn is done, so that it comes again after the others if nobody goes on. */
async function interrupt(db: Database, asset: string, checkpoint: Checkpoint): Promise<void> {
  await db.batch([
    db.sql(sql`INSERT INTO verifications (asset, checkpoint) VALUES (${asset}, ${JSON.stringify(checkpoint)})
      ON CONFLICT (asset) DO UPDATE SET checkpoint = excluded.checkpoint`),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()} WHERE id = ${asset}`),
  ]);
}

/** Marks what a verification found FAILED, and the asset's turn as done. */
async function recordVerification(db: Database, asset: string, findings: readonly Finding[]): Promise<void> {
  const inEvents = findings.filter(({ problem }) => ['missing', 'hash', 'order'].includes(problem));
  const inAsset = findings.some(({ problem }) => ['projection', 'head', 'unreadable'].includes(problem)) ? 1 : 0;
  await db.batch([
    db.sql(sql`UPDATE events SET confirmation = 'FAILED'
      WHERE asset = ${asset} AND seq IN (SELECT value FROM json_each(${JSON.stringify(inEvents.map(({ seq }) => seq))}))`),
    db.sql(sql`DELETE FROM verifications WHERE asset = ${asset}`),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()},
      confirmation = CASE WHEN ${inAsset} THEN 'FAILED' ELSE confirmation END WHERE id = ${asset}`),
  ]);
}
