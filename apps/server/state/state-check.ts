import type { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import { follows } from '../../../src/platform/database/state.ts';
import type { Baseline, StateFinding } from './marks.ts';
import { hasTable, reading, type Stores } from './stores.ts';

/** The state of a database, as src/ledger/append/state-keeper.ts compares it. */
type State = { counter: number; tag: string; epoch: string; earlier?: string };

/**
 * Checks that the database contains the changes that the ledger writer has acknowledged, and that the writer exists if
 * it has committed events. A writer that is older than the database is no finding, because the database lacks nothing,
 * unless it is of an earlier epoch.
 */
export function checkState(stores: Stores, database: DatabaseSync, baseline: Baseline): StateFinding[] {
  if (!hasTable(database, 'database_state')) return [];
  const known = acknowledgedIn(stores);
  if (!known)
    return hasCommitted(database, baseline.at) ? [{ part: 'objects', problem: 'the ledger writer is missing' }] : [];
  if (known.counter === baseline.changes) return [];
  const found = database.prepare('SELECT * FROM database_state').get() as State | undefined;
  if (!found) return [{ part: 'database', problem: 'its state is missing' }];
  if (found.epoch === known.epoch && follows({ earlier: '', ...found }, known)) return [];
  if (isEarlierEpoch(database, known.epoch, found.epoch)) {
    const problem =
      `the ledger writer is older than the database: it acknowledged change ${known.counter}, ` +
      `before a loss was accepted`;
    return [{ part: 'objects', problem }];
  }
  const history = found.counter > known.counter ? ' of another history' : '';
  const problem = `its last change is ${found.counter}${history}, and change ${known.counter} was acknowledged`;
  return [{ part: 'database', problem }];
}

const isEarlierEpoch = (database: DatabaseSync, one: string, other: string): boolean =>
  database
    .prepare('SELECT 1 FROM epochs x JOIN epochs y ON x.started_us < y.started_us WHERE x.id = ? AND y.id = ?')
    .get(one, other) !== undefined;

/** The counter of the last acknowledged change; undefined if the writer has no storage yet. */
export const acknowledgedCounter = (stores: Stores): number | undefined => acknowledgedIn(stores)?.counter;

/**
 * Whether a ledger writer has committed the newest event, after `at` (milliseconds). It stores the state of the
 * database before its first commit. Events of earlier versions are older than the first epoch.
 */
function hasCommitted(database: DatabaseSync, at: number): boolean {
  const query = `SELECT 1 FROM events WHERE number = (SELECT max(number) FROM events)
    AND accepted_us > (SELECT min(started_us) FROM epochs) AND accepted_us > ?`;
  return database.prepare(query).get(at * 1000) !== undefined;
}

function acknowledgedIn(stores: Stores): State | undefined {
  const file = stores.objectOf('LedgerWriter', stores.idsOf('LedgerWriter')('DB'));
  return reading(file, (object) => {
    if (!hasTable(object, '_cf_KV')) return undefined;
    const row = object.prepare("SELECT value FROM _cf_KV WHERE key = 'acknowledged'").get();
    return row && (deserialize(row['value'] as Uint8Array) as State);
  });
}
