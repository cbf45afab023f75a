import { sql } from 'drizzle-orm';
import type { Env } from '../../config.ts';
import type { Database } from '../../store/database.ts';
import { findUnheld } from './acknowledged.ts';
import { ledgerOf } from '../index.ts';
import { acceptRestored, lackingRows } from './restored.ts';
import { verifyAsset } from './verify.ts';

/** Maximum number of assets that one call checks: each needs a call of its ledger object. */
const ASSETS_AT_ONCE = 100;

export type Checked = {
  assets: number;
  events: number;
  findings: { identity: string; sequence: number; problem: string }[];
  /**
   * Ledgers that continue from what the database has: their last acknowledged event, and the last event that it has.
   */
  accepted: { identity: string; acknowledged: number; accepted: number }[];
  /** The next call starts after this asset; empty at the end. */
  next: string;
};

/**
 * Verifies assets in the order of their ids, up to and including the one that reaches `events` events or has a finding,
 * and asks their ledger objects whether the database has what they have acknowledged. At the end, it compares the quota
 * counts with the number of records. Memory is bounded by a page of events and one asset's state. An asset that the
 * database has completely lost is not found: only its object knows it.
 *
 * With `acceptLoss`, which an operator decides, ledgers that have acknowledged events that the database lacks continue
 * from what it has, and a run over all tenants that reaches the end accepts the database as it is. Throws 503.
 */
export async function verifyMany(
  env: Env,
  db: Database,
  range: { tenant: string | undefined; after: string | undefined; events: number; acceptLoss: boolean },
): Promise<Checked> {
  const checked: Checked = { assets: 0, events: 0, findings: [], accepted: [], next: '' };
  const ofTenant = range.tenant === undefined ? sql`1` : sql`tenant = ${range.tenant}`;
  const walked: string[] = [];
  let isEnd = false;
  for (let after = range.after ?? ''; checked.events < range.events && checked.findings.length === 0;) {
    if (walked.length === ASSETS_AT_ONCE) break;
    const [rows] = await db.batch([
      // Includes events whose asset has no row.
      db.sql<{ id: string | null }>(sql`SELECT min(id) AS id FROM (
        SELECT min(id) AS id FROM assets WHERE ${ofTenant} AND id > ${after}
        UNION ALL SELECT min(asset) FROM events WHERE ${ofTenant} AND asset > ${after})`),
    ]);
    if (!rows[0]?.id) {
      isEnd = true;
      break;
    }
    after = rows[0].id;
    walked.push(after);
    const { findings, events } = await verifyAsset(db, after);
    checked.assets += 1;
    checked.events += events;
    checked.next = `assets/${after}`;
    checked.findings.push(...findings.map(shown));
  }
  const unheld = await findUnheld(env, db, walked);
  if (range.acceptLoss) checked.accepted.push(...(await accept(env, unheld)));
  else checked.findings.push(...unheld.map(shown));
  if (!isEnd) return checked;
  checked.findings.push(...(await verifyUsage(db, range.tenant)));
  if (range.tenant === undefined) {
    if (range.acceptLoss) await acceptRestored(env, db);
    else checked.findings.push(...(await lackingRows(env, db)).map(ofDatabase));
  }
  return { ...checked, next: '' };
}

const shown = ({ asset, seq, problem }: { asset: string; seq: number; problem: string }) => ({
  identity: `assets/${asset}`,
  sequence: seq,
  problem,
});

const ofDatabase = (row: string) => ({ identity: 'database', sequence: 0, problem: `newest ${row} lost` });

async function accept(env: Env, unheld: readonly { asset: string }[]): Promise<Checked['accepted']> {
  const accepted: Checked['accepted'] = [];
  for (const { asset } of unheld) {
    const loss = await ledgerOf(env, asset).acceptLoss();
    if (loss) accepted.push({ identity: `assets/${asset}`, ...loss });
  }
  return accepted;
}

/** Quota counts that differ from the number of records. */
async function verifyUsage(db: Database, tenant: string | undefined): Promise<Checked['findings']> {
  const ofTenant = tenant === undefined ? sql`1` : sql`t.id = ${tenant}`;
  const [rows] = await db.batch([
    db.sql<{ tenant: string; resource: string }>(sql`SELECT t.id AS tenant, r.value AS resource
      FROM tenants t, json_each('["access_policies","applications","assets","blob_bytes","blobs","compliance_policies","invites","locations","tls_ca_certificates"]') r WHERE ${ofTenant}
      AND coalesce((SELECT used FROM usage u WHERE u.tenant = t.id AND u.resource = r.value), 0) <> CASE r.value
        WHEN 'access_policies' THEN (SELECT count(*) FROM access_policies a WHERE a.tenant = t.id)
        WHEN 'applications' THEN (SELECT count(*) FROM applications a WHERE a.tenant = t.id)
        WHEN 'assets' THEN (SELECT count(*) FROM assets a WHERE a.tenant = t.id)
        WHEN 'blob_bytes' THEN (SELECT coalesce(sum(size), 0) FROM blobs b WHERE b.tenant = t.id)
        WHEN 'blobs' THEN (SELECT count(*) FROM blobs b WHERE b.tenant = t.id)
        WHEN 'compliance_policies' THEN (SELECT count(*) FROM compliance_policies c WHERE c.tenant = t.id AND c.deleted_us IS NULL)
        WHEN 'invites' THEN (SELECT count(*) FROM invites i WHERE i.tenant = t.id)
        WHEN 'locations' THEN (SELECT count(*) FROM locations l WHERE l.tenant = t.id)
        ELSE (SELECT count(*) FROM tls_ca_certificates c WHERE c.tenant = t.id) END`),
  ]);
  return rows.map((row) => ({ identity: `tenant/${row.tenant}`, sequence: 0, problem: `usage of ${row.resource}` }));
}
