import { eq, sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Config, Env } from '../../settings/config.ts';
import { Budget } from '../../platform/pacing/budget.ts';
import { describe } from '../../lib/describe.ts';
import { retryLater, ServiceError, storageDamaged, storageFull } from '../../lib/errors.ts';
import { exposed } from '../../platform/hidden-cause.ts';
import { log } from '../../platform/log.ts';
import { toHex } from '../../lib/text.ts';
import { uuidIn } from '../../lib/identifiers.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import { assert, assertQuota, onFailedCondition, quotaReached } from '../../platform/database/conditions.ts';
import type { Statement } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { blobJson } from './blob.ts';
import { TypeDetector } from './sniff.ts';
import { blobs, blobUploads, keyOf, type Blob } from './tables.ts';

/** Maximum bytes of a file in memory. A file that fits is stored by one put. */
const WHOLE = 8 * 1024 * 1024;
/** Bytes of each part except the last, for a file that is known to be longer: the minimum of R2. */
export const PART = 5 * 1024 * 1024;
/** Bytes that the uploads of one isolate hold in memory at most, and those of one tenant. */
const HELD = new Budget('uploads', 64 * 1024 * 1024, 48 * 1024 * 1024);
/** Bytes reserved at the start for a file of unknown length. */
const UNKNOWN = 256 * 1024;
/** Maximum bytes of a form besides its file. */
const FORM_BYTES = 64 * 1024;
/** An upload that is unfinished after this time has failed. */
const ABANDONED_AFTER: Micros = 86_400_000_000;
/** Uploads that one run of the sweep handles. */
const SWEPT = 100;

/** An incoming file. A chunk may be overwritten by the next one. */
export type UploadedFile = { fileName: string; type: string; chunks: AsyncIterable<Uint8Array> };

/**
 * Stores a file: first its bytes in R2, then its row. A row of `blob_uploads` is written before both, so that the sweep
 * removes what a failure leaves. `expected`: the length of the whole form in bytes, if known. Throws 402 above the size
 * limit or a quota, 503 while other uploads hold too much memory, and whatever the chunks throw.
 */
export async function storeBlob(
  env: Env,
  config: Config,
  scope: TenantScope,
  file: UploadedFile,
  expected?: number,
): Promise<Blob> {
  const id = uuidIn(scope.tenant);
  const upload = new Upload(env, scope, id, quotaConditions(scope, config, 0));
  const room = (expected ?? 0) - FORM_BYTES > WHOLE ? PART : WHOLE;
  const part = new Part(scope.tenant, room, Math.min(room, expected ?? UNKNOWN));
  const digest = new crypto.DigestStream('SHA-256');
  // A failure of the hash is thrown where it is awaited below.
  digest.digest.catch(() => undefined);
  const hash = digest.getWriter();
  let size = 0;
  const type = new TypeDetector();
  try {
    for await (const chunk of file.chunks) {
      size += chunk.length;
      if (Math.max(size, (expected ?? 0) - FORM_BYTES) > config.maxBlobBytes) throw tooLarge(config);
      for (let rest = part.add(chunk); rest.length > 0; rest = part.add(rest)) {
        await type.add(part.bytes);
        await hash.write(part.bytes);
        await upload.part(part.bytes);
        part.clear();
      }
    }
    await type.add(part.bytes);
    await hash.write(part.bytes);
    await hash.close();
    const sha256 = toHex(new Uint8Array(await digest.digest));
    await upload.end(part.bytes, sha256);
    const blob: Blob = {
      id,
      tenant: scope.tenant,
      sha256,
      size,
      mimeType: type.end(),
      declaredType: file.type.slice(0, 255),
      fileName: file.fileName.slice(0, 1024).toWellFormed(),
      acceptedUs: nowMicros(),
      issuer: scope.caller.issuer,
      subject: scope.caller.subject,
      scannedStatus: 'NOT_SCANNED',
      scannedBadReason: '',
      scannedUs: 0,
    };
    await commit(scope, config, blob);
    return blob;
  } catch (error) {
    await within(discard(env, [id])).catch((cause: unknown) =>
      log('warn', 'the remains of an upload wait for the sweep', { blob: id, error: describe(cause) }),
    );
    onFailedCondition(error, {
      blobs: quotaReached('blobs', config.quotas.blobs),
      blob_bytes: quotaReached('blob_bytes', config.quotas.blob_bytes),
      upload: retryLater('unavailable', 'the upload took too long; try again', 1),
    });
  } finally {
    part.release();
  }
}

const tooLarge = (config: Config): ServiceError =>
  new ServiceError('quota', `a blob may have at most ${config.maxBlobBytes} bytes`);

/** Condition: one more blob of `size` bytes fits the quotas. */
const quotaConditions = (scope: TenantScope, { quotas }: Config, size: number): Statement[] =>
  scope.conditions((db) => [
    ...assertQuota(db, scope.tenant, 'blobs', quotas.blobs, 1, 'blobs'),
    ...assertQuota(db, scope.tenant, 'blob_bytes', quotas.blob_bytes, size, 'blob_bytes'),
  ]);

async function commit(scope: TenantScope, config: Config, blob: Blob): Promise<void> {
  const underWay = sql`EXISTS (SELECT 1 FROM ${blobUploads} WHERE id = ${blob.id} AND abandoned = 0)`;
  await scope.write({
    operation: 'createBlob',
    resource: `blobs/${blob.id}`,
    after: blobJson(blob, config),
    conditions: [
      ...scope.conditions((db) => [assert(db, 'upload', underWay)]),
      ...quotaConditions(scope, config, blob.size),
    ],
    statements: [scope.insert(blobs, blob), scope.remove(blobUploads, eq(blobUploads.id, blob.id))],
  });
}

