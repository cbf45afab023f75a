import { sql } from 'drizzle-orm';
import { isHub, parseHubConnection } from './azure/connection.ts';
import type { Config, Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { nowMicros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { queryDevices } from './hub.ts';
import { assetOfDevice, ensureDevice } from './record.ts';
import { RemoteFailure } from '../../lib/remote.ts';
import type { Import } from './tables.ts';

/** The number of failures in a row after which an import fails. */
const GIVE_UP = 8;
/** Assets that are created concurrently. */
const AT_ONCE = 8;
/** The exponential backoff after failures in seconds: the first pause and the maximum. */
const PAUSE = 2;
const LONGEST = 300;

export const importPurpose = (id: string): string => `import ${id}`;

/**
 * Imports one page and queues the next one. The progress is updated only if the row is unchanged since it was read, so
 * a page that runs twice, also concurrently, is counted once. Its devices get the same assets.
 */
export async function runImport(env: Env, config: Config, id: string): Promise<void> {
  const db = openDatabase(env);
  const [[row]] = await db.batch([
    db.sql<Import>(sql`SELECT id, tenant, home_location AS homeLocation, secret, issuer, subject, status,
      imported, page,
      continuation, failures FROM imports WHERE id = ${id} AND status IN ('PENDING', 'INPROGRESS')`),
  ]);
  if (!row) return;
  const job = new ImportJob(db, row);
  let imported = 0;
  try {
    const connection = parseHubConnection((await config.keys.open(importPurpose(id), row.secret)) ?? '');
    if (!connection || !isHub(connection, config.azureHosts))
      throw new RemoteFailure('the connection string is no longer accepted');
    const { devices, next } = await queryDevices(connection, config, row.continuation);
    if (next !== '' && next === row.continuation)
      throw new RemoteFailure('the hub returned the same continuation again', PAUSE);
    const missing = await withoutAsset(db, row, connection.host, devices);
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
    const { message, retryAfter } = failureOf(error);
    log('warn', 'an import failed', { import: id, tenant: row.tenant, error: describe(error) });
    if (retryAfter === undefined || row.failures + 1 >= GIVE_UP) return job.failed(imported, message);
    await job.pause();
    const delaySeconds = Math.max(retryAfter, Math.min(LONGEST, PAUSE * 2 ** row.failures));
    await env.JOBS.send({ kind: 'import', id }, { delaySeconds });
  }
}

/** The message for the import, and the seconds until a retry; undefined where a retry is useless. */
function failureOf(error: unknown): { message: string; retryAfter: number | undefined } {
  if (error instanceof RemoteFailure) return { message: error.message, retryAfter: error.retryAfter };
  if (error instanceof ServiceError) {
    const transient = ['rate_limited', 'unavailable', 'internal'].includes(error.kind);
    return { message: error.message, retryAfter: transient ? PAUSE : undefined };
  }
  return { message: 'internal error', retryAfter: PAUSE };
}

/** The devices of a page that have no asset yet. */
async function withoutAsset<T extends { deviceId: string }>(
  db: Database,
  { tenant }: Import,
  hub: string,
  devices: readonly T[],
): Promise<T[]> {
  const ids = JSON.stringify(devices.map(({ deviceId }) => assetOfDevice(tenant, hub, deviceId)));
  const [rows] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM assets WHERE id IN (SELECT value FROM json_each(${ids}))`),
  ]);
  const existing = new Set(rows.map((row) => row.id));
  return devices.filter(({ deviceId }) => !existing.has(assetOfDevice(tenant, hub, deviceId)));
}

/** The row of a running import. It is written only if it is unchanged since it was read. */
class ImportJob {
  readonly #db: Database;
  readonly #row: Import;

  constructor(db: Database, row: Import) {
    this.#db = db;
    this.#row = row;
  }

  /** Stores a finished page. Returns false for the last page, and if the job was cancelled or another run stored it. */
  async pageDone(imported: number, next: string): Promise<boolean> {
    const done = next === '';
    const end = done ? sql`status = 'FINISHED', finished_us = ${nowMicros()}, secret = ''` : sql`status = 'INPROGRESS'`;
    const moved = await this.#write(
      sql`imported = imported + ${imported}, page = page + 1, continuation = ${next}, failures = 0, ${end}`,
    );
    return moved && !done;
  }

  async failed(imported: number, message: string): Promise<void> {
    const text = `${message}; ${this.#row.imported + imported} devices were imported`;
    await this.#write(
      sql`imported = imported + ${imported}, status = 'FAILED', error_message = ${text},
        finished_us = ${nowMicros()}, secret = ''`,
    );
  }

  async pause(): Promise<void> {
    await this.#write(sql`failures = failures + 1, status = 'INPROGRESS'`);
  }

  async #write(set: ReturnType<typeof sql>): Promise<boolean> {
    const { id, page, failures } = this.#row;
    const [rows] = await this.#db.batch([
      this.#db.sql<{ id: string }>(sql`UPDATE imports SET ${set}, touched_us = ${nowMicros()}
        WHERE id = ${id} AND page = ${page} AND failures = ${failures} AND status IN ('PENDING', 'INPROGRESS')
          RETURNING id`),
    ]);
    return rows.length > 0;
  }
}
