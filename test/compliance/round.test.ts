import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { pastPage } from '../../src/features/compliance/asset-list.ts';
import { mailDigest, sweepDigests } from '../../src/features/compliance/digest.ts';
import { evaluateCompliance } from '../../src/features/compliance/round.ts';
import { resultsOf } from '../../src/features/compliance/state.ts';
import { SEED_BYTES } from '../../src/formats/content-commitment.ts';
import type { Cursor } from '../../src/lib/paging.ts';
import { ambient, formatMicros } from '../../src/lib/time.ts';
import type { Command } from '../../src/ledger/append/commands.ts';
import { commitStatements } from '../../src/ledger/append/commit-statements.ts';
import { decide } from '../../src/ledger/append/decide.ts';
import { propose } from '../../src/ledger/append/proposal.ts';
import type { Head } from '../../src/ledger/records/asset.ts';
import { Database } from '../../src/platform/database/database.ts';
import { applicationRows, policyRow, readPrincipals, tenantRow } from '../access/support/write.ts';
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

/** The kinds of the notices so far, in their order. */
const notices = async (): Promise<string[]> =>
  (await d1.rows(['SELECT kind FROM compliance_notices ORDER BY number']))[0]!.map((row) => row['kind'] as string);

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
  expect(await notices()).toEqual(['NOT_COMPLIANT', 'DUE']);
  seconds += 1;
  await evaluateCompliance(db);
  await evaluateCompliance(db);
  expect(await notices()).toEqual(['NOT_COMPLIANT', 'DUE', 'NOT_COMPLIANT']);
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
  // As if they had so many events that those of two are not read at once.
  await d1.rows(['UPDATE assets SET seq = 15000']);
  await evaluateCompliance(db);
  expect(await states()).toHaveLength(45);
  seconds = 60;
  await d1.rows(['UPDATE compliance_policies SET deleted_us = ? WHERE id = ?', ambient.now() * 1000, id]);
  await evaluateCompliance(db);
  expect(await states()).toEqual([]);
});

test('an asset that cannot be evaluated keeps its state, and stops no other', async () => {
  const assets = Array.from({ length: 3 }, () => crypto.randomUUID());
  for (const asset of assets) await record(asset, {});
  const first = await since('Inspection', 40);
  await evaluateCompliance(db);
  const [broken, ...others] = assets as [string, string, string];
  await d1.rows(["UPDATE assets SET attributes = '{' WHERE id = ?", broken]);
  seconds = 60;
  const second = await since('Cleaning', 40);
  await evaluateCompliance(db);
  const policies = async (asset: string) => (await stateOf(asset)).results.map(({ policy }: any) => policy).toSorted();
  expect(await policies(broken)).toEqual([first]);
  for (const other of others) expect(await policies(other)).toEqual([first, second].toSorted());
  await d1.rows(["UPDATE assets SET attributes = '{}' WHERE id = ?", broken]);
  seconds += 3600;
  await evaluateCompliance(db);
  expect(await policies(broken)).toEqual([first, second].toSorted());
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
  const [told] = await d1.rows(['SELECT count(*) AS n, count(DISTINCT asset) AS assets FROM compliance_notices']);
  expect(told).toEqual([{ n: 25, assets: 25 }]);
  expect(formatMicros((await stateOf(assets[0]!)).evaluated_us)).toMatch(/^2026-01-01T12/);
});

