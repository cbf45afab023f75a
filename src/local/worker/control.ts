import type { Migration } from './migration.ts';

/** Bindings that the control entry point uses. */
export interface ControlEnv {
  DB: D1Database;
}

/** The table in which wrangler records what it has applied, so that both ways of running share one database. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/**
 * The launcher's requests to the Worker. `POST /migrate` takes a list of migrations and applies those that the
 * database lacks, each in one transaction; `POST /scheduled?cron=` runs a Cron Trigger and responds after it.
 */
export async function control(
  request: Request,
  env: ControlEnv,
  scheduled: (cron: string) => Promise<unknown>,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  try {
    if (pathname === '/migrate') return Response.json(await migrate(env.DB, await request.json()));
    if (pathname === '/scheduled') {
      await scheduled(searchParams.get('cron') ?? '');
      return new Response(null, { status: 204 });
    }
    return new Response('no such control operation', { status: 404 });
  } catch (error) {
    return new Response(error instanceof Error ? error.message : 'unknown error', { status: 500 });
  }
}

/** Gives the names of the migrations that it has applied. */
async function migrate(db: D1Database, migrations: Migration[]): Promise<string[]> {
  await db.prepare(APPLIED).run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>();
  const known = new Set(results.map(({ name }) => name));
  const due = migrations.filter(({ name }) => !known.has(name));
  for (const { name, statements } of due) {
    const record = db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name);
    await db.batch([...statements.map((statement) => db.prepare(statement)), record]).catch((error: unknown) => {
      throw new Error(`${name}: ${error instanceof Error ? error.message : 'unknown error'}`, { cause: error });
    });
  }
  return due.map(({ name }) => name);
}
