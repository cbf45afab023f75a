import { sql } from 'drizzle-orm';
import type { Config, Env } from '../../../settings/config.ts';
import { describe } from '../../../lib/describe.ts';
import { log } from '../../../platform/log.ts';
import { toHex } from '../../../lib/text.ts';
import { nowMicros } from '../../../lib/time.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { damageOf, raiseDamage } from '../read.ts';
import { keyOf, type Blob } from '../tables.ts';
import { ClamdScanner } from './clamd.ts';
import { EmbeddedScanner } from './embedded.ts';
import type { Scanner, ScanResult } from './scanner.ts';

/**
 * Blobs per message of the daily scan: few enough that a failure repeats little work, enough that 100,000 blobs finish.
 */
const SHARE = { blobs: 25, bytes: 128 * 1024 * 1024 };
/** Blobs per query. */
const LOOKED_UP = 5000;
const DAY_US = 86_400_000_000;
/** Consecutive failures after which a message is given up. */
const FAILURES = 3;
/** Bytes of a blob that are read at once. */
const READ = 256 * 1024;

/** All blobs that are due for a scan, in shares: first those never scanned, then those whose last scan is too old. */
export async function* dueBlobs(env: Env, config: Config): AsyncGenerator<string[]> {
  const db = openDatabase(env);
  const until = config.rescanDays > 0 ? nowMicros() - config.rescanDays * DAY_US : 1;
  let [at, after] = [-1, ''];
  let share = { ids: [] as string[], bytes: 0 };
  for (;;) {
    const [rows] = await db.batch([
      db.sql<{ id: string; size: number; at: number }>(sql`SELECT id, size, scanned_us AS at FROM blobs
        WHERE scanned_us < ${until} AND scanned_status <> 'SCANNED_BAD' AND (scanned_us, id) > (${at}, ${after})
          ORDER BY scanned_us, id LIMIT ${LOOKED_UP}`),
    ]);
    for (const row of rows) {
      if (share.ids.length > 0 && (share.ids.length === SHARE.blobs || share.bytes + row.size > SHARE.bytes)) {
        yield share.ids;
        share = { ids: [], bytes: 0 };
      }
      share.ids.push(row.id);
      share.bytes += row.size;
    }
    const last = rows.at(-1);
    if (!last || rows.length < LOOKED_UP) break;
    [at, after] = [last.at, last.id];
  }
  if (share.ids.length > 0) yield share.ids;
}

/**
 * Scans blobs and records the results. Skips blobs that were scanned concurrently, so it is idempotent. A failure does
 * not stop the scan of the others. Throws the last failure; blobs that were not scanned stay NOT_SCANNED and can be
 * retried.
 */
export async function scanBlobs(env: Env, config: Config, ids: readonly string[]): Promise<void> {
  const db = openDatabase(env);
  const scanner = config.clamd ? new ClamdScanner(config.clamd) : new EmbeddedScanner(config.badHashes);
  const due = config.rescanDays > 0 ? nowMicros() - config.rescanDays * DAY_US : 1;
  const [rows] = await db.batch([
    db.sql<ScanRow>(sql`SELECT id, tenant, sha256, size, mime_type AS mimeType, declared_type AS declaredType,
      file_name AS fileName, scanned_us AS scannedUs FROM blobs
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND scanned_us < ${due}
        AND scanned_status <> 'SCANNED_BAD' ORDER BY scanned_us, id`),
  ]);
  const failures: unknown[] = [];
  let inARow = 0;
  for (const blob of rows) {
    try {
      await scanBlob(env, db, scanner, blob);
      inARow = 0;
    } catch (error) {
      log('error', 'a blob could not be scanned', { blob: blob.id, tenant: blob.tenant, error: describe(error) });
      failures.push(error);
      if (++inARow === FAILURES) break;
    }
  }
  if (failures.length > 0) throw failures.at(-1);
}

type ScanRow = Omit<Blob, 'acceptedUs' | 'issuer' | 'subject' | 'scannedStatus' | 'scannedBadReason'>;

/** The bytes of a blob cannot be read. */
class ReadError extends Error {}

async function scanBlob(env: Env, db: Database, scanner: Scanner, blob: ScanRow): Promise<void> {
  try {
    await scanBytes(env, db, scanner, blob);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    // The failure may be temporary: the bytes are read again.
    const damage = await damageOf(env, blob);
    if (!damage) throw error;
    raiseDamage(blob, damage);
  }
}

/** Throws Unreadable. */
async function scanBytes(env: Env, db: Database, scanner: Scanner, blob: ScanRow): Promise<void> {
  const about = { blob: blob.id, tenant: blob.tenant };
  const object = await readable(env.BLOBS.get(keyOf(blob)));
  if (!object) return raiseDamage(blob, { kind: 'gone' });
  const bytes = new Hashed(object);
  let verdict: ScanResult;
  try {
    verdict = await scanner.scan(blob, bytes);
    const hash = await bytes.sha256();
    if (hash !== blob.sha256) {
      raiseDamage(blob, { kind: 'changed', hash });
      verdict = { status: 'bad', reason: 'the stored bytes are not those that were uploaded' };
    }
  } finally {
    await bytes.cancel();
  }
  if (verdict.status === 'unscanned')
    return log('warn', 'a blob was not scanned', { ...about, reason: verdict.reason });
  const [status, reason] = verdict.status === 'ok' ? ['SCANNED_OK', ''] : ['SCANNED_BAD', verdict.reason];
  if (reason !== '') log('warn', 'a blob is bad', { ...about, reason });
  await db.batch([
    db.sql(sql`UPDATE blobs SET scanned_status = ${status}, scanned_bad_reason = ${reason}, scanned_us = ${nowMicros()}
      WHERE id = ${blob.id} AND scanned_us = ${blob.scannedUs}`),
  ]);
}

/** The result of a read. Throws Unreadable if it fails. */
const readable = <T>(read: Promise<T>): Promise<T> =>
  read.catch((cause: unknown) => {
    throw new ReadError(describe(cause), { cause });
  });

/** Hashes an object while it is read. Each chunk is overwritten by the next. Throws Unreadable. */
class Hashed implements AsyncIterable<Uint8Array> {
  readonly #reader: ReadableStreamBYOBReader;
  /** Bytes that were not read yet. */
  #left: number;
  readonly #digest = new crypto.DigestStream('SHA-256');
  readonly #hash = this.#digest.getWriter();

  constructor({ body, size }: R2ObjectBody) {
    this.#reader = body.getReader({ mode: 'byob' });
    this.#left = size;
    this.#digest.digest.catch(() => undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let buffer = new Uint8Array(READ);
    for (;;) {
      const { done, value } = await readable(this.#reader.readAtLeast(READ, buffer));
      if (value && value.length > 0) {
        this.#left -= value.length;
        await this.#hash.write(value);
        yield value;
      }
      if (done || !value) return;
      buffer = new Uint8Array(value.buffer as ArrayBuffer);
    }
  }

  /** The hash of all bytes, including those that the scanner did not read. */
  async sha256(): Promise<string> {
    for await (const _ of this);
    if (this.#left > 0) throw new ReadError(`the last ${this.#left} bytes are missing`);
    await this.#hash.close();
    return toHex(new Uint8Array(await this.#digest.digest));
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
    await this.#hash.abort().catch(() => undefined);
  }
}