/** Timeout in milliseconds for storing a part in R2: with a full disk a call may never return. */
const STORED_WITHIN = 60_000;

/** Awaits a call of R2, with a timeout. Throws 503 when it fails; no part of the blob is visible then. */
async function stored<T>(call: Promise<T>): Promise<T> {
  try {
    return await within(call);
  } catch (failure) {
    const error = await exposed(failure);
    log('error', 'the object store could not store a file', { error: describe(error) });
    throw (
      storageDamaged(error) ??
      storageFull(error) ??
      retryLater('unavailable', 'the file could not be stored; try again', 30)
    );
  }
}

async function within<T>(call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${STORED_WITHIN} ms`)), STORED_WITHIN);
  });
  try {
    return await Promise.race([call, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes one blob to R2: by one put if it fits a part, else by a multipart upload. */
class Upload {
  readonly #bucket: R2Bucket;
  readonly #scope: TenantScope;
  readonly #id: string;
  readonly #conditions: Statement[];
  #multipart: R2MultipartUpload | undefined;
  readonly #parts: R2UploadedPart[] = [];

  constructor(env: Env, scope: TenantScope, id: string, conditions: Statement[]) {
    this.#bucket = env.BLOBS;
    this.#scope = scope;
    this.#id = id;
    this.#conditions = conditions;
  }

  get #key(): string {
    return keyOf({ tenant: this.#scope.tenant, id: this.#id });
  }

  /** Writes the row by which the sweep finds the upload. */
  async #announce(): Promise<void> {
    const row = { id: this.#id, uploadId: '', startedUs: nowMicros() };
    await this.#scope.prepare(this.#conditions, [this.#scope.insert(blobUploads, row)]);
  }

  /** Stores a part that is not the last. */
  async part(bytes: Uint8Array): Promise<void> {
    if (!this.#multipart) {
      await this.#announce();
      const multipart = await stored(this.#bucket.createMultipartUpload(this.#key));
      this.#multipart = multipart;
      const { uploadId } = multipart;
      const under = eq(blobUploads.id, this.#id);
      await this.#scope.prepare([], [this.#scope.update(blobUploads, under, { uploadId })]);
    }
    this.#parts.push(await stored(this.#multipart.uploadPart(this.#parts.length + 1, bytes)));
  }

  /** Stores the last or only part. R2 verifies the hash of an only part. */
  async end(bytes: Uint8Array, sha256: string): Promise<void> {
    if (!this.#multipart) {
      await this.#announce();
      await stored(this.#bucket.put(this.#key, bytes, { sha256 }));
      return;
    }
    if (bytes.length > 0) this.#parts.push(await stored(this.#multipart.uploadPart(this.#parts.length + 1, bytes)));
    await stored(this.#multipart.complete(this.#parts));
  }
}

/** The buffer of one part, reused for each: the memory that a file takes regardless of its size. */
class Part {
  readonly #tenant: string;
  readonly #room: number;
  /** Releases the buffer's share of `HELD`. */
  #release: () => void;
  #buffer: Uint8Array;
  #length = 0;

  /** Reserves up to `room` bytes, `expected` of them at once. Throws 503 while other uploads hold too much memory. */
  constructor(tenant: string, room: number, expected: number) {
    this.#tenant = tenant;
    this.#room = room;
    this.#release = HELD.take(expected, tenant);
    this.#buffer = new Uint8Array(expected);
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Takes what fits and returns the rest, which is empty unless the part is full. Throws 503 like the constructor. */
  add(chunk: Uint8Array): Uint8Array {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length && this.#buffer.length < this.#room) {
      const size = Math.min(this.#room, Math.max(needed, 2 * this.#buffer.length));
      this.release();
      this.#release = HELD.take(size, this.#tenant);
      const grown = new Uint8Array(size);
      grown.set(this.bytes);
      this.#buffer = grown;
    }
    const fits = chunk.subarray(0, this.#buffer.length - this.#length);
    this.#buffer.set(fits, this.#length);
    this.#length += fits.length;
    return chunk.subarray(fits.length);
  }

  clear(): void {
    this.#length = 0;
  }

  release(): void {
    this.#release();
  }
}

/** Removes the remains of unfinished uploads. */
export async function sweepUploads(env: Env): Promise<void> {
  const [rows] = await openDatabase(env).batch([
    openDatabase(env).sql<{ id: string }>(
      sql`SELECT id FROM blob_uploads WHERE started_us < ${nowMicros() - ABANDONED_AFTER}
        ORDER BY started_us LIMIT ${SWEPT}`,
    ),
  ]);
  if (rows.length > 0)
    await discard(
      env,
      rows.map(({ id }) => id),
    );
}

/** Removes the remains of these uploads, unless they have become blobs. Idempotent. */
async function discard(env: Env, ids: string[]): Promise<void> {
  const db = openDatabase(env);
  const among = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  // From here on none of them can become a blob.
  const [uploads] = await db.batch([
    db.sql<{ id: string; tenant: string; uploadId: string }>(
      sql`UPDATE blob_uploads SET abandoned = 1 WHERE ${among} RETURNING id, tenant, upload_id AS uploadId`,
    ),
  ]);
  for (const upload of uploads) {
    const key = keyOf(upload);
    if (upload.uploadId !== '') {
      // R2 refuses to abort an upload that is already completed or aborted.
      await env.BLOBS.resumeMultipartUpload(key, upload.uploadId)
        .abort()
        .catch(() => undefined);
    }
    await env.BLOBS.delete(key);
    await db.batch([db.sql(sql`DELETE FROM blob_uploads WHERE id = ${upload.id}`)]);
  }
}
