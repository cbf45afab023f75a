import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { admitState } from '../../apps/server/state/restored.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { reading, storesIn } from '../../apps/server/state/stores.ts';
import { auditComplete, type Rows } from '../transparency/support/audit.ts';
import { append, call, create, provenBy, type Access } from './support/evidence.ts';
import { command, endAll, launch, type Launched } from './support/service.ts';

const temporary = mkdtempSync(join(tmpdir(), 'upgrade-'));
const state = join(temporary, 'state');
const stores = storesIn(statePaths(state).data);

type Row = { asset: string; seq: number; id: string; hash: string; proof_mechanism: string; confirmation: string };
/** The events with the columns of the earlier version. */
const NOW = `SELECT e.number, a.id AS asset, e.seq, e.id, t.id AS tenant, e.public, e.proof_mechanism, e.operation, e.behaviour, e.event_attributes,
    e.asset_attributes, coalesce(e.declared, strftime('%Y-%m-%dT%H:%M:%S', e.accepted_us / 1000000, 'unixepoch') || printf('.%06dZ', e.accepted_us % 1000000)) AS declared,
    coalesce(e.declared_us, e.accepted_us) AS declared_us, e.accepted_us, e.committed_us, coalesce(e.principal_declared, p.info) AS principal_declared,
    p.info AS principal_accepted, e.confirmation, e.transaction_id, e.block_number, e.transaction_index,
    coalesce(e.from_wallet, t.wallet_address) AS from_wallet, lower(hex(e.hash)) AS hash, e.seed
  FROM events e JOIN assets a ON a.number = e.asset JOIN tenants t ON t.number = e.tenant JOIN principals p ON p.number = e.principal ORDER BY e.number`;

