import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/access/principal.ts';
import type { DatabaseState } from '../../src/platform/database/state.ts';
import { ambient } from '../../src/lib/time.ts';
import type { Command } from '../../src/ledger/append/commands.ts';
import type { ProofMechanism } from '../../src/ledger/records/event.ts';
import type { Head } from '../../src/ledger/records/asset.ts';
import { decide } from '../../src/ledger/append/decide.ts';
import { commitStatements } from '../../src/ledger/append/commit-statements.ts';
import { propose } from '../../src/ledger/append/proposal.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from './support/d1.ts';
import { applicationRows, readPrincipals, tenantRow } from '../access/support/write.ts';

let d1: LocalD1;
let principal: Principal;
let written = 0;
beforeAll(async () => {
  d1 = await openD1();
  const [tenant, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await d1.rows(tenantRow(tenant), ...applicationRows({ tenant, id, administrator: true, claims: {} }));
  const caller = { tenant, issuer: 'appidp', subject: id };
  [principal] = (await readPrincipals(new Database(d1.d1()), [caller])) as [Principal];
});
afterAll(() => d1.close());

/** The database, whose batches add to `written` what D1 bills. */
function billed(): Database {
  const inner = d1.d1();
  const batch = async (statements: never[]): Promise<D1Result[]> => {
    const results = await inner.batch(statements);
    written += results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
    return results;
  };
  return new Database({ prepare: inner.prepare, batch } as unknown as D1Database);
}

const start = Date.UTC(2026, 0, 1) * 1000;
let clock = start;

/** Commits one command alone. Returns the new head and the rows that D1 bills. */
async function commit(command: Command, head: Head | undefined): Promise<{ head: Head; rows: number }> {
  const db = billed();
  const [[state]] = await db.batch([
    db.text<DatabaseState>('SELECT counter, tag, writer_tag AS writerTag, epoch FROM database_state', []),
  ]);
  const step = decide(command, principal, head, (clock += 1000), ambient.bytes(32));
  const rights = { principal, user: [], shared: [], suspended: false, signedTypes: [], revisions: [] };
  written = 0;
  const proposal = propose(head, step.head, [step.entry], [rights]);
  await db.batch(
    commitStatements(db, [proposal], state!, { now: clock, tag: `t${clock}`, assetQuota: -1, byteQuota: -1 }),
  );
  return { head: step.head, rows: written };
}

const common = () => ({
  author: { caller: principal, requestId: '', applicationIssuer: 'https://evidence.example/appidpv1' },
  event: crypto.randomUUID(),
  key: undefined as string | undefined,
  fingerprint: '',
});
const create = (asset: string, isPublic = false, proofMechanism: ProofMechanism = 'SIMPLE_HASH'): Command => ({
  ...common(),
  asset,
  kind: 'create',
  input: {
    behaviours: ['RecordEvidence'],
    proofMechanism,
    public: isPublic,
    chainId: '1',
    attributes: { arc_display_name: 'a pump', state: 'new' },
  },
});
const append = (asset: string, state: string, key?: string): Command => ({
  ...common(),
  asset,
  key,
  kind: 'append',
  input: {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    declared: undefined,
    principalDeclared: undefined,
    eventAttributes: { arc_display_type: 'Inspection', arc_description: 'all is well here' },
    assetAttributes: { state },
  },
});

test('an event with two own attributes and one change writes at most 13 rows alone, and 15 with a key', async () => {
  const asset = crypto.randomUUID();
  let { head } = await commit(create(asset), undefined);
  const plain = await commit(append(asset, 'good'), head);
  ({ head } = plain);
  const again = await commit(append(asset, 'good'), head);
  ({ head } = again);
  const keyed = await commit(append(asset, 'better', 'key'), head);
  const named = await commit({ ...append(asset, 'better'), namedBy: 'Record-Id' }, keyed.head);
  expect([plain.rows, again.rows, keyed.rows, named.rows]).toEqual([13, 11, 15, 11]);
});

test('an asset writes a row for each different word, an event one for each word that changes', async () => {
  const rows = async (name: string): Promise<number> => {
    const command = create(crypto.randomUUID());
    if (command.kind === 'create') command.input.attributes = { arc_display_name: name, state: 'new' };
    return (await commit(command, undefined)).rows;
  };
  const [one, three, twice] = [await rows('pump'), await rows('pump number seven'), await rows('pump pump new')];
  expect([three - one, twice - one]).toEqual([2, 0]);
  const asset = crypto.randomUUID();
  let { head } = await commit(create(asset), undefined);
  const after = async (state: string): Promise<number> => {
    const done = await commit(append(asset, state), head);
    ({ head } = done);
    return done.rows;
  };
  const same = await after('new');
  // The value itself is one row.
  expect([await after('good'), await after('GOOD'), await after('good old pump')]).toEqual([
    same + 2,
    same + 1,
    same + 2,
  ]);
  expect(await after('good')).toBe(same + 2);
});

test('an event writes one row more for each different file, and a public one two', async () => {
  const rows = async (isPublic: boolean, ...hashes: string[]): Promise<number> => {
    const asset = crypto.randomUUID();
    const { head } = await commit(create(asset, isPublic), undefined);
    const command = append(asset, 'good');
    if (command.kind === 'append') {
      const files = hashes.map((hash) => ({ arc_hash_value: hash.repeat(64) }));
      command.input.eventAttributes = { arc_attachments: [...files, { arc_hash_value: 'none' }] };
    }
    return (await commit(command, head)).rows;
  };
  for (const [isPublic, each] of [
    [false, 1],
    [true, 2],
  ] as const) {
    const none = await rows(isPublic);
    // Each value is also a leaf of the attribute.
    expect((await rows(isPublic, 'a', 'b')) - none).toBe(2 * each + 2 * each);
    expect((await rows(isPublic, 'a', 'a')) - none).toBe(each + each);
  }
});

test('a MERKLE_LOG event writes one row more until its log has it, and a public one two', async () => {
  const rows = async (isPublic: boolean, mechanism: ProofMechanism): Promise<number> => {
    const asset = crypto.randomUUID();
    const { head } = await commit(create(asset, isPublic, mechanism), undefined);
    return (await commit(append(asset, 'good'), head)).rows;
  };
  for (const [isPublic, more] of [
    [false, 1],
    [true, 2],
  ] as const)
    expect((await rows(isPublic, 'MERKLE_LOG')) - (await rows(isPublic, 'SIMPLE_HASH'))).toBe(more);
});

test('no statement of a commit scans a table', async () => {
  const asset = crypto.randomUUID();
  const texts: [string, ...unknown[]][] = [];
  const inner = d1.d1();
  const prepare = (sql: string) => ({
    ...inner.prepare(sql),
    bind: (...params: unknown[]) => {
      texts.push([`EXPLAIN QUERY PLAN ${sql}`, ...params]);
      return inner.prepare(sql).bind(...params);
    },
  });
  const { head } = await commit(create(asset), undefined);
  const step = decide(append(asset, 'good', 'k'), principal, head, (clock += 1000), ambient.bytes(32));
  const proposal = propose(
    head,
    step.head,
    [step.entry],
    [{ principal, user: [], shared: [], suspended: false, signedTypes: [], revisions: [] }],
  );
  const rows = Object.fromEntries(Object.entries(proposal.rows).map(([name, text]) => [name, text || '[]']));
  const db = new Database({ prepare, batch: inner.batch } as unknown as D1Database);
  const every = { ...proposal, rows: rows as typeof proposal.rows };
  await db
    .batch(commitStatements(db, [every], undefined, { now: clock, tag: 't', assetQuota: 5, byteQuota: 1000 }))
    .catch(() => undefined);
  expect(texts.length).toBeGreaterThan(13);
  const plans = await d1.rows(...texts);
  const scans = plans.flat().map(({ detail }) => detail as string);
  expect(
    scans.filter((step) =>
      /^SCAN (a|e|t|assets|events|asset_\w+|event_\w+|idempotency|khipu_events|anchors|tenants|w|p|d)$/.test(step),
    ),
  ).toEqual([]);
});
