import { closeSync, lstatSync, openSync, readSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyIfPresent, eachOf, listFiles } from './files.ts';

/** Stops everything that writes to a directory, for as long as the last pass of a snapshot takes. */
export type Freeze = {
  /** Resolves when nothing is written any more. */
  pause: () => Promise<void>;
  /** Ends the pause; resolves to its milliseconds. Throws when the pause had ended before. */
  resume: () => Promise<number>;
};

export type SnapshotOptions = {
  source: string;
  /** An existing empty directory. */
  target: string;
  /** Undefined when nothing writes to the source. */
  freeze: Freeze | undefined;
  progress: (line: string) => void;
};

/** Directories of the local runtime that hold nothing of the service: they are made anew where they are missing. */
const TRANSIENT = new Set(['v3/cache', 'v3/observability', 'v3/ratelimit']);

/** Passes over a running service go on until one takes no longer than this, in milliseconds, or not much less than the last. */
const PASS = { shortMs: 500, shrinking: 0.7 };
/** A file that changed less than this many milliseconds before its copy may have changed again unseen. */
const CLOCK_STEP_MS = 1_000;
/** Bytes from which on a database is kept from being checkpointed while it is copied. */
const LARGE_DATABASE = 16 * 2 ** 20;

type Version = { size: bigint; mtimeNs: bigint; ino: bigint };
/** What was copied: the file as it was before, when that was, and its write-ahead log then. */
type Copied = Version & { at: number; wal: string };

/** When the copied state was that of the source, and for how long the source was paused. */
export type Snapshot = { taken: Date; pausedMs: number };

/**
 * Copies a directory of SQLite databases (WAL) and immutable files as a crash at one moment would leave it. While the
 * service runs, passes copy what has changed since the last one; the service is paused only for the final pass. Throws
 * when the pause ends too early: the copy is of no use then.
 *
 * A database that is written to during its copy need not be copied again in the pause when its write-ahead log is
 * still the same one: every page that may differ is in that log, which recovery applies (sqlite.org/walformat.html).
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
      // The reason is the error of the pass, not what the resumed service says of the pause.
      await freeze.resume().catch(() => undefined);
      throw error;
    }
    return { taken, pausedMs: await freeze.resume() };
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Copies what differs from its copy and removes the copies of what has gone. Resolves to its milliseconds. */
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

/** Whether the copy of a file is as good as one made now. */
function isCurrent(source: string, path: string, now: Version, copied: ReadonlyMap<string, Copied>): boolean {
  const copy = copied.get(path);
  if (!copy) return false;
  const untouched = copy.size === now.size && copy.mtimeNs === now.mtimeNs && copy.ino === now.ino;
  if (untouched && Number(copy.mtimeNs / 1_000_000n) < copy.at - CLOCK_STEP_MS) return true;
  return copy.wal !== '' && copy.ino === now.ino && copy.wal === logOf(join(source, path));
}

/**
 * The index of a write-ahead log (`-shm`) means something only to the processes that share it; what a crash left of a
 * file that was being written (a hidden one) is nothing at all.
 */
export const isTransient = (path: string): boolean =>
  TRANSIENT.has(path) || path.endsWith('-shm') || /(^|\/)\./.test(path);

const isDatabase = (path: string): boolean => path.endsWith('.sqlite');

/** The header of a database's write-ahead log, which differs after each reset of the log; empty without a log. */
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

/** Read transactions on the large databases: while one is open, the write-ahead log is not reset. */
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
