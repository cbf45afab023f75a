import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../src/access/principal.ts';
import { evaluateCompliance } from '../../src/features/compliance/round.ts';
import { resultsOf } from '../../src/features/compliance/state.ts';
import { SEED_BYTES } from '../../src/formats/content-commitment.ts';
import { ambient, formatMicros } from '../../src/lib/time.ts';
import type { Command } from '../../src/ledger/append/commands.ts';
import { commitStatements } from '../../src/ledger/append/commit-statements.ts';
import { decide } from '../../src/ledger/append/decide.ts';
import { propose } from '../../src/ledger/append/proposal.ts';
import type { Head } from '../../src/ledger/records/asset.ts';
import { Database } from '../../src/platform/database/database.ts';
import { applicationRows, readPrincipals, tenantRow } from '../access/support/write.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';

const DAY = 86_400;
const START = Date.UTC(2026, 0, 1, 12) * 1000;

let d1: LocalD1;
let db: Database;
let owner: Caller;
let seconds = 0;
const heads = new Map<string, Head>();
const clock = vi.spyOn(ambient, 'now').mockImplementation(() => START / 1000 + seconds * 1000);
afterAll(() => {
  clock.mockRestore();
  return d1.close();
});

beforeEach(async () => {
  await d1?.close();
  d1 = await openD1('SQLite');
  db = new Database(d1.d1());
  seconds = 0;
  heads.clear();
  owner = await tenancy();
});

async function tenancy(): Promise<Caller> {
  const caller = { tenant: crypto.randomUUID(), issuer: 'appidp', subject: crypto.randomUUID() };
  await d1.rows(
    tenantRow(caller.tenant),
    ...applicationRows({ id: caller.subject, tenant: caller.tenant, claims: {}, administrator: true }),
  );
  return caller;
}

/** Appends an event, or creates the asset with these attributes, at the present time. */
async function record(asset: string, of: { type?: string; attributes?: Record<string, string> }, caller = owner) {
  const [principal] = await readPrincipals(db, [caller]);
  const author = { caller, requestId: '', applicationIssuer: 'https://evidence.example/appidpv1' };
  const common = { author, asset, key: undefined, fingerprint: '', event: crypto.randomUUID() };
  const before = heads.get(asset);
  const behaviour = 'RecordEvidence' as const;
  const { attributes = {} } = of;
  const command: Command = before
    ? {
        ...common,
        kind: 'append',
        input: {
          operation: 'Record',
          behaviour,
          declared: undefined,
          principalDeclared: undefined,
          eventAttributes: of.type === undefined ? {} : { arc_display_type: of.type },
          assetAttributes: attributes,
        },
      }
    : {
        ...common,
        kind: 'create',
        input: { behaviours: [behaviour], proofMechanism: 'SIMPLE_HASH', public: false, chainId: '1', attributes },
      };
  const now = ambient.now() * 1000;
  const { head, entry } = decide(command, principal!, before, now, ambient.bytes(SEED_BYTES));
  const move = { now, tag: '', assetQuota: -1, byteQuota: -1 };
  await db.batch(commitStatements(db, [propose(before, head!, [entry], [])], undefined, move));
  heads.set(asset, head!);
}

async function since(type: string, days: number, tenant = owner.tenant): Promise<string> {
  const id = crypto.randomUUID();
  await d1.rows([
    `INSERT INTO compliance_policies (id, tenant, compliance_type, display_name, description, asset_filter,
      event_display_type, closing_event_display_type, time_period_seconds, dynamic_window, dynamic_variability,
      richness_assertions, created_us) VALUES (?, ?, 'COMPLIANCE_SINCE', 'Rule', '', '[]', ?, '', ?, 0, 0, '[]', ?)`,
    id,
    tenant,
    type,
    days * DAY,
    ambient.now() * 1000,
  ]);
  return id;
}

