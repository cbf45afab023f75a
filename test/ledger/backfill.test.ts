import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { parseQuery, type SearchQuery } from '../../src/formats/records/search-terms.ts';
import { ambient } from '../../src/lib/time.ts';
import { fillIndexes } from '../../src/ledger/search/backfill.ts';
import { searchAssets } from '../../src/ledger/search/search.ts';
import { verifyAsset } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/platform/database/database.ts';
import { applicationRows, readPrincipals, tenantRow, writeAssets } from '../access/support/write.ts';
import type { WorldAsset } from '../access/support/world.ts';
import { openD1, type LocalD1 } from './support/d1.ts';
import { ENGINE } from '../support/size.ts';

const ASSETS = 450;

const photo = (i: number) => ({
  photo: { arc_attribute_type: 'arc_attachment', arc_blob_hash_value: i.toString(16).padStart(64, '0') },
});

let d1: LocalD1;
let db: Database;
let caller: Caller;
let ids: string[];
const { now } = ambient;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  d1 = await openD1(ENGINE);
  db = new Database(d1.d1());
  const [tenant, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await d1.rows(tenantRow(tenant), ...applicationRows({ tenant, id, administrator: true, claims: {} }));
  caller = { tenant, issuer: 'appidp', subject: id };
  const assets = Array.from({ length: ASSETS }, (_, i): WorldAsset => ({
    tenant: 0,
    public: i % 100 === 0,
    at: i,
    attributes: { arc_display_name: `Pump ${i}`, map: { k: 'pump' }, ...(i % 50 === 0 ? photo(i) : {}) },
    events: [{ says: {}, sets: { state: i % 2 === 0 ? 'good' : 'bad' } }],
    atOnce: true,
  }));
  ids = (await writeAssets(db, await readPrincipals(db, [caller]), assets)).map((asset) => asset.id);
});
afterAll(() => d1.close());

const rows = async (): Promise<string> => {
  const found = await d1.rows(
    ['SELECT tenant, term, weight, created_us, asset FROM asset_postings ORDER BY 1, 2, 3, 4, 5'],
    ['SELECT * FROM event_leaves WHERE sets = 2 ORDER BY 1, 2, 3, 4, 5, 6'],
  );
  return JSON.stringify(found);
};
const search = (text: string) =>
  searchAssets(new TenantScope(db, caller, 'member', 'test'), parseQuery(text) as SearchQuery, true, {
    size: 500,
    after: undefined,
  });

/** The rows that the ledger has written. The state before each test is that of an upgrade. */
let whole = '';
beforeEach(async () => {
  ambient.now = now;
  whole ||= await rows();
  await d1.rows(
    ['DELETE FROM asset_postings'],
    ['DELETE FROM event_leaves WHERE sets = 2'],
    [`UPDATE backfills SET after = 0, through = NULL`],
  );
});

test('an upgraded database gets the terms that the ledger writes, and searches say that they are not complete before', async () => {
  expect(await search('pump 7')).toMatchObject({ total: 0, complete: false });
  for (const id of [ids[7]!, ids[50]!]) expect((await verifyAsset(db, id)).findings).toEqual([]);
  await fillIndexes(db);
  expect(await rows()).toBe(whole);
  // Files of 9 assets, of which 5 are public.
  expect(JSON.parse(whole)[1]).toHaveLength(9 + 5);
  expect(await search('pump 449')).toMatchObject({ total: 1, complete: true });
  await fillIndexes(db);
  expect(await rows()).toBe(whole);
  for (const id of [ids[0]!, ids[50]!, ids[449]!]) expect((await verifyAsset(db, id)).findings).toEqual([]);
});

test('a run stops after its time, and the next one continues', async () => {
  let runs = 0;
  for (; (await rows()) !== whole; runs++) {
    let at = now();
    // The clock reaches the end after one step.
    ambient.now = () => (at += 600);
    await fillIndexes(db, 1500);
    ambient.now = now;
    expect(runs).toBeLessThan(10);
  }
  expect(runs).toBeGreaterThan(1);
});

test('an asset that changes while its terms are computed gets the terms of its new attributes', async () => {
  let changes = 0;
  const inner = d1.d1();
  const batch = async (statements: never[]): Promise<D1Result[]> => {
    if (statements.length === 2 && JSON.stringify(statements).includes('INSERT INTO asset_postings') && changes++ === 0)
      await d1.rows([
        `UPDATE assets SET seq = seq + 1, attributes = json_set(attributes, '$.state', 'broken') WHERE id = ?`,
        ids[3]!,
      ]);
    return inner.batch(statements);
  };
  await fillIndexes(new Database({ prepare: inner.prepare, batch } as unknown as D1Database));
  expect(changes).toBeGreaterThan(3);
  expect((await search('pump broken')).total).toBe(1);
  expect((await search('3 bad')).rows.map(({ id }) => id)).not.toContain(ids[3]);
  await d1.rows([
    `UPDATE assets SET seq = seq - 1, attributes = json_set(attributes, '$.state', 'bad') WHERE id = ?`,
    ids[3]!,
  ]);
});

test('the job empties the index of the former version in bounded steps', async () => {
  await d1.rows([
    `INSERT INTO asset_terms (tenant, term, asset) WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 12000)
      SELECT 1, 'term' || n, n FROM n`,
  ]);
  const left = async (): Promise<unknown> => (await d1.rows(['SELECT count(*) AS n FROM asset_terms']))[0]![0]!['n'];
  await fillIndexes(db);
  expect(await rows()).toBe(whole);
  expect(await left()).toBe(0);
});

test('a new database has nothing to fill', async () => {
  const fresh = await openD1(ENGINE);
  const [found] = await fresh.rows(['SELECT name, after, through FROM backfills ORDER BY name']);
  expect(found).toEqual(
    ['asset_postings', 'asset_terms', 'event_files', 'ledger_bytes'].map((name) => ({ name, after: 0, through: 0 })),
  );
  await fresh.close();
});
