import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { deserialize } from 'node:v8';
import type { Finding } from './marks.ts';
import { hasTable, reading, type Stores } from './stores.ts';

/** How many of the ledgers that were written last are compared, and of how many of the newest events. */
const NEWEST = { ledgers: 200, events: 2000 };
/** Milliseconds within which an object's store is written for the last time after an event. */
const WRITTEN_AFTER_MS = 300_000;

/**
 * What the ledgers have acknowledged, the database holds: those written last are compared, but for what was accepted
 * (sequence numbers by the ids of ledgers). After `until` (performance.now()) only what is known then is reported.
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
  const problem = `it lacks acknowledged events of ${lacking.length} of the ${compared} ledgers that were written last`;
  return [{ part: 'database', problem }];
}

/** The sequence numbers of acknowledged events that the database lacks, of all ledgers, by their ids. */
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
  // Those of no asset of the database, unless time is up: then it is not known.
  if (!isOver()) for (const [id, { seq }] of open) ahead[id] = seq;
  return { ahead, compared: ledgers.size };
}

/** The database's assets with the ids of their objects, those of the newest events first; some come twice. */
function* assetsById(stores: Stores, database: DatabaseSync): Generator<[id: string, asset: string]> {
  const idOf = stores.idsOf('AssetLedger');
  const newest = database.prepare('SELECT DISTINCT asset FROM (SELECT asset FROM events ORDER BY rowid DESC LIMIT ?)');
  for (const { asset } of newest.iterate(NEWEST.events)) yield [idOf(String(asset)), String(asset)];
  for (const { id } of database.prepare('SELECT id FROM assets').iterate()) yield [idOf(String(id)), String(id)];
}

/**
 * Milliseconds since the epoch from which on the newest events say which ledgers were written; 0 when they are all
 * that there are. A store is also written a while after its last event.
 */
function windowStart(database: DatabaseSync): number {
  const query = 'SELECT accepted_us AS at FROM events ORDER BY rowid DESC LIMIT 1 OFFSET ?';
  const oldest = database.prepare(query).get(NEWEST.events - 1);
  return oldest ? Number(oldest['at']) / 1000 + WRITTEN_AFTER_MS : 0;
}

/** When an object's store was written last; milliseconds since the epoch. */
function writtenAt(file: string): number {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  // An empty log is left by reading.
  return Math.max(statSync(file).mtimeMs, log && log.size > 0 ? log.mtimeMs : 0);
}

/** How far a ledger has acknowledged: its last event and that event's hash. */
type Acknowledged = { seq: number; hash: string };

/** What src/ledger/write/object.ts keeps in an object's storage. */
function acknowledged(object: DatabaseSync): Acknowledged | undefined {
  if (!hasTable(object, '_cf_KV')) return undefined;
  const row = object.prepare("SELECT value FROM _cf_KV WHERE key = 'acknowledged'").get();
  return row && (deserialize(row['value'] as Uint8Array) as Acknowledged);
}
