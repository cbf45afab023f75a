import { sql } from 'drizzle-orm';
import { TenantScope } from '../../access/scope.ts';
import { keyOf } from '../blobs/tables.ts';
import type { Config, Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { EXPORT_BOUNDS, MANIFEST_FILE, RECORD_KINDS, recordsFile, blobFile } from '../../formats/exports/format.ts';
import { sealManifest, type ExportFile as ManifestFile } from '../../formats/exports/manifest.ts';
import { log } from '../../platform/log.ts';
import { utf8 } from '../../lib/text.ts';
import { ambient, formatMicros, nowMicros, type Micros } from '../../lib/time.ts';
import { type Database, RUN_STATEMENTS } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { readAssets } from './assets.ts';
import { readBlobs } from './blobs.ts';
import { readMaps } from './maps.ts';
import { readStampLines } from './stamps.ts';
import type { ExportTree, RecordReaders, ExportRun } from './content.ts';
import { readEvents } from './events.ts';
import { composeFile, sha256Of } from './file.ts';
import { ExportJob, noProgress, progressOf, readExport, type ExportProgress, type StepResult } from './progress.ts';
import { chooseTree } from './start.ts';
import { deleteFiles } from './sweep.ts';
import { prefixOf, type ExportRow, type ExportFileRow } from './tables.ts';

/** The number of failures in a row after which an export fails. */
const GIVE_UP = 8;
/** The exponential backoff after failures in seconds: the first pause and the maximum. */
const PAUSE = 1;
const LONGEST = 300;
/** Milliseconds after which a message does no further step; the other limit is `RUN_STATEMENTS`. */
const MESSAGE_MS = 5000;
const DAY: Micros = 86_400_000_000;
/** Files of an export. The manifest and the response to a GET name all of them. */
const MAX_FILES = 10_000;

/** The readers of records that areas below do not know. */
export type ApiReaders = Omit<RecordReaders, 'assets' | 'events' | 'blobs' | 'maps' | 'stamps'>;

/**
 * Runs some steps of an export and queues the next one. A step writes at most one file to R2, under a key of its own,
 * and then its row, if the export is still at this step. So a step that runs twice, also concurrently, has one result.
 * An export that has ended loses its files.
 */
export async function runExport(env: Env, config: Config, further: ApiReaders, id: string): Promise<void> {
  const started = ambient.now();
  const readers: RecordReaders = {
    ...further,
    assets: readAssets,
    events: readEvents,
    blobs: readBlobs,
    maps: readMaps,
    stamps: readStampLines,
  };
  const db = openDatabase(env);
  for (;;) {
    const row = await readExport(db, id);
    if (!row || row.status === 'FINISHED') return;
    // Also if this message was delivered again because the run before had put a file and could not delete it.
    if (row.deleted === 1 || !['PENDING', 'INPROGRESS'].includes(row.status)) return deleteFiles(env, db, row);
    const outcome = await runStep(env, config, db, readers, row);
    if (outcome === 'next' && ambient.now() - started < MESSAGE_MS && db.sent < RUN_STATEMENTS) continue;
    if (outcome !== 'ended')
      await env.JOBS.send({ kind: 'export', id }, { delaySeconds: outcome === 'next' ? 0 : outcome });
    return;
  }
}

/** Runs one step. Returns `next` if there is another one, and the seconds until a repetition after a failure. */
async function runStep(
  env: Env,
  config: Config,
  db: Database,
  readers: RecordReaders,
  row: ExportRow,
): Promise<'next' | 'ended' | number> {
  const job = new ExportJob(db, row);
  const written: string[] = [];
  try {
    const caller = { tenant: row.tenant, issuer: row.issuer, subject: row.subject };
    const scope = new TenantScope(db, caller, 'administrator', `export ${row.id}`);
    const stored = await stepOf(env, config, db, readers, { row, scope, config, env }, written);
    if (await job.stepDone(stored)) return stored.expiresUs === undefined ? 'next' : 'ended';
    // Another run has stored this step, or the export has ended, for example because an event was erased.
    if (written.length > 0) await env.BLOBS.delete(written);
    return 'ended';
  } catch (error) {
    const { message, retryAfter } = failureOf(error);
    log('warn', 'a step of an export failed', {
      export: row.id,
      tenant: row.tenant,
      step: row.step,
      error: describe(error),
    });
    if (retryAfter === undefined || row.failures + 1 >= GIVE_UP) {
      if (await job.failed(message)) await deleteFiles(env, db, row);
      return 'ended';
    }
    // The step may be stored although its batch failed: the next message finds out.
    return (await job.paused()) ? Math.max(retryAfter, Math.min(LONGEST, PAUSE * 2 ** row.failures)) : PAUSE;
  }
}

/** The message for the export, and the seconds until a retry; undefined where a retry is useless. */
function failureOf(error: unknown): { message: string; retryAfter: number | undefined } {
  if (!(error instanceof ServiceError)) return { message: 'internal error', retryAfter: PAUSE };
  const transient = ['rate_limited', 'unavailable', 'internal'].includes(error.kind);
  return { message: error.message, retryAfter: transient ? PAUSE : undefined };
}

/** Does the next step. Adds the keys of the objects that it writes to `written`. */
async function stepOf(
  env: Env,
  config: Config,
  db: Database,
  readers: RecordReaders,
  of: Omit<ExportRun, 'log'>,
  written: string[],
): Promise<StepResult> {
  const { row, scope } = of;
  if (row.log === '') return { log: await chooseTree(db, scope, row.createdUs), progress: noProgress() };
  const running: ExportRun = { ...of, log: JSON.parse(row.log) as ExportTree | null };
  const progress = progressOf(row);
  const put = async (
    number: number,
    file: Omit<ExportFileRow, 'key' | 'export' | 'tenant' | 'number' | 'bytes' | 'sha256'>,
    bytes: Uint8Array,
  ) => {
    const key = `${prefixOf(row.id)}${file.name}/${ambient.uuid()}`;
    const sha256 = await sha256Of(bytes);
    written.push(key);
    await env.BLOBS.put(key, bytes, { sha256 });
    return { ...file, export: row.id, tenant: row.tenant, number, bytes: bytes.length, sha256, key };
  };
  for (let kind = RECORD_KINDS[progress.kind]; kind; kind = RECORD_KINDS[progress.kind]) {
    const composed = await composeFile(running, readers[kind], progress.after ?? undefined);
    const { lines, next } = composed;
    const [filesOfKind, files] = [progress.filesOfKind + 1, progress.files + 1 + composed.blobs.length];
    if (files >= MAX_FILES)
      throw new ServiceError('too_large', `an export can have at most ${MAX_FILES} files; export without blobs`);
    advance(progress, next);
    if (next) progress.filesOfKind = filesOfKind;
    progress.entries.push(...composed.entries);
    if (composed.hasStatements) progress.hasStatements = true;
    if (lines === 0) continue;
    const first = progress.files;
    // A run of an earlier version has started without the later kinds.
    progress.counts[kind] = (progress.counts[kind] ?? 0) + lines;
    progress.files = files;
    const file = await put(first, { name: recordsFile(kind, filesOfKind), kind, lines }, composed.bytes);
    const blobs = composed.blobs.map((blob, n) => ({
      export: row.id,
      tenant: row.tenant,
      number: first + 1 + n,
      name: blobFile(blob.id),
      kind: 'blob',
      lines: 0,
      bytes: blob.size,
      sha256: blob.sha256,
      key: keyOf(blob),
    }));
    return { progress, files: [file, ...blobs] };
  }
  const text = utf8(await manifestOf(db, config, running, progress));
  if (text.length > EXPORT_BOUNDS.manifest) throw new ServiceError('too_large', 'the manifest is too long');
  const manifest = await put(progress.files, { name: MANIFEST_FILE, kind: 'manifest', lines: 0 }, text);
  return { progress, files: [manifest], expiresUs: nowMicros() + config.exportDays * DAY };
}

/** Moves to the next file of the kind, or to the next kind. */
function advance(progress: ExportProgress, next: ExportProgress['after'] | undefined): void {
  progress.after = next ?? null;
  if (next) return;
  progress.kind += 1;
  progress.filesOfKind = 0;
}

async function manifestOf(
  db: Database,
  config: Config,
  { row, log: tree }: ExportRun,
  { entries, hasStatements = false }: ExportProgress,
): Promise<string> {
  const [files] = await db.batch([
    db.sql<ManifestFile>(
      sql`SELECT name, kind, lines, bytes, sha256 FROM export_files WHERE export = ${row.id} ORDER BY number`,
    ),
  ]);
  return sealManifest(
    {
      service: config.origin,
      tenancy: `tenant/${row.tenant}`,
      export: `exports/${row.id}`,
      created_at: formatMicros(row.createdUs),
      log: tree && { ...tree, entries },
      files,
    },
    hasStatements,
  ).text;
}
