import { sql } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { fromHex } from '../../lib/text.ts';
import { parseCheckpoint } from '../../formats/log/checkpoint.ts';
import type { KeyChange } from '../../formats/log/key-change.ts';
import { parseNote } from '../../formats/log/note.ts';
import { inclusionRanges, readRanges } from '../../formats/log/proofs.ts';
import { hashesFromTiles } from '../../formats/log/tiles.ts';
import { keyRecord, type KeyRecord, type PublicKeyRow } from '../sequencer/keys.ts';
import { logQuery, readHead, tileReader, type ReadableLog } from './logs.ts';
import type { PublishedLog } from './published-log.ts';

/** Keys that sign the trees of a log. `change`: what shows that they follow the keys before, if there were others. */
export type LogKeyRecord = KeyRecord & { change: KeyChange | undefined };

/**
 * The keys that have signed trees of a log since it was created, the oldest first. Throws as `readLog`, but not for a
 * log that has ended: its receipts keep verifying.
 */
export async function readLogKeys(scope: Scope, name: string): Promise<{ log: PublishedLog; keys: LogKeyRecord[] }> {
  const { log, right, rows } = await readHead<PublicKeyRow & { note: string | null }>(
    scope,
    name,
    (from) => sql`SELECT k.number, k.from_us AS fromUs, k.public_keys AS publicKeys, c.note FROM ${from}
      CROSS JOIN log_keys k ON k.number <= l.key LEFT JOIN log_key_changes c ON c.log = l.number AND c.key = k.number
      ORDER BY k.number`,
    true,
  );
  const used = rows.filter((_, n) => (rows[n + 1]?.fromUs ?? Infinity) > log.createdUs);
  const notes = used.flatMap(({ note }) => note ?? []);
  const changes = await readChanges(scope, { log, right }, notes);
  const keys = used.map((row) => ({ ...keyRecord(row), change: changes.find(({ note }) => note === row.note) }));
  return { log, keys };
}

/** The changes of keys whose first checkpoints are these. */
async function readChanges(scope: Scope, { log, right }: ReadableLog, notes: readonly string[]): Promise<KeyChange[]> {
  if (notes.length === 0) return [];
  const sizes = notes.map((note) => parseCheckpoint(parseNote(note).text).size);
  // The entry of the keys is the last one of its schema in the tree that the checkpoint has signed.
  const [entries] = await scope.read(
    logQuery<{ index: number; entry: string }>(
      scope,
      log.id,
      right,
      (from) => sql`SELECT leaf."index", hex(leaf.entry) AS entry FROM ${from}
          CROSS JOIN json_each(${JSON.stringify(sizes)}) size
        CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf."index" = (SELECT x."index" FROM log_leaves x
          WHERE x.log = l.number AND x."index" < size.value
            AND instr(x.entry, CAST('6:schema9:LOGKEYSV1' AS BLOB)) > 0 ORDER BY x."index" DESC LIMIT 1)
        ORDER BY size.key`,
    ),
  );
  if (entries.length < notes.length) throw new Error(`the log ${log.id} lacks an entry of its keys`);
  const ranges = entries.map(({ index }, n) => inclusionRanges(index, sizes[n]!));
  const hashes = await readRanges(ranges.flat(), hashesFromTiles(log.size, tileReader(scope, log, right)));
  return entries.map(({ index, entry }, n) => ({
    note: notes[n]!,
    index,
    entry: fromHex(entry),
    path: hashes.splice(0, ranges[n]!.length),
  }));
}
