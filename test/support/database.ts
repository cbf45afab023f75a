import { vi } from 'vitest';
import { PUBLIC_SCOPE } from '../../src/lib/identifiers.ts';
import type { Service } from './service.ts';
import { PATIENCE } from './patience.ts';

/** The number of copies of databases, which name their tables. */
let copies = 0;

/**
 * Copies all rows of a D1 database into tables of the same database. The returned function restores them, bypassing the
 * triggers. Durable Objects keep their state, as after a restore of the database to this moment.
 */
export async function copyOfDatabase(db: D1Database): Promise<() => Promise<void>> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name " +
        "NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'copy\\_%' ESCAPE '\\' AND name <> 'd1_migrations'",
    )
    .all<{ name: string }>();
  const number = ++copies;
  const tables = results.map(({ name }) => ({ name, copy: `copy_${number}_${name}` }));
  await db.batch(tables.map(({ name, copy }) => db.prepare(`CREATE TABLE ${copy} AS SELECT * FROM ${name}`)));
  return async () => {
    const { results: triggers } = await db
      .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      .all<{ name: string; sql: string }>();
    await db.batch([
      ...triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)),
      ...tables.map(({ name }) => db.prepare(`DELETE FROM ${name}`)),
      ...tables.map(({ name, copy }) => db.prepare(`INSERT INTO ${name} SELECT * FROM ${copy}`)),
      ...triggers.map(({ sql }) => db.prepare(sql)),
    ]);
  };
}

/** Waits until the logs have all events: then they append nothing, and the database changes no more on its own. */
export async function logsComplete({ db }: Pick<Service, 'db'>): Promise<void> {
  const missing = `SELECT count(*) AS n FROM events e WHERE EXISTS (
    SELECT 1 FROM (SELECT t.id AS scope FROM tenants t WHERE t.number = e.tenant UNION ALL SELECT '${PUBLIC_SCOPE}'
    WHERE e.public = 1) s
    WHERE NOT EXISTS (SELECT 1 FROM logs l JOIN log_leaves f ON f.log = l.number WHERE l.scope = s.scope
    AND l.ended = 0 AND f.event = e.number))`;
  const isComplete = async () => (await db.prepare(missing).first<{ n: number }>())!.n === 0;
  await vi.waitUntil(isComplete, { timeout: PATIENCE, interval: 100 });
}