/** The events in the order in which they were stored, without what confirmation changes. */
const storedEvents = (version: 'earlier' | 'now'): { rows: Row[]; fixed: object[] } => {
  const rows = reading(stores.database, (database) =>
    database.prepare(version === 'now' ? NOW : 'SELECT * FROM events ORDER BY rowid').all(),
  ) as unknown as (Row & Record<string, unknown>)[];
  const changing = ['number', 'seed', 'confirmation', 'committed_us', 'transaction_id', 'block_number'];
  const fixed = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => ![...changing, 'transaction_index'].includes(name))),
  );
  return { rows, fixed };
};
const identityOf = ({ asset, id }: Row): string => `assets/${asset}/events/${id}`;
const countOf = (rows: readonly Row[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { proof_mechanism, confirmation } of rows) {
    const key = `${proof_mechanism} ${confirmation}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

let before: ReturnType<typeof storedEvents>;
let objectsBefore = 0;
let service: Launched;
let access: Access;
const start = async (): Promise<void> => {
  service = await launch(state);
  access = { base: service.base, token: await service.token() };
};

beforeAll(async () => {
  mkdirSync(state);
  // A state of an earlier version (upgrade/README.md).
  execFileSync('tar', ['-xzf', join(import.meta.dirname, 'upgrade/state-0018.tar.gz'), '-C', state]);
  before = storedEvents('earlier');
  objectsBefore = stores.objects('AssetLedger').length;
  await start();
});
afterAll(() => {
  endAll();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

it('a state of the version before group commits keeps every event and its hash', () => {
  expect(countOf(before.rows)).toEqual({
    'SIMPLE_HASH CONFIRMED': 7,
    'SIMPLE_HASH PENDING': 3,
    'KHIPU CONFIRMED': 2,
    'KHIPU PENDING': 3,
  });
  expect(storedEvents('now').fixed).toEqual(before.fixed);
});

it('finds the assets of the upgraded state by their words, once the job has indexed them', async () => {
  type Found = { complete: boolean; assets: { identity: string }[] };
  const search = (q: string) => call<Found>(access, 'GET', `/v2/assets:search?tracked=ANY&q=${encodeURIComponent(q)}`);
  await expect.poll(async () => (await search('a')).complete).toBe(true);
  let searched = 0;
  for (const asset of new Set(before.rows.map((row) => row.asset))) {
    const { identity, attributes } = await call<{ identity: string; attributes: Record<string, unknown> }>(
      access,
      'GET',
      `/v2/assets/${asset}`,
    );
    const text = Object.values(attributes).find((value) => typeof value === 'string' && /^\w+/.test(value));
    if (text === undefined) continue;
    expect((await search(String(text))).assets.map((one) => one.identity)).toContain(identity);
    searched += 1;
  }
  expect(searched).toBeGreaterThan(0);
});

it('confirms the SIMPLE_HASH events of the upgraded state at once, and its KHIPU events by their transactions', async () => {
  for (const row of before.rows.filter(({ proof_mechanism }) => proof_mechanism === 'SIMPLE_HASH')) {
    const event = await call<Record<string, string>>(access, 'GET', `/v2/${identityOf(row)}`);
    expect(event).toMatchObject({ identity: identityOf(row), confirmation_status: 'CONFIRMED' });
    expect(event['timestamp_committed']! >= event['timestamp_accepted']!).toBe(true);
  }
  for (const row of before.rows) {
    await provenBy(access, identityOf(row));
    expect(await call(access, 'GET', `/v2/${identityOf(row)}`)).toMatchObject({ confirmation_status: 'CONFIRMED' });
  }
  for (const asset of new Set(before.rows.map((row) => row.asset)))
    expect(await call(access, 'GET', `/v2/assets/${asset}`)).toMatchObject({ confirmation_status: 'CONFIRMED' });
});

it('verifies the ledgers of the upgraded state with fsck', async () => {
  const { code, stdout } = await command('fsck', ['--state', state]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Checked 3 assets with 15 events, \d logs with \d+ entries: no differences\.\n$/);
});

/** Reads the database of the running service. */
const read: Rows = async (sql) => reading(stores.database, (database) => database.prepare(sql).all()) ?? [];

it('adds every event of the upgraded state to its log within a minute, with a seed for those that have none', async () => {
  await expect
    .poll(() =>
      auditComplete(read).then((logs) => [...logs.values()].map(({ size }) => size).toSorted((x, y) => y - x)),
    )
    .toEqual([16, 6]);
  const [unseeded] = await read('SELECT count(*) AS n FROM events WHERE seed IS NULL');
  expect(unseeded!['n']).toBeGreaterThan(0);
  expect(await read('SELECT count(*) AS n FROM log_seeds')).toEqual([unseeded]);
});

it('continues the ledgers of the upgraded state', async () => {
  const assets = [...new Set(before.rows.map((row) => row.asset))];
  for (const asset of assets) await provenBy(access, (await append(access, `assets/${asset}`)).identity);
  await provenBy(access, (await append(access, await create(access))).identity);
  const after = storedEvents('now');
  expect(after.fixed.slice(0, before.rows.length)).toEqual(before.fixed);
  expect(after.rows.slice(before.rows.length).map(({ asset, seq }) => [asset, seq])).toEqual([
    ...assets.map((asset) => [asset, 1 + before.rows.filter((row) => row.asset === asset).length]),
    [expect.any(String), 1],
    [expect.any(String), 2],
  ]);
  expect(await command('fsck', ['--state', state])).toMatchObject({ code: 0 });
});

it('starts again, without the files of the objects of assets, which store nothing any more', async () => {
  expect(objectsBefore).toBe(4);
  expect(stores.objects('AssetLedger')).toEqual([]);
  await service.stop();
  expect(admitState(statePaths(state), false)).toEqual([]);
  await start();
  expect(stores.objects('AssetLedger')).toEqual([]);
  expect(stores.objects('LedgerWriter')).toHaveLength(1);
  await append(access, `assets/${before.rows[0]!.asset}`);
  expect(await command('fsck', ['--state', state])).toMatchObject({ code: 0 });
  await service.stop();
});
