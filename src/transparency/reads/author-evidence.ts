import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { parseCheckpoint } from '../../formats/log/checkpoint.ts';
import { parseNote } from '../../formats/log/note.ts';
import { consistencyProof, inclusionRanges, readRanges, verifyInclusion } from '../../formats/log/proofs.ts';
import { hashesFromTiles } from '../../formats/log/tiles.ts';
import { leafHash } from '../../formats/log/tree.ts';
import type { AuthorStatement } from '../../formats/statement/statement.ts';
import { fromHex, toBase64Url, toHex } from '../../lib/text.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { isMapEntry } from '../maps/proven-map.ts';
import { CHANGE_COLUMNS, leafOfChange, type ChangeRow } from '../sequencer/author-key-leaves.ts';
import { eventTileReader } from './inclusion.ts';
import type { PublishedLog } from './published-log.ts';

/**
 * What leads from the statement of a signed event to the times of its log: the enrolment of the key, and the checkpoint
 * that the author has seen.
 */
export type AuthorEvidence = {
  /**
   * Entries of the log, ascending, with their inclusion proofs: of the key; LOGMAPV1, the last one in the tree that the
   * author has seen; LOGGENESISV1 of a log that replaces another one.
   */
  entries: { index: number; entry: Uint8Array; path: Uint8Array[] }[];
  /** The consistency proof from that tree; undefined if it is not one of this log before the event. */
  consistency: Uint8Array[] | undefined;
};

/** `entry`: as hexadecimal digits. */
type EntryRow = { index: number; entry: string };

/** Entries among which the last LOGMAPV1 is looked for: there may be none. */
const MOST = 10_000;

/**
 * The evidence for a statement, in the tree of a checkpoint of its log, a signed note. The index of the event must be
 * below its size. Reads with the rights of the audience on the event.
 */
export async function readAuthorEvidence(
  scope: Scope,
  event: [asset: string, event: string],
  { log, note, index }: { log: PublishedLog; note: string; index: number },
  { key, payload }: AuthorStatement,
): Promise<AuthorEvidence> {
  const { size, root } = parseCheckpoint(parseNote(note).text);
  const seen = seenSize(log, index, payload);
  const changes = await changesOf(scope, event, log, toBase64Url(key));
  const found = await readEntries(scope, event, log, { hashes: changes, seen: seen ?? 0, size });
  const rows = withoutLaterKey(found, new Set(changes), index);
  const read = hashesFromTiles(log.size, eventTileReader(scope, event, log.id));
  const ranges = rows.map((row) => inclusionRanges(row.index, size));
  const hashes = await readRanges(ranges.flat(), read);
  const entries = rows.map((row, n) => ({
    index: row.index,
    entry: fromHex(row.entry),
    path: hashes.splice(0, ranges[n]!.length),
  }));
  for (const { index: at, entry, path } of entries)
    if (!verifyInclusion({ index: at, size, leaf: leafHash(entry), root }, path))
      throw new Error(`the log ${log.id} does not have its entry ${at}`);
  return { entries, consistency: seen === undefined ? undefined : await consistencyProof(seen, size, read) };
}

/** The size of the tree that an author has seen, if it can be one of the log before the event at `index`. */
export function seenSize(
  { origin }: { origin: string },
  index: number,
  { checkpoint }: AuthorStatement['payload'],
): number | undefined {
  const isOfLog = checkpoint?.origin === origin && checkpoint.size > 0 && checkpoint.size <= index;
  return isOfLog ? checkpoint.size : undefined;
}

/**
 * The rows without those of the key, whose leaves have the hashes `changes`, if it was enrolled after the event: who
 * recorded it was then a member of another tenancy too, and had enrolled the key there.
 */
function withoutLaterKey(rows: readonly EntryRow[], changes: ReadonlySet<string>, index: number): readonly EntryRow[] {
  const isOfKey = ({ entry }: EntryRow): boolean => changes.has(toHex(leafHash(fromHex(entry))));
  const enrolment = rows.find(isOfKey);
  return enrolment && enrolment.index > index ? rows.filter((row) => !isOfKey(row)) : rows;
}

/** A query over `from`, the event `event`, which has no row unless `of` holds: the audience may read the event. */
const eventQuery = <Row>(
  scope: Scope,
  [asset, id]: [asset: string, event: string],
  query: (from: SQL, of: SQL) => SQL,
) =>
  scope.query<Row>('whole', (seen) =>
    query(
      sql`events event${seen.join('event')}`,
      sql`event.asset = ${assetNumber(asset)} AND event.id = ${id} AND ${seen.sees('event')}`,
    ),
  );

/**
 * The hashes of the leaves of the enrolment and of the revocation of a key, as hexadecimal digits. Empty if another
 * caller than the one that recorded the event has enrolled it in the tenancy of the log: the event was signed with the
 * key of another tenancy. An erased event does not say who recorded it.
 */
async function changesOf(
  scope: Scope,
  event: [asset: string, event: string],
  log: PublishedLog,
  thumbprint: string,
): Promise<string[]> {
  const [rows] = await scope.read(
    eventQuery<ChangeRow>(
      scope,
      event,
      (from, of) => sql`SELECT ${CHANGE_COLUMNS} FROM ${from} CROSS JOIN author_key_changes change
        ON change.tenant = ${log.scope} AND change.thumbprint = ${thumbprint}
        LEFT JOIN principals recorder ON recorder.number = event.principal
        WHERE ${of} AND (recorder.number IS NULL OR change.issuer = recorder.info ->> 'issuer'
          AND change.subject = recorder.info ->> 'subject')`,
    ),
  );
  return rows.map((row) => toHex(leafOfChange(row, log.id).hash));
}

/** The entries with these hashes, the last LOGMAPV1 below the size `seen`, and the genesis of a second log. */
async function readEntries(
  scope: Scope,
  event: [asset: string, event: string],
  { id, previous }: PublishedLog,
  { hashes, seen, size }: { hashes: readonly string[]; seen: number; size: number },
): Promise<EntryRow[]> {
  const own = (alias: string): SQL => sql.raw(`log_leaves ${alias} ON ${alias}.log = l.number`);
  const [rows] = await scope.read(
    eventQuery<EntryRow>(
      scope,
      event,
      (from, of) => sql`SELECT leaf."index", hex(leaf.entry) AS entry
        FROM ${from} CROSS JOIN logs l ON l.id = ${id} CROSS JOIN ${own('leaf')} AND leaf."index" IN (
          SELECT x."index" FROM json_each(${JSON.stringify(hashes)}) known
            CROSS JOIN ${own('x')} AND x.entry IS NOT NULL AND x.hash = unhex(known.value) WHERE +x."index" < ${size}
          UNION ALL SELECT (SELECT x."index" FROM log_leaves x WHERE x.log = l.number AND x."index" < ${seen}
            AND x."index" >= ${seen - MOST} AND ${isMapEntry('x')} ORDER BY x."index" DESC LIMIT 1)
          UNION ALL SELECT ${previous ? 0 : null})
        WHERE ${of} ORDER BY leaf."index"`,
    ),
  );
  return rows;
}
