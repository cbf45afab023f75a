import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseMetrics } from '../support/metrics.ts';
import { newTenant, SECRETS, startService, type Service } from '../support/service.ts';

const authorized = { headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` } };
const HOURLY = '23 * * * *';

/** The size of the database after it was migrated. */
let size: number;
let roomy: Service;
beforeAll(async () => {
  roomy = await startService();
  size = (await capacityOf(roomy)).bytes;
});
afterAll(() => roomy?.close());

async function capacityOf(service: Service): Promise<any> {
  const response = await fetch(`${service.base}/operator/v1/readiness`, authorized);
  return ((await response.json()) as any).capacity;
}
/** A service whose database uses about this share of its maximum. */
const filled = (share: number): Promise<Service> =>
  startService({ vars: { DATABASE_MAX_BYTES: String(Math.floor(size / share)) } });
const lines = async (service: Service): Promise<any[]> =>
  (await service.logged())
    .filter((line) => /the database (uses much|has almost)/.test(line))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));

test('shows the size of the database, its maximum and its growth in readiness and metrics', async () => {
  const before = await capacityOf(roomy);
  expect(before).toMatchObject({
    status: 'ok',
    error: '',
    limit_bytes: 10_000_000_000,
    growth_bytes_per_day: null,
    full_at: '',
  });
  expect(before.bytes).toBeGreaterThan(100_000);
  const pages = (
    await roomy.db
      .prepare('PRAGMA page_count')
      .first<{ page_count: number }>()
      .catch(() => undefined)
  )?.page_count;
  if (pages !== undefined) expect(before.bytes).toBe(pages * 4096);
  const text = await (await fetch(`${roomy.at}/metrics`, authorized)).text();
  const value = (metric: string) => parseMetrics(text).find(({ name }) => name === metric)?.value;
  expect(value('evidence_database_bytes')).toBe(before.bytes);
  expect(value('evidence_database_limit_bytes')).toBe(10_000_000_000);
  expect(value('evidence_database_full_timestamp_seconds')).toBeUndefined();
});

test('logs nothing below 70 % of the maximum', async () => {
  const service = await filled(0.6);
  try {
    await service.cron(HOURLY);
    expect(await lines(service)).toEqual([]);
    expect((await capacityOf(service)).status).toBe('ok');
  } finally {
    await service.close();
  }
});

test('warns from 70 % of the maximum on, without an alarm', async () => {
  const service = await filled(0.75);
  try {
    await service.cron(HOURLY);
    expect(await lines(service)).toEqual([
      {
        level: 'warn',
        message: 'the database uses much of its limit',
        bytes: expect.any(Number),
        limit_bytes: Math.floor(size / 0.75),
        used_percent: expect.any(Number),
        growth_bytes_per_day: null,
        full_at: null,
      },
    ]);
    expect((await capacityOf(service)).status).toBe('late');
  } finally {
    await service.close();
  }
});

test('raises an alarm from 85 % of the maximum on', async () => {
  const service = await filled(0.9);
  try {
    await service.cron(HOURLY);
    expect(await lines(service)).toEqual([
      expect.objectContaining({
        level: 'alarm',
        used_percent: expect.any(Number),
        limit_bytes: Math.floor(size / 0.9),
      }),
    ]);
    // A database that is almost full still accepts writes.
    await newTenant(service);
  } finally {
    await service.close();
  }
});
