import { sql } from 'drizzle-orm';
import { equalBytes } from '../../lib/bytes.ts';
import { fromHex, toHex } from '../../lib/text.ts';
import { assetKey } from '../../formats/completeness/asset-history.ts';
import { parseMapEntry, type MapEntry } from '../../formats/completeness/map-entry.ts';
import { BUCKET_BITS, MapTree } from '../../formats/completeness/map-tree.ts';
import { ENTRY_SCHEMAS, parseEntry } from '../../formats/log/entry.ts';
import type { Database } from '../../platform/database/database.ts';
import { log } from '../../platform/log.ts';
import type { CheckBudget, CheckedLog, LogFinding, PartChecked } from '../reads/log-check.ts';
import { PackedAssets } from './packed-assets.ts';
import { encodeAssets, pageHash, widthAt } from './pages.ts';
import { HAS_ENTRY, isMapEntry } from './proven-map.ts';
import { CONTINUED, keptProblem, type KeptMap, type MapRoot } from './verify-kept.ts';

/** Entries of one read, or more if the log has more than a thousand times as many. */
const ENTRIES = 8192;
const READS = 700;
/** Pages of one read. */
const PAGES = 500;
/** A map with more assets is not recomputed: it would need more than 100 MB. */
const MAX_ASSETS = 1_000_000;

/** Bytes are hexadecimal digits. `entries`: the size of the log. */
type MapRow = Record<'size' | 'assets' | 'pages' | 'depth' | 'entries' | 'hasEntry', number> &
  Record<'salt' | 'root' | 'nodes', string> &
  KeptMap;
type LeafRow = { index: number; asset: string | null; hash: string; entry: string };
type PageRow = { start: number; bits: number; changed: number; hash: string; assets: string };

/**
 * Recomputes the map of a log from its leaves and its salt, and compares it with each entry LOGMAPV1 from `from` and
 * with the stored map, until the budget is spent. Reads the leaves before `from` again. Memory is bounded by 80 bytes
 * for each asset; from the entry at which a map has more than 1,000,000, it is not compared, which a warning reports.
 */
export async function verifyMap(
  db: Database,
  log: CheckedLog,
  from: number,
  budget: CheckBudget,
): Promise<PartChecked> {
  const row = await readMap(db, log);
  if (!row) return { findings: await entryWithoutMap(db, log), next: undefined };
  if (row.size > row.entries)
    return { findings: findingsOf(log, 'the map covers more entries than the log has'), next: undefined };
  return new MapCheck(db, log, fromHex(row.salt)).run(from, budget);
}

const findingsOf = ({ id }: CheckedLog, problem: string | undefined, sequence = 0): LogFinding[] =>
  problem === undefined ? [] : [{ identity: `logs/${id}`, sequence, problem }];

class MapCheck {
  readonly #db: Database;
  readonly #log: CheckedLog;
  readonly #salt: Uint8Array;
  readonly #assets = new PackedAssets();
  readonly #tree = new MapTree(this.#assets);
  /** The last entry of a map among those that were added to the tree. */
  #last: MapRoot | undefined;
  /** The entries that were added to the tree. */
  #size = 0;

  constructor(db: Database, log: CheckedLog, salt: Uint8Array) {
    this.#db = db;
    this.#log = log;
    this.#salt = salt;
  }

