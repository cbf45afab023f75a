/** D1 whose nth batch comes late: `meanwhile` happens before it, as it may where two requests are far apart. */
export function late(db: D1Database, n: number, meanwhile: () => Promise<unknown>): D1Database {
  let batches = 0;
  const door = {
    prepare: (query: string) => db.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      if (++batches === n) await meanwhile();
      return db.batch(statements);
    },
  };
  return door as unknown as D1Database;
}
