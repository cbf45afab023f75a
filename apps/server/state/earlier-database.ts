import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { migrate, type MigratedDatabase } from '../../worker/migration.ts';
import { damaged, type StatePaths } from './directory.ts';
import { freeBytes, sync } from './files.ts';
import { readMigrations } from './migrations.ts';
import { storesIn } from './stores.ts';

/** Pages that are copied at once. */
const PAGES = 10_000;

/**
 * Moves the database of a state of version 0.2.0 to where this version keeps it: applies the migrations to a copy,
 * which then replaces it. Before that, the state is as it was, and 0.2.0 can start on it; an interrupted move begins
 * again. Resolves to whether there was a database to move. Throws an Error for the user if the disk has no room for the
 * copy, if a migration refuses the database, or if it cannot be read.
 */
export async function moveEarlierDatabase({ data }: StatePaths, free = freeBytes): Promise<boolean> {
  const { cell, earlierDatabase } = storesIn(data);
  if (!existsSync(earlierDatabase)) return false;
  const bytes = [earlierDatabase, `${earlierDatabase}-wal`].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const missing = bytes - (await free(data));
  if (missing > 0) {
    const room = `free ${Math.ceil(missing / 2 ** 20)} MiB`;
    throw new Error(`the upgrade of ${data} copies the database, and the disk has no room for the copy: ${room}`);
  }
  // Hidden: no part of a backup.
  const directory = join(data, 'v3/.upgrade');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  const copy = join(directory, 'copy.sqlite');
  await copyDatabase(earlierDatabase, copy);
  await applyMigrations(copy);
  await sync(copy);
  rmSync(dirname(cell), { recursive: true, force: true });
  mkdirSync(dirname(cell), { recursive: true, mode: 0o700 });
  renameSync(copy, cell);
  for (const path of [dirname(cell), join(data, 'v3/do'), join(data, 'v3')]) await sync(path);
  rmSync(join(data, 'v3/d1'), { recursive: true });
  rmSync(directory, { recursive: true });
  return true;
}

async function copyDatabase(from: string, to: string): Promise<void> {
  try {
    const database = new DatabaseSync(from, { readOnly: true });
    await backup(database, to, { rate: PAGES }).finally(() => database.close());
  } catch (error) {
    throw damaged(from, `it cannot be copied: ${(error as Error).message}`, 'restore the directory from a backup');
  }
}

/** In this process, because the Worker would begin to write before all migrations are known to be accepted. */
async function applyMigrations(file: string): Promise<void> {
  const database = new DatabaseSync(file);
  try {
    await migrate(migrated(database), readMigrations());
  } catch (error) {
    throw new Error(`the migrations could not be applied: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
  }
}

/** The methods of D1 that `migrate` calls, on a database of this process. */
function migrated(database: DatabaseSync): MigratedDatabase {
  const prepare: MigratedDatabase['prepare'] = (text) => statement(text, []);
  const statement = (text: string, values: unknown[]): ReturnType<typeof prepare> => {
    const all = async <T>() => ({ results: database.prepare(text).all(...(values as SQLInputValue[])) as T[] });
    return { bind: (...bound) => statement(text, bound), run: all, all };
  };
  return {
    prepare,
    batch: async (statements) => {
      database.exec('BEGIN');
      try {
        for (const each of statements) await each.run();
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
