import { sql } from 'drizzle-orm';
import type { Env } from '../../settings/config.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { RUN_STATEMENTS, type Database } from '../../platform/database/database.ts';
import { distinctValues } from '../../platform/database/distinct.ts';
import { eventBytes } from '../append/event-rows.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import { writerOf } from '../append/writer-client.ts';
import { Allowance } from './allowance.ts';
import { checkpointOf, deleteCheckpoint, storeCheckpoint } from './verification.ts';
import { verifyAsset } from './verify.ts';

/** Where a check of assets starts: after an asset, or in an asset of which a part was checked. */
export type AssetPosition = { after: string } | { within: string };
const WITHIN = '/rest';

export function parseAssetPosition(text: string): AssetPosition | undefined {
  const isWithin = text.endsWith(WITHIN);
  const id = uuidOf('assets', isWithin ? text.slice(0, -WITHIN.length) : text);
  if (id === undefined) return undefined;
  return isWithin ? { within: id } : { after: id };
}

export type FsckPage = {
  assets: number;
  events: number;
  findings: { identity: string; sequence: number; problem: string }[];
  /** Where the next call starts (`parseAssetPosition`); empty at the end. */
  next: string;
};

/**
 * Verifies assets in the order of their ids, up to and including the one that reaches `events` events or has a finding,
 * or until the call has sent `statements` statements to D1. Compares the database with what the ledger writer has
 * acknowledged, and at the end the quota counts with the number of records. Memory is bounded by a page of events and
 * one asset's state. Throws 503.
 */
export async function verifyMany(
  env: Env,
  db: Database,
  range: { tenant: string | undefined; from: AssetPosition | undefined; events: number },
  statements = RUN_STATEMENTS,
): Promise<FsckPage> {
  const checked: FsckPage = { assets: 0, events: 0, findings: [], next: '' };
  const left = new Allowance(db, { rows: Infinity, statements });
  let at = range.from ?? { after: '' };
  let isEnd = false;
  while (checked.events < range.events && checked.findings.length === 0 && !left.isSpent) {
    const asset = await assetAt(db, at, range.tenant);
    if (asset === null) {
      isEnd = true;
      break;
    }
    const isWithin = 'within' in at && at.within === asset;
    const from = isWithin ? await checkpointOf(db, asset) : undefined;
    const { findings, events, checkpoint } = await verifyAsset(db, asset, { from, left });
    checked.events += events;
    checked.next = `assets/${asset}`;
    if (checkpoint) {
      await storeCheckpoint(db, asset, checkpoint);
      checked.next += WITHIN;
      break;
    }
    // Otherwise the hourly verification would continue there.
    if (isWithin) await deleteCheckpoint(db, asset);
    checked.assets += 1;
    checked.findings.push(...findings.map(shown));
    at = { after: asset };
  }
  if (range.from === undefined) checked.findings.push(...(await verifyState(env)));
  if (!isEnd) return checked;
  checked.findings.push(...(await verifyParents(db)), ...(await verifyUsage(db, range.tenant)));
  return { ...checked, next: '' };
}

/**
 * The first asset at a position: for `within`, that asset if it exists, otherwise the one with the next higher id. Null
 * at the end.
 */
async function assetAt(db: Database, at: AssetPosition, tenant: string | undefined): Promise<string | null> {
  const ofTenant = tenant === undefined ? sql`1` : sql`tenant = ${tenantNumber(tenant)}`;
  const isThere = 'within' in at ? sql`id >= ${at.within}` : sql`id > ${at.after}`;
  const [[row]] = await db.batch([
    db.sql<{ id: string | null }>(sql`SELECT min(id) AS id FROM assets WHERE ${ofTenant} AND ${isThere}`),
  ]);
  return row!.id;
}

const shown = ({ asset, seq, problem }: { asset: string; seq: number; problem: string }) => ({
  identity: `assets/${asset}`,
  sequence: seq,
  problem,
});

