import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasTable, reading, storesIn } from './stores.ts';

/**
 * Removes the files of the objects of assets, before the runtime starts. These objects store nothing, but the runtime
 * creates an empty file for each that is called, also for a UUID that no asset has. Keeps the files of a state of an
 * earlier version, whose objects did store something, until its database is migrated. Throws UnreadableStore.
 */
export function removeAssetObjects(data: string): void {
  const stores = storesIn(data);
  if (reading(stores.database, (database) => hasTable(database, 'database_state')) !== true) return;
  rmSync(dirname(stores.objectOf('AssetLedger', '0')), { recursive: true, force: true });
}
