import { toHex } from '../../../src/lib/text.ts';
import { equalBytes } from '../../../src/lib/bytes.ts';
import { HASH_BYTES, CompactRange, leafHash } from '../../../src/formats/log/tree.ts';
import { TILE_WIDTH } from '../../../src/formats/log/tiles.ts';
import type { AuthorKeyChange } from './author-keys.ts';
import { logVkeys, type CheckpointHead } from './checkpoints.ts';
import type { LogClient } from './client.ts';
import { Alarm } from './findings.ts';
import type { EntryProgress, ReadEntries } from './identities.ts';
import { readEntry, type MonitoredEntry } from './log-entry.ts';
import { assertContinues } from './trees.ts';

/** The number of entries that are read before the progress is stored. A multiple of the width of a tile. */
const STEP = 64 * TILE_WIDTH;

/** The log whose entries are read: its tree, which was verified, and the keys that sign it. */
export type LogTree = { log: string; origin: string; tree: CheckpointHead; note: string; vkeys: readonly string[] };

/**
 * Reads the entries that were not read yet, and checks that they hash to the tiles and to the root of the tree, that
 * the first one names the origin, that the log names the keys that sign it, that no event is duplicated, that each map
 * is that of the entries before it, and that each key of an author is enrolled and revoked once.
 * `onProgress` is called with the number of entries that were verified, and with the changes of authors' keys among
 * those that are new. Throws an Alarm if a check fails, and
 * Unavailable if an entry cannot be read; what was verified before is stored.
 */
export async function checkEntries(
  client: LogClient,
  of: LogTree,
  read: ReadEntries,
  onProgress: (size: number, changes: readonly AuthorKeyChange[]) => void,
): Promise<void> {
  const { log, tree, note, vkeys } = of;
  for (let { size } = read.progress; size < tree.size; { size } = read.progress) {
    const end = Math.min(tree.size, size - (size % STEP) + STEP);
    const changes: AuthorKeyChange[] = [];
    await read.advance(async () => {
      const progress = await readStep(client, of, read, { end, changes });
      const root = new CompactRange(end, progress.edge).root();
      const evidence = { shown: note, root_of_entries: toHex(root) };
      await assertContinues(client, log, { size: end, root }, tree, evidence).catch((error: unknown) => {
        if (!(error instanceof Alarm)) throw error;
        const message = `the first ${end} entries of the log do not hash to its tree of size ${tree.size}`;
        throw new Alarm('entries', message, error.evidence);
      });
      return progress;
    });
    onProgress(end, changes);
  }
  const named = new Set(read.progress.vkeys);
  const missing = vkeys.find((vkey) => !named.has(vkey));
  if (missing !== undefined && read.progress.size === tree.size)
    throw new Alarm('entries', `the entries of the log do not name the key ${missing}, which signs it`, {
      shown: note,
    });
}

/** Reads the entries after the progress up to `end`. Adds the changes of authors' keys among them to `changes`. */
async function readStep(
  client: LogClient,
  { log, origin, tree, note }: LogTree,
  read: ReadEntries,
  { end, changes }: { end: number; changes: AuthorKeyChange[] },
): Promise<EntryProgress> {
  const { size: start, edge, vkeys: before } = read.progress;
  const range = new CompactRange(start, edge);
  let vkeys = before;
  for (let first = start - (start % TILE_WIDTH); first < end; first += TILE_WIDTH) {
    const index = first / TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, tree.size - first);
    const [entries, [tile]] = await Promise.all([
      client.entries(log, index, width),
      client.tiles(log)([{ level: 0, index, width }]),
    ]);
    for (const [i, bytes] of entries.entries()) {
      const leaf = leafHash(bytes);
      if (!equalBytes(leaf, tile!.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)))
        throw wrong(first + i, 'does not hash to its tile', note, bytes);
      if (first + i < start) continue;
      range.append(leaf);
      const entry = entryAt(bytes, first + i, { log, note });
      vkeys = inspect(entry, first + i, { origin, vkeys, read, note, bytes, leaf });
      if (entry.schema === 'authorKey') changes.push({ ...entry.key, index: first + i });
    }
  }
  return { size: end, edge: [...range.edge], vkeys };
}

function entryAt(bytes: Uint8Array, index: number, { log, note }: { log: string; note: string }): MonitoredEntry {
  try {
    return readEntry(bytes, log);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw wrong(index, `is not valid: ${error.message}`, note, bytes);
  }
}

type Context = {
  origin: string;
  vkeys: string[];
  read: ReadEntries;
  note: string;
  bytes: Uint8Array;
  leaf: Uint8Array;
};

/** Checks one entry. Returns the keys that the log names from there on. */
function inspect(entry: MonitoredEntry, index: number, context: Context): string[] {
  const { origin, vkeys, read, note, bytes, leaf } = context;
  if ((entry.schema === 'genesis') !== (index === 0))
    throw wrong(index, index === 0 ? 'is not the genesis of a log' : 'is a second genesis', note, bytes);
  switch (entry.schema) {
    case 'genesis':
      if (entry.origin !== origin) throw wrong(index, `names the origin ${entry.origin}, not ${origin}`, note, bytes);
      return logVkeys(entry.vkeys, origin);
    case 'keys':
      return logVkeys(entry.vkeys, origin);
    case 'event': {
      const earlier = read.add(entry.identity, index);
      if (earlier !== undefined)
        throw wrong(index, `has the event ${entry.identity} of entry ${earlier} again`, note, bytes);
      read.map.add(entry.asset, leaf);
      return vkeys;
    }
    case 'map': {
      const problem = read.map.problemOf(entry.map, index);
      if (problem === undefined) return vkeys;
      throw new Alarm('map', `entry ${index} of the log is a map that ${problem}`, evidenceOf(index, note, bytes));
    }
    case 'authorKey': {
      const problem = read.authorKeys.add({ ...entry.key, index });
      if (problem === undefined) return vkeys;
      throw wrong(index, problem, note, bytes);
    }
    case 'other':
      return vkeys;
  }
}

const wrong = (index: number, reason: string, note: string, bytes: Uint8Array): Alarm =>
  new Alarm('entries', `entry ${index} of the log ${reason}`, evidenceOf(index, note, bytes));

const evidenceOf = (index: number, note: string, bytes: Uint8Array) => ({ shown: note, index, entry: toHex(bytes) });
