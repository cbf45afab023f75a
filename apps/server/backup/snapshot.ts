import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyIfPresent, eachOf, listFiles } from '../state/files.ts';

/** Pauses all processes that write to a directory during the last pass of a snapshot. */
export type Freeze = {
  /** Resolves when the processes no longer write. */
  pause: () => Promise<void>;
  /** Ends the pause and resolves to its duration in milliseconds. Throws if the pause had already ended. */
  resume: () => Promise<number>;
};

export type SnapshotOptions = {
  source: string;
  /** An existing empty directory. */
  target: string;
  /** Undefined if nothing writes to the source. */
  freeze: Freeze | undefined;
  progress: (line: string) => void;
};

/** Directories of the local runtime without data of the service. The runtime recreates them if they are missing. */
const TRANSIENT = new Set(['v3/cache', 'v3/observability', 'v3/ratelimit']);

/** Passes are repeated until one takes at most `shortMs`, or more than `shrinking` times as long as the one before. */
const PASS = { shortMs: 500, shrinking: 0.7 };
/** A file that changed less than this many milliseconds before its copy may have changed again with the same time. */
const CLOCK_STEP_MS = 1_000;
/** Databases of at least this many bytes are not checkpointed while they are copied. */
const LARGE_DATABASE = 16 * 2 ** 20;

type Version = { size: bigint; mtimeNs: bigint; ino: bigint };
/** A copied file: its version before the copy, the time of the copy, and its write-ahead log at that time. */
type Copied = Version & { at: number; wal: string };

/** The time of the copied state, and how long the source was paused. */
export type Snapshot = { taken: Date; pausedMs: number };

/**
 * Copies a directory of SQLite databases (WAL) and immutable files as a crash at one moment would leave it. While the
 * service runs, each pass copies the files that changed since the last one; the service is paused only for the final
 * pass. Throws if the pause ends too early, because the copy is then not consistent.
 *
 * A database that is written to during its copy is not copied again in the pause if its write-ahead log was not reset:
 * all changed pages are in that log, and recovery applies them (sqlite.org/walformat.html).
 */
export async function takeSnapshot({ source, target, freeze, progress }: SnapshotOptions): Promise<Snapshot> {
  const copied = new Map<string, Copied>();
  const pass = (what: string): Promise<number> =>
    copyChanged(source, target, copied, (size) => progress(`${what} ${size}`));
  if (!freeze) {
    await pass('Copying');
    return { taken: new Date(), pausedMs: 0 };
  }
  const readers = holdLogs(source);
  try {
    let [before, last] = [Infinity, await pass('Copying')];
    while (last > PASS.shortMs && last < before * PASS.shrinking) [before, last] = [last, await pass('Copying again')];
    await freeze.pause();
    const taken = new Date();
    try {
      await pass('Paused the service: copying');
    } catch (error) {
      // The error of the pass is the cause, not the error of the resumed service.
      await freeze.resume().catch(() => undefined);
      throw error;
    }
    return { taken, pausedMs: await freeze.resume() };
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Copies changed files and removes the copies of deleted files. Resolves to the duration in milliseconds. */
async function copyChanged(
  source: string,
  target: string,
  copied: Map<string, Copied>,
  progress: (size: string) => void,
): Promise<number> {
  const started = performance.now();
  const versions = new Map<string, Version>();
  for (const path of listFiles(source, isTransient)) {
    const version = versionOf(join(source, path));
    if (version) versions.set(path, version);
  }
  const changed = [...versions].filter(([path, version]) => !isCurrent(source, path, version, copied));
  const bytes = changed.reduce((sum, [, { size }]) => sum + Number(size), 0);
  progress(`${changed.length} files, ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  await eachOf(changed, async ([path, version]) => {
    const at = Date.now();
    const wal = isDatabase(path) ? logOf(join(source, path)) : '';
    const modified = Number(version.mtimeNs / 1_000_000n);
    if (await copyIfPresent(join(source, path), join(target, path), modified))
      copied.set(path, { ...version, at, wal });
  });
  for (const path of copied.keys()) {
    if (versions.has(path)) continue;
    await rm(join(target, path), { force: true });
    copied.delete(path);
  }
  return performance.now() - started;
}

/** Whether the copy of a file is up to date. */
function isCurrent(source: string, path: string, now: Version, copied: ReadonlyMap<string, Copied>): boolean {
  const copy = copied.get(path);
  if (!copy) return false;
  const untouched = copy.size === now.size && copy.mtimeNs === now.mtimeNs && copy.ino === now.ino;
  if (untouched && Number(copy.mtimeNs / 1_000_000n) < copy.at - CLOCK_STEP_MS) return true;
  return copy.wal !== '' && copy.ino === now.ino && copy.wal === logOf(join(source, path));
}

/**
 * Whether a path needs no backup. The index of a write-ahead log (`-shm`) is only valid for the processes that share
 * it. Hidden files are incomplete writes of a crashed process.
 */
export const isTransient = (path: string): boolean =>
  TRANSIENT.has(path) || path.endsWith('-shm') || /(^|\/)\./.test(path);

const isDatabase = (path: string): boolean => path.endsWith('.sqlite');

/**
 * Returns the header of a database's write-ahead log, which changes with each reset of the log; empty without a log.
 */
function logOf(database: string): string {
  const header = Buffer.alloc(32);
  let file: number | undefined;
  try {
    file = openSync(`${database}-wal`, 'r');
    return readSync(file, header, 0, header.length, 0) === header.length ? header.toString('hex') : '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Opens read transactions on the large databases. While they are open, the write-ahead logs are not reset. */
function holdLogs(source: string): DatabaseSync[] {
  const large = listFiles(source, isTransient).filter(
    (path) => isDatabase(path) && (versionOf(join(source, path))?.size ?? 0n) >= LARGE_DATABASE,
  );
  return large.map((path) => {
    const database = new DatabaseSync(join(source, path), { readOnly: true, timeout: 5_000 });
    database.exec('BEGIN; SELECT count(*) FROM sqlite_master');
    return database;
  });
}

function versionOf(path: string): Version | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}