async function verifyState(env: Env): Promise<FsckPage['findings']> {
  const { restored, acknowledged, found } = await writerOf(env).compare();
  if (!restored) return [];
  const problem = `it was restored to change ${found}, and change ${acknowledged} was acknowledged`;
  return [{ identity: 'database', sequence: 0, problem }];
}

/** Events whose asset has no row: it is not known which asset they are of. */
async function verifyParents(db: Database): Promise<FsckPage['findings']> {
  const [rows] = await db.batch([
    db.sql<{ events: number }>(sql`SELECT (SELECT count(*) FROM events e WHERE e.asset = named.value) AS events
      FROM (${distinctValues('events', 'asset')}) named
      WHERE NOT EXISTS (SELECT 1 FROM assets a WHERE a.number = named.value) LIMIT 10`),
  ]);
  return rows.map(({ events }) => ({
    identity: 'database',
    sequence: 0,
    problem: `the asset of ${events} events is missing`,
  }));
}

/** The number of events of a database up to which their bytes are added up for the comparison with the quota count. */
const EVENTS_ADDED_UP = 1_000_000;

/** The resources whose records are counted. */
const COUNTED = [
  'access_policies',
  'applications',
  'assets',
  'blob_bytes',
  'blobs',
  'compliance_policies',
  'invites',
  'locations',
  'tls_ca_certificates',
];

/** Quota counts that differ from the number of records. */
async function verifyUsage(db: Database, tenant: string | undefined): Promise<FsckPage['findings']> {
  const ofTenant = tenant === undefined ? sql`1` : sql`t.id = ${tenant}`;
  const [counts, bytes] = await db.batch([
    db.sql<{ tenant: string; resource: string }>(sql`SELECT t.id AS tenant, r.value AS resource
      FROM tenants t, json_each(${JSON.stringify(COUNTED)}) r WHERE ${ofTenant}
      AND coalesce((SELECT used FROM usage u WHERE u.tenant = t.id AND u.resource = r.value), 0) <> CASE r.value
        WHEN 'access_policies' THEN (SELECT count(*) FROM access_policies a WHERE a.tenant = t.id)
        WHEN 'applications' THEN (SELECT count(*) FROM applications a WHERE a.tenant = t.id)
        WHEN 'assets' THEN (SELECT count(*) FROM assets a WHERE a.tenant = t.number)
        WHEN 'blob_bytes' THEN (SELECT coalesce(sum(size), 0) FROM blobs b WHERE b.tenant = t.id)
        WHEN 'blobs' THEN (SELECT count(*) FROM blobs b WHERE b.tenant = t.id)
        WHEN 'compliance_policies' THEN (SELECT count(*) FROM compliance_policies c WHERE c.tenant = t.id
          AND c.deleted_us IS NULL)
        WHEN 'invites' THEN (SELECT count(*) FROM invites i WHERE i.tenant = t.id)
        WHEN 'locations' THEN (SELECT count(*) FROM locations l WHERE l.tenant = t.id)
        ELSE (SELECT count(*) FROM tls_ca_certificates c WHERE c.tenant = t.id) END`),
    db.sql<{
      tenant: string;
      resource: string;
    }>(sql`SELECT t.id AS tenant, 'ledger_bytes' AS resource FROM tenants t WHERE ${ofTenant}
      AND (SELECT coalesce(max(number), 0) FROM events) <= ${EVENTS_ADDED_UP}
      AND coalesce((SELECT used FROM usage_now u WHERE u.tenant = t.id AND u.resource = 'ledger_bytes'), 0)
        <> (SELECT coalesce(sum(${eventBytes}), 0) FROM events e WHERE e.tenant = t.number)`),
  ]);
  const rows = [...counts, ...bytes];
  return rows.map((row) => ({ identity: `tenant/${row.tenant}`, sequence: 0, problem: `usage of ${row.resource}` }));
}
