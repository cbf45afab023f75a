import { sql, type SQL } from 'drizzle-orm';
import type { LogRight } from '../../access/logs.ts';
import { tokenRequired } from '../../access/errors.ts';
import { type Scope } from '../../access/scope.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { fromHex } from '../../lib/text.ts';
import { consistencyProof } from '../../formats/log/proofs.ts';
import {
  hashesFromTiles,
  hasTile,
  tilePath,
  TILE_WIDTH,
  type HashTile,
  type Tile,
  type TileReader,
} from '../../formats/log/tiles.ts';
import {
  currentLog,
  LOG_COLUMNS,
  requireComplete,
  type Absent,
  type LogRow,
  type PublishedLog,
} from './published-log.ts';

/** The name of the log of public events in paths. The others are named by their id, or by their tenancy. */
export const PUBLIC_LOG = 'public';

/** SQL: the scope of the log with this name, which may be the id of a log that was lost. */
const ownerOf = (name: string): SQL =>
  name === PUBLIC_LOG
    ? sql`${PUBLIC_SCOPE}`
    : sql`coalesce((SELECT o.scope FROM logs o WHERE o.id = ${name}),
        (SELECT o.scope FROM logs o WHERE o.previous ->> 'log' = ${name} AND o.previous IS NOT NULL), ${name})`;

/** SQL: the id of the log with this name; NULL for none. */
const idOf = (name: string): SQL =>
  sql`coalesce((SELECT i.id FROM logs i WHERE i.id = ${name}),
    (SELECT i.id FROM logs i WHERE i.scope = ${name === PUBLIC_LOG ? PUBLIC_SCOPE : name} AND i.ended = 0))`;

/** A query over the log `l`, which follows `from`. It has no rows for an audience without the right. */
export const logQuery = <Row>(scope: Scope, name: string, right: LogRight, query: (from: SQL) => SQL) =>
  scope.logQuery<Row>(ownerOf(name), right, (granted) =>
    query(sql`${granted} CROSS JOIN logs l ON l.id = ${idOf(name)}`),
  );

type HeadRow = (LogRow | Absent<LogRow>) & { current: string | null };

/** The head of a log. It has a row if the audience has the right, also if there is no such log. */
const headQuery = (scope: Scope, name: string, right: LogRight) =>
  scope.logQuery<HeadRow>(
    ownerOf(name),
    right,
    (granted) => sql`SELECT ${LOG_COLUMNS}, (SELECT c.id FROM logs c WHERE c.scope = ${ownerOf(name)}
        AND c.ended = 0) AS current
      FROM ${granted} LEFT JOIN logs l ON l.id = ${idOf(name)}`,
  );

const logOf = ({ current, ...row }: HeadRow, name: string, ended = false): PublishedLog =>
  currentLog(row, current, name, ended);

const unreadable = (scope: Scope, name: string): ServiceError =>
  scope.tenant === undefined ? tokenRequired() : notFound(`logs/${name}`);

/** A log whose head the audience may read by this right. */
export type ReadableLog = { log: PublishedLog; right: LogRight };

/**
 * The head of a log by its id, by the uuid of its tenancy, or as `public`. Throws 401 or 404 for one that the audience
 * may not read, and as `currentLog`.
 */
export async function readLog(scope: Scope, name: string): Promise<ReadableLog> {
  const { log, right } = await readHead(scope, name);
  return { log, right };
}

/**
 * As `readLog`, with the rows of a query over the log `l`, which follows `from`, in the same transaction. `ended`: also
 * of a log that another one replaces.
 */
export async function readHead<Row>(
  scope: Scope,
  name: string,
  query?: (from: SQL) => SQL,
  ended = false,
): Promise<ReadableLog & { rows: Row[] }> {
  requireComplete();
  for (const right of ['whole', 'event'] as const) {
    const also = query ? [logQuery<Row>(scope, name, right, query)] : [];
    const [[row], rows = []] = await scope.read(headQuery(scope, name, right), ...also);
    if (row) return { log: logOf(row, name, ended), right, rows };
  }
  throw unreadable(scope, name);
}

