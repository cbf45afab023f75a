import { sql } from 'drizzle-orm';
import { isHub, parseHubConnection } from '../azure/connection.ts';
import type { Config, Env } from '../config.ts';
import { describe } from '../core/describe.ts';
import { ServiceError } from '../core/errors.ts';
import { log } from '../core/log.ts';
import { nowMicros } from '../core/time.ts';
import { Database } from '../store/database.ts';
import { queryDevices } from './hub.ts';
import { assetOfDevice, ensureDevice } from './record.ts';
import { RemoteFailure } from '../core/remote.ts';
import type { Import } from './tables.ts';

/** Failures in a row after which an import gives up. */
const GIVE_UP = 8;
/** Assets that are made at once. */
const AT_ONCE = 8;
/** Seconds of the first pause after a failure; each further one is twice as long, up to five minutes. */
const PAUSE = 2;
const LONGEST = 300;

export const importPurpose = (id: string): string => `import ${id}`;

/**
 * Does one page of an import, and queues the next. The row says where the job is, and moves on only from where it
 * was read: a page that is done twice, or by two at once, counts once, and its devices are the same assets.
 */
export async function runImport(env: Env, config: Config, id: string): Promise<void> {
  const db = new Database(env.DB);
  const [[row]] = await db.batch([
    db.sql<Import>(sql`SELECT id, tenant, home_location AS homeLocation, secret, issuer, subject, status, imported, page,
      continuation, failures FROM imports WHERE id = ${id} AND status IN ('PENDING', 'INPROGRESS')`),
  ]);
  if (!row) return;
  const job = new Job(db, row);
  let imported = 0;
  try {
    const connection = parseHubConnection((await config.keys.open(importPurpose(id), row.secret)) ?? '');
    if (!connection || !isHub(connection, config.azureHosts)) throw new RemoteFailure('the secret can no more be used');
    const { devices, next } = await queryDevices(connection, config, row.continuation);
    if (next !== '' && next === row.continuation) throw new RemoteFailure('the hub stands still', PAUSE);
    const missing = await unknown(db, row, connection.host, devices);
    imported = devices.length - missing.length;
    for (let i = 0; i < missing.length; i += AT_ONCE) {
      const results = await Promise.allSettled(
        missing
          .slice(i, i + AT_ONCE)
          .map((twin) => ensureDevice(env, config, row, connection.host, twin, row.homeLocation)),
      );
      imported += results.filter(({ status }) => status === 'fulfilled').length;
      const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
      if (failed) throw failed.reason;
    }
    if (await job.pageDone(imported, next)) await env.JOBS.send({ kind: 'import', id });
  } catch (error) {
    const { message, again } = judged(error);
    log('warn', 'an import met a failure', { import: id, tenant: row.tenant, error: describe(error) });
    if (again === undefined || row.failures + 1 >= GIVE_UP) return job.failed(imported, message);
    await job.pause();
    const delaySeconds = Math.max(again, Math.min(LONGEST, PAUSE * 2 ** row.failures));
    await env.JOBS.send({ kind: 'import', id }, { delaySeconds });
  }
}

/** What an import is told of a failure, and after how many seconds it is worth trying again, if it is. */
function judged(error: unknown): { message: string; again: number | undefined } {
  if (error instanceof RemoteFailure) return { message: error.message, again: error.retryAfter };
  if (error instanceof ServiceError) {
    const passing = ['rate_limited', 'unavailable', 'internal'].includes(error.kind);
    return { message: error.message, again: passing ? PAUSE : undefined };
  }
  return { message: 'internal error', again: PAUSE };
}

/** The devices of a page that have no asset yet. */
async function unknown<T extends { deviceId: string }>(
  db: Database,
  { tenant }: Import,
  hub: string,
  devices: readonly T[],
): Promise<T[]> {
  const ids = JSON.stringify(devices.map(({ deviceId }) => assetOfDevice(tenant, hub, deviceId)));
  const [rows] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM assets WHERE id IN (SELECT value FROM json_each(${ids}))`),
  ]);
  const there = new Set(rows.map((row) => row.id));
  return devices.filter(({ deviceId }) => !there.has(assetOfDevice(tenant, hub, deviceId)));
}

/** The row of an import that runs, written only while it stands as it was read. */
class Job {
  readonly #db: Database;
  readonly #row: Import;

  constructor(db: Database, row: Import) {
    this.#db = db;
    this.#row = row;
  }

  /** A page is done; false when it was the last one, or the job has been cancelled or overtaken. */
  async pageDone(imported: number, next: string): Promise<boolean> {
    const done = next === '';
    const moved =
      await this.#write(sql`imported = imported + ${imported}, page = page + 1, continuation = ${next}, failures = 0,
      status = ${done ? 'FINISHED' : 'INPROGRESS'}, finished_us = ${done ? nowMicros() : null}, secret = CASE WHEN ${done ? 1 : 0} THEN '' ELSE secret END`);
    return moved && !done;
  }

  async failed(imported: number, message: string): Promise<void> {
    const told = `${message}; ${this.#row.imported + imported} devices were imported`;
    await this.#write(
      sql`imported = imported + ${imported}, status = 'FAILED', error_message = ${told}, finished_us = ${nowMicros()}, secret = ''`,
    );
  }

  async pause(): Promise<void> {
    await this.#write(sql`failures = failures + 1, status = 'INPROGRESS'`);
  }

  async #write(set: ReturnType<typeof sql>): Promise<boolean> {
    const { id, page, failures } = this.#row;
    const [rows] = await this.#db.batch([
      this.#db.sql<{ id: string }>(sql`UPDATE imports SET ${set}, touched_us = ${nowMicros()}
        WHERE id = ${id} AND page = ${page} AND failures = ${failures} AND status IN ('PENDING', 'INPROGRESS') RETURNING id`),
    ]);
    return rows.length > 0;
  }
}
