import { sql, type SQL } from 'drizzle-orm';
import { joinBytes } from '../../lib/bytes.ts';
import { fromHex, toHex } from '../../lib/text.ts';
import { ambient } from '../../lib/time.ts';
import { assetKey, MAP_SALT_BYTES } from '../../formats/completeness/asset-history.ts';
import { HASH_BYTES } from '../../formats/log/tree.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import {
  decodeAssets,
  encodeAssets,
  nodeOfPages,
  pageHash,
  rootOfNodes,
  startOf,
  widthAt,
  withEvents,
  type MapEvent,
  type PageNode,
} from './pages.ts';
import { HAS_ENTRY, isMapEntry } from './proven-map.ts';

/** The map of a log as of a size. */
export type LogMap = { size: number; assets: number; root: Uint8Array; salt: Uint8Array };

/**
 * The row of a map. `log`: the number of the log; `nodes`: the hashes at the depth; `covered`: the size as of which the
 * next step keeps the map, which is its own one if it has its entry.
 */
type MapState = LogMap & { log: number; pages: number; depth: number; nodes: Uint8Array; covered: number };

/** Entries of one step, and characters of the pages that one statement stores. */
const STEP = { entries: 1000, characters: 600_000 };
/** Nodes are stored at a depth with at least this number of pages for each, and never below the maximum. */
const NODES = { pages: 4, maxDepth: 14 };
/** Pages that one statement reads when the depth grows. */
const PAGES_READ = 4096;

const PAGE = columns('start', 'bits', 'hash', 'assets');
/** The columns of a page that are kept as `old_…`. */
const OLD = ['bits', 'hash', 'assets'];
/** SQL: the size as of which the next step of the map `m` keeps it. */
const COVERED = sql`iif(${HAS_ENTRY}, m.size, m.covered)`;

/**
 * Continues the map of a log, whose tree has at least `size` entries, by at most 1,000 of them. Returns the map that is
 * stored then, of at most this size; undefined if another instance has changed it. A step is one transaction: a call
 * that fails, or is repeated, changes nothing else, and every instance stores the same. Rejects if entries are missing.
 */
export async function continueMap(db: Database, id: string, size: number): Promise<LogMap | undefined> {
  const state = await readMap(db, id);
  if (state.size >= size) return state;
  const until = Math.min(size, state.size + STEP.entries);
  const events = await readEvents(db, state, until);
  const grown = state.pages >= NODES.pages * 2 ** (state.depth + 1) ? await deeper(db, state) : state;
  const { changed, next } = await changedPages(db, grown, events);
  return (await store(db, state.size, changed, { ...next, size: until })) ? { ...next, size: until } : undefined;
}

/** Whether the log has an event after its last entry LOGMAPV1, or no such entry. */
export async function hasUncovered(db: Database, id: string): Promise<boolean> {
  const [[row]] = await db.batch([
    db.sql<{ covered: number }>(sql`SELECT EXISTS (SELECT 1 FROM log_leaves x WHERE x.log = l.number
        AND x."index" > (SELECT y."index" FROM log_leaves y WHERE y.log = l.number AND y.event = l.cursor)
        AND ${isMapEntry('x')}) AS covered
      FROM logs l WHERE l.id = ${id}`),
  ]);
  return row?.covered !== 1;
}

type MapRow = Record<'log' | 'size' | 'assets' | 'pages' | 'depth' | 'covered', number> &
  Record<'salt' | 'root' | 'nodes', string>;

/** The row of the map, which is created with a new salt if the log has none. */
async function readMap(db: Database, id: string): Promise<MapState> {
  const select = db.sql<MapRow>(sql`SELECT m.log, m.size, m.assets, m.pages, m.depth, hex(m.salt) AS salt,
      hex(m.root) AS root, hex(m.nodes) AS nodes, ${COVERED} AS covered
    FROM logs l CROSS JOIN log_maps m ON m.log = l.number WHERE l.id = ${id}`);
  let [[row]] = await db.batch([select]);
  if (!row) {
    const salt = toHex(ambient.bytes(MAP_SALT_BYTES));
    [, , [row]] = await db.batch([
      db.sql(sql`INSERT INTO log_maps (log, salt) SELECT l.number, unhex(${salt}) FROM logs l WHERE l.id = ${id}
        ON CONFLICT DO NOTHING`),
      db.sql(sql`INSERT INTO log_map_pages (log, start, bits, hash, assets)
        SELECT l.number, 0, 0, zeroblob(${HASH_BYTES}), x'' FROM logs l WHERE l.id = ${id} ON CONFLICT DO NOTHING`),
      select,
    ]);
  }
  if (!row) throw new Error(`the database does not have the log ${id}`);
  const { salt, root, nodes, ...numbers } = row;
  return { ...numbers, salt: fromHex(salt), root: fromHex(root), nodes: fromHex(nodes) };
}

