import type { DatabaseSync } from 'node:sqlite';
import { hasTable, reading, readingAll, storesIn } from './stores.ts';

/** The newest row of an append-only table: its number and a value that identifies it. */
export type Mark = { row: number; value: string };

/** High-water marks of a state. Every later version of the state still contains these rows. */
export type Marks = {
  /** RFC 3339. */
  recorded: string;
  /** By the names of the tables of D1. */
  tables: Record<string, Mark>;
  /** The newest block, by the ids of the embedded chains. */
  chains: Record<string, Mark>;
  /** The next nonce, by the ids of the outboxes. */
  outboxes: Record<string, number>;
};

/** A store that is older than another one or than its own high-water mark, or that is damaged. */
export type StateFinding = { part: 'database' | 'objects' | 'chain' | 'blobs'; problem: string; isDamage?: true };

/** The accepted differences of the stores of a state. Only later rows are compared. */
export type Baseline = {
  /** Milliseconds since the epoch. */
  at: number;
  /**
   * The last row of tables of D1, the last block of embedded chains, and how many nonces chains are ahead of outboxes.
   */
  tables: Record<string, number>;
  chains: Record<string, number>;
  ahead: Record<string, number>;
  /** The number of the last acknowledged change, if it is missing in the database. */
  changes?: number | undefined;
};

const MIGRATIONS = 'd1_migrations';

/** How long after an erasure its blobs may be deleted, in milliseconds. */
const DELETED_WITHIN_MS = 3_600_000;

/** Tables of D1 whose rows are never removed (blobs: only by erasures), with a value that identifies a row. */
const TABLES = new Map([
  ['events', "CASE typeof(hash) WHEN 'blob' THEN lower(hex(hash)) ELSE hash END"],
  ['audit_log', 'id'],
  ['chain_transactions', 'hash'],
  ['blobs', 'id'],
  [MIGRATIONS, 'name'],
]);

/** Reads the marks of a data directory, which may be in use. Throws if a store is busy or cannot be read. */
export function readMarks(data: string): Marks {
  const stores = storesIn(data);
  const tables = reading(stores.database, (database) =>
    [...TABLES].flatMap(([table, column]) => {
      const mark = newest(database, table, column);
      return mark ? [[table, mark] as const] : [];
    }),
  );
  return {
    recorded: new Date().toISOString(),
    tables: Object.fromEntries(tables ?? []),
    chains: readingAll(stores, 'EmbeddedChain', newestBlock),
    outboxes: readingAll(stores, 'ChainOutbox', nextNonce),
  };
}

/** Returns the rows of these marks that a data directory no longer contains. */
export function compareMarks(marks: Marks, data: string): StateFinding[] {
  const stores = storesIn(data);
  const since = `recorded at ${marks.recorded}`;
  const tables = Object.entries(marks.tables).filter(([table]) => TABLES.has(table));
  const ofTables = reading(stores.database, (database) => {
    // A migration may recreate a table, which renumbers its rows.
    const migrated = newest(database, MIGRATIONS, 'name')?.row !== marks.tables[MIGRATIONS]?.row;
    // Blobs of erased events are deleted.
    const kept = tables.filter(([table]) => table !== 'blobs' || !hasErased(database, Date.parse(marks.recorded)));
    return kept.flatMap(([table, mark]) => lost(database, table, migrated ? undefined : TABLES.get(table), mark));
  });
  const blocks = Object.entries(marks.chains).flatMap(
    ([id, mark]) =>
      reading(stores.objectOf('EmbeddedChain', id), (chain) => lost(chain, 'blocks', BLOCK_HASH, mark)) ?? [
        'it is missing, but existed',
      ],
  );
  const nonces = readingAll(stores, 'ChainOutbox', nextNonce);
  return [
    ...(ofTables ?? (tables.length > 0 ? ['it is missing, but existed'] : [])).map((problem) => ({
      part: 'database' as const,
      problem: `${problem} ${since}`,
    })),
    ...blocks.map((problem) => ({ part: 'chain' as const, problem: `${problem} ${since}` })),
    ...Object.entries(marks.outboxes)
      .filter(([id, nonce]) => (nonces[id] ?? 0) < nonce)
      .map(([id, nonce]) => ({
        part: 'objects' as const,
        problem: `the next nonce of the outbox is ${nonces[id] ?? 0}, below ${nonce} ${since}`,
      })),
  ];
}

/** Returns the next nonce of an outbox; undefined before its first. */
export function nextNonce(outbox: DatabaseSync): number | undefined {
  if (!hasTable(outbox, 'fact')) return undefined;
  const fact = outbox.prepare("SELECT value FROM fact WHERE name = 'nonce'").get();
  return fact && Number(fact['value']);
}

const BLOCK_HASH = 'lower(hex(hash))';

/** Returns the newest block of an embedded chain. The row numbers are the block numbers. */
const newestBlock = (chain: DatabaseSync): Mark | undefined => newest(chain, 'blocks', BLOCK_HASH);

function newest(database: DatabaseSync, table: string, value: string): Mark | undefined {
  if (!hasTable(database, table)) return undefined;
  const query = `SELECT rowid AS row, ${value} AS value FROM ${table} ORDER BY rowid DESC LIMIT 1`;
  return database.prepare(query).get() as Mark | undefined;
}

/** Whether events were erased after a time, or so shortly before it that their blobs may have been deleted after it. */
function hasErased(database: DatabaseSync, since: number): boolean {
  if (!hasTable(database, 'erasures')) return false;
  const query =
    `SELECT 1 FROM erasures x CROSS JOIN events said ON said.number = x.erasure WHERE ` +
    `said.accepted_us >= ? LIMIT 1`;
  return database.prepare(query).get((since - DELETED_WITHIN_MS) * 1000) !== undefined;
}

/** Returns why a table no longer contains a mark, or an empty list. Without `value`, only row numbers are compared. */
function lost(database: DatabaseSync, table: string, value: string | undefined, mark: Mark): string[] {
  const last = newest(database, table, 'NULL')?.row ?? 0;
  if (last < mark.row) return [`${table} ends at row ${last}, before row ${mark.row}`];
  if (value === undefined) return [];
  const found = database.prepare(`SELECT ${value} AS value FROM ${table} WHERE rowid = ?`).get(mark.row);
  return found?.['value'] === mark.value ? [] : [`row ${mark.row} of ${table} differs from the one`];
}
