import { UsageError } from '../../../cli/command-line.ts';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Names the process that writes to a directory. */
export const LOCK = '.evidence-export.lock';

/**
 * Creates a directory and those that it is in. Throws the error of the first one that cannot be created: mkdir with
 * `recursive` does not return in file systems such as /proc, which refuse new directories with ENOENT.
 */
export function makeDirectory(directory: string, mode?: number): void {
  const path = resolve(directory);
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path) makeDirectory(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/**
 * Makes this process the only one that writes to a directory. Returns what ends that. Throws UsageError if another one
 * does.
 */
export function lockDirectory(directory: string): () => void {
  const lock = join(directory, LOCK);
  // A link that exists has the whole content, so no other process reads a part of it.
  const own = `${lock}.${process.pid}`;
  try {
    writeFileSync(own, `${process.pid}\n`);
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    linkSync(own, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${directory}: another export is writing to it; if none is running, remove ${LOCK} there`, {
      cause: error,
    });
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** Whether the process that a lock names has ended. */
function isAbandoned(lock: string): boolean {
  let pid: number;
  try {
    pid = Number(readFileSync(lock, 'utf8'));
  } catch {
    return false;
  }
  // In a container, each process can have the id of the one before.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
