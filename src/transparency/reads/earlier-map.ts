import { sql, type SQL } from 'drizzle-orm';
import type { Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import {
  assetKey,
  historyValue,
  NO_EVENTS,
  withEvent,
  type AssetHistory,
} from '../../formats/completeness/asset-history.ts';
import { parseMapEntry } from '../../formats/completeness/map-entry.ts';
import {
  bitOf,
  byKey,
  halves,
  searchSubtree,
  subtreeHash,
  type MapLeaf,
} from '../../formats/completeness/prefix-tree.ts';
import { nodeHash } from '../../formats/log/tree.ts';
import { invalid } from '../../lib/errors.ts';
import { fromHex } from '../../lib/text.ts';
import { formatMicros, type Micros } from '../../lib/time.ts';
import type { RawStatement } from '../../platform/database/database.ts';
import { Lanes } from '../../platform/pacing/budget.ts';
import { isMapEntry } from '../maps/proven-map.ts';

/** Entries that a map may cover if it is computed again, and that one read returns: 4 s, and a few milliseconds. */
const MAX_ENTRIES = 50_000;
const READ = 2048;
/** Assets of a part of a map that is hashed at once. */
const PART = 512;
/** Such a map is computed by one reader at a time. */
const COMPUTED = new Lanes('reads of earlier maps', 1, 64, 1);

/** An entry LOGMAPV1: its index is the number of entries that the map covers. */
export type EarlierMap = { index: number; entry: Uint8Array };
/** The history of an asset in a map, and its path to the root. */
export type EarlierHistory = AssetHistory & { path: Uint8Array[] };

/** SQL: when the map of the entry of a leaf was made, with six fraction digits. */
const CREATED = sql`CAST(substr(leaf.entry, instr(leaf.entry, CAST('7:created27:' AS BLOB)) + 12, 27) AS TEXT)`;

/** Writes a statement over the log, as a table `l` for FROM that has no row without the right to read it. */
export type LogStatement = <Row>(write: (from: SQL) => SQL) => Scoped<RawStatement<Row>>;

/**
 * The first map that was made at a time or later, if `last`, the last one, is not it. Throws 400 for a map that would
 * have to be computed from more than 50,000 entries.
 */
export async function readEarlierMap(
  scope: Scope,
  of: LogStatement,
  last: EarlierMap,
  time: Micros,
): Promise<EarlierMap | undefined> {
  const at = formatMicros(time);
  const [[first], [before]] = await scope.read(
    of<{ index: number; entry: string }>(
      (from) => sql`SELECT leaf."index", hex(leaf.entry) AS entry FROM ${from} CROSS JOIN log_leaves leaf
        ON leaf.log = l.number AND leaf."index" <= ${Math.min(MAX_ENTRIES, last.index)}
        WHERE leaf.entry IS NOT NULL AND ${isMapEntry('leaf')} AND ${CREATED} >= ${at} ORDER BY leaf."index" LIMIT 1`,
    ),
    of<{ created: string }>(
      (from) => sql`SELECT ${CREATED} AS created FROM ${from} CROSS JOIN log_leaves leaf
        ON leaf.log = l.number AND leaf."index" < ${last.index}
        WHERE leaf.entry IS NOT NULL AND ${isMapEntry('leaf')} ORDER BY leaf."index" DESC LIMIT 1`,
    ),
  );
  if (first) return first.index === last.index ? undefined : { index: first.index, entry: fromHex(first.entry) };
  if (!before || before.created < at) return undefined;
  const description = `must be after the map before the last one, or have a map of at most ${MAX_ENTRIES} entries`;
  throw invalid([{ field: 'at_time', description }]);
}

/**
 * The history of an asset in an earlier map, which is computed from its entries. Undefined without events in it,
 * and if the audience has lost its right to it. `holder`: who takes turns with others. Throws as `Scope.read`.
 */
export async function readEarlierHistory(
  scope: Scope,
  of: LogStatement,
  asset: string,
  map: EarlierMap,
  holder: string,
): Promise<EarlierHistory | undefined> {
  return COMPUTED.run(async () => {
    const histories = new Map<string, AssetHistory>();
    for (let from = 0; from < map.index; from += READ) {
      const until = Math.min(map.index, from + READ);
      const [rows] = await scope.read(
        of<{ owner: string | null; hash: string }>(
          (log) => sql`SELECT other.id AS owner, hex(leaf.hash) AS hash FROM ${log}
            CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf."index" >= ${from} AND leaf."index" < ${until}
            LEFT JOIN events happened ON happened.number = leaf.event
            LEFT JOIN assets other ON other.number = happened.asset ORDER BY leaf."index"`,
        ),
      );
      if (rows.length < until - from) return undefined;
      for (const { owner, hash } of rows)
        if (owner !== null) histories.set(owner, withEvent(histories.get(owner) ?? NO_EVENTS, fromHex(hash)));
    }
    const history = histories.get(asset);
    if (!history) return undefined;
    const { salt } = parseMapEntry(map.entry);
    const leaves: MapLeaf[] = [];
    for (const [id, each] of histories) {
      leaves.push({ key: assetKey(salt, id), value: historyValue(each) });
      if (leaves.length % PART === 0) await others();
    }
    return { ...history, path: await pathOf(leaves.toSorted(byKey), assetKey(salt, asset)) };
  }, holder);
}

/** Lets other requests of the isolate run, which has one thread. */
const others = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** As `searchSubtree`, with pauses. */
async function pathOf(leaves: readonly MapLeaf[], key: Uint8Array, depth = 0): Promise<Uint8Array[]> {
  if (leaves.length <= PART) return [...searchSubtree(leaves, key, depth).path];
  const [left, right] = halves(leaves, depth);
  const [own, sibling] = bitOf(key, depth) === 0 ? [left, right] : [right, left];
  return [...(await pathOf(own, key, depth + 1)), await hashOf(sibling, depth + 1)];
}

/** As `subtreeHash`, with pauses. */
async function hashOf(leaves: readonly MapLeaf[], depth: number): Promise<Uint8Array> {
  if (leaves.length <= PART) {
    await others();
    return subtreeHash(leaves, depth);
  }
  const [left, right] = halves(leaves, depth);
  return nodeHash(await hashOf(left, depth + 1), await hashOf(right, depth + 1));
}