/** The events of the entries from the size of the map to `until`, in their order. */
async function readEvents(db: Database, { log, size, salt }: MapState, until: number): Promise<MapEvent[]> {
  const [rows] = await db.batch([
    db.sql<{ asset: string | null; isEvent: number; hash: string }>(sql`SELECT asset.id AS asset,
        leaf.event IS NOT NULL AS isEvent, hex(leaf.hash) AS hash
      FROM log_leaves leaf LEFT JOIN events event ON event.number = leaf.event
        LEFT JOIN assets asset ON asset.number = event.asset
      WHERE leaf.log = ${log} AND leaf."index" >= ${size} AND leaf."index" < ${until} ORDER BY leaf."index"`),
  ]);
  if (rows.length < until - size || rows.some(({ asset, isEvent }) => isEvent === 1 && asset === null))
    throw new Error(`the log lacks entries or events from ${size} to ${until}`);
  const keys = new Map<string, Uint8Array>();
  return rows.flatMap(({ asset, hash }) => {
    if (asset === null) return [];
    const key = keys.get(asset) ?? assetKey(salt, asset);
    keys.set(asset, key);
    return [{ key, leaf: fromHex(hash) }];
  });
}

type PageRow = Record<'start' | 'bits', number> & Record<'hash', string>;

const nodeOfRow = ({ start, bits, hash }: PageRow): PageNode => ({ start, bits, hash: fromHex(hash) });

/** The pages that events change, as texts of rows, and the map after them. */
async function changedPages(
  db: Database,
  state: MapState,
  events: readonly MapEvent[],
): Promise<{ changed: string[]; next: MapState }> {
  const width = widthAt(state.depth);
  const starts = [...new Set(events.map(({ key }) => startOf(key)))].toSorted((a, b) => a - b);
  const slots = [...new Set(starts.map((start) => start - (start % width)))];
  const [own, around] = await db.batch([
    db.sql<PageRow & { assets: string }>(sql`SELECT DISTINCT page.start, page.bits, hex(page.assets) AS assets
      FROM json_each(${JSON.stringify(starts)}) s CROSS JOIN log_map_pages page ON page.log = ${state.log}
        AND page.start = (SELECT max(p.start) FROM log_map_pages p WHERE p.log = ${state.log} AND p.start <= s.value)
      ORDER BY page.start`),
    db.sql<PageRow>(sql`SELECT page.start, page.bits, hex(page.hash) AS hash
      FROM json_each(${JSON.stringify(slots)}) s CROSS JOIN log_map_pages page ON page.log = ${state.log}
        AND page.start >= s.value AND page.start < s.value + ${width} ORDER BY page.start`),
  ]);
  const known = new Map(around.map((row) => [row.start, nodeOfRow(row)]));
  const changed: string[] = [];
  let [{ assets, pages }, at] = [state, 0];
  const byStart = events.toSorted((a, b) => startOf(a.key) - startOf(b.key));
  for (const row of own) {
    const before = decodeAssets(fromHex(row.assets));
    const end = row.start + widthAt(row.bits);
    const from = at;
    while (at < byStart.length && startOf(byStart[at]!.key) < end) at += 1;
    const after = withEvents({ start: row.start, bits: row.bits, assets: before }, byStart.slice(from, at));
    assets += after.reduce((sum, page) => sum + page.assets.length, 0) - before.length;
    pages += after.length - 1;
    for (const page of after) {
      const { start, bits } = page;
      const hash = pageHash(page);
      known.set(start, { start, bits, hash });
      changed.push(
        JSON.stringify(PAGE.row({ start, bits, hash: toHex(hash), assets: toHex(encodeAssets(page.assets)) })),
      );
    }
  }
  if (at < byStart.length) throw new Error('the pages of the map do not have all keys');
  const nodes = state.nodes.slice();
  const sorted = [...known.values()].toSorted((a, b) => a.start - b.start);
  let first = 0;
  for (const slot of slots) {
    while (sorted[first]!.start < slot) first += 1;
    let last = first;
    while (last < sorted.length && sorted[last]!.start < slot + width) last += 1;
    nodes.set(nodeOfPages(sorted.slice(first, last), state.depth), (slot / width) * HASH_BYTES);
    first = last;
  }
  return { changed, next: { ...state, assets, pages, nodes, root: rootOfNodes(nodes) } };
}

