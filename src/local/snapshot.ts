import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { constants, copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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

/** Further passes over a running service, until one takes no longer than this many milliseconds. */
const PASSES = { most: 5, shortMs: 500 };
/** Files that are copied at once. */
const AT_ONCE = 8;
/** A file that changed less than this many milliseconds before its copy may have changed again unseen. */
const CLOCK_STEP_MS = 1_000;
/** Bytes from which on a database is kept from being checkpointed while it is copied. */
const LARGE_DATABASE = 16 * 2 ** 20;

type Version = { size: bigint; mtimeNs: bigint; ino: bigint };
/** What was copied: the file as it was before, when that was, and its write-ahead log then. */
type Copied = Version & { at: number; wal: string };

/**
 * Copies a directory of SQLite databases (WAL) and immutable files as a crash at one moment would leave it. While the
 * service runs, passes copy what has changed since the last; the service is paused only for the final one. Resolves
 * to the milliseconds of the pause. Throws when the pause ends too early: the copy is of no use then.
 *
 * A database that is written to during its copy need not be copied again in the pause when its write-ahead log is
 * still the same one: every page that may differ is in that log, which recovery applies (sqlite.org/walformat.html).
 */
export async function takeSnapshot({ source, target, freeze, progress }: SnapshotOptions): Promise<number> {
  const copied = new Map<string, Copied>();
  const pass = (): Promise<Pass> => copyChanged(source, target, copied);
  if (!freeze) {
    report(progress, 'copied', await pass());
    return 0;
  }
  const readers = holdLogs(source);
  try {
    let last = await pass();
    report(progress, 'copied', last);
    for (let n = 1; n < PASSES.most && last.milliseconds > PASSES.shortMs; n++) {
      last = await pass();
      report(progress, 'copied again', last);
    }
    await freeze.pause();
    try {
      last = await pass();
    } catch (error) {
      // The reason is the error of the pass, not what the resumed service says of the pause.
      await freeze.resume().catch(() => undefined);
      throw error;
    }
    const paused = await freeze.resume();
    report(progress, `paused the service for ${paused} ms: copied`, last);
    return paused;
  } finally {
    for (const reader of readers) reader.close();
  }
}

type Pass = { files: number; bytes: number; milliseconds: number };

function report(progress: (line: string) => void, what: string, { files, bytes, milliseconds }: Pass): void {
  progress(`${what} ${files} files, ${(bytes / 2 ** 20).toFixed(1)} MiB in ${(milliseconds / 1000).toFixed(1)} s`);
}

/** Copies what differs from its copy and removes the copies of what has gone. */
async function copyChanged(source: string, target: string, copied: Map<string, Copied>): Promise<Pass> {
  const started = performance.now();
  const versions = new Map(filesBelow(source).map((path) => [path, versionOf(join(source, path))]));
  const changed = [...versions].filter(([path, version]) => version && !isCurrent(source, path, version, copied));
  let bytes = 0;
  await eachOf(changed, async ([path, version]) => {
    const at = Date.now();
    const wal = isDatabase(path) ? logOf(join(source, path)) : '';
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    if (!(await copyIfPresent(join(source, path), join(target, path)))) return;
    copied.set(path, { ...version!, at, wal });
    bytes += Number(version!.size);
  });
  for (const path of copied.keys()) {
    if (versions.get(path)) continue;
    await rm(join(target, path), { force: true });
    copied.delete(path);
  }
  return { files: changed.length, bytes, milliseconds: performance.now() - started };
}

/** Whether the copy of a file is as good as one made now. */
function isCurrent(source: string, path: string, now: Version, copied: ReadonlyMap<string, Copied>): boolean {
  const copy = copied.get(path);
  if (!copy) return false;
  const untouched = copy.size === now.size && copy.mtimeNs === now.mtimeNs && copy.ino === now.ino;
  if (untouched && Number(copy.mtimeNs / 1_000_000n) < copy.at - CLOCK_STEP_MS) return true;
  return copy.wal !== '' && copy.ino === now.ino && copy.wal === logOf(join(source, path));
}

const isDatabase = (path: string): boolean => path.endsWith('.sqlite');

/** The header of a database's write-ahead log, which differs after each reset of the log; empty without a log. */
function logOf(database: string): string {
  const header = Buffer.alloc(32);
  let file: number | undefined;
  try {
    file = openSync(`${database}-wal`, 'r');
    return readSync(file, header, 0, header.length, 0) === header.length ? header.toString('hex') : '';
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Read transactions on the large databases: while one is open, the write-ahead log is not reset. */
function holdLogs(source: string): DatabaseSync[] {
  const large = filesBelow(source).filter(
    (path) => isDatabase(path) && (versionOf(join(source, path))?.size ?? 0n) >= LARGE_DATABASE,
  );
  return large.map((path) => {
    const database = new DatabaseSync(join(source, path), { readOnly: true, timeout: 5_000 });
    database.exec('BEGIN; SELECT count(*) FROM sqlite_master');
    return database;
  });
}

/**
 * The paths of all files below a directory, `/` between the names. The index of a write-ahead log (`-shm`) is left
 * out: it means something only to the processes that share it.
 */
function filesBelow(directory: string): string[] {
  const found: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(directory, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!TRANSIENT.has(path)) walk(path);
      } else if (entry.isFile()) {
        if (!path.endsWith('-shm')) found.push(path);
      } else {
        throw new Error(`${join(directory, path)}: must be a file or a directory`);
      }
    }
  };
  walk('');
  return found;
}

function versionOf(path: string): Version | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Copies a file, as a clone where the file system can; false when it has gone. */
async function copyIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
