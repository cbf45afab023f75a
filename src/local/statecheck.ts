import type { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import type { Finding } from './marks.ts';
import { hasTable, reading, type Stores } from './stores.ts';

/** The state of a database, as src/ledger/write/statekeeper.ts compares it. */
type State = { counter: number; tag: string; epoch: string };

/**
 * Checks that the database contains the changes that the ledger writer has acknowledged. `accepted` is the counter of a
 * known difference.
 */
export function checkState(stores: Stores, database: DatabaseSync, accepted: number | undefined): Finding[] {
  const known = acknowledgedIn(stores);
  if (!known || known.counter === accepted || !hasTable(database, 'database_state')) return [];
  const found = database.prepare('SELECT counter, tag, epoch FROM database_state').get() as State | undefined;
  if (!found) return [{ part: 'database', problem: 'its state is missing' }];
  if (found.epoch === known.epoch && found.counter > known.counter) return [];
  if (found.epoch === known.epoch && found.counter === known.counter && found.tag === known.tag) return [];
  const problem = `its last change is ${found.counter}, and change ${known.counter} was acknowledged`;
  return [{ part: 'database', problem }];
}

/** The counter of the last acknowledged change; undefined if there is none. */
export const acknowledgedCounter = (stores: Stores): number | undefined => acknowledgedIn(stores)?.counter;

function acknowledgedIn(stores: Stores): State | undefined {
  const file = stores.objectOf('LedgerWriter', stores.idsOf('LedgerWriter')('DB'));
  return reading(file, (object) => {
    if (!hasTable(object, '_cf_KV')) return undefined;
    const row = object.prepare("SELECT value FROM _cf_KV WHERE key = 'acknowledged'").get();
    return row && (deserialize(row['value'] as Uint8Array) as State);
  });
}
