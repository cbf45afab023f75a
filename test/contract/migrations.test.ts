import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { readMigrations } from '../../apps/server/state/migrations.ts';
import { migrate } from '../../apps/worker/migration.ts';

const ROOT = join(import.meta.dirname, '../..');
const migrations = readMigrations();
/** Those of 0.2.0, the first release. */
const [OF_020, LATER] = [migrations.slice(0, 2), migrations.slice(2)];
const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

/** Released migrations: deployed databases have applied them. Add the hash of a new one here when it is released. */
const RELEASED: Record<string, string> = {
  '0000_tables.sql': '8176a7ba20122c63dfe5895b65f3f2e29b2c4cb818a6f91eef0adf2d71fe8f40',
  '0001_triggers.sql': 'bb7c748f9e1252cb7e58b6faf97513560087b14d99b470c663d199715fec5d2d',
};

/** An SQLite database with the methods of D1 that migrations use. */
function openDatabase() {
  const sqlite = new DatabaseSync(':memory:');
  const prepare = (sql: string, values: SQLInputValue[] = []) => ({
    bind: (...bound: unknown[]) => prepare(sql, bound as SQLInputValue[]),
    run: async () => sqlite.prepare(sql).run(...values),
    all: async <T>() => ({ results: sqlite.prepare(sql).all(...values) as T[] }),
    exec: () => (values.length > 0 ? void sqlite.prepare(sql).run(...values) : sqlite.exec(sql)),
  });
  const batch = async (statements: unknown[]): Promise<void> => {
    sqlite.exec('BEGIN');
    try {
      for (const statement of statements as ReturnType<typeof prepare>[]) statement.exec();
      sqlite.exec('COMMIT');
    } catch (error) {
      sqlite.exec('ROLLBACK');
      throw error;
    }
  };
  return { sqlite, prepare, batch };
}
type Opened = ReturnType<typeof openDatabase>;

/** Tables with their columns, indexes, views and triggers, whatever the quotes and spaces. */
const schemaOf = ({ sqlite }: Opened): string[] =>
  sqlite
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'd1_migrations'
      AND tbl_name <> 'd1_migrations'`,
    )
    .all()
    .map(({ type, name, tbl_name: table, sql }) => {
      const text = String(sql)
        .replaceAll(/[`"]/g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([(),]) ?/g, '$1');
      return `${String(type)} ${String(name)} on ${String(table)}: ${text}`;
    })
    .toSorted();

/** A database as 0.2.0 has left it, and the names of the migrations that were applied to it. */
async function of020(): Promise<Opened> {
  const database = openDatabase();
  expect(await migrate(database, OF_020)).toEqual(['0000_tables.sql', '0001_triggers.sql']);
  return database;
}

/** The schema of a new database. */
async function freshSchema(): Promise<string[]> {
  const fresh = openDatabase();
  await migrate(fresh, migrations);
  return schemaOf(fresh);
}

test('a database of 0.2.0 gets the later migrations once, also if 0.2.0 has upgraded it', async () => {
  const schema = await freshSchema();
  expect(schema.length).toBeGreaterThan(200);
  for (const earlier of [[], ['0000_initial.sql', '0042_squashed.sql']]) {
    const database = await of020();
    for (const name of earlier) database.sqlite.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name);
    expect(await migrate(database, migrations)).toEqual(namesOf(LATER));
    expect(schemaOf(database)).toEqual(schema);
    expect(await migrate(database, migrations)).toEqual([]);
  }
});

test('refuses a database of a version before 0.2.0 and names the version to start', async () => {
  const database = openDatabase();
  await migrate(database, [{ name: '0000_initial.sql', statements: ['CREATE TABLE tenants (id TEXT)'] }]);
  const schema = schemaOf(database);
  await expect(migrate(database, migrations)).rejects.toThrow(/before 0\.2\.0: start version 0\.2\.0 first/);
  expect(schemaOf(database)).toEqual(schema);
});

