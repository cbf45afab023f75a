import { sql, type SQL } from 'drizzle-orm';
import type { Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { fromHex } from '../../lib/text.ts';
import { leafPath } from '../../formats/log/leaf-path.ts';
import { inclusionRanges, readRanges, type Range } from '../../formats/log/proofs.ts';
import { hashesFromTiles, type TileReader } from '../../formats/log/tiles.ts';
import type { Results, Statement } from '../../platform/database/database.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { tilesQuery, type TileRow } from './logs.ts';
import { nodesOfLeaf } from './node-cache.ts';
import {
  requireComplete,
  signedTree,
  TREE_COLUMNS,
  type Absent,
  type SignedTree,
  type TreeRow,
} from './published-log.ts';

/** The inclusion of an event in its log: the path from its leaf to the root of the signed tree. */
export type Inclusion<T extends SignedTree> = { tree: T; index: number; path: Uint8Array[] };

type LeafRow = { index: number; leaf: string; parts: string };
type Row<T> = (T & LeafRow) | (T & Absent<LeafRow>) | Absent<T & LeafRow>;

/**
 * The place of the leaf `leaf`, and the hashes that are stored of its `leafParts` in the tree of the log `l`: for each
 * level of tiles, those of the full tile that it is below; of the partial tile in which leaf and right end of the tree
 * are, all. The level above has none if at most the last bit of the places of both differs. Without ORDER BY, which
 * would sort: the hashes are found in the order of an index, and `leafPath` refuses them in any other order.
 */
const LEAF_COLUMNS = sql.raw(`leaf."index", hex(leaf.hash) AS leaf,
  (SELECT group_concat(CASE
      WHEN leaf."index" >> level.value + 8 < l.size >> level.value + 8
        THEN (SELECT hex(substr(t.hashes, 1 + (leaf."index" >> level.value + 4 & 15) * 512, 512)) || hex(t.middle)
          FROM log_tiles t WHERE t.log = l.number AND t.level = level.key
            AND t."index" = leaf."index" >> level.value + 8)
      WHEN ((leaf."index" | l.size) >> level.value) - ((leaf."index" & l.size) >> level.value) < 2 THEN ''
      WHEN level.key = 0
        THEN (SELECT group_concat(hex(x.hash), '') FROM log_leaves x
          WHERE x.log = l.number AND x."index" >= leaf."index" >> 8 << 8 AND x."index" < l.size)
      ELSE (SELECT group_concat(hex(x.root), '') FROM log_tiles x WHERE x.log = l.number AND x.level = level.key - 1
          AND x."index" >= leaf."index" >> level.value + 8 << 8 AND x."index" < l.size >> level.value)
    END, '') FROM json_each('[0,8,16,24,32,40,48]') level) AS parts`);

/** The log of an event: that of the tenancy that owns it, for callers of a tenancy, or the public log. */
const inclusionQuery = <T>(scope: Scope, asset: string, event: string, columns: SQL) =>
  scope.query<Row<T>>('whole', (seen) => {
    const owner: SQL =
      scope.tenant === undefined
        ? sql`${PUBLIC_SCOPE}`
        : sql`(SELECT t.id FROM tenants t WHERE t.number = event.tenant)`;
    return sql`SELECT ${columns}, ${LEAF_COLUMNS} FROM events event${seen.join('event')}
      LEFT JOIN logs l ON l.scope = ${owner} AND l.ended = 0 LEFT JOIN log_leaves leaf ON leaf.log = l.number
        AND leaf.event = event.number
      WHERE event.asset = ${assetNumber(asset)} AND event.id = ${event} AND ${seen.sees('event')}`;
  });

/**
 * The inclusion of an event in its log, for a receipt. One transaction reads it with the rights of the caller. Throws
 * 404 for an event that the audience may not see, and for one that is not in its log yet; 503 as `signedTree`.
 */
export const readReceipt = (scope: Scope, asset: string, event: string): Promise<Inclusion<SignedTree>> =>
  readInclusion(scope, [asset, event], 'receipt', TREE_COLUMNS, (row: TreeRow) => signedTree(row));

async function readInclusion<R extends TreeRow, T extends SignedTree>(
  scope: Scope,
  event: [asset: string, event: string],
  what: string,
  columns: SQL,
  treeOf: (row: R) => T,
): Promise<Inclusion<T>> {
  const { tree, index, path } = await readInclusionWith(scope, event, what, columns, treeOf, []);
  return { tree, index, path };
}

/**
 * As `readReceipt`, with the hash of the leaf, the row with all `columns`, and the rows of other statements in the same
 * transaction.
 */
export async function readInclusionWith<
  R extends TreeRow,
  T extends SignedTree,
  const S extends readonly Scoped<Statement>[],
>(
  scope: Scope,
  [asset, event]: [asset: string, event: string],
  what: string,
  columns: SQL,
  treeOf: (row: R) => T,
  statements: S,
): Promise<Inclusion<T> & { leaf: Uint8Array; row: R; others: Results<S> }> {
  requireComplete();
  const identity = `assets/${asset}/events/${event}`;
  const [[row], ...others] = (await scope.read(
    inclusionQuery<R>(scope, asset, event, columns),
    ...statements,
  )) as unknown as [Row<R>[], ...Results<S>];
  if (!row) throw notFound(identity);
  if (row.index === null)
    throw new ServiceError('not_found', `a ${what} of ${identity} does not exist yet: the event is not in its log`);
  const { index, leaf, parts } = row;
  const tree = treeOf(row);
  const of = { index, size: tree.size, leaf: fromHex(leaf) };
  const path = leafPath(of, nodesOfLeaf(tree.id, index, tree.size, parts), tree);
  return { tree, index, path, leaf: of.leaf, row, others: others as unknown as Results<S> };
}

/**
 * The inclusion proofs of the leaf of an event in trees of a log of these sizes, which are at most that of `known`,
 * whose path is known. Reads only the hashes that the known path does not have, with the rights of the audience on the
 * event.
 */
export async function readPaths(
  scope: Scope,
  event: [asset: string, event: string],
  log: string,
  { index, size, path }: { index: number; size: number; path: readonly Uint8Array[] },
  sizes: readonly number[],
): Promise<Uint8Array[][]> {
  const nameOf = (range: Range): string => range.join('-');
  const hashes = new Map(inclusionRanges(index, size).map((range, n) => [nameOf(range), path[n]!]));
  const ranges = sizes.map((each) => inclusionRanges(index, each));
  const missing = ranges.flat().filter((range) => !hashes.has(nameOf(range)));
  if (missing.length > 0) {
    const found = await readRanges(missing, hashesFromTiles(size, eventTileReader(scope, event, log)));
    for (const [n, range] of missing.entries()) hashes.set(nameOf(range), found[n]!);
  }
  return ranges.map((of) => of.map((range) => hashes.get(nameOf(range))!));
}

/** Reads tiles of a log with the rights of the audience on an event. Throws 404 if the audience may not see it. */
export const eventTileReader =
  (scope: Scope, [asset, event]: [asset: string, event: string], log: string): TileReader =>
  async (tiles) => {
    const [rows] = await scope.read(
      scope.query<TileRow>('whole', (seen) =>
        tilesQuery(
          sql`(SELECT x.number FROM events event${seen.join('event')} CROSS JOIN logs x ON x.id = ${log}
            WHERE event.asset = ${assetNumber(asset)} AND event.id = ${event} AND ${seen.sees('event')}) l`,
          tiles,
        ),
      ),
    );
    if (rows.length < tiles.length) throw notFound(`assets/${asset}/events/${event}`);
    return rows.map((row) => fromHex(row.hashes ?? ''));
  };
