import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { assetKey, historyValue } from '../../formats/completeness/asset-history.ts';
import { parseMapEntry } from '../../formats/completeness/map-entry.ts';
import { rootFromMapProof } from '../../formats/completeness/prefix-tree.ts';
import { inclusionProofs, verifyInclusion } from '../../formats/log/proofs.ts';
import { hashesFromTiles, type HashTile } from '../../formats/log/tiles.ts';
import { leafHash } from '../../formats/log/tree.ts';
import { pathDifference } from '../../formats/log/two-paths.ts';
import { equalBytes } from '../../lib/bytes.ts';
import { notFound, retryLater, ServiceError } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { fromHex } from '../../lib/text.ts';
import { parseTimestamp, type Micros } from '../../lib/time.ts';
import { tenantId } from '../../platform/database/numbers.ts';
import {
  proofInMap,
  provenMapQuery,
  provenPagesQuery,
  saltQuery,
  type ProvenMapRow,
  type ProvenPageRow,
} from '../maps/proven-map.ts';
import { readStampsAt, type RecordedStamp } from '../stamps/read.ts';
import { publishedCheckpoint } from './checkpoint-inclusion.ts';
import { COSIGNED } from './cosignatures.ts';
import { readEarlierHistory, readEarlierMap, type LogStatement } from './earlier-map.ts';
import { tilesQuery, type TileRow } from './logs.ts';
import { LOG_COLUMNS, publishedLog, requireComplete, type LogRow, type PublishedLog } from './published-log.ts';

/** What proves how many events an asset has in its log, and in which order, as of the last map of the log. */
export type CompleteHistory = {
  log: PublishedLog;
  /** The signed note of a tree with the entry of the map, and the number of entries of this tree. */
  checkpoint: string;
  size: number;
  /** The entry of the map, whose index is the number of entries that it covers, and its inclusion proof. */
  map: { index: number; entry: Uint8Array; path: Uint8Array[] };
  genesis: { entry: Uint8Array; path: Uint8Array[] };
  /** The number of events, and the path from their value to the root of the map. */
  events: number;
  path: Uint8Array[];
};

/** `us`: as of the first map at this time or later. `holder`: who takes turns with others. */
export type AsOf = { us: Micros; holder: string };

/** How often a history is read until the log is the same in two transactions. */
const ATTEMPTS = 3;

/**
 * The log of an asset of which the audience may see an event, as a table for FROM: that of the audience, or the one
 * with the id. Without such an event, the audience has no right to read the log (access/logs.ts).
 */
export const logOfAsset = (scope: Scope, seen: Seen, asset: string, id?: string): SQL => {
  const owner = scope.tenant === undefined ? sql`${PUBLIC_SCOPE}` : tenantId(sql`asset.tenant`);
  const log = id === undefined ? sql`x.scope = ${owner} AND x.ended = 0` : sql`x.id = ${id}`;
  return sql`(SELECT x.* FROM assets asset${seen.join('asset')} CROSS JOIN logs x ON ${log}
    WHERE asset.id = ${asset} AND ${seen.sees('asset')} AND ${seen.seesAnEvent}) l`;
};

/**
 * What proves the history of an asset in the log of the tenancy that owns it, or in the public log for anonymous
 * callers, in the last map or as of a time. Throws 404 for an asset that the audience may not see, for one without
 * events in the map, and in the same way for one of which the audience may see no event; 400 as `readEarlierMap`; 503
 * as `publishedLog`.
 */
export async function readCompleteHistory(scope: Scope, asset: string, asOf?: AsOf): Promise<CompleteHistory> {
  const last = await readLastHistory(scope, asset);
  const history = asOf ? await readHistoryAsOf(scope, asset, last, asOf) : last;
  if (history) return history;
  const detail = 'no map of its log at `at_time` or later covers an event of it';
  throw new ServiceError('not_found', `a history of assets/${asset} as of at_time does not exist: ${detail}`);
}

/** The history in the first map of the log at a time or later. Undefined without such a map, or an event in it. */
async function readHistoryAsOf(
  scope: Scope,
  asset: string,
  last: CompleteHistory,
  { us, holder }: AsOf,
): Promise<CompleteHistory | undefined> {
  if (parseTimestamp(parseMapEntry(last.map.entry).created)!.us < us) return undefined;
  const { log, size } = last;
  const of: LogStatement = (write) => scope.query('whole', (seen) => write(logOfAsset(scope, seen, asset, log.id)));
  const map = await readEarlierMap(scope, of, last.map, us);
  if (!map) return last;
  const history = await readEarlierHistory(scope, of, asset, map, holder);
  if (!history) return undefined;
  const { salt, root } = parseMapEntry(map.entry);
  const { events, path } = history;
  const reached = rootFromMapProof(assetKey(salt, asset), historyValue(history), { path, other: undefined });
  if (!reached || !equalBytes(reached, root)) throw new Error(`the map ${map.index} of the log ${log.id} is another`);
  const [own] = await readEntryPaths(scope, asset, log, [map.index], size);
  return { ...last, map: { ...map, path: own! }, events, path };
}

