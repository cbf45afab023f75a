import { sql } from 'drizzle-orm';
import { configOf, type Config, type Env } from '../../settings/config.ts';
import { raise } from '../../platform/alarms.ts';
import {
  CAPACITY_ALARM,
  CAPACITY_WARN,
  capacityOf,
  type Capacity,
  type Sample,
} from '../../platform/metrics/capacity.ts';
import { log } from '../../platform/log.ts';
import { ambient } from '../../lib/time.ts';
import { metricsOf } from '../../platform/metrics/calls.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';

/** Reads how full the database is, with the samples that the job below keeps. */
export async function readCapacity(env: Env, config: Config, db: Database): Promise<Capacity> {
  const [bytes, samples] = await Promise.all([db.size(), metricsOf(env).sizes()]);
  return capacityOf(samples, { at: ambient.now(), bytes }, config.databaseBytes);
}

/** The number of tenancies that an alarm names. */
const NAMED = 20;

/**
 * Measures the size of the database and of the ledgers of tenancies (cron): warns, or raises an alarm, before they are
 * full.
 */
export async function measureCapacity(env: Env): Promise<void> {
  const config = configOf(env);
  await compareLedgers(openDatabase(env), config.quotas.ledger_bytes);
  const sample: Sample = { at: ambient.now(), bytes: await openDatabase(env).size() };
  const capacity = capacityOf(await metricsOf(env).addSize(sample), sample, config.databaseBytes);
  if (capacity.used < CAPACITY_WARN) return;
  const fields = {
    bytes: capacity.bytes,
    limit_bytes: capacity.limit,
    used_percent: Math.floor(capacity.used * 100),
    growth_bytes_per_day: capacity.growth ?? null,
    full_at: capacity.fullAt === undefined ? null : new Date(capacity.fullAt).toISOString(),
  };
  if (capacity.used >= CAPACITY_ALARM) raise('database-size', fields);
  else log('warn', 'the database uses much of its limit', fields);
}

/** Warns, or raises an alarm, before the bytes of the events of a tenancy reach their quota. */
async function compareLedgers(db: Database, quota: number): Promise<void> {
  if (quota < 0) return;
  const [rows] = await db.batch([
    db.sql<{ tenant: string; used: number }>(sql`SELECT tenant, used FROM usage_now
      WHERE resource = 'ledger_bytes' AND used >= ${quota * CAPACITY_WARN} ORDER BY used DESC LIMIT ${NAMED}`),
  ]);
  const [first] = rows;
  if (!first) return;
  const fields = { quota_bytes: quota, used_bytes: first.used, tenants: rows.map(({ tenant }) => `tenant/${tenant}`) };
  if (first.used >= quota * CAPACITY_ALARM) raise('ledger-quota', fields);
  else log('warn', 'the events of a tenancy use much of their quota', fields);
}
