import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Miniflare } from 'miniflare';
import { storesIn, reading } from '../../apps/server/state/stores.ts';
import { readWorkerConfig } from '../../apps/server/workerd/worker-config.ts';
import { databaseThrough } from '../../test/support/database-door.ts';
import { openSqlite } from '../../test/support/sqlite.ts';
import type { Bulk } from '../../test/support/bulk.ts';
import { workerOptions } from './processes/worker.ts';

/** For writing histories and files directly, which would take too long over HTTP. */
export type Storage = {
  db: D1Database;
  blobs: R2Bucket;
  /** Executes statements in the database's file, several times faster than through `db`. */
  execute: (statements: Iterable<Bulk>) => void;
};

/** Opens the storage of a stopped service; `data` is its data directory. */
export async function withStorage<T>(data: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const { r2_buckets: buckets } = readWorkerConfig();
  const { send, close } = openSqlite(storesIn(data).database);
  const miniflare = new Miniflare({
    ...workerOptions('storage', 'export default {};', {
      BLOBS: { type: 'r2', name: buckets[0]!.bucket_name },
    }),
    resourcePersistencePath: join(data, 'v3'),
  });
  try {
    return await work({
      db: databaseThrough(send),
      blobs: (await miniflare.getR2Bucket('BLOBS')) as unknown as R2Bucket,
      execute: (statements) => execute(storesIn(data).database, statements),
    });
  } finally {
    close();
    await miniflare.dispose();
  }
}

/** Statements of one transaction. */
const AT_ONCE = 50;

/** Without waiting for the disk: after a crash of the machine, the bench starts again. */
function execute(file: string, statements: Iterable<Bulk>): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN');
  let executed = 0;
  for (const [text, ...values] of statements) {
    database.prepare(text).run(...(values as SQLInputValue[]));
    if ((executed += 1) % AT_ONCE === 0) database.exec('COMMIT; BEGIN');
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Queries the database of a running service. */
export function query<T>(data: string, sql: string): T[] {
  return reading(storesIn(data).database, (database) => database.prepare(sql).all() as T[]) ?? [];
}
