import { DurableObject } from 'cloudflare:workers';
import { assertQueries, assertRows, assertSize } from './limits.ts';
import type { CellOutcome, CellQuery, CellRows, CellValue } from './wire.ts';

/**
 * One SQLite database of at most 10 GB in a Durable Object, with the documented limits of D1. A call by RPC costs less
 * than half of the time of a request to the D1 of the local runtime (docs/performance.md).
 */
export class Cell extends DurableObject {
  /**
   * Runs the statements as one transaction and returns their rows in order. An error of a statement rolls it back and
   * is returned, because one that is thrown would be logged as an error of the object. Throws only if the storage
   * fails.
   */
  transaction(queries: readonly CellQuery[]): CellOutcome {
    const { storage } = this.ctx;
    try {
      assertQueries(queries);
      const before = storage.sql.databaseSize;
      const results = storage.transactionSync(() => {
        const rows = queries.map((query) => run(storage.sql, query));
        assertSize(before, storage.sql.databaseSize);
        return rows;
      });
      return { results, size: storage.sql.databaseSize };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }
}

function run(sql: SqlStorage, [text, ...params]: CellQuery): CellRows {
  const started = performance.now();
  const cursor = sql.exec(text, ...params);
  const rows = Array.from(cursor.raw<CellValue[]>());
  const duration = performance.now() - started;
  const { columnNames: columns, rowsRead, rowsWritten } = cursor;
  const result = { columns, rows, rowsRead, rowsWritten, duration };
  assertRows(result);
  return result;
}