/** The map with its nodes at the next depth; as it is if a page is not below them. */
async function deeper(db: Database, state: MapState): Promise<MapState> {
  const depth = state.depth + 1;
  if (depth > NODES.maxDepth) return state;
  const width = widthAt(depth);
  const nodes: Uint8Array[] = [];
  let waiting: PageNode[] = [];
  for (let after = -1; ;) {
    const [rows] = await db.batch([
      db.sql<PageRow>(sql`SELECT start, bits, hex(hash) AS hash FROM log_map_pages
        WHERE log = ${state.log} AND start > ${after} ORDER BY start LIMIT ${PAGES_READ}`),
    ]);
    if (rows.some(({ bits }) => bits < depth)) return state;
    waiting.push(...rows.map(nodeOfRow));
    const isLast = rows.length < PAGES_READ;
    for (;;) {
      const end = (nodes.length + 1) * width;
      const next = waiting.findIndex(({ start }) => start >= end);
      if (waiting.length === 0 || (next < 0 && !isLast)) break;
      nodes.push(nodeOfPages(next < 0 ? waiting : waiting.slice(0, next), depth));
      waiting = next < 0 ? [] : waiting.slice(next);
    }
    if (isLast) return { ...state, depth, nodes: joinBytes(nodes) };
    after = rows.at(-1)!.start;
  }
}

/** Stores a step if the map still has the size before it, and no other entry since then. Returns whether that is so. */
async function store(db: Database, from: number, changed: readonly string[], next: MapState): Promise<boolean> {
  const page = PAGE.sqlOf('r.value');
  const { log, size, assets, pages, depth, covered } = next;
  // The first step after an entry keeps the map as of then; the others of the generation leave that as it is.
  const kept = (column: string): SQL =>
    sql.raw(`old_${column} = iif(changed > ${covered}, old_${column}, log_map_pages.${column})`);
  const began = covered === from;
  const isDue = sql`m.log = ${log} AND m.size = ${from} AND ${COVERED} = ${covered}`;
  const statements: RawStatement<unknown>[] = chunks(changed).map((rows) =>
    db.sql(sql`INSERT INTO log_map_pages (log, start, bits, hash, assets, changed)
      SELECT m.log, ${page.start}, ${page.bits}, unhex(${page.hash}), unhex(${page.assets}), ${size}
      FROM log_maps m CROSS JOIN json_each(${`[${rows.join(',')}]`}) r WHERE ${isDue}
      ON CONFLICT (log, start) DO UPDATE SET bits = excluded.bits, hash = excluded.hash, assets = excluded.assets,
        changed = excluded.changed, ${sql.join(OLD.map(kept), sql`, `)}`),
  );
  const results: unknown[][] = await db.batch([
    ...statements,
    db.sql<{ size: number }>(sql`UPDATE log_maps AS m SET size = ${size}, assets = ${assets}, pages = ${pages},
        depth = ${depth}, root = unhex(${toHex(next.root)}), nodes = unhex(${toHex(next.nodes)}),
        covered = ${covered}${began ? sql`, covered_depth = depth, covered_nodes = nodes` : sql``}
      WHERE ${isDue} RETURNING size`),
  ]);
  return results.at(-1)!.length === 1;
}

/** Divides texts so that each part has a limited number of characters. */
function chunks(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const text of texts) {
    if (text.length > left) {
      parts.push([]);
      left = STEP.characters;
    }
    left -= text.length;
    parts.at(-1)!.push(text);
  }
  return parts;
}