const states = async (): Promise<any[]> => {
  const [rows] = await d1.rows(['SELECT s.*, a.id FROM compliance_states s JOIN assets a ON a.number = s.asset']);
  return rows!.map((row) => ({ ...row, results: resultsOf(row['results'] as string) }));
};
const stateOf = async (asset: string): Promise<any> => (await states()).find(({ id }) => id === asset);

test('a period runs, is told before its end, ends, and begins again with an event', async () => {
  const asset = crypto.randomUUID();
  await since('Inspection', 40);
  await record(asset, { attributes: { arc_display_name: 'Pump 3' } });
  await evaluateCompliance(db);
  expect(await stateOf(asset)).toMatchObject({
    compliant: 0,
    again_us: null,
    results: [{ compliant: false, reason: 'No event of type Inspection', dueUs: null }],
  });
  seconds = DAY;
  await record(asset, { type: 'Inspection' });
  await evaluateCompliance(db);
  const due = START + 41 * DAY * 1e6;
  expect(await stateOf(asset)).toMatchObject({ compliant: 1, due_us: due, again_us: due - 7 * DAY * 1e6 });
  // Nothing is recorded: the state changes at the end of the period, and not before.
  seconds = 41 * DAY;
  await evaluateCompliance(db);
  expect(await stateOf(asset)).toMatchObject({ compliant: 1, again_us: due + 1 });
  seconds += 1;
  await evaluateCompliance(db);
  expect(await stateOf(asset)).toMatchObject({
    compliant: 0,
    due_us: due,
    again_us: null,
    results: [{ reason: `Duration ${40 * DAY + 1}s exceeds limit ${40 * DAY}s`, sinceUs: due + 1e6 }],
  });
});

test('an event that no policy is about, or of a tenancy without policies, changes no state', async () => {
  const [asset, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const stranger = await tenancy();
  await since('Inspection', 40);
  await record(asset, {});
  await record(other, {}, stranger);
  await evaluateCompliance(db);
  expect((await states()).map(({ id }) => id)).toEqual([asset]);
  const before = await stateOf(asset);
  seconds = 60;
  await record(asset, { type: 'Reading' });
  await record(other, { type: 'Inspection' }, stranger);
  await evaluateCompliance(db);
  expect(await stateOf(asset)).toEqual(before);
  const [[progress]] = (await d1.rows(['SELECT * FROM compliance_progress'])) as [[any]];
  expect(progress).toMatchObject({ at_us: START + 60e6 });
  const [[last]] = (await d1.rows(['SELECT max(number) AS number FROM events'])) as [[any]];
  expect(progress.event).toBe(last.number);
});

test('a new policy is evaluated for all assets, and a deleted one for none', async () => {
  const assets = Array.from({ length: 45 }, () => crypto.randomUUID());
  for (const asset of assets) await record(asset, {});
  await evaluateCompliance(db);
  expect(await states()).toEqual([]);
  const id = await since('Inspection', 40);
  await evaluateCompliance(db);
  expect(await states()).toHaveLength(45);
  seconds = 60;
  await d1.rows(['UPDATE compliance_policies SET deleted_us = ? WHERE id = ?', ambient.now() * 1000, id]);
  await evaluateCompliance(db);
  expect(await states()).toEqual([]);
});

test('a round that is cut off at any batch is continued by the next one', async () => {
  const assets = Array.from({ length: 25 }, () => crypto.randomUUID());
  for (const asset of assets) await record(asset, {});
  await since('Inspection', 40);
  for (let cut = 1; ; cut++) {
    let batches = 0;
    const dying = new Database(
      d1.d1(async (_, run) => {
        if (++batches === cut) throw new Error('killed');
        return run();
      }),
    );
    const isOver = await evaluateCompliance(dying).then(
      () => true,
      () => false,
    );
    if (isOver) break;
    expect(cut).toBeLessThan(200);
  }
  expect(await states()).toHaveLength(25);
  expect(formatMicros((await stateOf(assets[0]!)).evaluated_us)).toMatch(/^2026-01-01T12/);
});
