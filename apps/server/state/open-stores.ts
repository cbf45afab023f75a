import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { storesIn } from './stores.ts';

/** Milliseconds between two attempts to open stores, which the runtime creates when it first uses them. */
const RETRY_MS = 1000;

/**
 * Keeps the stores that reads need open. If a write fails because the disk is full, workerd closes the store and opens
 * it again for the next request. Without another connection SQLite then deletes the write-ahead log and its index, and
 * has no space to create them again, so that reads fail as well. Returns a function that closes the connections.
 */
export function keepStoresOpen(data: string): () => void {
  const stores = storesIn(data);
  const writer = stores.objectOf('LedgerWriter', stores.idsOf('LedgerWriter')('DB'));
  const missing = new Set([stores.database, stores.blobIndex, writer]);
  const connections: DatabaseSync[] = [];
  const open = (): void => {
    for (const file of missing) {
      const connection = existsSync(file) && opened(file);
      if (!connection) continue;
      connections.push(connection);
      missing.delete(file);
    }
    if (missing.size === 0) clearInterval(timer);
  };
  const timer = setInterval(open, RETRY_MS).unref();
  open();
  return () => {
    clearInterval(timer);
    for (const connection of connections) connection.close();
  };
}

/** Returns undefined if the store cannot be opened now, for example because too many files are open. */
function opened(file: string): DatabaseSync | undefined {
  try {
    const connection = new DatabaseSync(file, { readOnly: true });
    // Only a read opens the log.
    connection.prepare('SELECT 1 FROM sqlite_master').get();
    return connection;
  } catch {
    return undefined;
  }
}
