import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { writeAtomically, type StatePaths } from './state.ts';
import { hasTable, reading, storesIn } from './stores.ts';

/**
 * Removes what erased content has left in the file of the database. SQLite keeps deleted rows in free pages and in the
 * write-ahead log until it reuses them; the runtime does not support `secure_delete`. Rewrites the file (VACUUM) if events were
 * erased since the last time, before the runtime opens it. Returns the number of erasures since then; 0 if nothing was done. Throws
 * if the disk has no room for a copy of the database: call it again at the next start.
 */
export function compactErased(paths: StatePaths): number {
  const { database } = storesIn(paths.data);
  const erasures = reading(database, countErasures) ?? 0;
  const before = compacted(paths);
  if (erasures === before) return 0;
  const opened = new DatabaseSync(database);
  try {
    opened.exec('VACUUM');
    opened.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    opened.close();
  }
  writeAtomically(paths.compacted, `${JSON.stringify({ erasures })}\n`);
  // A restored database has fewer erasures than the one before.
  return erasures > before ? erasures - before : erasures;
}

/** The number of erased events in a database. */
const countErasures = (opened: DatabaseSync): number =>
  hasTable(opened, 'erasures') ? Number(opened.prepare('SELECT count(*) AS n FROM erasures').get()!['n']) : 0;

/** Whether the file of a database may have remains of erased content. `opened`: the database of this state, or a copy of it. */
export const mayHaveRemains = (paths: StatePaths, opened: DatabaseSync): boolean =>
  countErasures(opened) !== compacted(paths);

/** The number of erasures at the last compaction. */
function compacted({ compacted: file }: StatePaths): number {
  if (!existsSync(file)) return 0;
  try {
    const { erasures } = JSON.parse(readFileSync(file, 'utf8')) as { erasures?: unknown };
    return typeof erasures === 'number' ? erasures : 0;
  } catch {
    return 0;
  }
}
