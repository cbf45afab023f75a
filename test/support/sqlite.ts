import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Bound } from './database-door.ts';

/** The limits of D1, which the runtime sets in its SQLite. */
const LIMITS = {
  length: 2_000_000,
  sqlLength: 100_000,
  column: 100,
  exprDepth: 100,
  compoundSelect: 5,
  vdbeOp: 25_000,
  functionArg: 32,
  attach: 0,
  likePatternLength: 50,
  variableNumber: 100,
  triggerDepth: 10,
};
/** Maximum number of prepared statements that are kept. */
const KEPT = 500;

type Value = string | number | null | Uint8Array;

/** A parameter as D1 takes it. */
function valueOf(param: unknown): Value {
  if (param instanceof ArrayBuffer) return new Uint8Array(param);
  if (typeof param === 'boolean') return Number(param);
  return (param ?? null) as Value;
}

/** A row as D1 returns it: BLOBs are lists of bytes. */
function rowOf(row: Record<string, unknown>): Record<string, unknown> {
  const shown = { ...row };
  for (const name in shown) {
    const value = shown[name];
    if (value instanceof Uint8Array) shown[name] = [...value];
  }
  return shown;
}

/**
 * A database in this process, in memory or in a file, that executes batches as D1 does: each is a transaction, with the
 * limits of D1 and errors that look like its errors. A batch takes a hundredth of the CPU time of one of the runtime's
 * D1. It does not say how many rows were read.
 */
export function openSqlite(file = ':memory:') {
  const database = new DatabaseSync(file, { limits: LIMITS });
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (prepared.size >= KEPT) prepared.clear();
    prepared.set(sql, statement);
    return statement;
  };
  const run = ({ sql, params }: Bound): Record<string, unknown>[] =>
    prepare(sql)
      .all(...params.map(valueOf))
      .map(rowOf);
  const size = (): number => {
    const [pages, bytes] = ['page_count', 'page_size'].map(
      (name) => run({ sql: `PRAGMA ${name}`, params: [] })[0]![name],
    );
    return Number(pages) * Number(bytes);
  };
  function transaction(statements: readonly Bound[]): D1Result[] {
    database.exec('BEGIN');
    try {
      const results = statements.map(run);
      database.exec('COMMIT');
      const meta = { rows_read: 0, rows_written: 0, duration: 0, size_after: size() };
      return results.map((rows) => ({ success: true, results: rows, meta }) as unknown as D1Result);
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw new Error(`D1_ERROR: ${(error as Error).message}`, { cause: error });
    }
  }
  return {
    /** Executes a batch, not before this process has done what it has begun, as if it were sent. */
    send: async (statements: readonly Bound[]): Promise<D1Result[]> => {
      await new Promise((resolve) => setImmediate(resolve));
      return transaction(statements);
    },
    close: (): void => database.close(),
  };
}
