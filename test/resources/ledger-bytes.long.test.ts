import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { erased } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, sharedService, startService, type Service, type Tenant } from '../support/service.ts';

const QUOTA = 40_000;
const HOURLY = '23 * * * *';
/** What the specification of the quota counts, as SQL on its own. */
const BYTES = `SELECT coalesce(sum(200 + length(CAST(event_attributes AS BLOB)) + length(CAST(asset_attributes AS BLOB))
  + coalesce(length(CAST(principal_declared AS BLOB)), 0)), 0) AS bytes FROM events WHERE tenant = (SELECT number
  FROM tenants WHERE id = ?)`;

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({ vars: { QUOTA_LEDGER_BYTES: String(QUOTA), ANCHOR_WINDOW_SECONDS: '2' } });
  client = await openClient(service);
});
afterAll(() => service?.close());

const idOf = (tenant: Tenant): string => tenant.tenant_identity.slice('tenant/'.length);
const stored = async (tenant: Tenant): Promise<number> =>
  (await service.db.prepare(BYTES).bind(idOf(tenant)).first<{ bytes: number }>())!.bytes;
const operator = (method: string, path: string, body?: object): Promise<Answer> =>
  client.call(SECRETS.OPERATOR_SECRET, method, `/operator/v1/${path}`, { body });
const counted = async (tenant: Tenant): Promise<number> =>
  (await operator('GET', `tenants/${idOf(tenant)}`)).body.usage.ledger_bytes;
/** Attributes that have `bytes` as JSON, at least 20. */
function attributesOf(bytes: number): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (let left = bytes - 2, i = 100; left > 0; i++) {
    // Each has `"123":"…",`, the last one no comma.
    const size = left < 1900 ? left - 8 : 1000;
    attributes[i] = 'x'.repeat(size);
    left -= size + (left < 1900 ? 8 : 9);
  }
  return attributes;
}
const create = (tenant: Tenant, attributes = {}): Promise<Answer> =>
  client.call(tenant.token, 'POST', '/v2/assets', { body: { behaviours: ['RecordEvidence'], attributes } });
const append = (tenant: Tenant, asset: string, event_attributes: object, headers = {}): Promise<Answer> =>
  client.call(tenant.token, 'POST', `/v2/${asset}/events`, {
    body: { ...RECORD, event_attributes },
    headers,
  });
const newAssets = async (tenant: Tenant, count: number): Promise<string[]> =>
  (await Promise.all(Array.from({ length: count }, () => create(tenant)))).map(({ body }) => body.identity);
const statuses = (answers: Answer[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]));

test('counts the bytes of events in UTF-8, in usage and in quotas', async () => {
  const tenant = await newTenant(service);
  const [asset] = await newAssets(tenant, 1);
  const before = await counted(tenant);
  expect(before).toBe(await stored(tenant));
  await append(tenant, asset!, { text: 'naïve 鋼 🦊' });
  expect(await counted(tenant)).toBe(await stored(tenant));
  expect((await counted(tenant)) - before).toBe(200 + Buffer.byteLength('{"text":"naïve 鋼 🦊"}') + 2);
  const { body } = await client.call(tenant.token, 'GET', '/v1/caps', { query: { service: 'ledger_bytes' } });
  expect(body.caps).toEqual([
    {
      resource_type: 'LedgerBytes',
      resource_cap: String(QUOTA),
      resource_remaining: String(QUOTA - (await stored(tenant))),
    },
  ]);
});

test('concurrent appends fill the quota and never exceed it, and each 402 names it', async () => {
  const tenant = await newTenant(service);
  const assets = await newAssets(tenant, 10);
  // Each event has its own attributes, no asset attributes, and what an event always has.
  const [size, own] = [200 + 900 + 2, attributesOf(900)];
  const room = Math.floor((QUOTA - (await stored(tenant))) / size);
  const answers = await Promise.all(
    Array.from({ length: room + 20 }, (_, i) => append(tenant, assets[i % 2 === 0 ? 0 : i % 10]!, own)),
  );
  expect(statuses(answers)).toEqual({ 200: room, 402: 20 });
  const refusal = answers.find(({ status }) => status === 402)!.body;
  expect(refusal).toMatchObject({ code: 8, message: `quota of ${QUOTA} ledger_bytes reached` });
  expect(await stored(tenant)).toBeLessThanOrEqual(QUOTA);
  expect(await stored(tenant)).toBeGreaterThan(QUOTA - size);
  expect(await counted(tenant)).toBe(await stored(tenant));
  // What is larger than the rest is refused, also as a new asset; other tenancies have a quota of their own.
  expect((await create(tenant, own)).status).toBe(402);
  expect((await create(await newTenant(service))).status).toBe(200);
});