test('a round that is killed at any batch beside appends, and repeated, gives each notice once', async () => {
  const assets = Array.from({ length: 12 }, () => crypto.randomUUID());
  const policies = await Promise.all(Array.from({ length: 20 }, (_, i) => since(`Inspection ${i}`, 40 + i)));
  for (const asset of assets) {
    await record(asset, {});
    for (let i = 0; i < policies.length; i++) await record(asset, { type: `Inspection ${i}` });
  }
  /** Runs rounds that die at each of their batches, with an event after each death, then two whole ones. */
  const killed = async (): Promise<number> => {
    let deaths = 0;
    for (let isOver = false; !isOver;) {
      let batches = 0;
      const dying = new Database(
        d1.d1(async (_, run) => {
          if (++batches <= deaths) return run();
          // Odd ones die after their transaction, so that the round does not learn of it.
          if (deaths % 2 === 1) await run();
          throw new Error('killed');
        }),
      );
      isOver = await evaluateCompliance(dying).then(
        () => true,
        () => false,
      );
      if (isOver) break;
      deaths += 1;
      expect(deaths).toBeLessThan(500);
      await record(assets[deaths % assets.length]!, { attributes: { reading: String(deaths) } });
    }
    await evaluateCompliance(db);
    await evaluateCompliance(new Database(d1.d1()));
    return deaths;
  };
  const told = async (): Promise<Record<string, unknown>[]> =>
    (
      await d1.rows([
        `SELECT kind, count(*) AS n, count(DISTINCT asset || ' ' || policy || ' ' || due_us) AS different
          FROM compliance_notices GROUP BY kind ORDER BY kind`,
      ])
    )[0]!;
  expect(await killed()).toBeGreaterThan(5);
  expect(await told()).toEqual([]);
  // Periods of 40 to 59 days; each is told 7 days before its end.
  const all = assets.length * policies.length;
  seconds = 39 * DAY + 60;
  expect(await killed()).toBeGreaterThan(5);
  expect(await told()).toEqual([{ kind: 'DUE', n: 7 * assets.length, different: 7 * assets.length }]);
  seconds = 90 * DAY;
  expect(await killed()).toBeGreaterThan(5);
  const [due, ended] = await told();
  expect(ended).toEqual({ kind: 'NOT_COMPLIANT', n: all, different: all });
  expect(due).toEqual({ kind: 'DUE', n: 7 * assets.length, different: 7 * assets.length });
});

/** A member with an address, who reads these attributes and events of all assets. */
async function person(email: string): Promise<string> {
  const id = crypto.randomUUID();
  await d1.rows([
    `INSERT INTO members (id, tenant, issuer, subject, display_name, email, attributes, invited, told_at, created_us)
      VALUES (?, ?, 'https://login.example', ?, 'Ines', ?, ?, 1, 0, 0)`,
    id,
    owner.tenant,
    id,
    email,
    JSON.stringify([['email', email]]),
  ]);
  return id;
}

/** Runs the sweep of mails and the jobs that it queues. Returns the mails that were sent; `fails`: none can be. */
async function mailed(
  of: Database | D1Database = d1.d1(),
  fails = false,
  mailLanguage: 'en' | 'de' = 'en',
): Promise<any[]> {
  const sent: any[] = [];
  const jobs: any[] = [];
  const env = {
    DB: of,
    JOBS: {
      sendBatch: async (batch: Iterable<{ body: any }>) => void jobs.push(...[...batch].map(({ body }) => body)),
    },
    EMAIL: {
      send: async (mail: any) => {
        if (fails) throw new Error('the mail server refuses');
        sent.push(mail);
      },
    },
  } as never;
  const config = { mailFrom: 'evidence@example.com', mailLanguage, origin: 'https://evidence.example' } as never;
  await sweepDigests(env, config);
  for (const { member } of jobs) await mailDigest(env, config, member);
  return sent;
}

