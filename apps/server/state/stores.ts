import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readWorkerConfig } from '../workerd/worker-config.ts';

/** The files of the local runtime in the data directory of a state. They may not exist. */
export type Stores = {
  /** The SQLite file of the database: `earlierDatabase` if it exists, otherwise `cell`. */
  database: string;
  /** Where this version keeps the database, and where version 0.2.0 kept it. */
  cell: string;
  earlierDatabase: string;
  /** The SQLite file with the index of the R2 bucket. */
  blobIndex: string;
  /** The path of the content of a blob, by its id in the index. */
  blobFile: (id: string) => string;
  /** The SQLite files of the objects of a class. */
  objects: (className: string) => string[];
  /** The SQLite file of the object of a class with this id. */
  objectOf: (className: string, id: string) => string;
  /** Returns a function that derives the ids of the objects of a class from their names. */
  idsOf: (className: string) => (name: string) => string;
};

export function storesIn(data: string): Stores {
  const { name, d1_databases: databases, r2_buckets: buckets } = readWorkerConfig();
  const [database, bucket] = [databases[0]!.preview_database_id, buckets[0]!.bucket_name];
  const file = (kind: string, key: string, id: string): string => join(data, 'v3', kind, key, `${id}.sqlite`);
  const named = (kind: string, key: string, object: string): string => file(kind, key, idsFromNames(key)(object));
  const earlierDatabase = named('d1', 'miniflare-D1DatabaseObject', database);
  const cell = named('do', `${name}-Cell`, 'DB');
  return {
    get database() {
      return existsSync(earlierDatabase) ? earlierDatabase : cell;
    },
    cell,
    earlierDatabase,
    blobIndex: named('r2', 'miniflare-R2BucketObject', bucket),
    blobFile: (id) => join(data, 'v3/r2', bucket, 'blobs', id),
    objects: (className) => objectsIn(join(data, 'v3/do', `${name}-${className}`)),
    objectOf: (className, id) => file('do', `${name}-${className}`, id),
    idsOf: (className) => idsFromNames(`${name}-${className}`),
  };
}

/** Derives the ids of Durable Objects from their names as workerd does, in the namespace with this key. */
function idsFromNames(key: string): (name: string) => string {
  const secret = createHash('sha256').update(key).digest();
  const mac = (of: string | Buffer): Buffer => createHmac('sha256', secret).update(of).digest().subarray(0, 16);
  return (name) => {
    const first = mac(name);
    return Buffer.concat([first, mac(first)]).toString('hex');
  };
}

function objectsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    .map((name) => join(directory, name));
}

/** SQLite cannot read a store because it is damaged or busy. */
export class UnreadableStore extends Error {
  readonly file: string;
  readonly reason: string;

  constructor(file: string, cause: Error) {
    super(`${file}: cannot be read: ${cause.message}`, { cause });
    this.file = file;
    this.reason = cause.message;
  }
}

/**
 * Reads a store, which may be in use, and returns the result of `read`; undefined if the file does not exist. Throws
 * UnreadableStore.
 */
export function reading<T>(file: string, read: (database: DatabaseSync) => T): T | undefined {
  if (!existsSync(file)) return undefined;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
    return read(database);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR') throw new UnreadableStore(file, error as Error);
    throw error;
  } finally {
    database?.close();
  }
}

/** Reads all objects of a class with few objects. Returns the results by id, without those that are undefined. */
export function readingAll<T>(
  stores: Stores,
  className: string,
  read: (object: DatabaseSync) => T | undefined,
): Record<string, T> {
  const found: Record<string, T> = {};
  for (const file of stores.objects(className)) {
    const value = reading(file, read);
    if (value !== undefined) found[basename(file, '.sqlite')] = value;
  }
  return found;
}

export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
}
