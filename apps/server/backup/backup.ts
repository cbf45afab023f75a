import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { KeyRing } from '../../../src/lib/seal.ts';
import { isSetting } from '../../../src/settings/settings.ts';
import { mayHaveRemains } from '../state/compaction.ts';
import { crossCheck } from '../state/cross-check.ts';
import { freeBytes, isOutside, listFiles } from '../state/files.ts';
import { blobsIn, damagedBlobs } from './blobs.ts';
import { describeFiles, writeManifest, type BackupManifest } from './manifest.ts';
import { readMarks } from '../state/marks.ts';
import { acceptanceOf, described } from '../state/restore-check.ts';
import { readSecrets, type ServiceSecrets } from '../state/secrets.ts';
import { isTransient, takeSnapshot, type Freeze } from './snapshot.ts';
import type { StatePaths } from '../state/directory.ts';

export type BackupOptions = {
  paths: StatePaths;
  /** A directory that is empty or does not exist; it becomes the backup. */
  target: string;
  /** Also copy secrets.env and admin.json. */
  withSecrets: boolean;
  /** Pauses the running service; undefined when the caller holds the lock of the state. */
  freeze: Freeze | undefined;
  /** Called with a description of each step. */
  progress: (line: string) => void;
};

/** Files of the state directory that every backup contains, if they exist, and those that contain secrets. */
const STATE_FILES = ['bootstrap', 'settings'] as const;
const SECRET_FILES = ['admin', 'secrets'] as const;

/** Free space that must remain at the target after the copy. */
const SPARE_BYTES = 16 * 2 ** 20;

/**
 * A complete backup. `damaged` names the uploaded files whose bytes were missing or changed: they are copied as they
 * are.
 */
export type Backup = { manifest: BackupManifest; damaged: string[] };

/**
 * Copies the state of a service, which may be running, into a new directory with a manifest. Resolves when everything
 * is on disk. Throws an Error for the user if it fails; the target is then unchanged, and the service continues to run.
 */
export async function takeBackup(options: BackupOptions): Promise<Backup> {
  const { paths, target } = options;
  assertHoldsData(paths);
  const secrets = readSecrets(paths);
  const made = prepareTarget(paths, target);
  const discard = (): void => {
    for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true, force: true });
    if (made) rmSync(target, { recursive: true, force: true });
  };
  // Also when the process is interrupted.
  process.once('exit', discard);
  try {
    await checkSpace(paths, target);
    const backup = await copy(options, secrets);
    process.off('exit', discard);
    return backup;
  } catch (error) {
    process.off('exit', discard);
    discard();
    throw readable(error, target);
  }
}

/** Throws an Error for the user if no service has run over the state directory. */
export function assertHoldsData(paths: StatePaths): void {
  if (existsSync(paths.data)) return;
  const reason = existsSync(paths.dir) ? 'contains no data of a service' : 'does not exist';
  throw new Error(`${paths.dir}: ${reason}: pass the state directory of the service with --state`);
}

async function copy(
  { paths, target, withSecrets, freeze, progress }: BackupOptions,
  secrets: ServiceSecrets,
): Promise<Backup> {
  const data = join(target, 'data');
  mkdirSync(data, { mode: 0o700 });
  for (const name of [...STATE_FILES, ...(withSecrets ? SECRET_FILES : [])])
    if (existsSync(paths[name])) copyFileSync(paths[name], join(target, relative(paths.dir, paths[name])));
  const { taken, pausedMs } = await takeSnapshot({ source: paths.data, target: data, freeze, progress });
  const databases = listFiles(data).filter((path) => path.endsWith('.sqlite'));
  progress(`Checking ${databases.length} databases`);
  for (const [i, path] of databases.entries()) {
    consolidate(join(data, path), path, paths);
    // Lets a signal be handled.
    if (i % 100 === 0) await setImmediate();
  }
  const accepted = acceptanceOf(paths);
  // Files without content are reported below: they are not a reason to have no backup of the others.
  const finding = crossCheck(data, accepted).find(({ part }) => part !== 'blobs');
  if (finding) throw new Error(`the copy is not consistent: ${described(finding)}`);
  const manifest: BackupManifest = {
    format: 'asset-evidence-backup/1',
    id: randomUUID(),
    taken: taken.toISOString(),
    paused_ms: pausedMs,
    secrets: { included: withSecrets, names: Object.keys(secrets).filter(isSetting).toSorted() },
    marks: readMarks(data),
    ...(accepted ? { accepted } : {}),
    files: [],
  };
  const blobs = blobsIn(data);
  removeLogs(data);
  progress('Hashing the files');
  manifest.files = await describeFiles(target);
  const damaged = await damagedBlobs(target, blobs, manifest.files);
  await writeManifest(target, manifest, KeyRing.parse(secrets.KEY_ENCRYPTION_KEYS));
  return { manifest, damaged };
}

/** Creates the directory of the backup. Returns true if it did not exist. */
function prepareTarget(paths: StatePaths, target: string): boolean {
  if (!isOutside(target, paths.dir)) throw new Error(`${target}: must be outside the state directory ${paths.dir}`);
  try {
    if (existsSync(target)) {
      if (readdirSync(target).length > 0) throw new Error(`${target}: must be an empty directory or not exist`);
      return false;
    }
    mkdirSync(target, { recursive: true, mode: 0o700 });
    return true;
  } catch (error) {
    throw readable(error, target);
  }
}

/** Throws if the target does not have enough free space for the copy. */
async function checkSpace(paths: StatePaths, target: string): Promise<void> {
  const files = listFiles(paths.data, isTransient);
  // The content of a write-ahead log is moved into its database before the log is removed.
  const size = (path: string): number =>
    (statSync(join(paths.data, path), { throwIfNoEntry: false })?.size ?? 0) * (path.endsWith('-wal') ? 2 : 1);
  const needed = files.reduce((sum, path) => sum + size(path), 0) + SPARE_BYTES;
  const free = await freeBytes(target);
  if (free >= needed) return;
  const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;
  throw new Error(`${target}: has ${mebibytes(free)} free, but the backup needs ${mebibytes(needed)}`);
}

/**
 * Moves the content of a write-ahead log into its database, checks the database, and removes the remains of erased
 * content. The modification time of the file becomes that of the newer of the two.
 */
function consolidate(file: string, name: string, source: StatePaths): void {
  const times = [file, `${file}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const database = new DatabaseSync(file);
  try {
    const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    const check = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    // Else a backup would have the remains of erased content until the service compacts its database.
    if (mayHaveRemains(source, database)) {
      database.exec('VACUUM');
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
    if (busy !== 0 || check !== 'ok') throw new Error(`data/${name}: is damaged: ${String(check)}`);
  } finally {
    database.close();
  }
  const modified = Math.max(...times) / 1000;
  utimesSync(file, modified, modified);
}

/** Removes the empty log and the index that reading a database leaves. */
function removeLogs(data: string): void {
  for (const path of listFiles(data).filter((each) => /\.sqlite-(wal|shm)$/.test(each))) {
    if (path.endsWith('-wal') && statSync(join(data, path)).size > 0)
      throw new Error(`data/${path}: was written to during the backup`);
    rmSync(join(data, path));
  }
}

/** Returns an error for the user with the path and the reason. */
function readable(error: unknown, target: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Error(`${target}: the disk is full`, { cause: error });
  if (code !== undefined) return new Error(`${target}: ${message}`, { cause: error });
  return error as Error;
}
