/**
 * Copies all rows of a D1 database. The returned function restores them, bypassing the triggers. Durable Objects keep
 * their state, as after a restore of the database to this moment.
 */
export async function copyOfDatabase(db: D1Database): Promise<() => Promise<void>> {
  const { results: tables } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'",
    )
    .all<{ name: string }>();
  const copies = await db.batch<Record<string, unknown>>(tables.map(({ name }) => db.prepare(`SELECT * FROM ${name}`)));
  return async () => {
    const { results: triggers } = await db
      .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      .all<{ name: string; sql: string }>();
    const inserts = tables.flatMap(({ name }, i) =>
      copies[i]!.results.map((row) => {
        const columns = Object.keys(row);
        return db
          .prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
          .bind(...Object.values(row));
      }),
    );
    await db.batch([
      ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
      ...tables.map(({ name }) => db.prepare(`DELETE FROM ${name}`)),
      ...inserts,
      ...triggers.map(({ sql }) => db.prepare(sql)),
    ]);
  };
}
