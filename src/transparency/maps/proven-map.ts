import { sql, type SQL } from 'drizzle-orm';
import { fromHex } from '../../lib/text.ts';
import type { AssetHistory } from '../../formats/completeness/asset-history.ts';
import { bitOf, searchSubtree, type MapProof } from '../../formats/completeness/prefix-tree.ts';
import { equalBytes } from '../../lib/bytes.ts';
import { HASH_BYTES } from '../../formats/log/tree.ts';
import { decodeAssets, halvesOf, levelsOf, nodeOfPages, pageLeaves, startOf, widthAt, type PageNode } from './pages.ts';

/** SQL: the leaf with this alias has an entry LOGMAPV1. */
export const isMapEntry = (leaf: string): SQL =>
  sql.raw(`instr(${leaf}.entry, CAST('6:schema8:LOGMAPV1' AS BLOB)) > 0`);

/** SQL: the stored state of the map `m` has its entry, whose index is the size that it covers. */
export const HAS_ENTRY: SQL = sql`EXISTS (SELECT 1 FROM log_leaves leaf WHERE leaf.log = m.log
  AND leaf."index" = m.size AND ${isMapEntry('leaf')})`;

/** The map `m` of the log `l`, as of its last entry: the stored state if it has one, or what was kept of it. */
const provenMap = (
  from: SQL,
): SQL => sql`${from} CROSS JOIN (SELECT m.log, m.salt, m.covered, ${HAS_ENTRY} AS isCurrent,
    m.size, m.depth, m.nodes, m.covered_depth, m.covered_nodes FROM log_maps m) m ON m.log = l.number`;
const PROVEN_DEPTH = sql.raw('iif(m.isCurrent, m.depth, m.covered_depth)');

/** The salt of the map of the log `l`, which follows `from`: no row if it has no map. A log keeps its salt. */
export const saltQuery = (from: SQL): SQL =>
  sql`SELECT hex(m.salt) AS salt FROM ${from} CROSS JOIN log_maps m ON m.log = l.number`;

export type ProvenMapRow = { index: number; entry: string; depth: number; nodes: string };

/** The last entry LOGMAPV1 of the log `l`, and the nodes of its map: no row if it has no such entry. */
export const provenMapQuery = (from: SQL): SQL => sql`SELECT entry."index", hex(entry.entry) AS entry,
    ${PROVEN_DEPTH} AS depth, hex(iif(m.isCurrent, m.nodes, m.covered_nodes)) AS nodes
  FROM ${provenMap(from)} CROSS JOIN log_leaves entry ON entry.log = m.log
    AND entry."index" = iif(m.isCurrent, m.size, m.covered) AND entry."index" > 0`;

/** Hexadecimal digits. `assets`: null unless the page has the key. */
export type ProvenPageRow = { start: number; bits: number; hash: string; assets: string | null };

/** The pages below the node of a key, as of the last entry: in the same transaction as `provenMapQuery`. */
export function provenPagesQuery(from: SQL, key: Uint8Array): SQL {
  const start = startOf(key);
  const width = sql`(1 << 48 - ${PROVEN_DEPTH})`;
  const isOld = sql.raw('(m.isCurrent = 0 AND page.changed > m.covered)');
  const bits = sql`iif(${isOld}, page.old_bits, page.bits)`;
  return sql`SELECT page.start, ${bits} AS bits, hex(iif(${isOld}, page.old_hash, page.hash)) AS hash,
      CASE WHEN page.start <= ${start} AND page.start + (1 << 48 - ${bits}) > ${start}
        THEN hex(iif(${isOld}, page.old_assets, page.assets)) END AS assets
    FROM ${provenMap(from)} CROSS JOIN log_map_pages page ON page.log = m.log
      AND page.start >= ${start} - ${start} % ${width} AND page.start < ${start} - ${start} % ${width} + ${width}
    WHERE ${bits} IS NOT NULL ORDER BY page.start`;
}

/** The history of an asset in a map, and the proof that leads from it to the root; undefined: it is not in the map. */
export function proofInMap(
  key: Uint8Array,
  { depth, nodes }: ProvenMapRow,
  rows: readonly ProvenPageRow[],
): { history: AssetHistory | undefined; proof: MapProof } {
  const own = rows.find(({ assets }) => assets !== null);
  if (!own) throw new Error('the pages of the map do not have the key');
  const assets = decodeAssets(fromHex(own.assets!));
  const found = assets.find((asset) => equalBytes(asset.key, key));
  const { path, other } = searchSubtree(pageLeaves({ ...own, assets }), key, own.bits);
  const pages = rows.map(({ start, bits, hash }) => ({ start, bits, hash: fromHex(hash) }));
  const slot = Math.floor(startOf(key) / widthAt(depth));
  const above = levelsOf(fromHex(nodes)).map((level, n) => {
    const sibling = (Math.floor(slot / 2 ** n) ^ 1) * HASH_BYTES;
    return level.slice(sibling, sibling + HASH_BYTES);
  });
  return {
    history: found && { events: found.events, chain: found.chain },
    proof: { path: [...path, ...pathInNode(pages, key, depth), ...above], other },
  };
}

/** The siblings from the page of a key to the node at a depth that these pages are below. */
function pathInNode(pages: readonly PageNode[], key: Uint8Array, depth: number): Uint8Array[] {
  if (pages.length === 1 && pages[0]!.bits === depth) return [];
  const [left, right] = halvesOf(pages, depth);
  const [own, sibling] = bitOf(key, depth) === 0 ? [left, right] : [right, left];
  return [...pathInNode(own, key, depth + 1), nodeOfPages(sibling, depth + 1)];
}
