import type { DatabaseSync } from 'node:sqlite';
import { hasTable, reading, readingAll, storesIn } from './stores.ts';

/** The newest row of a table that only grows: its number, and what identifies it. */
export type Mark = { row: number; value: string };

/** High-water marks of a state: what each later state of it still holds. */
export type Marks = {
  /** When (RFC 3339). */
  recorded: string;
  /** By the names of D1's tables. */
  tables: Record<string, Mark>;
  /** The newest block, by the ids of the embedded chains. */
  chains: Record<string, Mark>;
  /** The next nonce, by the ids of the outboxes. */
  outboxes: Record<string, number>;
};

/** A store of a state that is older than another, or than the state once was. */
export type Finding = { part: 'database' | 'objects' | 'chain' | 'blobs'; problem: string };

/** Up to where the stores of a state have been accepted as they are: only what came later is compared. */
export type Baseline = {
  /** Milliseconds since the epoch. */
  at: number;
  /** The last row of tables of D1, the last block of embedded chains, the nonces that chains are ahead of outboxes. */
  tables: Record<string, number>;
  chains: Record<string, number>;
  ahead: Record<string, number>;
  /** The acknowledged events that the database lacks: the sequence numbers by the ids of the ledgers. */
  ledgers: Record<string, number>;
};

const MIGRATIONS = 'd1_migrations';

/** Tables of D1 whose rows are never removed, with a column that identifies a row. */
const TABLES = new Map([
  ['events', 'hash'],
  ['audit_log', 'id'],
  ['chain_transactions', 'hash'],
  ['blobs', 'id'],
  [MIGRATIONS, 'name'],
]);

/** The marks of the stores in a data directory, which may be in use. Throws when a store is busy or cannot be read. */
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

/** What a data directory no longer holds of the state that had these marks. */
export function compareMarks(marks: Marks, data: string): Finding[] {
  const stores = storesIn(data);
  const since = `recorded at ${marks.recorded}`;
  const tables = Object.entries(marks.tables).filter(([table]) => TABLES.has(table));
  const ofTables = reading(stores.database, (database) => {
    // A migration may make a table anew, with other numbers for its rows.
    const migrated = newest(database, MIGRATIONS, 'name')?.row !== marks.tables[MIGRATIONS]?.row;
    return tables.flatMap(([table, mark]) => lost(database, table, migrated ? undefined : TABLES.get(table), mark));
  });
  const blocks = Object.entries(marks.chains).flatMap(
    ([id, mark]) =>
      reading(stores.objectOf('EmbeddedChain', id), (chain) => lost(chain, 'blocks', BLOCK_HASH, mark)) ?? [
        'it is missing, but was there',
      ],
  );
  const nonces = readingAll(stores, 'ChainOutbox', nextNonce);
  return [
    ...(ofTables ?? (tables.length > 0 ? ['it is missing, but was there'] : [])).map((problem) => ({
      part: 'database' as const,
      problem: `${problem} ${since}`,
    })),
    ...blocks.map((problem) => ({ part: 'chain' as const, problem: `${problem} ${since}` })),
    ...Object.entries(marks.outboxes)
      .filter(([id, nonce]) => (nonces[id] ?? 0) < nonce)
      .map(([id, nonce]) => ({
        part: 'objects' as const,
        problem: `the outbox's next nonce is ${nonces[id] ?? 0}, below ${nonce} ${since}`,
      })),
  ];
}

/** The nonce that an outbox uses next; undefined before its first. */
export function nextNonce(outbox: DatabaseSync): number | undefined {
  if (!hasTable(outbox, 'fact')) return undefined;
  const fact = outbox.prepare("SELECT value FROM fact WHERE name = 'nonce'").get();
  return fact && Number(fact['value']);
}

const BLOCK_HASH = 'lower(hex(hash))';

/** The newest block of an embedded chain; the numbers of its rows are those of the blocks. */
const newestBlock = (chain: DatabaseSync): Mark | undefined => newest(chain, 'blocks', BLOCK_HASH);

function newest(database: DatabaseSync, table: string, value: string): Mark | undefined {
  if (!hasTable(database, table)) return undefined;
  const query = `SELECT rowid AS row, ${value} AS value FROM ${table} ORDER BY rowid DESC LIMIT 1`;
  return database.prepare(query).get() as Mark | undefined;
}

/** Why a table is no later state of the one that had the mark; empty when it is. Without `value`, only counts are compared. */
function lost(database: DatabaseSync, table: string, value: string | undefined, mark: Mark): string[] {
  const last = newest(database, table, 'NULL')?.row ?? 0;
  if (last < mark.row) return [`${table} ends at row ${last}, before row ${mark.row}`];
  if (value === undefined) return [];
  const found = database.prepare(`SELECT ${value} AS value FROM ${table} WHERE rowid = ?`).get(mark.row);
  return found?.['value'] === mark.value ? [] : [`row ${mark.row} of ${table} is not the one`];
}
