import { DurableObject } from 'cloudflare:workers';
import { isReadOnly } from '../read-only.ts';
import { assertQueries, assertRows } from './limits.ts';
import type { CellOutcome, CellQuery, CellRows, CellValue } from './wire.ts';

/**
 * One SQLite database in a Durable Object, with the documented limits of D1 for statements (docs/storage.md). Calls are
 * RPC, which takes less than half of the time of a request to the D1 of the local runtime (docs/performance.md).
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
      const runAll = (): CellRows[] => queries.map((query) => run(storage.sql, query));
      // Nothing runs between statements of one call. A transaction would be committed, and the response would wait.
      const results = queries.every(([text]) => isReadOnly(text)) ? runAll() : storage.transactionSync(runAll);
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
