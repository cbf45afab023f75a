import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../../src/access/scope.ts';
import { encodeMapEntry } from '../../src/formats/completeness/map-entry.ts';
import { toHex } from '../../src/lib/text.ts';
import { formatMicros } from '../../src/lib/time.ts';
import { Database, type RawStatement } from '../../src/platform/database/database.ts';
import { readEarlierHistory, readEarlierMap, type LogStatement } from '../../src/transparency/reads/earlier-map.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';

const LOG = '6f2d1c1e-7d43-4b1e-9a52-0d6f3c0a9b11';
/** The indexes of the entries of maps, each a second after the one before, and the time of the first one. */
const [MAPS, START] = [[10, 49_000, 50_001, 60_000, 70_000], Date.UTC(2026, 10, 28) * 1000];

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1('SQLite');
  db = new Database(d1.d1());
  const entry = (size: number, n: number): string =>
    toHex(
      encodeMapEntry({
        log: LOG,
        created: formatMicros(START + n * 1_000_000),
        size,
        assets: 1,
        root: new Uint8Array(32),
        salt: new Uint8Array(32),
      }),
    );
  await d1.rows(
    [
      `INSERT INTO logs (number, id, scope, origin, created_us, size, root, cursor, epoch, appended_us, key, checkpoint,
        receipt) VALUES (1, ?, 'x', 'x', 0, 70001, zeroblob(32), 0, '', 0, 1, x'', x'')`,
      LOG,
    ],
    [
      `WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 70000)
        INSERT INTO log_leaves (log, "index", hash, appended_us) SELECT 1, n, zeroblob(32), 0 FROM n
        WHERE n NOT IN (${MAPS.join(',')})`,
    ],
    ...MAPS.map((size, n): [string, ...unknown[]] => [
      'INSERT INTO log_leaves (log, "index", hash, appended_us, entry) VALUES (1, ?, zeroblob(32), 0, unhex(?))',
      size,
      entry(size, n),
    ]),
  );
});
afterAll(() => d1.close());

const scope = { read: (...statements: RawStatement<unknown>[]) => db.batch(statements) } as unknown as Scope;
const of: LogStatement = (write) =>
  db.sql(write(sql`(SELECT * FROM logs WHERE id = ${LOG}) l`)) as unknown as ReturnType<LogStatement> as never;
const last = { index: MAPS.at(-1)!, entry: new Uint8Array() };
/** The index of the map for a time, in seconds after the first one; undefined: the last one. */
const mapAt = async (seconds: number, before = last): Promise<number | undefined> =>
  (await readEarlierMap(scope, of, before, START + seconds * 1_000_000))?.index;

test('the map of a time is the first one that was made then or later', async () => {
  expect([await mapAt(-1), await mapAt(0), await mapAt(0.000001), await mapAt(1)]).toEqual([10, 10, 49_000, 49_000]);
});

test('the last map is that of times after the one before, in a log of any size', async () => {
  expect([await mapAt(3.5), await mapAt(4)]).toEqual([undefined, undefined]);
  expect(await mapAt(1, { ...last, index: 49_000 })).toBeUndefined();
});

test('a map of more than 50,000 entries is not computed again', async () => {
  for (const seconds of [1.5, 2, 3]) await expect(mapAt(seconds)).rejects.toThrow(/^at_time: must be after the map/);
});

test('nothing is computed for an audience that loses its right meanwhile', async () => {
  const without: LogStatement = (write) => of((_from: SQL) => write(sql`(SELECT * FROM logs WHERE 0) l`));
  const map = { index: 10, entry: new Uint8Array() };
  expect(await readEarlierHistory(scope, without, crypto.randomUUID(), map, '')).toBeUndefined();
});

test('the history in the largest map reads each entry once, 2,048 at a time', async () => {
  const read: number[] = [];
  const counting = {
    read: async (...statements: RawStatement<unknown>[]) => {
      const results = await db.batch(statements);
      read.push(...results.map((rows) => (rows as unknown[]).length));
      return results;
    },
  } as unknown as Scope;
  await readEarlierHistory(counting, of, crypto.randomUUID(), { index: 50_000, entry: new Uint8Array() }, '');
  expect(read).toEqual([...Array.from({ length: 24 }, () => 2048), 50_000 - 24 * 2048]);
});

test('one reader computes an earlier map at a time, 64 wait, and the newest of the others are refused', async () => {
  let [running, most] = [0, 0];
  const slow = {
    read: async (...statements: RawStatement<unknown>[]) => {
      most = Math.max(most, (running += 1));
      const results = await db.batch(statements);
      running -= 1;
      return results;
    },
  } as unknown as Scope;
  const map = { index: 10, entry: new Uint8Array() };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 70 }, () => readEarlierHistory(slow, of, crypto.randomUUID(), map, 'address 192.0.2.1')),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect([most, refused.length]).toEqual([1, 70 - 65]);
  expect(refused.map(({ kind }) => kind)).toEqual(refused.map(() => 'unavailable'));
});