test('a repeated request for a stored event is not refused when the quota is reached', async () => {
  const tenant = await newTenant(service);
  const [asset] = await newAssets(tenant, 1);
  const key = { 'idempotency-key': 'one' };
  const first = await append(tenant, asset!, { text: 'x' }, key);
  const rest = QUOTA - (await stored(tenant)) - 200 - 2;
  expect((await append(tenant, asset!, attributesOf(rest + 1))).status).toBe(402);
  expect((await append(tenant, asset!, attributesOf(rest))).status).toBe(200);
  expect(await stored(tenant)).toBe(QUOTA);
  expect((await append(tenant, asset!, { text: 'x' })).status).toBe(402);
  const repeated = await append(tenant, asset!, { text: 'x' }, key);
  expect([repeated.status, repeated.body.identity]).toEqual([200, first.body.identity]);
});

test('an event is erased although the quota is reached, and its bytes are free again', async () => {
  const tenant = await newTenant(service);
  const [asset] = await newAssets(tenant, 1);
  const event = await append(tenant, asset!, attributesOf(20_000));
  while ((await append(tenant, asset!, attributesOf(3000))).status === 200);
  const full = await counted(tenant);
  const answer = await erased(client, tenant.token, event.body.identity);
  expect(answer.status, answer.text).toBe(200);
  expect(await counted(tenant)).toBe(await stored(tenant));
  expect(await counted(tenant)).toBeLessThan(full - 19_000);
  expect((await append(tenant, asset!, attributesOf(3000))).status).toBe(200);
});

test('moves the counts of many tenancies into their usage, and fsck finds a count that is wrong', async () => {
  const tenant = await newTenant(service);
  const [asset] = await newAssets(tenant, 1);
  const many = Object.fromEntries(Array.from({ length: 250 }, () => [crypto.randomUUID(), 7]));
  const before = await service.db.prepare('SELECT uncounted FROM database_state').first<{ uncounted: string }>();
  await service.db
    .prepare('UPDATE database_state SET uncounted = ?')
    .bind(JSON.stringify({ ...JSON.parse(before!.uncounted), ...many }))
    .run();
  const moved = await service.db.prepare('SELECT uncounted FROM database_state').first<{ uncounted: string }>();
  expect(moved!.uncounted).toBe('{}');
  await append(tenant, asset!, { text: 'x' });
  expect(await counted(tenant)).toBe(await stored(tenant));
  await service.db
    .prepare(`DELETE FROM usage WHERE tenant IN (SELECT value FROM json_each(?))`)
    .bind(JSON.stringify(Object.keys(many)))
    .run();
  const check = () => operator('POST', 'fsck', { tenant_identity: tenant.tenant_identity });
  expect((await check()).body.findings).toEqual([]);
  const change = (by: number) =>
    service.db
      .prepare("UPDATE usage SET used = used + ? WHERE tenant = ? AND resource = 'ledger_bytes'")
      .bind(by, idOf(tenant))
      .run();
  await change(1);
  expect((await check()).body.findings).toEqual([
    { identity: tenant.tenant_identity, sequence: 0, problem: 'usage of ledger_bytes' },
  ]);
  await change(-1);
});

test('warns from 70 % of the quota on, and raises an alarm from 85 % on, which names the tenancies', async () => {
  const { results: others } = await service.db
    .prepare("SELECT tenant, used FROM usage WHERE resource = 'ledger_bytes'")
    .all<{ tenant: string; used: number }>();
  const setUsage = service.db.prepare("UPDATE usage SET used = ? WHERE tenant = ? AND resource = 'ledger_bytes'");
  const use = (share: number) =>
    service.db.batch(others.map(({ tenant, used }) => setUsage.bind(used * share, tenant)));
  await use(0);
  try {
    const tenant = await newTenant(service);
    const lines = async (): Promise<any[]> =>
      (await service.logged()).filter((line) => /events of a tenancy/.test(line)).map((line) => JSON.parse(line));
    expect((await create(tenant, attributesOf(20_000))).status).toBe(200);
    await service.cron(HOURLY);
    expect(await lines()).toEqual([]);
    expect((await create(tenant, attributesOf(9000))).status).toBe(200);
    await service.cron(HOURLY);
    const fields = { quota_bytes: QUOTA, used_bytes: expect.any(Number), tenants: [tenant.tenant_identity] };
    expect(await lines()).toEqual([
      { level: 'warn', message: 'the events of a tenancy use much of their quota', ...fields },
    ]);
    expect((await create(tenant, attributesOf(6000))).status).toBe(200);
    await service.cron(HOURLY);
    expect((await lines()).slice(1)).toEqual([expect.objectContaining({ level: 'alarm', ...fields })]);
  } finally {
    await use(1);
  }
});

test('no quota applies without the setting', async () => {
  const own = await sharedService();
  const api = await openClient(own);
  const { body } = await api.call((await newTenant(own)).token, 'GET', '/v1/caps', {
    query: { service: 'ledger_bytes' },
  });
  expect(body.caps).toEqual([{ resource_type: 'LedgerBytes', resource_remaining: '-1', resource_cap: '-1' }]);
});