  async run(from: number, budget: CheckBudget): Promise<PartChecked> {
    while (this.#size < from && !this.#isTooLarge) await this.#advance(from, false);
    let row = await readMap(this.#db, this.#log);
    while (row && row.size >= this.#size) {
      const step = await this.#verifyTo(row.size, from, budget);
      if (step) return step;
      if (this.#isTooLarge) return this.#notCompared(row);
      const problem = await this.#storedProblem(row);
      if (problem === undefined) break;
      if (problem !== CONTINUED) return { findings: findingsOf(this.#log, problem), next: undefined };
      row = await readMap(this.#db, this.#log);
    }
    const step = await this.#verifyTo(this.#log.size, from, budget);
    if (this.#isTooLarge && row) return this.#notCompared(row);
    return step ?? { findings: [], next: undefined };
  }

  /** Decided by the leaves: the stored number may be wrong. */
  get #isTooLarge(): boolean {
    return this.#assets.size > MAX_ASSETS;
  }

  #notCompared({ size, assets }: MapRow): PartChecked {
    const hasLess = size >= this.#size && assets < this.#assets.size;
    const problem = hasLess ? 'the map has another number of assets than the entries' : undefined;
    if (!hasLess) log('warn', 'the map of a log has too many assets and was not compared', { log: this.#log.id });
    return { findings: findingsOf(this.#log, problem), next: undefined };
  }

  /** Verifies entries up to `end`. Undefined: all of them are as they must be. */
  async #verifyTo(end: number, from: number, budget: CheckBudget): Promise<PartChecked | undefined> {
    while (this.#size < end && !this.#isTooLarge) {
      const before = this.#size;
      if (before > from && budget.isSpent) return { findings: [], next: before };
      const findings = await this.#advance(end, true);
      if (findings.length > 0) return { findings, next: undefined };
      budget.spend(this.#size - before);
    }
    return undefined;
  }

  /** Adds the entries of one read, up to `end`. With `verifies`, returns what is wrong with the entries LOGMAPV1. */
  async #advance(end: number, verifies: boolean): Promise<LogFinding[]> {
    const until = Math.min(end, this.#size + Math.max(ENTRIES, Math.ceil(this.#log.size / READS)));
    const findings: LogFinding[] = [];
    for (const { index, asset, hash, entry } of await readLeaves(this.#db, this.#log, this.#size, until)) {
      if (asset !== null) this.#tree.add(assetKey(this.#salt, asset), fromHex(hash));
      else {
        const read = mapEntryIn(fromHex(entry));
        if (typeof read === 'object') this.#last = { index, root: read.root };
        if (verifies) findings.push(...findingsOf(this.#log, this.#entryProblem(read, index), index));
      }
    }
    this.#size = until;
    return findings;
  }

  /** What is wrong with an entry of no event, if it is of a map: the tree has the entries before it. */
  #entryProblem(entry: MapEntry | string | undefined, index: number): string | undefined {
    if (entry === undefined || typeof entry === 'string') return entry;
    const { size, assets, root, salt } = entry;
    if (entry.log !== this.#log.id) return 'the entry of the map is of another log';
    if (size !== index) return 'the entry of the map covers another size than its index';
    if (!equalBytes(salt, this.#salt)) return 'the entry of the map has another salt than the map';
    if (assets !== this.#tree.assets)
      return 'the entry of the map has another number of assets than the entries before';
    return equalBytes(root, this.#tree.root())
      ? undefined
      : 'the entry of the map has another root than the entries before';
  }

  /** What is wrong with the stored map of the entries of the tree; `CONTINUED` if it covers more of them by now. */
  async #storedProblem(row: MapRow): Promise<string | undefined> {
    const { size, assets, pages, depth, salt, root, nodes } = row;
    if (salt !== toHex(this.#salt)) return 'the salt of the map has changed';
    if (assets !== this.#tree.assets) return 'the map has another number of assets than the entries';
    if (root !== toHex(this.#tree.root())) return 'the root of the map is not that of the entries';
    if (depth > BUCKET_BITS || nodes !== toHex(this.#tree.level(depth)))
      return 'the nodes of the map are not those of the entries';
    let [count, end] = [0, 0];
    for (let isLast = false; !isLast;) {
      const [current, rows] = await readPages(this.#db, this.#log, end);
      if (current?.size !== size) return CONTINUED;
      for (const page of rows) {
        if (page.start !== end || page.bits < depth) return 'a page of the map is missing';
        if (page.changed > size) return 'a page of the map was changed by a later step';
        const own = this.#assets.page(page);
        if (page.assets !== toHex(encodeAssets(own.assets)) || page.hash !== toHex(pageHash(own)))
          return 'a page of the map is not that of the entries';
        end = page.start + widthAt(page.bits);
      }
      count += rows.length;
      isLast = rows.length < PAGES;
    }
    if (end !== widthAt(0)) return 'a page of the map is missing';
    if (count !== pages) return 'the map has another number of pages';
    // With its entry, the stored map is the one that histories are read from, and the next step keeps it.
    return row.hasEntry === 1 ? undefined : keptProblem(this.#db, this.#log, row, this.#last);
  }
}

/** The entry, if it is LOGMAPV1; what is wrong with it if it cannot be read. */
function mapEntryIn(bytes: Uint8Array): MapEntry | string | undefined {
  try {
    return parseEntry(bytes).schema === ENTRY_SCHEMAS.map ? parseMapEntry(bytes) : undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return `the entry cannot be read: ${error.message}`;
  }
}

async function readMap(db: Database, { number }: CheckedLog): Promise<MapRow | undefined> {
  const [[row]] = await db.batch([
    db.sql<MapRow>(sql`SELECT m.size, m.assets, m.pages, m.depth, l.size AS entries, lower(hex(m.salt)) AS salt,
        lower(hex(m.root)) AS root, lower(hex(m.nodes)) AS nodes, ${HAS_ENTRY} AS hasEntry, m.covered,
        m.covered_depth AS coveredDepth, lower(hex(m.covered_nodes)) AS coveredNodes
      FROM log_maps m CROSS JOIN logs l ON l.number = m.log WHERE m.log = ${number}`),
  ]);
  return row;
}

/** The leaves from `first` to `end - 1`. `asset`: the UUID of that of the event; null: the entry is of no event. */
async function readLeaves(db: Database, { number }: CheckedLog, first: number, end: number): Promise<LeafRow[]> {
  const [rows] = await db.batch([
    db.sql<LeafRow>(sql`SELECT leaf."index", asset.id AS asset, lower(hex(leaf.hash)) AS hash,
        lower(hex(leaf.entry)) AS entry
      FROM log_leaves leaf LEFT JOIN events event ON event.number = leaf.event
        LEFT JOIN assets asset ON asset.number = event.asset
      WHERE leaf.log = ${number} AND leaf."index" >= ${first} AND leaf."index" < ${end} ORDER BY leaf."index"`),
  ]);
  return rows;
}

/** The size of the map, and its next pages from `start`. */
async function readPages(
  db: Database,
  { number }: CheckedLog,
  start: number,
): Promise<[{ size: number } | undefined, PageRow[]]> {
  const [[map], pages] = await db.batch([
    db.sql<{ size: number }>(sql`SELECT size FROM log_maps WHERE log = ${number}`),
    db.sql<PageRow>(sql`SELECT start, bits, changed, lower(hex(hash)) AS hash, lower(hex(assets)) AS assets
      FROM log_map_pages
      WHERE log = ${number} AND start >= ${start} ORDER BY start LIMIT ${PAGES}`),
  ]);
  return [map, pages];
}

/** A log without a map must have no entry of one. */
async function entryWithoutMap(db: Database, log: CheckedLog): Promise<LogFinding[]> {
  const step = Math.max(ENTRIES, Math.ceil(log.size / READS));
  for (let first = 0; first < log.size; first += step) {
    const [[row]] = await db.batch([
      db.sql<{ index: number }>(sql`SELECT leaf."index" FROM log_leaves leaf WHERE leaf.log = ${log.number}
        AND leaf."index" >= ${first} AND leaf."index" < ${first + step} AND leaf.entry IS NOT NULL
        AND ${isMapEntry('leaf')} ORDER BY leaf."index" LIMIT 1`),
    ]);
    if (row) return findingsOf(log, 'the map of the entry is missing', row.index);
  }
  return [];
}
