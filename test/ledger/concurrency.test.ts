import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { sized } from '../support/size.ts';

const QUOTA = sized({ quick: 40, long: 100, full: 100 });
/** Concurrent appends to one asset. */
const APPENDS = sized({ quick: 200, long: 500, full: 500 });
const ASSETS = sized({ quick: 20, long: 50, full: 50 });
/** Evictions of an object during 40 appends each. */
const EVICTIONS = sized({ quick: 3, long: 6, full: 6 });
let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ vars: { QUOTA_ASSETS: String(QUOTA) } });
  client = await openClient(service);
  tenant = await newTenant(service, 'Concurrency');
});
afterAll(() => service.close());

type Row = { seq: number; id: string; accepted_us: number; n: string | null };
const create = (owner: Tenant): Promise<Answer> => client.call(owner.token, 'POST', '/v2/assets', { body: {} });
const newAsset = async (): Promise<string> => ((await create(tenant)).body.identity as string).slice(7);
const append = (asset: string, n: number): Promise<Answer> =>
  client.call(tenant.token, 'POST', `/v2/assets/${asset}/events`, {
    body: { ...RECORD, event_attributes: { n: String(n) }, asset_attributes: { [`a${n % 7}`]: String(n) } },
  });
const times = <T>(n: number, what: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => what(i)));
const rowsOf = async (asset: string): Promise<Row[]> => {
  const rows = service.db
    .prepare(
      `SELECT seq, id, accepted_us, event_attributes ->> 'n' AS n FROM events WHERE asset = (SELECT number
      FROM assets WHERE id = ?) ORDER BY seq`,
    )
    .bind(asset);
  return (await rows.all<Row>()).results;
};

/** Expects the events of an asset to be NewAsset and those of the responses, contiguous and with increasing times. */
async function whole(asset: string, answers: Answer[]): Promise<void> {
  const rows = await rowsOf(asset);
  expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: answers.length + 1 }, (_, i) => i + 1));
  for (let i = 1; i < rows.length; i++) expect(rows[i]!.accepted_us).toBeGreaterThan(rows[i - 1]!.accepted_us);
  const answered = answers.map(({ body }) => [(body.identity as string).split('/')[3], body.event_attributes.n]);
  const kept = rows.slice(1).map((row) => [row.id, row.n]);
  const byId = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
  expect(kept.toSorted(byId)).toEqual(answered.toSorted(byId));
}

test('concurrent appends to an asset create contiguous events, and the last attribute values count', async () => {
  const asset = await newAsset();
  const answers = await times(APPENDS, (i) => append(asset, i));
  expect(answers.filter(({ status }) => status !== 200).map(({ status, text }) => [status, text])).toEqual([]);
  await whole(asset, answers);
  const expected: Record<string, string> = {};
  for (const { n } of (await rowsOf(asset)).slice(1)) expected[`a${Number(n) % 7}`] = n!;
  expect((await client.call(tenant.token, 'GET', `/v2/assets/${asset}`)).body.attributes).toEqual(expected);
  for (const [name, value] of Object.entries(expected)) {
    const found = await client.call(tenant.token, 'GET', '/v2/assets', { query: { [`attributes.${name}`]: value } });
    expect(found.body.assets).toHaveLength(1);
  }
  const current = service.db
    .prepare('SELECT count(*) AS n FROM asset_values WHERE asset = (SELECT number FROM assets WHERE id = ?)')
    .bind(asset);
  expect(await current.first('n')).toBe(7);
});

test('concurrent creations beyond a quota create exactly as many assets as it allows; 402s name it', async () => {
  const owner = await newTenant(service, 'Quota');
  const answers = await times(2 * QUOTA, () => create(owner));
  const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
  expect([count(200), count(402)]).toEqual([QUOTA, QUOTA]);
  const refusal = answers.find(({ status }) => status === 402)!.body;
  expect(refusal).toMatchObject({ code: 8, message: expect.stringContaining(String(QUOTA)) });
  const listed = await client.call(owner.token, 'GET', '/v2/assets', { query: { page_size: '500' } });
  expect(listed.body.assets).toHaveLength(QUOTA);
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.identity as string);
  expect(new Set(listed.body.assets.map((asset: { identity: string }) => asset.identity))).toEqual(new Set(made));
  // Appends do not count as assets, and another tenant has its own quota.
  const body = RECORD;
  expect((await client.call(owner.token, 'POST', `/v2/${made[0]}/events`, { body })).status).toBe(200);
  expect((await create(tenant)).status).toBe(200);
});

test('concurrent appends to many assets do not mix', async () => {
  const assets = await times(ASSETS, newAsset);
  const answers = await times(ASSETS * 6, (i) => append(assets[i % ASSETS]!, i));
  for (const [i, asset] of assets.entries()) {
    await whole(
      asset,
      answers.filter((_, j) => j % ASSETS === i),
    );
  }
});

test('a pool of concurrent appends with many small attributes stays within the limits of a commit', async () => {
  const asset = await newAsset();
  const event_attributes = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`a${i}`, 'x']));
  const body = { ...RECORD, event_attributes };
  const answers = await times(60, () => client.call(tenant.token, 'POST', `/v2/assets/${asset}/events`, { body }));
  expect(answers.filter(({ status }) => status !== 200).map(({ status, text }) => [status, text])).toEqual([]);
  expect((await rowsOf(asset)).map((row) => row.seq)).toEqual(Array.from({ length: 61 }, (_, i) => i + 1));
});

test('appends during evictions of the object are neither lost nor duplicated', async () => {
  const asset = await newAsset();
  const answers: Answer[] = [];
  for (let round = 0; round < EVICTIONS; round++) {
    const running = times(40, (i) => append(asset, round * 40 + i));
    await service.evict(asset);
    answers.push(...(await running));
  }
  for (const { status, text } of answers) expect([200, 503, 429], text).toContain(status);
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  const rows = await rowsOf(asset);
  const ns = rows.slice(1).map((row) => row.n);
  expect(new Set(ns).size).toBe(ns.length);
  for (const { body } of done) expect(rows.map((row) => row.id)).toContain((body.identity as string).split('/')[3]);
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1));
  // Refused requests can be repeated, and the ledger continues.
  expect((await append(asset, 999)).status).toBe(200);
  expect((await rowsOf(asset)).at(-1)!.seq).toBe(rows.length + 1);
  const confirmed = service.db
    .prepare(
      `SELECT count(*) AS n FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?)
      AND confirmation <> 'CONFIRMED'`,
    )
    .bind(asset);
  expect(await confirmed.first('n')).toBe(0);
});
