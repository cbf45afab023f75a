import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assetKey, historyValue, NO_EVENTS, withEvent } from '../../../src/formats/completeness/asset-history.ts';
import { encodeMapEntry, parseMapEntry, type MapEntry } from '../../../src/formats/completeness/map-entry.ts';
import { byKey, subtreeHash } from '../../../src/formats/completeness/prefix-tree.ts';
import { parseEntry } from '../../../src/formats/log/entry.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { leafHash } from '../../../src/formats/log/tree.ts';
import { sized } from '../../support/size.ts';
import { LogService } from '../support/log-service.ts';
import { Monitoring } from '../support/monitoring.ts';
import { eventBytes, keyFor, TestLog, vkeyOf } from '../support/test-log.ts';

const ID = '33333333-3333-4333-8333-333333333333';
const SALT = new Uint8Array(32).fill(7);

let service: LogService;
let monitoring: Monitoring;
let log: TestLog;
let signer: NoteSigner;
beforeEach(async () => {
  service = await LogService.start();
  monitoring = new Monitoring();
  log = new TestLog(ID);
  signer = await keyFor(log.origin, 'aa');
  service.show({ log, signers: [signer] });
  log.genesis(signer);
});
afterEach(() => {
  service.close();
  monitoring.remove();
});

const check = () => monitoring.run(service.base, ['--vkey', vkeyOf(signer), '--entries']);
const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Appends events of these assets. */
const events = (...assets: number[]): TestLog =>
  log.append(...assets.map((asset, n) => eventBytes(ID, log.size + n, uuid(asset))));

/** The map of all entries of the log, with other values for some fields. */
function mapEntry(change: Partial<MapEntry> = {}): Uint8Array {
  const assets = new Map<string, Uint8Array[]>();
  for (const bytes of log.entries) {
    const { asset_identity: asset } = parseEntry(bytes);
    if (typeof asset !== 'string') continue;
    const id = asset.slice(asset.indexOf('/') + 1);
    assets.set(id, [...(assets.get(id) ?? []), leafHash(bytes)]);
  }
  const leaves = [...assets].map(([id, hashes]) => ({
    key: assetKey(SALT, id),
    value: historyValue(hashes.reduce(withEvent, NO_EVENTS)),
  }));
  const root = subtreeHash(leaves.toSorted(byKey));
  const created = '2026-11-23T00:00:00.000000Z';
  return encodeMapEntry({ log: ID, created, size: log.size, assets: assets.size, root, salt: SALT, ...change });
}
const map = (change: Partial<MapEntry> = {}): TestLog => log.append(mapEntry(change));
const rows = (table: string): number => {
  const db = new DatabaseSync(`${monitoring.file}.entries.sqlite`);
  const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
  db.close();
  return n;
};

test('accepts maps that are those of the entries before them, in one run or in several', async () => {
  events(1, 2, 1);
  expect((await check()).code).toBe(0);
  expect([rows('map_unkeyed'), rows('map_assets')]).toEqual([2, 0]);
  map();
  events(3, 1);
  map();
  expect((await check()).code).toBe(0);
  expect([rows('map_unkeyed'), rows('map_assets')]).toEqual([0, 3]);
  events(3, 4);
  expect((await check()).code).toBe(0);
  map();
  map();
  expect((await check()).out).toMatch(/entries 10 to 11 are valid\n$/);
});

test('follows the map of many assets over several steps, and after an interruption', async () => {
  const count = sized({ quick: 17_000, long: 60_000, full: 200_000 });
  for (let n = 0; n < count; n++) events((n * 7) % (count / 2));
  map();
  events(...Array.from({ length: 300 }, (_, n) => n * 5));
  map();
  service.intercept = (path) => (path.includes('/tile/entries/065') ? { status: 503 } : undefined);
  expect((await check()).code).toBe(1);
  service.intercept = () => undefined;
  expect((await check()).code).toBe(0);
  expect(rows('map_assets')).toBe(count / 2);
  events(3);
  map({ assets: count / 2 + 1 });
  expect((await check()).code).toBe(3);
});

test.each<[string, Partial<MapEntry>, string]>([
  ['another root', { root: new Uint8Array(32) }, 'has another root than the entries before it'],
  ['another number of assets', { assets: 3 }, 'has 3 assets, and the entries before it have 2'],
  ['a second root for a size', { size: 4, root: new Uint8Array(32) }, 'covers size 4, which is not its index'],
  ['a size that it is before', { size: 9 }, 'covers size 9, which is not its index'],
  ['another salt', { salt: new Uint8Array(32) }, 'has another salt than the map before'],
])('raises an alarm for a map with %s', async (_, change, problem) => {
  events(1, 2, 1);
  map();
  events(2);
  expect((await check()).code).toBe(0);
  const index = log.size;
  map(change);
  expect((await check()).code).toBe(3);
  expect(monitoring.alarms.at(-1)).toMatchObject({
    alarm: 'map',
    message: `entry ${index} of the log is a map that ${problem}`,
    index,
  });
  // Nothing of the wrong map is stored, so the next check fails as well.
  monitoring.now += 1_000;
  expect((await check()).code).toBe(3);
});

test('raises an alarm for a map that leaves an event out', async () => {
  events(1, 2);
  const { root } = parseMapEntry(mapEntry());
  events(1);
  map({ root });
  expect((await check()).code).toBe(3);
  expect(monitoring.alarms.at(-1).message).toBe(
    'entry 4 of the log is a map that has another root than the entries before it',
  );
});

test('raises an alarm for an entry of a map that cannot be read', async () => {
  events(1);
  const text = new TextDecoder().decode(mapEntry()).replace('6:assets1:1', '6:assets2:01');
  log.append(new TextEncoder().encode(text));
  expect((await check()).code).toBe(3);
  expect(monitoring.alarms.at(-1)).toMatchObject({ alarm: 'entries' });
});

test('reads all entries again after an earlier version, which has kept no map', async () => {
  events(1, 2);
  map();
  await check();
  const db = new DatabaseSync(`${monitoring.file}.entries.sqlite`);
  db.exec('DROP TABLE map_salt; DROP TABLE map_assets; DROP TABLE map_unkeyed; DROP TABLE map_buckets');
  db.exec('PRAGMA user_version = 0');
  db.close();
  events(2);
  map();
  expect((await check()).out).toMatch(/entries 0 to 5 are valid\n$/);
});
