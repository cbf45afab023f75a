/** A migration: its file name and its statements, in order. */
export type Migration = { name: string; statements: string[] };

/** The methods of a D1 database that migrations use; the binding in the Worker and Miniflare's in Node have them. */
export interface MigratedDatabase {
  prepare(sql: string): Statement;
  batch(statements: Statement[]): Promise<unknown>;
}

interface Statement {
  bind(...values: unknown[]): Statement;
  run(): Promise<unknown>;
  all<T>(): Promise<{ results: T[] }>;
}

/** The table in which wrangler records applied migrations, so that it can use the same database. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/**
 * Applies the missing migrations, each in one transaction. Resolves to their names. Throws for a database older than
 * 0.2.0.
 */
export async function migrate(db: MigratedDatabase, migrations: readonly Migration[]): Promise<string[]> {
  await db.prepare(APPLIED).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  if (applied.size > 0 && !applied.has(migrations[0]!.name))
    throw new Error(
      'the database is of a version before 0.2.0: start version 0.2.0 first, which upgrades it, then this version',
    );
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, statements } of missing) {
    const record = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
    await db.batch([...statements.map((statement) => db.prepare(statement)), record]).catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : 'unknown error'}`, { cause: error });
    });
  }
  return missing.map(({ name }) => name);
}