test('a person gets one mail a day, about what they may read and what still holds', async () => {
  const [pump, crane] = [crypto.randomUUID(), crypto.randomUUID()];
  await since('Inspection', 40);
  await record(pump, { attributes: { arc_display_name: 'Pump <3>', kind: 'pump' } });
  await record(crane, { attributes: { arc_display_name: 'Crane', kind: 'crane' } });
  await person('reader@example.com');
  await person('nobody@example.com');
  const quiet = await person('quiet@example.com');
  await d1.rows(['INSERT INTO compliance_digests (member, tenant, enabled) VALUES (?, ?, 0)', quiet, owner.tenant]);
  await d1.rows(
    policyRow({
      id: crypto.randomUUID(),
      tenant: owner.tenant,
      filters: [{ or: ['attributes.kind=pump'] }],
      permissions: [
        {
          subjects: [],
          user_attributes: [{ or: ['email=reader@example.com'] }],
          behaviours: [],
          asset_attributes_read: ['arc_display_name', 'kind'],
          asset_attributes_write: [],
          event_arc_display_type_read: [],
          event_arc_display_type_write: [],
          include_attributes: [],
        },
      ],
    } as never),
  );
  await evaluateCompliance(db);
  expect(await mailed(d1.d1(), true)).toEqual([]);
  seconds = 60;
  const [mail, ...others] = await mailed();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'reader@example.com', subject: expect.stringMatching(/^1 not compliant: /) });
  expect(mail.text).toContain('- Pump <3>: Rule');
  expect(mail.html).toContain('Pump &lt;3&gt;');
  expect(mail.text + mail.html).not.toContain('Crane');
  // Later on the same day there is none, and the next day only if something is new and still holds.
  await record(crypto.randomUUID(), { attributes: { arc_display_name: 'Pump 4', kind: 'pump' } });
  await evaluateCompliance(db);
  expect(await mailed()).toEqual([]);
  seconds = DAY;
  const [next, ...more] = await mailed(d1.d1(), false, 'de');
  expect(more).toEqual([]);
  expect(next.text).toContain('- Pump 4: Rule');
  expect([next.subject, next.text]).toEqual([
    expect.stringMatching(/^1 /),
    expect.stringContaining('Alles, was fällig ist: https://evidence.example/console/#/due'),
  ]);
  expect(next.text).not.toContain('Pump <3>');
  await record(pump, { type: 'Inspection' });
  await evaluateCompliance(db);
  seconds = 2 * DAY;
  expect(await mailed()).toEqual([]);
});

test('a due date is told only to those who may read the events that it follows from', async () => {
  const asset = crypto.randomUUID();
  const permission = (email: string, types: string[]) => ({
    subjects: [],
    user_attributes: [{ or: [`email=${email}`] }],
    behaviours: [],
    asset_attributes_read: ['arc_display_name'],
    asset_attributes_write: [],
    event_arc_display_type_read: types,
    event_arc_display_type_write: [],
    include_attributes: [],
  });
  await since('Inspection', 40);
  await record(asset, { attributes: { arc_display_name: 'Pump 3' } });
  await record(asset, { type: 'Inspection' });
  await person('knows@example.com');
  await person('other@example.com');
  await d1.rows(
    policyRow({
      id: crypto.randomUUID(),
      tenant: owner.tenant,
      filters: [{ or: ['attributes.arc_display_name=*'] }],
      permissions: [permission('knows@example.com', ['Inspection']), permission('other@example.com', ['Reading'])],
    } as never),
  );
  await evaluateCompliance(db);
  seconds = 34 * DAY;
  await evaluateCompliance(db);
  expect(await notices()).toEqual(['DUE']);
  expect((await mailed()).map(({ to, subject }) => [to, subject.split(':')[0]])).toEqual([
    ['knows@example.com', '1 due soon'],
  ]);
});

test('a list at an earlier time has the assets of that time, in pages, and the policies of that time', async () => {
  const then = Array.from({ length: 23 }, () => crypto.randomUUID());
  const deleted = await since('Cleaning', 40);
  for (const asset of then) await record(asset, {});
  seconds = 60;
  const at = ambient.now() * 1000;
  seconds = 120;
  for (let i = 0; i < 23; i++) await record(crypto.randomUUID(), {});
  await d1.rows(['UPDATE compliance_policies SET deleted_us = ? WHERE id = ?', ambient.now() * 1000, deleted]);
  await since('Inspection', 40);
  const scope = new TenantScope(db, owner, 'member', 'test');
  const filter = { compliant: undefined, dueBefore: undefined, policy: undefined, mayRecord: false };
  const listed: string[] = [];
  const policies = new Set<string>();
  let after: Cursor | undefined;
  do {
    const { items, next } = await pastPage(scope, filter, at, after, 9);
    expect(items.length).toBeLessThanOrEqual(9);
    listed.push(...items.map(({ asset }) => asset));
    for (const { policy } of items.flatMap(({ results }) => results)) policies.add(policy);
    after = next;
  } while (after);
  expect(listed).toEqual(then.toSorted());
  expect([...policies]).toEqual([deleted]);
});
