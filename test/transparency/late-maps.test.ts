import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readBacklogs } from '../../src/features/monitoring/backlogs.ts';
import { raiseLateMaps } from '../../src/features/monitoring/late-maps.ts';
import { ambient } from '../../src/lib/time.ts';
import { takeRaised } from '../../src/platform/alarms.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { continueMap } from '../../src/transparency/maps/log-map.ts';
import { scopesOfLateMaps } from '../../src/transparency/maps/sweep.ts';
import { MapSchedule } from '../../src/transparency/sequencer/map-schedule.ts';
import { Deployment } from './support/deployment.ts';

let d1: LocalD1;
let empty: Awaited<ReturnType<LocalD1['copy']>>;
let deployment: Deployment;
const { now } = ambient;
beforeAll(async () => {
  d1 = await openD1('SQLite');
  empty = await d1.copy();
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
beforeEach(async () => {
  await d1.restore(empty);
  deployment = new Deployment(d1, undefined, 60);
});
afterEach(() => {
  ambient.now = now;
  deployment.close();
  vi.mocked(crypto.subtle.sign).mockRestore?.();
});
afterAll(() => d1.close());

/** Lets this time pass since the start of the test. */
const after = (seconds: number): void => void (ambient.now = () => now() + seconds * 1000);
const backlog = async (seconds = 60) => (await readBacklogs(new Database(d1.d1()), seconds)).log_maps;
/** The alarms of maps. */
const alarms = async (seconds = 60) => {
  await raiseLateMaps(new Database(d1.d1()), seconds);
  return takeRaised().filter(({ name }) => name === 'map-late');
};
/** Damages the map of a log, so that it cannot be continued; and repairs it. */
const damage = (start: number) => d1.rows([`UPDATE log_map_pages SET start = ${start}`]);

test('raises an alarm once in an hour if events wait for their map ten times as long as they should', async () => {
  const { tenant } = await deployment.addTenancy();
  const [asset] = deployment.assets;
  await deployment.record(asset!);
  const { id } = (await deployment.complete()).get(tenant)!;
  expect(await backlog()).toMatchObject({ count: 1 });
  after(61);
  await deployment.covered();
  expect(await backlog()).toEqual({ count: 0, oldestUs: undefined });
  after(10_000);
  expect(await alarms()).toEqual([]);

  await damage(2 ** 48 - 1);
  const before = ambient.now();
  await deployment.record(asset!);
  await deployment.complete();
  const complete = ambient.now();
  const { oldestUs } = await backlog();
  expect(oldestUs! / 1000 - 60_000).toBeGreaterThanOrEqual(before);
  expect(oldestUs! / 1000 - 60_000).toBeLessThanOrEqual(complete);
  after(10_590);
  await deployment.sweep();
  expect(await alarms()).toEqual([]);
  after(10_620);
  // Events that follow do not make the oldest one younger.
  await deployment.record(asset!);
  await deployment.complete();
  expect(await backlog(0)).toEqual({ count: 0, oldestUs: undefined });
  expect(await alarms()).toMatchObject([{ count: 1, fields: { logs: [id], seconds: expect.any(Number) } }]);
  expect(await alarms()).toEqual([]);
  after(10_620 + 3_601);
  expect(await alarms()).toMatchObject([{ count: 1 }]);

  await damage(0);
  await deployment.covered();
  after(10_620 + 7_300);
  expect([await backlog(), await alarms()]).toEqual([{ count: 0, oldestUs: undefined }, []]);
});

test('a log without events, one that has ended and new keys are not late', async () => {
  const { tenant } = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  const { id } = (await deployment.complete()).get(tenant)!;
  after(61);
  await deployment.covered();
  await deployment.record(deployment.assets[0]!);
  await deployment.end(tenant, (await deployment.complete()).get(tenant)!.id);
  const { id: next } = (await deployment.complete()).get(tenant)!;
  expect(next).not.toBe(id);
  expect(await backlog()).toMatchObject({ count: 1 });
  await deployment.rotateKeys();
  after(200);
  await deployment.covered();
  after(100_000);
  expect([await backlog(), await alarms()]).toEqual([{ count: 0, oldestUs: undefined }, []]);
});

test('the sweep calls the logs whose map waits, and no other ones', async () => {
  const [first, second] = [await deployment.addTenancy(), await deployment.addTenancy()];
  const late = async (seconds = 60) => (await scopesOfLateMaps(new Database(d1.d1()), seconds)).toSorted();
  const both = [first.tenant, second.tenant].toSorted();
  const [older, , newer] = deployment.assets;
  await deployment.record(older!);
  await deployment.record(newer!);
  await deployment.complete();
  after(61);
  await deployment.covered();
  after(200);
  await deployment.record(newer!);
  const logs = await deployment.complete();
  after(210);
  await deployment.record(older!);
  await deployment.complete();
  // Only one event follows the entry of each map.
  expect(await late()).toEqual([]);
  after(210 + 121);
  expect([await late(), await late(0)]).toEqual([both, []]);
  // The map covers the event, but the alarm was lost before its entry.
  const { id, size } = logs.get(second.tenant)!;
  await continueMap(new Database(d1.d1()), id, Number(size));
  expect(await late()).toEqual(both);
  await deployment.covered();
  expect(await late()).toEqual([]);
});

test('many logs whose map always fails do not keep the sweep from the others', async () => {
  const late = Array.from({ length: 45 }, (_, n) => `late ${n}`);
  await d1.rows(
    ...late.flatMap((scope, n): [string, ...unknown[]][] => [
      [
        `INSERT INTO logs (number, id, scope, origin, created_us, size, root, cursor, epoch, appended_us, key,
          checkpoint, receipt) VALUES (?, ?, ?, ?, 0, 2, zeroblob(32), 0, '', 0, 1, x'', x'')`,
        1000 + n,
        `log ${n}`,
        scope,
        `origin ${n}`,
      ],
      [
        'INSERT INTO log_leaves (log, "index", event, hash, appended_us) VALUES (?, 1, ?, zeroblob(32), ?)',
        1000 + n,
        n,
        n,
      ],
    ]),
  );
  const called: string[][] = [];
  const bytes = vi.spyOn(ambient, 'bytes');
  for (const first of [7, 27, 47]) {
    bytes.mockReturnValueOnce(new Uint8Array([0, 0, 1, first]));
    called.push(await scopesOfLateMaps(new Database(d1.d1()), 60));
  }
  bytes.mockRestore();
  expect(called.map(({ length }) => length)).toEqual([20, 20, 20]);
  expect(new Set(called.flat())).toEqual(new Set(late));
});

test('the map of a log that replaces another one is due, whatever was known about that one', async () => {
  const { tenant } = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  after(61);
  await deployment.covered();
  const record = { ...deployment.records.get(tenant)!, uncovered: undefined };
  const schedule = new MapSchedule(new Database(d1.d1()), 60);
  expect(await schedule.leaf(record)).toBeUndefined();
  expect(schedule.dueAt(record)).toBeUndefined();
  expect(schedule.dueAt({ ...record, log: { ...record.log, id: crypto.randomUUID() } })).toBeDefined();
});

test('the check finds damage of the map that is kept while the next one is made', async () => {
  const { tenant } = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  after(61);
  await deployment.covered();
  await deployment.record(deployment.assets[0]!);
  const { id, size } = (await deployment.complete()).get(tenant)!;
  await continueMap(new Database(d1.d1()), id, size);
  await deployment.fsck();
  const stepped = await d1.copy();
  for (const [change, problem] of [
    ['log_maps SET covered = covered - 1', 'the kept map is of another entry'],
    ['log_maps SET covered = 0', 'the kept map is of another entry'],
    ['log_maps SET covered_nodes = zeroblob(32)', 'the nodes of the kept map'],
    ['log_maps SET covered_depth = 1', 'the nodes of the kept map'],
    ['log_map_pages SET old_hash = zeroblob(32)', 'a page of the kept map does not have its hash'],
    ["log_map_pages SET old_assets = x''", 'a page of the kept map does not have its hash'],
    ["log_map_pages SET old_hash = zeroblob(32), old_assets = x''", 'the pages of the kept map are not those'],
    ["log_map_pages SET old_assets = x'00'", 'a page of the kept map cannot be read'],
    ['log_map_pages SET old_bits = NULL', 'a page of the kept map is missing'],
    ['log_map_pages SET changed = changed + 1', 'a page of the map was changed by a later step'],
  ] as const) {
    await d1.rows([`UPDATE ${change}`]);
    await expect(deployment.fsck(), change).rejects.toThrow(problem);
    await d1.restore(stepped);
  }
  await deployment.fsck();
});
