/** A migration: its file name and its statements, in order. */
export type Migration = { name: string; statements: string[] };

/** `current`: since 0.2.0. `before`: of the versions before. */
export type Migrations = { current: Migration[]; before: Migration[] };

/** The methods of a D1 database that migrations use; the binding in the Worker and Miniflare's in Node have them. */
export interface Database {
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
 * Applies the missing migrations, each in one transaction. Resolves to their names. A database of a version before 0.2.0 gets
 * the migrations of those versions first; the last of them records `current` up to 0.2.0 as applied.
 */
export async function migrate(db: Database, { current, before }: Migrations): Promise<string[]> {
  await db.prepare(APPLIED).run();
  const applied = await namesOf(db);
  const isBefore = before.some(({ name }) => applied.has(name));
  const first = isBefore ? await applyMissing(db, before, applied) : [];
  return [...first, ...(await applyMissing(db, current, await namesOf(db)))];
}

async function namesOf(db: Database): Promise<Set<string>> {
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  return new Set(results.map(({ name }) => name));
}

async function applyMissing(db: Database, migrations: Migration[], applied: Set<string>): Promise<string[]> {
  const due = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, statements } of due) {
    const record = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
    await db.batch([...statements.map((statement) => db.prepare(statement)), record]).catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : 'unknown error'}`, { cause: error });
    });
  }
  return due.map(({ name }) => name);
}
