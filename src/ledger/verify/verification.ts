import { raise } from '../../core/alarms.ts';
import { sql } from 'drizzle-orm';
import { describe } from '../../core/describe.ts';
import { ServiceError } from '../../core/errors.ts';
import { nowMicros } from '../../core/time.ts';
import type { Database } from '../../store/database.ts';
import { assetNumber } from '../../store/numbers.ts';
import { erasuresOf, verifyAsset, type Checkpoint, type Finding } from './verify.ts';

/** What one call reads: rows, and statements after which it begins no further asset. A further call continues from there. */
export type VerificationBounds = { rows: number; statements: number };

/**
 * A Worker may send 1,000 statements to D1 in one run, which has up to five messages of the queue (`max_batch_size`). A page
 * of rows needs up to four statements, and an asset with few rows about 15.
 */
export const VERIFICATION_BOUNDS: VerificationBounds = { rows: 4000, statements: 100 };

/**
 * Verifies assets, continuing from their checkpoints, and raises an alarm for each finding. An asset that cannot be
 * verified is reported, and the others are still verified. Returns the assets that are left.
 */
export async function verifyAssets(
  db: Database,
  assets: readonly string[],
  bounds: VerificationBounds = VERIFICATION_BOUNDS,
): Promise<string[]> {
  const end = db.sent + bounds.statements;
  let { rows } = bounds;
  let at = 0;
  while (at < assets.length && rows > 0 && db.sent < end) {
    const events = await verifyOne(db, assets[at]!, rows);
    if (events === undefined) break;
    rows -= Math.max(1, events);
    at += 1;
  }
  return assets.slice(at);
}

/** Verifies one asset. Returns the number of events that were read; undefined if rows are left for another call. */
async function verifyOne(db: Database, asset: string, rows: number): Promise<number | undefined> {
  try {
    const [[kept]] = await db.batch([
      db.sql<{ checkpoint: string }>(sql`SELECT checkpoint FROM verifications WHERE asset = ${asset}`),
    ]);
    const from = kept ? (JSON.parse(kept.checkpoint) as Checkpoint) : undefined;
    const { findings, events, checkpoint } = await verifyAsset(db, asset, { from, rows });
    if (checkpoint) {
      await interrupt(db, asset, checkpoint);
      return undefined;
    }
    for (const finding of findings) raise('ledger-mismatch', finding);
    await recordVerification(db, asset, findings);
    return events;
  } catch (error) {
    // A transient failure is not a finding: the job is retried.
    if (error instanceof ServiceError || /D1_ERROR|network/i.test(describe(error))) throw error;
    raise('asset-unreadable', { asset, error: describe(error) });
    await recordVerification(db, asset, [{ asset, seq: 0, problem: 'unreadable' }]);
    return rows;
  }
}

/**
 * Stores the checkpoint, unless an event was erased meanwhile: the checkpoint may have its content. Counts the asset as
 * verified, so that others come first if no call continues it.
 */
async function interrupt(db: Database, asset: string, checkpoint: Checkpoint): Promise<void> {
  await db.batch([
    db.sql(sql`INSERT INTO verifications (asset, checkpoint) SELECT ${asset}, ${JSON.stringify(checkpoint)}
      WHERE ${erasuresOf(asset)} = ${checkpoint.erasures}
      ON CONFLICT (asset) DO UPDATE SET checkpoint = excluded.checkpoint`),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()} WHERE id = ${asset}`),
  ]);
}

/** Marks the events and the asset with findings as FAILED, and the asset as verified. */
async function recordVerification(db: Database, asset: string, findings: readonly Finding[]): Promise<void> {
  const inEvents = findings.filter(({ problem }) => ['missing', 'hash', 'erasure', 'order'].includes(problem));
  const inAsset = findings.some(({ problem }) => ['projection', 'head', 'unreadable'].includes(problem)) ? 1 : 0;
  const failed = inEvents.length > 0 && [
    db.sql(sql`UPDATE events SET confirmation = 'FAILED'
      WHERE asset = ${assetNumber(asset)} AND seq IN (SELECT value FROM json_each(${JSON.stringify(inEvents.map(({ seq }) => seq))}))`),
  ];
  await db.batch([
    ...(failed || []),
    db.sql(sql`DELETE FROM verifications WHERE asset = ${asset}`),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()},
      confirmation = CASE WHEN ${inAsset} THEN 'FAILED' ELSE confirmation END WHERE id = ${asset}`),
  ]);
}
