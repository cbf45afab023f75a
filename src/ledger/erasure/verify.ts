import { raise } from '../../platform/alarms.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Config, Env } from '../../settings/config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { UUID_V4 } from '../../lib/identifiers.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { repeatErasure } from './erase.ts';
import type { Erased } from './erasure.ts';
import { erasedColumn } from './erasure-columns.ts';
import { ErasureRegister, type DamagedEntry, type RegisteredErasure } from './register.ts';

/** Where a check of erasures starts: after a key of the register, or after an event of the database. */
export type ErasurePosition = { register: string } | { event: number };

/** What a call has checked. `next` continues; empty at the end. */
export type ErasuresChecked = {
  erasures: number;
  findings: { identity: string; sequence: number; problem: string }[];
  next: string;
};

/** Erasures that one call checks: each of them takes requests to the bucket and the database. */
const AT_ONCE = 50;

const REGISTER = 'erasures/register/';
const formatPosition = (at: ErasurePosition): string =>
  'register' in at ? `${REGISTER}${at.register}` : `erasures/event/${at.event}`;
/** The position at which the check of erasures starts. */
export const FIRST_ERASURE: ErasurePosition = { register: '' };
export function parseErasurePosition(text: string): ErasurePosition | undefined {
  const [, event] = /^erasures\/event\/(\d{1,15})$/.exec(text) ?? [];
  if (event !== undefined) return { event: Number(event) };
  const register = text.startsWith(REGISTER) ? text.slice(REGISTER.length) : '';
  return register.split('/').every((id) => UUID_V4.test(id)) ? { register } : undefined;
}

/**
 * Compares the erased events of the database with the erasure register. An event that is erased in the register and has
 * content in the database, because this was restored, is erased again; a finding says why if it cannot be. An erased
 * event that the register lacks, or whose entry is damaged, is a finding, or is added to it if `registers` is true,
 * which only an operator may decide. With `tenant`, damaged entries of events that the database lacks are not found.
 */
export async function verifyErasures(
  env: Env,
  config: Config,
  db: Database,
  range: { tenant: string | undefined; from: ErasurePosition; registers: boolean; requestId: string },
): Promise<ErasuresChecked> {
  const register = new ErasureRegister(env.BLOBS);
  const { from, tenant } = range;
  if ('event' in from) return verifyRows(db, register, from.event, range);
  const { erasures, damaged, next } = await register.list(from.register, AT_ONCE);
  const own = erasures.filter((each) => tenant === undefined || each.tenant === tenant);
  const findings = [
    ...(await repeatErasures(env, config, db, own, range.requestId)),
    ...(await verifyDamaged(db, register, damaged, range)),
  ];
  if (next !== undefined) return { erasures: own.length, findings, next: formatPosition({ register: next }) };
  const rows = await verifyRows(db, register, 0, range);
  return { erasures: own.length, findings: [...findings, ...rows.findings], next: rows.next };
}

/**
 * Erases the events of these erasures that have content in the database. Idempotent. Raises an alarm for each. Returns
 * the findings: those that could not be erased. An event that the database lacks has no content. The caller deletes
 * blobs.
 */
export async function repeatErasures(
  env: Env,
  config: Config,
  db: Database,
  erasures: readonly RegisteredErasure[],
  requestId: string,
): Promise<ErasuresChecked['findings']> {
  const findings: ErasuresChecked['findings'] = [];
  for (const erasure of erasures) {
    const [[found]] = await db.batch([
      db.sql<{
        seq: number;
        isErased: number;
      }>(sql`SELECT e.seq, EXISTS (SELECT 1 FROM erasures x WHERE x.event = e.number) AS isErased
        FROM events e WHERE e.asset = ${assetNumber(erasure.asset)} AND e.id = ${erasure.event}`),
    ]);
    if (!found || found.isErased === 1) continue;
    const { tenant, asset, event } = erasure;
    raise('erased-content', {
      tenant,
      asset,
      event,
    });
    try {
      await repeatErasure(env, config, erasure, requestId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const problem = `the event ${event} is erased in the register, but not in the database: ${error.message}`;
      findings.push({ identity: `assets/${asset}`, sequence: found.seq, problem });
    }
  }
  return findings;
}

/** The findings about damaged entries: those that are not replaced. */
async function verifyDamaged(
  db: Database,
  register: ErasureRegister,
  damaged: readonly DamagedEntry[],
  { tenant, registers }: { tenant: string | undefined; registers: boolean },
): Promise<ErasuresChecked['findings']> {
  const findings: ErasuresChecked['findings'] = [];
  for (const { asset, event, problem } of damaged) {
    const [[row]] = await db.batch([
      rowsOf(db, sql`assets a CROSS JOIN events e ON e.asset = a.number`, sql`a.id = ${asset} AND e.id = ${event}`),
    ]);
    if (tenant !== undefined && row?.tenant !== tenant) continue;
    if (registers && row && (await replaced(register, row))) continue;
    const named = `the entry of the event ${event} in the erasure register is damaged: ${problem}`;
    findings.push({ identity: `assets/${asset}`, sequence: row?.seq ?? 0, problem: named });
  }
  return alarmed(findings);
}

type Row = { number: number; tenant: string; asset: string; event: string; seq: number; erased: string | null };

/** The events `e` of assets `a` that meet a condition, at most AT_ONCE. */
const rowsOf = (db: Database, from: SQL, where: SQL): RawStatement<Row> =>
  db.sql<Row>(sql`SELECT e.number, t.id AS tenant, a.id AS asset, e.id AS event, e.seq, ${erasedColumn('e')} AS erased
    FROM ${from} CROSS JOIN tenants t ON t.number = e.tenant WHERE ${where} LIMIT ${AT_ONCE}`);

/** Writes the entry of an erased event. Resolves to false if the event is not erased. */
async function replaced(register: ErasureRegister, row: Row): Promise<boolean> {
  if (row.erased === null) return false;
  await register.put(entryOf(row, JSON.parse(row.erased) as Erased));
  return true;
}

/** Raises the alarm for each finding. */
function alarmed(findings: ErasuresChecked['findings']): ErasuresChecked['findings'] {
  for (const finding of findings) raise('erasure-unregistered', finding);
  return findings;
}

/** Checks that the register has the erased events of the database. */
async function verifyRows(
  db: Database,
  register: ErasureRegister,
  after: number,
  { tenant, registers }: { tenant: string | undefined; registers: boolean },
): Promise<ErasuresChecked> {
  const erased = sql`erasures x CROSS JOIN events e ON e.number = x.event CROSS JOIN assets a ON a.number = e.asset`;
  const [rows] = await db.batch([rowsOf(db, erased, sql`x.event > ${after} ORDER BY x.event`)]);
  const findings: ErasuresChecked['findings'] = [];
  for (const row of rows.filter((each) => tenant === undefined || each.tenant === tenant)) {
    if (await register.has(row)) continue;
    if (!registers || !(await replaced(register, row)))
      findings.push({
        identity: `assets/${row.asset}`,
        sequence: row.seq,
        problem: `the event ${row.event} is erased, but not in the erasure register`,
      });
  }
  return {
    erasures: 0,
    findings: alarmed(findings),
    next: rows.length < AT_ONCE ? '' : formatPosition({ event: rows.at(-1)!.number }),
  };
}

const entryOf = ({ tenant, asset, event }: Row, { event: erasure, reason, by }: Erased): RegisteredErasure => ({
  format: 'erasure/1',
  tenant,
  asset,
  event,
  erasure,
  reason,
  by,
  // It was accepted, or is not needed.
  accepts_unsalted_chain_hash: true,
});
