import { sql } from 'drizzle-orm';
import { equalBytes } from '../../lib/bytes.ts';
import { fromHex, toHex } from '../../lib/text.ts';
import { BUCKET_BITS } from '../../formats/completeness/map-tree.ts';
import { HASH_BYTES } from '../../formats/log/tree.ts';
import type { Database } from '../../platform/database/database.ts';
import type { CheckedLog } from '../reads/log-check.ts';
import { decodeAssets, nodeOfPages, pageHash, rootOfNodes, widthAt, type PageNode } from './pages.ts';

/** Pages of one read. */
const PAGES = 500;
/** The stored map was continued while it was read. */
export const CONTINUED = 'continued';

/** What a stored map, as of `size`, has of the map before it: `coveredNodes` are hexadecimal digits. */
export type KeptMap = Record<'size' | 'covered' | 'coveredDepth', number> & { coveredNodes: string };

/** An entry LOGMAPV1 by its index, and the root in it. */
export type MapRoot = { index: number; root: Uint8Array };

type KeptPage = { start: number; bits: number | null } & Record<'hash' | 'assets', string>;

/**
 * What is wrong with the map that is kept as of the last entry LOGMAPV1 before a stored one: `last`, whose root the
 * caller must have verified. `CONTINUED` if the stored map has another size by now. Holds 500 pages at a time.
 */
export async function keptProblem(
  db: Database,
  log: CheckedLog,
  map: KeptMap,
  last: MapRoot | undefined,
): Promise<string | undefined> {
  if (map.covered !== (last?.index ?? 0)) return 'the kept map is of another entry than the last one';
  if (!last) return undefined;
  try {
    return await pagesProblem(db, log, map, last);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `a page of the kept map cannot be read: ${error.message}`;
  }
}

async function pagesProblem(db: Database, log: CheckedLog, map: KeptMap, last: MapRoot): Promise<string | undefined> {
  const [depth, nodes, width] = [map.coveredDepth, fromHex(map.coveredNodes), widthAt(map.coveredDepth)];
  if (depth > BUCKET_BITS || nodes.length !== HASH_BYTES * 2 ** depth || !equalBytes(rootOfNodes(nodes), last.root))
    return 'the nodes of the kept map are not those of its entry';
  let below: PageNode[] = [];
  let end = 0;
  for (let [after, isLast] = [-1, false]; !isLast;) {
    const [current, rows] = await readPages(db, log, map.covered, after);
    if (current?.size !== map.size) return CONTINUED;
    for (const { start, bits, hash, assets } of rows) {
      if (bits === null) continue;
      if (start !== end || bits < depth) return 'a page of the kept map is missing';
      if (toHex(pageHash({ start, bits, assets: decodeAssets(fromHex(assets)) })) !== hash)
        return 'a page of the kept map does not have its hash';
      below.push({ start, bits, hash: fromHex(hash) });
      end = start + widthAt(bits);
      if (end % width !== 0) continue;
      const slot = end / width - 1;
      if (!equalBytes(nodeOfPages(below, depth), nodes.subarray(slot * HASH_BYTES, (slot + 1) * HASH_BYTES)))
        return 'the pages of the kept map are not those of its entry';
      below = [];
    }
    after = rows.at(-1)?.start ?? after;
    isLast = rows.length < PAGES;
  }
  return end === widthAt(0) ? undefined : 'a page of the kept map is missing';
}

/** The size of the stored map, and what its next pages were as of the entry `covered`. */
async function readPages(
  db: Database,
  { number }: CheckedLog,
  covered: number,
  after: number,
): Promise<[{ size: number } | undefined, KeptPage[]]> {
  const of = (column: string) => sql.raw(`iif(changed > ${covered}, old_${column}, ${column})`);
  const [[map], pages] = await db.batch([
    db.sql<{ size: number }>(sql`SELECT size FROM log_maps WHERE log = ${number}`),
    db.sql<KeptPage>(sql`SELECT start, ${of('bits')} AS bits, lower(hex(${of('hash')})) AS hash,
        lower(hex(${of('assets')})) AS assets FROM log_map_pages
      WHERE log = ${number} AND start > ${after} ORDER BY start LIMIT ${PAGES}`),
  ]);
  return [map, pages];
}
