import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { writeAtomically, type StatePaths } from './directory.ts';
import { hasTable, reading, storesIn } from './stores.ts';

/**
 * Removes what erased content has left in the file of the database. SQLite keeps deleted rows in free pages and in the
 * write-ahead log until it reuses them; the runtime does not support `secure_delete`. Rewrites the file (VACUUM) if
 * events were erased since the last time, before the runtime opens it. Returns the number of erasures since then; 0 if
 * nothing was done. Throws if the disk has no room for a copy of the database: call it again at the next start.
 */
export function compactErased(paths: StatePaths): number {
  const { database } = storesIn(paths.data);
  const now = reading(database, countErasures) ?? NONE;
  const before = compacted(paths);
  if (isSame(now, before)) return 0;
  const opened = new DatabaseSync(database);
  try {
    opened.exec('VACUUM');
    opened.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    opened.close();
  }
  writeAtomically(paths.compacted, `${JSON.stringify(now)}\n`);
  // A restored database has fewer erasures than the one before.
  return now.erasures > before.erasures ? now.erasures - before.erasures : Math.max(now.erasures, 1);
}

/**
 * Erased events, and how many of them have blobs whose rows are not deleted yet: their deletion leaves further remains.
 */
type Erasures = { erasures: number; pending: number };
const NONE: Erasures = { erasures: 0, pending: 0 };
const isSame = (one: Erasures, other: Erasures): boolean =>
  one.erasures === other.erasures && one.pending === other.pending;

/** The erasures in a database. */
function countErasures(opened: DatabaseSync): Erasures {
  if (!hasTable(opened, 'erasures')) return NONE;
  const { erasures, pending } = opened
    .prepare('SELECT count(*) AS erasures, count(blobs) AS pending FROM erasures')
    .get()!;
  return { erasures: Number(erasures), pending: Number(pending) };
}

/**
 * Whether the file of a database may have remains of erased content. `opened`: the database of this state, or a copy of
 * it.
 */
export const mayHaveRemains = (paths: StatePaths, opened: DatabaseSync): boolean =>
  !isSame(countErasures(opened), compacted(paths));

/** The erasures at the last compaction. */
function compacted({ compacted: file }: StatePaths): Erasures {
  if (!existsSync(file)) return NONE;
  try {
    const { erasures, pending } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return typeof erasures === 'number' && typeof pending === 'number' ? { erasures, pending } : NONE;
  } catch {
    return NONE;
  }
}
