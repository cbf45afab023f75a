import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { storesIn, reading } from '../../src/local/stores.ts';
import { readWorkerConfig } from '../../src/local/workerconfig.ts';
import { workerOptions } from './processes/worker.ts';

/** The bindings for writing histories and files directly, which would take too long over HTTP. */
export type Storage = { db: D1Database; blobs: R2Bucket };

/** Opens the storage of a stopped service; `data` is its data directory. */
export async function withStorage<T>(data: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  const { d1_databases: databases, r2_buckets: buckets } = readWorkerConfig();
  const miniflare = new Miniflare({
    ...workerOptions('storage', 'export default {};', {
      DB: { type: 'd1', id: databases[0]!.preview_database_id },
      BLOBS: { type: 'r2', name: buckets[0]!.bucket_name },
    }),
    resourcePersistencePath: join(data, 'v3'),
  });
  try {
    return await work({
      db: (await miniflare.getD1Database('DB')) as unknown as D1Database,
      blobs: (await miniflare.getR2Bucket('BLOBS')) as unknown as R2Bucket,
    });
  } finally {
    await miniflare.dispose();
  }
}

/** Queries the database of a running service. */
export function query<T>(data: string, sql: string): T[] {
  return reading(storesIn(data).database, (database) => database.prepare(sql).all() as T[]) ?? [];
}
