import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { damaged, type StatePaths } from './directory.ts';
import { storesIn } from './stores.ts';

/**
 * Copies the database of a state of version 0.2.0 to where this version keeps it. The earlier file stays as it is until
 * `removeEarlierDatabase`, so that an interrupted upgrade begins again. Returns whether there was one to copy. Throws
 * an Error for the user if the disk has no room for the copy, or the file cannot be read.
 */
export function copyEarlierDatabase({ data }: StatePaths): boolean {
  const { database: from, earlierDatabase } = storesIn(data);
  if (from !== earlierDatabase || !existsSync(from)) return false;
  checkpoint(from);
  const { size } = statSync(from);
  const { bavail, bsize } = statfsSync(data);
  if (bavail * bsize < size)
    throw new Error(
      `the upgrade of ${data} copies the database, and the disk has no room for it: ` +
        `free ${Math.ceil((size - bavail * bsize) / 2 ** 20)} MiB`,
    );
  const to = storesIn(data).cell;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  // Hidden: no part of a backup.
  const temporary = join(dirname(to), '.upgrade.tmp');
  copyFileSync(from, temporary, constants.COPYFILE_FICLONE);
  sync(temporary);
  renameSync(temporary, to);
  sync(dirname(to));
  return true;
}

/** Removes the database of version 0.2.0, after a start on its copy. It would keep the content of later erasures. */
export function removeEarlierDatabase({ data }: StatePaths): void {
  rmSync(join(data, 'v3/d1'), { recursive: true, force: true });
}

/** Moves everything of the write-ahead log into the file. */
function checkpoint(file: string): void {
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
  } catch (error) {
    throw damaged(file, `it cannot be read: ${(error as Error).message}`, 'restore the directory from a backup');
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