/**
 * As `readHead`, of tiles or entries, and also for a log that has ended: who follows logs verifies its last entries.
 * Throws 403 if the audience may only read the head.
 */
export async function readWhole<Row>(
  scope: Scope,
  name: string,
  query: (from: SQL) => SQL,
): Promise<{ log: PublishedLog; rows: Row[] }> {
  requireComplete();
  const [[row], rows] = await scope.read(headQuery(scope, name, 'whole'), logQuery<Row>(scope, name, 'whole', query));
  if (row) return { log: logOf(row, name, true), rows };
  await readHead(scope, name, undefined, true);
  throw new ServiceError(
    'forbidden',
    'the permission auditor is missing: tiles and entries of the log are for administrators of its tenancy, ' +
      'and for its applications with this permission',
  );
}

/**
 * SQL: the column `hashes` of tiles of the log `l`, in hexadecimal digits, in the order of the tiles. A tile that the
 * log does not have is shorter than its width, or null.
 */
export function tilesQuery(from: SQL, tiles: readonly HashTile[]): SQL {
  const list = JSON.stringify(tiles.map(({ level, index, width }) => [level, index, width]));
  const [level, index, width] = [0, 1, 2].map((n) => sql.raw(`(wanted.value ->> ${n})`)) as [SQL, SQL, SQL];
  const full = sql.raw(String(TILE_WIDTH));
  const inTile = sql`x."index" >= ${index} * ${full} AND x."index" < ${index} * ${full} + ${width}`;
  return sql`SELECT CASE WHEN ${width} = ${full}
      THEN (SELECT hex(t.hashes) FROM log_tiles t WHERE t.log = l.number AND t.level = ${level}
        AND t."index" = ${index})
    WHEN ${level} = 0
      THEN (SELECT group_concat(hex(x.hash), '' ORDER BY x."index") FROM log_leaves x WHERE x.log = l.number
        AND ${inTile})
    ELSE (SELECT group_concat(hex(x.root), '' ORDER BY x."index") FROM log_tiles x WHERE x.log = l.number
      AND x.level = ${level} - 1 AND ${inTile})
    END AS hashes FROM ${from} CROSS JOIN json_each(${list}) wanted ORDER BY wanted.key`;
}

export type TileRow = { hashes: string | null };

/** The bytes of a tile of hashes. Throws as `readWhole`, and 404 for a tile that the tree does not have. */
export async function readTile(scope: Scope, name: string, tile: HashTile) {
  const { log, rows } = await readWhole<TileRow>(scope, name, (from) => tilesQuery(from, [tile]));
  requireTile(log, tile);
  return { log, bytes: fromHex(rows[0]?.hashes ?? '') };
}

/** Throws 404 for a tile that the tree of a log does not have. */
export function requireTile(log: PublishedLog, tile: Tile): void {
  if (!hasTile(log.size, tile)) throw notFound(`${tilePath(tile)} of a log of ${log.size} entries`);
}

/** The consistency proof between two sizes of a log, of which `to` is at most the size of its tree. */
export async function readConsistency(
  scope: Scope,
  { log, right }: ReadableLog,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  return consistencyProof(from, to, hashesFromTiles(to, tileReader(scope, log, right)));
}

/** Reads tiles of a log for a proof, by a right on its head. Throws 401 or 404 if the audience has lost the right. */
export const tileReader =
  (scope: Scope, log: Pick<PublishedLog, 'id'>, right: LogRight): TileReader =>
  async (tiles) => {
    const [rows] = await scope.read(logQuery<TileRow>(scope, log.id, right, (from) => tilesQuery(from, tiles)));
    if (rows.length < tiles.length) throw unreadable(scope, log.id);
    return rows.map(({ hashes }) => fromHex(hashes ?? ''));
  };
