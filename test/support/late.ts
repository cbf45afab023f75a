import { Database } from '../../src/platform/database/database.ts';

/** A D1 database that calls `before` before its nth batch, to simulate a concurrent request. */
export function late(db: D1Database, n: number, before: () => Promise<unknown>): D1Database {
  let batches = 0;
  const door = {
    prepare: (query: string) => db.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      if (++batches === n) await before();
      return db.batch(statements);
    },
  };
  return door as unknown as D1Database;
}

/** A database for audited changes that are not acknowledged: the ledger writer accepts a database that is ahead. */
export const unacknowledged = (db: D1Database): Database =>
  new Database(db, 'primary', undefined, () => Promise.resolve());