test.each([
  ['words that are not indexed', "UPDATE backfills SET through = 7 WHERE name = 'asset_postings'"],
  ['files of which nothing is known', "UPDATE backfills SET through = NULL WHERE name = 'event_files'"],
  ['bytes that were never counted', 'UPDATE database_state SET uncounted = NULL'],
  ['rows of the index before 0.2.0', "INSERT INTO asset_terms (tenant, term, asset) VALUES (1, 'pump', 1)"],
  [
    'a tenancy without a key',
    `INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, first_application, created_us)
    VALUES ('a', '', '', '', '', 1)`,
  ],
])('refuses a database in which 0.2.0 has left %s, until that version has finished', async (_, unfinished) => {
  const database = await of020();
  const finished = await of020();
  const rows = ({ sqlite }: Opened) => sqlite.prepare('SELECT name, after, through FROM backfills').all();
  database.sqlite.exec(unfinished);
  const before = rows(database);
  await expect(migrate(database, migrations)).rejects.toThrow(
    /^0005_without_backfills\.sql: .*0\.2\.0 has not finished its upgrade of this database: start version 0\.2\.0/,
  );
  expect(rows(database)).toEqual(before);
  expect(await migrate(finished, migrations)).toEqual(namesOf(LATER));
});

test('a migration that fails leaves the database as it was, and is applied by the next start', async () => {
  const database = await of020();
  const schema = schemaOf(database);
  const [first, ...others] = LATER;
  const damaged = [...OF_020, { name: first!.name, statements: [...first!.statements, 'no SQL'] }, ...others];
  await expect(migrate(database, damaged)).rejects.toThrow(first!.name);
  expect(schemaOf(database)).toEqual(schema);
  expect(await migrate(database, migrations)).toEqual(namesOf(LATER));
});

test('a database with maps of logs gets the columns of their generations', async () => {
  const database = await of020();
  const before = LATER.filter(({ name }) => name < '0014');
  await migrate(database, [...OF_020, ...before]);
  database.sqlite.exec(`INSERT INTO log_maps (log, size, salt) VALUES (1, 7, x'01');
    INSERT INTO log_map_pages (log, start, bits, hash, assets) VALUES (1, 0, 0, x'02', x'03')`);
  expect(await migrate(database, migrations)).toEqual(namesOf(LATER.slice(before.length)));
  const [map] = database.sqlite.prepare('SELECT size, covered, hex(covered_nodes) AS nodes FROM log_maps').all();
  expect(map).toMatchObject({ size: 7, covered: 0, nodes: '0'.repeat(64) });
  const [page] = database.sqlite.prepare('SELECT changed, old_bits, old_hash FROM log_map_pages').all();
  expect(page).toMatchObject({ changed: 0, old_bits: null, old_hash: null });
  expect(schemaOf(database)).toEqual(await freshSchema());
});

test('released migrations never change, and new ones come after them', () => {
  const files = readdirSync(join(ROOT, 'migrations')).filter((name) => name.endsWith('.sql'));
  const hashes = files.map((name): [string, string] => [
    name,
    createHash('sha256')
      .update(readFileSync(join(ROOT, 'migrations', name)))
      .digest('hex'),
  ]);
  expect(Object.fromEntries(hashes.filter(([name]) => Object.hasOwn(RELEASED, name)))).toEqual(RELEASED);
  const last = Object.keys(RELEASED).toSorted().at(-1)!;
  for (const name of files.filter((one) => !Object.hasOwn(RELEASED, one))) expect(name > last, name).toBe(true);
});

test('the tag of Durable Objects is that of 0.2.0, and has each class that is bound', () => {
  const config = parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) as {
    migrations: { tag: string; new_sqlite_classes: string[] }[];
    durable_objects: { bindings: { class_name: string }[] };
  };
  // Wrangler applies the tags behind the one of the deployed Worker: none to a Worker that is at v8.
  expect(config.migrations[0]!.tag).toBe('v8');
  const classes = config.migrations.flatMap((migration) => migration.new_sqlite_classes);
  expect(classes.toSorted()).toEqual(config.durable_objects.bindings.map(({ class_name: name }) => name).toSorted());
});