async function readLastHistory(scope: Scope, asset: string): Promise<CompleteHistory> {
  requireComplete();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [[found], [row]] = await scope.read(
      scope.query(
        'whole',
        (seen) => sql`SELECT 1 FROM assets asset${seen.join('asset')} WHERE asset.id = ${asset}
          AND ${seen.sees('asset')}`,
      ),
      scope.query<{ salt: string }>('whole', (seen) => saltQuery(logOfAsset(scope, seen, asset))),
    );
    if (!found) throw notFound(`assets/${asset}`);
    const history = row && (await readWithSalt(scope, asset, fromHex(row.salt)));
    if (history === undefined)
      throw new ServiceError(
        'not_found',
        `a history of assets/${asset} does not exist yet: no map of its log covers an event of it ` +
          '(COMPLETENESS_SECONDS; 0: the service makes none)',
      );
    if (history !== 'replaced') return history;
  }
  throw retryLater('unavailable', 'the log of the asset is being replaced; try again', 5);
}

/** The history in the map with this salt. Undefined without events in it; `replaced` if the log has another salt. */
async function readWithSalt(
  scope: Scope,
  asset: string,
  salt: Uint8Array,
): Promise<CompleteHistory | 'replaced' | undefined> {
  const key = assetKey(salt, asset);
  const of = <Row>(write: (from: SQL) => SQL) =>
    scope.query<Row>('whole', (seen) => write(logOfAsset(scope, seen, asset)));
  const [[row], [map], pages, [genesis]] = await scope.read(
    of<LogRow & { cosigned: string }>((from) => sql`SELECT ${LOG_COLUMNS}, ${COSIGNED} AS cosigned FROM ${from}`),
    of<ProvenMapRow>(provenMapQuery),
    of<ProvenPageRow>((from) => provenPagesQuery(from, key)),
    of<{ entry: string }>(
      (from) => sql`SELECT hex(leaf.entry) AS entry FROM ${from}
        CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf."index" = 0`,
    ),
  );
  if (!row || !map || !genesis) return undefined;
  const log = publishedLog(row);
  const entry = fromHex(map.entry);
  const { root, salt: current } = parseMapEntry(entry);
  if (!equalBytes(current, salt)) return 'replaced';
  const { history, proof } = proofInMap(key, map, pages);
  const reached = rootFromMapProof(key, history && historyValue(history), proof);
  if (!reached || !equalBytes(reached, root)) throw new Error(`the map of the log ${log.id} does not have its root`);
  if (!history) return undefined;
  const { note, tree } = publishedCheckpoint(log, map.index, row.cosigned);
  const entries = [
    { index: 0, entry: fromHex(genesis.entry) },
    { index: map.index, entry },
  ];
  const paths = await readEntryPaths(
    scope,
    asset,
    log,
    entries.map(({ index }) => index),
    tree.size,
  );
  for (const [n, { index, entry }] of entries.entries())
    if (!verifyInclusion({ index, size: tree.size, leaf: leafHash(entry), root: tree.root }, paths[n]!))
      throw new Error(`the log ${log.id} does not have its root of size ${tree.size}`);
  return {
    log,
    checkpoint: note,
    size: tree.size,
    map: { index: map.index, entry, path: paths[1]! },
    genesis: { entry: entries[0]!.entry, path: paths[0]! },
    events: history.events,
    path: [...proof.path],
  };
}

/** The inclusion proofs of leaves of the log of an asset in its tree of a size, with the rights on the asset. */
async function readEntryPaths(
  scope: Scope,
  asset: string,
  log: Pick<PublishedLog, 'id' | 'size'>,
  indexes: readonly number[],
  size: number,
): Promise<Uint8Array[][]> {
  const read = async (tiles: readonly HashTile[]): Promise<Uint8Array[]> => {
    const [rows] = await scope.read(
      scope.query<TileRow>('whole', (seen) => tilesQuery(logOfAsset(scope, seen, asset, log.id), tiles)),
    );
    if (rows.length < tiles.length) throw notFound(`assets/${asset}`);
    return rows.map(({ hashes }) => fromHex(hashes ?? ''));
  };
  return inclusionProofs(indexes, size, hashesFromTiles(log.size, read));
}

/**
 * Of each authority the first time stamp of a tree with the map of a history, the earliest first, with the hashes of
 * the inclusion proof in that tree that `map.path` does not have.
 */
export async function readMapStamps(
  scope: Scope,
  asset: string,
  { log, map, size }: CompleteHistory,
): Promise<{ stamp: RecordedStamp; path: Uint8Array[] }[]> {
  const stamps = await readStampsAt(scope, (seen) => logOfAsset(scope, seen, asset, log.id), map.index);
  return Promise.all(
    stamps
      .filter((stamp) => stamp.size <= log.size)
      .map(async (stamp) => {
        const [path] = await readEntryPaths(scope, asset, log, [map.index], stamp.size);
        const of = { index: map.index, size: stamp.size, leaf: leafHash(map.entry), root: fromHex(stamp.root) };
        if (!verifyInclusion(of, path!)) throw new Error(`the log ${log.id} does not have its root of ${stamp.size}`);
        return { stamp, path: pathDifference({ index: map.index, size }, stamp.size, path!) };
      }),
  );
}
