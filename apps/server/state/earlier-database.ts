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

/** Where the earlier database is kept until the service is ready. Hidden: no part of a backup. */
const kept = (data: string): string => join(data, 'v3/.d1');

/**
 * Copies the database of a state of version 0.2.0 to where this version keeps it, and puts the earlier one aside, with
 * which no version starts. An interrupted copy begins again. Returns whether there was a database to copy. Throws an
 * Error for the user if the disk has no room for the copy, or the file cannot be read.
 */
export function copyEarlierDatabase({ data }: StatePaths, free = freeBytes): boolean {
  const { cell, earlierDatabase } = storesIn(data);
  if (!existsSync(earlierDatabase)) return false;
  checkpoint(earlierDatabase);
  const missing = statSync(earlierDatabase).size - free(data);
  if (missing > 0) {
    const room = `free ${Math.ceil(missing / 2 ** 20)} MiB`;
    throw new Error(`the upgrade of ${data} copies the database, and the disk has no room for the copy: ${room}`);
  }
  mkdirSync(dirname(cell), { recursive: true, mode: 0o700 });
  const temporary = join(dirname(cell), '.upgrade.tmp');
  copyFileSync(earlierDatabase, temporary, constants.COPYFILE_FICLONE);
  sync(temporary);
  renameSync(temporary, cell);
  for (const directory of [dirname(cell), dirname(dirname(cell))]) sync(directory);
  renameSync(join(data, 'v3/d1'), kept(data));
  sync(join(data, 'v3'));
  return true;
}

/** Undoes `copyEarlierDatabase`, so that version 0.2.0 can start: this version has refused its database. */
export function putBackEarlierDatabase({ data }: StatePaths): void {
  if (!existsSync(kept(data))) return;
  renameSync(kept(data), join(data, 'v3/d1'));
  rmSync(dirname(storesIn(data).cell), { recursive: true });
}

/** Removes the earlier database, which would keep what is erased from now on. */
export function removeEarlierDatabase({ data }: StatePaths): void {
  rmSync(kept(data), { recursive: true, force: true });
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
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
