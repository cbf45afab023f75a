import { raise } from '../../platform/alarms.ts';
import { sql } from 'drizzle-orm';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { nowMicros } from '../../lib/time.ts';
import { RUN_STATEMENTS, type Database } from '../../platform/database/database.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { Allowance, type Bounds } from './allowance.ts';
import { erasuresOf, verifyAsset, type VerificationCheckpoint, type Finding } from './verify.ts';

/** What one message of the queue reads. A page of rows or the end of an asset can need some statements more. */
export const VERIFICATION_BOUNDS: Bounds = { rows: 4000, statements: RUN_STATEMENTS };

/**
 * Verifies assets, continuing from their checkpoints, and raises an alarm for each finding. An asset that cannot be
 * verified is reported, and the others are still verified. Returns the assets that are left: those that were not
 * reached, and those of which a read failed. Throws if a read failed and nothing was verified.
 */
export async function verifyAssets(
  db: Database,
  assets: readonly string[],
  bounds: Bounds = VERIFICATION_BOUNDS,
): Promise<string[]> {
  const left = new Allowance(db, bounds);
  const failed: string[] = [];
  let failure: { error: unknown } | undefined;
  let isProgress = false;
  let at = 0;
  for (; at < assets.length && !left.isSpent; at++) {
    try {
      const isDone = await verifyOne(db, assets[at]!, left);
      isProgress = true;
      if (!isDone) break;
    } catch (error) {
      failure ??= { error };
      failed.push(assets[at]!);
    }
  }
  if (failure && !isProgress) throw failure.error;
  return [...assets.slice(at), ...failed];
}

/** Verifies one asset. Returns false if a further call must continue it. */
async function verifyOne(db: Database, asset: string, left: Allowance): Promise<boolean> {
  try {
    const from = await checkpointOf(db, asset);
    const { findings, checkpoint } = await verifyAsset(db, asset, { from, left });
    if (checkpoint) {
      await storeCheckpoint(db, asset, checkpoint);
      return false;
    }
    for (const finding of findings) raise('ledger-mismatch', finding);
    await recordVerification(db, asset, findings);
    return true;
  } catch (error) {
    // A transient failure is not a finding: the asset is verified again.
    if (error instanceof ServiceError || /D1_ERROR|network/i.test(describe(error))) throw error;
    raise('asset-unreadable', { asset, error: describe(error) });
    await recordVerification(db, asset, [{ asset, seq: 0, problem: 'unreadable' }]);
    left.rows = 0;
    return true;
  }
}

/** Where an interrupted verification of an asset continues. */
export async function checkpointOf(db: Database, asset: string): Promise<VerificationCheckpoint | undefined> {
  const [[kept]] = await db.batch([
    db.sql<{ checkpoint: string }>(sql`SELECT checkpoint FROM verifications WHERE asset = ${asset}`),
  ]);
  return kept && (JSON.parse(kept.checkpoint) as VerificationCheckpoint);
}

/**
 * Stores the checkpoint, unless an event was erased meanwhile: the checkpoint may have its content. Counts the asset as
 * verified, so that others come first if no call continues it.
 */
export async function storeCheckpoint(db: Database, asset: string, checkpoint: VerificationCheckpoint): Promise<void> {
  await db.batch([
    db.sql(sql`INSERT INTO verifications (asset, checkpoint) SELECT ${asset}, ${JSON.stringify(checkpoint)}
      WHERE ${erasuresOf(asset)} = ${checkpoint.erasures}
      ON CONFLICT (asset) DO UPDATE SET checkpoint = excluded.checkpoint`),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()} WHERE id = ${asset}`),
  ]);
}

/** Deletes the checkpoint of an asset. */
export async function deleteCheckpoint(db: Database, asset: string): Promise<void> {
  await db.batch([db.sql(sql`DELETE FROM verifications WHERE asset = ${asset}`)]);
}

/** Marks the events and the asset with findings as FAILED, and the asset as verified. */
async function recordVerification(db: Database, asset: string, findings: readonly Finding[]): Promise<void> {
  const inEvents = findings.filter(({ problem }) => ['missing', 'hash', 'erasure', 'order'].includes(problem));
  const inAsset = findings.some(({ problem }) => ['projection', 'head', 'unreadable'].includes(problem)) ? 1 : 0;
  const seqs = JSON.stringify(inEvents.map(({ seq }) => seq));
  const failed = db.sql(sql`UPDATE events SET confirmation = 'FAILED'
    WHERE asset = ${assetNumber(asset)} AND seq IN (SELECT value FROM json_each(${seqs}))`);
  await db.batch([
    ...(inEvents.length > 0 ? [failed] : []),
    db.sql(sql`DELETE FROM verifications WHERE asset = ${asset}`),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()},
      confirmation = CASE WHEN ${inAsset} THEN 'FAILED' ELSE confirmation END WHERE id = ${asset}`),
  ]);
}
