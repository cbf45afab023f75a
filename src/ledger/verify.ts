import { sql } from 'drizzle-orm';
import { canonicalJson } from '../core/digest.ts';
import { nowMicros } from '../core/time.ts';
import type { Database } from '../store/database.ts';
import { apply, type AssetState } from './asset.ts';
import { chainHash, GENESIS_HASH } from './event.ts';
import { assetColumns, assetOf, eventColumns, eventOf, type AssetRow, type EventRow } from './rows.ts';

/** Events read at once: bounds memory to about 500 times the largest event. */
const PAGE = 500;

/** What the verification of one asset found wrong; empty when nothing. */
export type Finding = { asset: string; seq: number; problem: 'missing' | 'hash' | 'head' | 'projection' };

/**
 * Walks an asset's events from the first: numbers without a gap, each hash that of its content and
 * its predecessor, the head and the current state what replaying gives. An append between two pages
 * is met with the head as it was at the start.
 */
export async function verifyAsset(db: Database, asset: string): Promise<Finding[]> {
  const [heads] = await db.batch([
    db.sql<AssetRow>(sql`SELECT ${assetColumns('a')} FROM assets a WHERE a.id = ${asset}`),
  ]);
  if (!heads[0]) return [];
  const head = assetOf(heads[0]);
  const findings: Finding[] = [];
  let previous = GENESIS_HASH;
  let seq = 0;
  let state: AssetState = {
    behaviours: JSON.parse(heads[0].initialBehaviours) as string[],
    attributes: {},
    tracked: true,
  };
  while (seq < head.seq) {
    const [rows] = await db.batch([
      db.sql<EventRow>(sql`SELECT ${eventColumns('e')} FROM events e
        WHERE e.asset = ${asset} AND e.seq > ${seq} AND e.seq <= ${head.seq} ORDER BY e.seq LIMIT ${PAGE}`),
    ]);
    for (const row of rows) {
      const event = eventOf(row);
      if (event.seq !== seq + 1) findings.push({ asset, seq: event.seq, problem: 'missing' });
      else if (chainHash(event, previous) !== event.hash) findings.push({ asset, seq: event.seq, problem: 'hash' });
      state = apply(state, event);
      previous = event.hash;
      seq = event.seq;
    }
    if (rows.length < PAGE) break;
  }
  if (seq !== head.seq || previous !== head.headHash) findings.push({ asset, seq: head.seq, problem: 'head' });
  const shown = (s: AssetState): string => canonicalJson([s.attributes, s.behaviours, s.tracked]);
  if (findings.length === 0 && shown(state) !== shown(head))
    findings.push({ asset, seq: head.seq, problem: 'projection' });
  return findings;
}

/** Marks what a verification found FAILED, and the asset's turn as done. */
export async function recordVerification(db: Database, asset: string, findings: readonly Finding[]): Promise<void> {
  const failed = JSON.stringify(findings.map((finding) => finding.seq));
  const projection = findings.some((finding) => finding.problem === 'projection' || finding.problem === 'head') ? 1 : 0;
  await db.batch([
    db.sql(
      sql`UPDATE events SET confirmation = 'FAILED' WHERE asset = ${asset} AND seq IN (SELECT value FROM json_each(${failed}))`,
    ),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()},
      confirmation = CASE WHEN ${projection} THEN 'FAILED' ELSE confirmation END WHERE id = ${asset}`),
  ]);
}
