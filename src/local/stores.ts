import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readWorkerConfig } from './workerconfig.ts';

/** Where the local runtime keeps what, below the data directory of a state. The files need not exist. */
export type Stores = {
  /** The SQLite file of D1. */
  database: string;
  /** The SQLite file with the index of the R2 bucket. */
  blobIndex: string;
  /** The path of the bytes of a blob, by its id in the index. */
  blobFile: (id: string) => string;
  /** The SQLite files of the objects of a class. */
  objects: (className: string) => string[];
  /** The SQLite file of the object of a class with this name. */
  object: (className: string, name: string) => string;
};

export function storesIn(data: string): Stores {
  const { name, d1_databases: databases, r2_buckets: buckets } = readWorkerConfig();
  const [database, bucket] = [databases[0]!.database_id, buckets[0]!.bucket_name];
  const file = (kind: string, key: string, object: string): string =>
    join(data, 'v3', kind, key, `${idFromName(key, object)}.sqlite`);
  return {
    database: file('d1', 'miniflare-D1DatabaseObject', database),
    blobIndex: file('r2', 'miniflare-R2BucketObject', bucket),
    blobFile: (id) => join(data, 'v3/r2', bucket, 'blobs', id),
    objects: (className) => objectsIn(join(data, 'v3/do', `${name}-${className}`)),
    object: (className, object) => file('do', `${name}-${className}`, object),
  };
}

/** A Durable Object's id as workerd derives it from the key of its namespace and its name. */
function idFromName(key: string, name: string): string {
  const secret = createHash('sha256').update(key).digest();
  const mac = (of: string | Buffer): Buffer => createHmac('sha256', secret).update(of).digest().subarray(0, 16);
  return Buffer.concat([mac(name), mac(mac(name))]).toString('hex');
}

function objectsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(directory, name));
}

/** Reads one of the stores, which may be in use; undefined when the file does not exist. The result of `read` is returned. */
export function reading<T>(file: string, read: (database: DatabaseSync) => T): T | undefined {
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/**
 * Reads the objects of a class, by their names; those for which `read` returns undefined are left out. For classes
 * of few objects.
 */
export function namedObjects<T>(
  stores: Stores,
  className: string,
  read: (object: DatabaseSync, name: string) => T | undefined,
): Record<string, T> {
  const found: Record<string, T> = {};
  for (const file of stores.objects(className)) {
    reading(file, (object) => {
      const name = nameOf(object);
      const value = name === undefined ? undefined : read(object, name);
      if (name !== undefined && value !== undefined) found[name] = value;
    });
  }
  return found;
}

/** The name of the object whose store this is; undefined before it has one. */
export function nameOf(object: DatabaseSync): string | undefined {
  if (!hasTable(object, '__miniflare_do_name')) return undefined;
  return object.prepare('SELECT name FROM __miniflare_do_name').get()?.['name'] as string | undefined;
}

export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
}
