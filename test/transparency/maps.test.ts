import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'drizzle-orm';
import {
  assetKey,
  historyValue,
  NO_EVENTS,
  withEvent,
  type AssetHistory,
} from '../../src/formats/completeness/asset-history.ts';
import { encodeMapEntry, parseMapEntry, type MapEntry } from '../../src/formats/completeness/map-entry.ts';
import { byKey, rootFromMapProof, subtreeHash } from '../../src/formats/completeness/prefix-tree.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { fromHex, toHex, utf8 } from '../../src/lib/text.ts';
import { ambient } from '../../src/lib/time.ts';
import { Database } from '../../src/platform/database/database.ts';
import { continueMap } from '../../src/transparency/maps/log-map.ts';
import {
  proofInMap,
  provenMapQuery,
  provenPagesQuery,
  saltQuery,
  type ProvenMapRow,
  type ProvenPageRow,
} from '../../src/transparency/maps/proven-map.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { sized } from '../support/size.ts';
import { Deployment } from './support/deployment.ts';

let d1: LocalD1;
let empty: Awaited<ReturnType<LocalD1['copy']>>;
let current: Deployment;
const { now } = ambient;
beforeAll(async () => {
  d1 = await openD1('SQLite');
  empty = await d1.copy();
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
beforeEach(() => d1.restore(empty));
afterEach(() => {
  ambient.now = now;
  current?.close();
  vi.mocked(crypto.subtle.sign).mockRestore?.();
});
afterAll(() => d1.close());

const deploy = (seconds: number): Deployment => (current = new Deployment(d1, undefined, seconds));
const indexesOf = async (deployment: Deployment, log: string): Promise<number[]> =>
  (await deployment.covered()).get(log)!.indexes;

test('an idle log gets a map of its last event in time, and none for the entry of that map', async () => {
  const deployment = deploy(60);
  const { tenant } = await deployment.addTenancy();
  const [asset] = deployment.assets;
  await deployment.record(asset!, 3);
  const { id, size } = (await deployment.complete()).get(tenant)!;
  ambient.now = () => now() + 40_000;
  await deployment.sweep();
  expect((await deployment.complete()).get(tenant)!.size).toBe(size);
  ambient.now = () => now() + 50_000;
  await deployment.sweep();
  expect((await deployment.complete()).get(tenant)!.size).toBe(size + 1);
  expect(await indexesOf(deployment, id)).toEqual([size]);
  ambient.now = () => now() + 3_600_000;
  deployment.restartSequencers();
  await deployment.sweep();
  await deployment.sweep();
  expect((await deployment.complete()).get(tenant)!.size).toBe(size + 1);
  await deployment.record(asset!);
  await deployment.complete();
  ambient.now = () => now() + 3_660_000;
  expect(await indexesOf(deployment, id)).toEqual([size, size + 2]);
});

test('a log of a version without maps begins with a map of all of its entries', async () => {
  const deployment = deploy(0);
  const { tenant } = await deployment.addTenancy();
  const [asset] = deployment.assets;
  for (let n = 0; n < 3; n++) await deployment.record(asset!, 64);
  const { id, size } = (await deployment.complete()).get(tenant)!;
  for (const record of deployment.records.values()) delete record.uncovered;
  deployment.completenessSeconds = 60;
  deployment.restartSequencers();
  await deployment.sweep();
  expect(await indexesOf(deployment, id)).toEqual([size]);
});

test('a log whose sequencer has lost its storage gets no second map of the same events', async () => {
  const deployment = deploy(0.001);
  const { tenant } = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  const { id } = (await deployment.complete()).get(tenant)!;
  expect(await indexesOf(deployment, id)).toEqual([2]);
  deployment.records.clear();
  deployment.restartSequencers();
  await deployment.record(deployment.assets[1]!);
  await deployment.sweep();
  const indexes = await indexesOf(deployment, id);
  deployment.records.clear();
  deployment.restartSequencers();
  await deployment.record(deployment.assets[1]!);
  await deployment.sweep();
  expect((await indexesOf(deployment, id)).slice(0, indexes.length)).toEqual(indexes);
});

test('after a restore nothing is appended; the log that replaces the lost one starts a map of its own', async () => {
  const deployment = deploy(0.001);
  const { tenant } = await deployment.addTenancy();
  const [asset] = deployment.assets;
  await deployment.record(asset!);
  const before = (await deployment.complete()).get(tenant)!;
  await deployment.covered();
  const copy = await d1.copy();
  await deployment.record(asset!, 3);
  await deployment.covered();
  await d1.restore(copy);
  await deployment.sweep();
  expect((await deployment.audit()).get(tenant)!.id).toBe(before.id);
  await deployment.acceptLoss();
  await deployment.record(asset!);
  const after = (await deployment.complete()).get(tenant)!;
  expect(after.id).not.toBe(before.id);
  expect((await indexesOf(deployment, after.id)).length).toBeGreaterThan(0);
  const salts = await deployment.read('SELECT count(DISTINCT salt) AS salts, count(*) AS maps FROM log_maps');
  expect(salts[0]!['salts']).toBe(salts[0]!['maps']);
});

test('new keys sign the entry of a map that comes after them, also without an event', async () => {
  const deployment = deploy(60);
  const { tenant } = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  await deployment.rotateKeys();
  ambient.now = () => now() + 61_000;
  await deployment.sweep();
  const { id, size } = (await deployment.complete()).get(tenant)!;
  expect(await indexesOf(deployment, id)).toEqual([2]);
  expect(size).toBe(4);
  const [row] = await deployment.read(`SELECT key, key_before FROM logs WHERE id = '${id}'`);
  expect(row!['key']).toBe(row!['key_before'] + 1);
});

describe('the map of a log of many assets', () => {
  const LOG = '6f2d1c1e-7d43-4b1e-9a52-0d6f3c0a9b11';
  const assets = sized({ quick: 1500, long: 7000, full: 7000 });
  const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  const leaf = (n: number): Uint8Array => sha256(utf8(`leaf ${n}`));
  let state = 1;
  const next = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;

  /** Rows that are made for this: nothing else of the ledger. */
  async function fill(events: readonly number[]): Promise<void> {
    await d1.rows(
      [
        `INSERT INTO logs (number, id, scope, origin, created_us, size, root, cursor, epoch, appended_us, key,
          checkpoint, receipt) VALUES (1, ?, 'x', 'x', 0, ?, zeroblob(32), 0, '', 0, 1, x'', x'')`,
        LOG,
        events.length + 1,
      ],
      ['DROP TABLE IF EXISTS map_events'],
      ['DROP TABLE IF EXISTS map_assets'],
      ['CREATE TABLE map_events (number INTEGER PRIMARY KEY, asset INTEGER)'],
      ['CREATE TABLE map_assets (number INTEGER PRIMARY KEY, id TEXT)'],
      ['INSERT INTO log_leaves (log, "index", hash, appended_us) VALUES (1, 0, zeroblob(32), 0)'],
    );
    await add(events, 1);
  }
  /** Adds the leaves of events from an index. */
  async function add(events: readonly number[], from: number): Promise<void> {
    const rows = JSON.stringify(events.map((asset, n) => [from + n, asset, toHex(leaf(from + n - 1)), uuid(asset)]));
    await d1.rows(
      ['INSERT INTO map_events SELECT value ->> 0, value ->> 1 FROM json_each(?)', rows],
      ['INSERT OR IGNORE INTO map_assets SELECT value ->> 1, value ->> 3 FROM json_each(?)', rows],
      [
        `INSERT INTO log_leaves (log, "index", event, hash, appended_us)
          SELECT 1, value ->> 0, value ->> 0, unhex(value ->> 2), 0 FROM json_each(?)`,
        rows,
      ],
    );
  }
  /** The database with the rows of `fill` in place of those of the ledger. `before`: runs before each batch. */
  const database = (before?: () => Promise<void>): Database => {
    const bound = d1.d1();
    const prepare = (text: string) =>
      bound.prepare(
        text
          .replace('JOIN events event', 'JOIN map_events event')
          .replace('JOIN assets asset', 'JOIN map_assets asset'),
      );
    const batch = async (of: never) => {
      await before?.();
      return bound.batch(of);
    };
    return new Database({ prepare, batch } as unknown as D1Database);
  };
  const addEntry = (map: Pick<MapEntry, 'size' | 'assets' | 'root' | 'salt'>) =>
    d1.rows([
      'INSERT INTO log_leaves (log, "index", hash, appended_us, entry) VALUES (1, ?, zeroblob(32), 0, unhex(?))',
      map.size,
      toHex(encodeMapEntry({ ...map, log: LOG, created: '2026-11-28T14:02:07.000000Z' })),
    ]);

  test('grows in bounded steps to the root of all assets, however the steps are divided', async () => {
    const events = Array.from({ length: 2 * assets }, (_, n) => (n < assets ? n : next(assets)));
    await fill(events);
    const db = database();
    const size = events.length + 1;
    let map = await continueMap(db, LOG, 700);
    expect(map!.size).toBe(700);
    let steps = 1;
    for (; map!.size < size; steps++) {
      // Two instances take the same step, and only one stores it.
      const both = await Promise.all([continueMap(db, LOG, size), continueMap(db, LOG, size)]);
      map = both.findLast((each) => each !== undefined);
    }
    expect(steps).toBeGreaterThanOrEqual(Math.ceil(size / 1000));
    const of = new Map<string, ReturnType<typeof withEvent>>();
    for (const [n, asset] of events.entries())
      of.set(uuid(asset), withEvent(of.get(uuid(asset)) ?? NO_EVENTS, leaf(n)));
    const leaves = [...of].map(([id, history]) => ({ key: assetKey(map!.salt, id), value: historyValue(history) }));
    expect(map!.assets).toBe(assets);
    expect(toHex(map!.root)).toBe(toHex(subtreeHash(leaves.toSorted(byKey))));
    const [stored, counts] = await d1.rows(
      ['SELECT assets, pages, depth, length(nodes) AS length FROM log_maps'],
      ['SELECT count(*) AS pages, sum(length(assets)) AS bytes, max(length(assets)) AS most FROM log_map_pages'],
    );
    const [row, pages] = [stored![0]!, counts![0]!];
    expect(row).toMatchObject({ pages: pages['pages'], length: 32 * 2 ** row['depth'] });
    expect(row['depth']).toBeGreaterThan(2);
    expect(pages['bytes']).toBe(72 * assets);
    expect(pages['most']).toBeLessThanOrEqual(72 * 16);
  });

  /** What a reader finds of an asset: the index of the entry, and the history that the proof leads to its root with. */
  async function read(db: Database, asset: number) {
    const from = sql`(SELECT number FROM logs WHERE id = ${LOG}) l`;
    const [[row]] = await db.batch([db.sql<{ salt: string }>(saltQuery(from))]);
    const key = assetKey(fromHex(row?.salt ?? ''), uuid(asset));
    const [[map], pages] = await db.batch([
      db.sql<ProvenMapRow>(provenMapQuery(from)),
      db.sql<ProvenPageRow>(provenPagesQuery(from, key)),
    ]);
    if (!map) return undefined;
    const { history, proof } = proofInMap(key, map, pages);
    const root = rootFromMapProof(key, history && historyValue(history), proof)!;
    return { index: map.index, history, isProven: toHex(root) === toHex(parseMapEntry(fromHex(map.entry)).root) };
  }

  test('is readable as of its last entry between steps, after a restart, and before the next entry', async () => {
    const [db, histories] = [database(), new Map<number, AssetHistory>()];
    let proven = { index: 0, histories: new Map(histories) };
    const check = async (): Promise<void> => {
      for (const asset of [0, 1, next(assets), next(assets), next(assets), assets + 1]) {
        const found = await read(db, asset);
        if (proven.index === 0) expect(found).toBeUndefined();
        else expect(found).toEqual({ index: proven.index, history: proven.histories.get(asset), isProven: true });
      }
    };
    await fill([]);
    let [size, steps, deepest] = [1, 0, 0];
    // Few events change few pages, many split them; some generations take several steps and some make nodes deeper.
    for (const count of [3, 20, 1100, 2, 1700, 400, 1, 2400, 900, 30, 1500]) {
      const events = Array.from({ length: count }, () => next(assets));
      await add(events, size);
      for (const [n, asset] of events.entries())
        histories.set(asset, withEvent(histories.get(asset) ?? NO_EVENTS, leaf(size + n - 1)));
      size += count;
      let map = await continueMap(db, LOG, Math.max(1, size - count + Math.ceil(count / 3)));
      for (;;) {
        await check();
        steps += 1;
        if (map?.size === size) break;
        const both = await Promise.all([continueMap(database(), LOG, size), continueMap(db, LOG, size)]);
        map = both.findLast((each) => each !== undefined);
      }
      await addEntry(map);
      proven = { index: size, histories: new Map(histories) };
      await check();
      size += 1;
      const [[row]] = (await d1.rows(['SELECT depth - covered_depth AS deeper FROM log_maps'])) as [
        [{ deeper: number }],
      ];
      deepest = Math.max(deepest, row.deeper);
    }
    expect(steps).toBeGreaterThan(20);
    expect(deepest).toBeGreaterThan(0);
  });

  test('is not continued by an instance that has read it before its entry was stored', async () => {
    const db = database();
    await fill([0, 1, 2]);
    const map = (await continueMap(db, LOG, 4))!;
    let batches = 0;
    const slow = database(async () => {
      batches += 1;
      if (batches !== 2) return;
      await addEntry(map);
      await add([0, 3, 4], 5);
    });
    expect(await continueMap(slow, LOG, 8)).toBeUndefined();
    expect(batches).toBeGreaterThan(2);
    expect(await continueMap(db, LOG, 8)).toMatchObject({ size: 8, assets: 5 });
    expect(await read(db, 3)).toEqual({ index: 4, history: undefined, isProven: true });
    expect(await read(db, 0)).toMatchObject({ index: 4, history: { events: 1 }, isProven: true });
  });
});
