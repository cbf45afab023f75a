import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { copyFile, mkdir, open, statfs, utimes } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

/** Files that are processed concurrently. */
const AT_ONCE = 8;

/**
 * Returns the paths of all files below a directory, with `/` between names. Files and whole directories for which
 * `skip` returns true are left out. Throws for anything other than files and directories.
 */
export function listFiles(directory: string, skip: (path: string) => boolean = () => false): string[] {
  const found: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(directory, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (skip(path)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) found.push(path);
      else throw new Error(`${join(directory, path)}: must be a file or a directory`);
    }
  };
  walk('');
  return found;
}

/**
 * Returns the content of a file; undefined if it does not exist. Throws an Error for the user if it is not a regular
 * file or cannot be read.
 */
export function readRegularFile(file: string): Uint8Array | undefined {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a FIFO blocks until it has a writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(descriptor).isFile()) throw new Error('it must be a regular file');
    return readFileSync(descriptor);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isAbsent = code === 'ENOTDIR' || (code === 'ENOENT' && !lstatSync(file, { throwIfNoEntry: false }));
    if (isAbsent) return undefined;
    throw new Error(`${file}: cannot be read: ${message}`, { cause: error });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Whether a path, which may not exist, is outside a directory. Follows symbolic links. */
export function isOutside(path: string, directory: string): boolean {
  return relative(real(directory), real(path)).split(sep)[0] === '..';
}

/** Resolves the symbolic links of the existing part of a path. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(real(parent), basename(path));
}

/** Calls `work` for each item, several concurrently. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/**
 * Copies a file, as a clone if the file system supports it, and creates the parent directories of the copy. `modified`
 * is the modification time of the copy in milliseconds since the epoch. Resolves to false if the file no longer exists.
 */
export async function copyIfPresent(from: string, to: string, modified: number): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await utimes(to, modified / 1000, modified / 1000);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Returns the size and the SHA-256 of a file after syncing it to disk. */
export async function hashAndSync(path: string): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'r');
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream('', { fd: file, autoClose: false, highWaterMark: 2 ** 18 })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    await file.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Makes the content of a file, or the names in a directory, durable. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** Makes the names of files durable: syncs all their parent directories up to and including the given one. */
export async function syncDirectories(directory: string, paths: readonly string[]): Promise<void> {
  const above = new Set(['.']);
  for (const path of paths) for (let at = dirname(path); !above.has(at); at = dirname(at)) above.add(at);
  for (const path of above) await sync(join(directory, path));
}

/** The bytes that this user can still write to the disk of a directory. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
