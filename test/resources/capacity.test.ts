import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseMetrics } from '../support/metrics.ts';
import { newTenant, SECRETS, startService, type Service } from '../support/service.ts';

const authorized = { headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` } };
const HOURLY = '23 * * * *';

/** The maximum of the database of the service. */
const LIMIT = 16_000_000;

let service: Service;
beforeAll(async () => {
  service = await startService({ vars: { DATABASE_MAX_BYTES: String(LIMIT) } });
});
afterAll(() => service?.close());

async function capacityOf(of: Service): Promise<any> {
  const response = await fetch(`${of.base}/operator/v1/readiness`, authorized);
  return ((await response.json()) as any).capacity;
}
/** Fills the database up to a share of its maximum. */
async function fill(share: number): Promise<void> {
  const { bytes } = await capacityOf(service);
  await service.db.prepare('CREATE TABLE IF NOT EXISTS filling (bytes BLOB)').run();
  await service.db
    .prepare(
      `INSERT INTO filling WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      SELECT zeroblob(10000) FROM n`,
    )
    .bind(Math.floor((share * LIMIT - bytes) / 10_000))
    .run();
  expect((await capacityOf(service)).bytes / LIMIT).toBeCloseTo(share, 1);
}
const lines = async (): Promise<any[]> =>
  (await service.logged())
    .filter((line) => /the database (uses much|has almost)/.test(line))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));

test('shows the size of the database, its maximum and its growth in readiness and metrics', async () => {
  // Of its own: nothing else may allocate pages between the reads.
  const roomy = await startService();
  try {
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
  } finally {
    await roomy.close();
  }
});

test('logs nothing below 70 % of the maximum, warns from 70 % on, and raises an alarm from 85 % on', async () => {
  await fill(0.6);
  await service.cron(HOURLY);
  expect(await lines()).toEqual([]);
  expect((await capacityOf(service)).status).toBe('ok');

  await fill(0.75);
  await service.cron(HOURLY);
  expect(await lines()).toEqual([
    {
      level: 'warn',
      message: 'the database uses much of its limit',
      bytes: expect.any(Number),
      limit_bytes: LIMIT,
      used_percent: expect.any(Number),
      growth_bytes_per_day: null,
      full_at: null,
    },
  ]);
  expect((await capacityOf(service)).status).toBe('late');

  await fill(0.9);
  await service.cron(HOURLY);
  expect((await lines()).slice(1)).toEqual([
    expect.objectContaining({ level: 'alarm', used_percent: expect.any(Number), limit_bytes: LIMIT }),
  ]);
  // A database that is almost full still accepts writes.
  await newTenant(service);
});
