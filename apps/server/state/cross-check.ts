import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { checkChain } from './chain-check.ts';
import { damageIn } from './damage.ts';
import type { Baseline, StateFinding } from './marks.ts';
import { checkState } from './state-check.ts';
import { hasTable, reading, storesIn, type Stores } from './stores.ts';

/** Number of the newest records of each kind that are compared. */
const NEWEST = { blobs: 50 };
/** Databases up to this many bytes are checked for damage. */
const CHECKED_BYTES = 64 * 2 ** 20;

const NOTHING: Baseline = { at: 0, tables: {}, chains: {}, ahead: {} };

/**
 * Compares the newest records of the stores in a data directory: what one store has acknowledged, the others must
 * contain. The caller guarantees that nothing writes to them. A service that crashed at any moment leaves no findings.
 */
export function crossCheck(data: string, baseline: Baseline = NOTHING): StateFinding[] {
  const stores = storesIn(data);
  const found = reading(stores.database, (database) =>
    hasTable(database, 'events') ? checkDatabase(stores, database, baseline) : [],
  );
  if (found) return found;
  const writers = stores.objects('LedgerWriter').length;
  return writers === 0 ? [] : [{ part: 'database', problem: 'it is missing, but its ledger writer exists' }];
}

function checkDatabase(stores: Stores, database: DatabaseSync, baseline: Baseline): StateFinding[] {
  if (statSync(stores.database).size <= CHECKED_BYTES) {
    const damage = damageIn(database);
    if (damage.length > 0) return damage;
  }
  return [
    ...checkChain(stores, database, baseline),
    ...checkState(stores, database, baseline),
    ...checkBlobs(stores, database, baseline),
    ...checkUploads(stores, database, baseline),
  ];
}

/** The content of the newest files in the database must exist. */
function checkBlobs(stores: Stores, database: DatabaseSync, baseline: Baseline): StateFinding[] {
  if (!hasTable(database, 'blobs')) return [];
  const query = "SELECT 'blobs/' || tenant || '/' || id AS key FROM blobs WHERE rowid > ? ORDER BY rowid DESC LIMIT ?";
  const keys = database
    .prepare(query)
    .all(baseline.tables['blobs'] ?? 0, NEWEST.blobs)
    .map((row) => String(row['key']));
  const missing =
    reading(stores.blobIndex, (index) => {
      if (!hasTable(index, '_mf_objects')) return keys;
      const object = index.prepare('SELECT blob_id AS id FROM _mf_objects WHERE key = ?');
      return keys.filter((key) => {
        const row = object.get(key);
        // Multipart uploads do not have a blob of their own.
        return !row || (row['id'] !== null && !existsSync(stores.blobFile(String(row['id']))));
      });
    }) ?? keys;
  if (missing.length === 0) return [];
  return [
    { part: 'blobs', problem: `${missing.length} of the ${keys.length} newest files have no content (${missing[0]})` },
  ];
}

/** The database must contain the newest file in the bucket: its row is written before its content. */
function checkUploads(stores: Stores, database: DatabaseSync, baseline: Baseline): StateFinding[] {
  if (!hasTable(database, 'blob_uploads')) return [];
  const newest = reading(stores.blobIndex, (index) =>
    hasTable(index, '_mf_objects')
      ? (index
          .prepare("SELECT key, uploaded FROM _mf_objects WHERE key LIKE 'blobs/%' ORDER BY rowid DESC LIMIT 1")
          .get() as { key: string; uploaded: number } | undefined)
      : undefined,
  );
  if (!newest || newest.uploaded <= baseline.at) return [];
  const id = newest.key.split('/').at(-1)!;
  const known = database.prepare(
    'SELECT 1 FROM blobs WHERE id = ?1 UNION ALL SELECT 1 FROM blob_uploads WHERE id = ?1',
  );
  // An aborted upload may leave its content; the database has then recorded later changes.
  const last = database.prepare('SELECT at_us AS at FROM audit_log ORDER BY seq DESC LIMIT 1').get()?.['at'];
  if (known.get(id) || Number(last ?? 0) > newest.uploaded * 1000) return [];
  return [{ part: 'database', problem: `the newest file in the bucket is missing (${newest.key})` }];
}
