import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import type { Finding } from './marks.ts';
import { hasTable, reading, type Stores } from './stores.ts';

/** Number of the most recently written ledgers that are compared, and of the newest events that select assets. */
const NEWEST = { ledgers: 200, events: 2000 };
/** Milliseconds after an event within which the store of its object is written for the last time. */
const WRITTEN_AFTER_MS = 300_000;

/**
 * Checks that the database contains the events that the most recently written ledgers have acknowledged. `accepted` are
 * known differences: sequence numbers by the ids of ledgers. After `until` (performance.now()), the check stops and
 * reports what it has found.
 */
export function checkLedgers(
  stores: Stores,
  database: DatabaseSync,
  accepted: Record<string, number>,
  until: number,
): Finding[] {
  const since = windowStart(database);
  const written = stores
    .objects('AssetLedger')
    .map((file) => ({ file, at: performance.now() > until ? 0 : writtenAt(file) }))
    .filter(({ at }) => at > since)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, NEWEST.ledgers)
    .map(({ file }) => file);
  const { ahead, compared } = compareLedgers(stores, database, written, until);
  const lacking = Object.entries(ahead).filter(([id, seq]) => accepted[id] !== seq);
  if (lacking.length === 0) return [];
  const problem = `acknowledged events of ${lacking.length} of the ${compared} most recently written ledgers are missing`;
  return [{ part: 'database', problem }];
}

/** Returns the sequence numbers of acknowledged events that are missing in the database, by the ids of the ledgers. */
export function ledgersAhead(stores: Stores, database: DatabaseSync): Record<string, number> {
  return compareLedgers(stores, database, stores.objects('AssetLedger'), Infinity).ahead;
}

function compareLedgers(stores: Stores, database: DatabaseSync, files: readonly string[], until: number) {
  const isOver = (): boolean => performance.now() > until;
  const ledgers = new Map<string, Acknowledged>();
  for (const file of files) {
    const known = isOver() ? undefined : reading(file, acknowledged);
    if (known) ledgers.set(basename(file, '.sqlite'), known);
  }
  const event = database.prepare('SELECT hash FROM events WHERE asset = ? AND seq = ?');
  const open = new Map(ledgers);
  const ahead: Record<string, number> = {};
  for (const [id, asset] of assetsById(stores, database)) {
    if (open.size === 0 || isOver()) break;
    const known = open.get(id);
    if (!known) continue;
    if (event.get(asset, known.seq)?.['hash'] !== known.hash) ahead[id] = known.seq;
    open.delete(id);
  }
  // Ledgers without an asset in the database. After the deadline, this is not known.
  if (!isOver()) for (const [id, { seq }] of open) ahead[id] = seq;
  return { ahead, compared: ledgers.size };
}

/**
 * Yields the assets of the database with the ids of their objects, those of the newest events first, some repeatedly.
 */
function* assetsById(stores: Stores, database: DatabaseSync): Generator<[id: string, asset: string]> {
  const idOf = stores.idsOf('AssetLedger');
  const newest = database.prepare('SELECT DISTINCT asset FROM (SELECT asset FROM events ORDER BY rowid DESC LIMIT ?)');
  for (const { asset } of newest.iterate(NEWEST.events)) yield [idOf(String(asset)), String(asset)];
  for (const { id } of database.prepare('SELECT id FROM assets').iterate()) yield [idOf(String(id)), String(id)];
}

/**
 * Returns the time (milliseconds since the epoch) after which every written ledger has one of the newest events; 0 if
 * these are all events. A store is also written some time after its last event.
 */
function windowStart(database: DatabaseSync): number {
  const query = 'SELECT accepted_us AS at FROM events ORDER BY rowid DESC LIMIT 1 OFFSET ?';
  const oldest = database.prepare(query).get(NEWEST.events - 1);
  return oldest ? Number(oldest['at']) / 1000 + WRITTEN_AFTER_MS : 0;
}

/** Returns when the store of an object was last written, in milliseconds since the epoch. */
function writtenAt(file: string): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  // Reading leaves an empty log.
  return Math.max(statSync(file).mtimeMs, log && log.size > 0 ? log.mtimeMs : 0);
}

/** The last event that a ledger has acknowledged. */
type Acknowledged = { seq: number; hash: string };

/** Reads the value that src/ledger/write/object.ts keeps in the storage of an object. */
function acknowledged(object: DatabaseSync): Acknowledged | undefined {
  if (!hasTable(object, '_cf_KV')) return undefined;
  const row = object.prepare("SELECT value FROM _cf_KV WHERE key = 'acknowledged'").get();
  return row && (deserialize(row['value'] as Uint8Array) as Acknowledged);
}
