import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { readMigrations } from '../../apps/server/state/migrations.ts';
import { migrate } from '../../apps/worker/migration.ts';
import { sampled } from '../support/size.ts';

const ROOT = join(import.meta.dirname, '../..');
const { current, before } = readMigrations();

/** The number of current migrations that the last one before 0.2.0 records as applied. */
const SQUASHED = 2;

/** Released migrations: deployed databases have applied them. Add the hash of a new one here when it is released. */
const RELEASED: Record<string, string> = {
  '0000_tables.sql': '8176a7ba20122c63dfe5895b65f3f2e29b2c4cb818a6f91eef0adf2d71fe8f40',
  '0001_triggers.sql': 'bb7c748f9e1252cb7e58b6faf97513560087b14d99b470c663d199715fec5d2d',
  'before-0.2.0/0000_initial.sql': '4dbeb1fba9e1c8eeae21890ba9518c4dce532bfe2e23a8e80abc825ad7a5f7b4',
  'before-0.2.0/0001_guards.sql': 'a0072149b3a5bb0d5ce58c9e116aa9219efe70e778808df36f83f858c674179e',
  'before-0.2.0/0002_access.sql': '2fc5206ea33d021a4334960317b392850e5743013158c9d62dbcc67850390bf5',
  'before-0.2.0/0003_access_kept.sql': '5c7d570ffd506ab2dff36af22f667da4f30f13a4b313ce4a39ef7c0447e3d12b',
  'before-0.2.0/0004_blobs.sql': '9895cb6df4a9d0f3cb2eaa15e790ec3bfac1ddf6928a448466fb7a4787136473',
  'before-0.2.0/0005_blobs_kept.sql': '1b7c6429e607c803cd5e912266182f4ab4624f923e51d1062dd314061a289f06',
  'before-0.2.0/0006_anchoring.sql': '067097bee21332c432903c5832c4aa125809a2f541c358eb1fe09b01e276de99',
  'before-0.2.0/0007_anchoring_guard.sql': 'a425f94fcd0625ad61eac20d280b43e81cd4f918f610dc8cee875f78bff51e75',
  'before-0.2.0/0008_compliance.sql': 'b3babd749036daf8391d0eb589d630e3ca3f6f83da8efe2c3d63db8163c0b1dd',
  'before-0.2.0/0009_compliance_kept.sql': 'c39c29df75f87ed25a052df1b811f06642fc7b66d7dd52ab451d49c9887a9ec7',
  'before-0.2.0/0010_devices.sql': 'd9495381bf0fd80e2d58e8461d138544d890523bf0bfa98f9e08e17917a6ccee',
  'before-0.2.0/0011_people.sql': '3e5d02ff83522e3d84371fd80fef1ae3753bf4821abc9ba00a0b0df651bf6233',
  'before-0.2.0/0012_people_kept.sql': '72a84d87af88f3e0c094204aef41e117a60fae75885a2e9a5f0a1d51b8e969f3',
  'before-0.2.0/0013_tls_ca_certificates.sql': 'b24eeda75be073f513d3ab46329a2821fcd0cabfb8e68e2ff54d10f399c55af5',
  'before-0.2.0/0014_tls_ca_certificates_kept.sql': 'faf72e1b0e2f691bceea0f8264889fa1b5ca54f52be5f7154ee180c45bff652b',
  'before-0.2.0/0015_bounded_lists.sql': '9e52bc2eb9597af2e70946fadf53d958b9cd1fdc2a99b6882dda56ed781d1b9e',
  'before-0.2.0/0016_public_heads.sql': 'b1a30bb0d57b19481d4c847fe963328a08ae4927ffcad61e0c3027ea320cfea1',
  'before-0.2.0/0017_public_heads_kept.sql': 'd4b88ac89127752b082c4c1ff2dcd1c3b9c03932569cdcf9e2eb417518c46586',
  'before-0.2.0/0018_previous_secrets.sql': '2820673ae13922ec273e3d24ecfaba784f334944d67fd6ffe0f175df91e3125f',
  'before-0.2.0/0019_commits.sql': '1efb977cb03f186fb6bc732f42fc74e55828d1ad80e28f7f824156a0eb16ebde',
  'before-0.2.0/0020_commits_kept.sql': 'f14a1cb1b5db19265179ed1221cf6aae46510d839886481ba11bde09444252ba',
  'before-0.2.0/0021_declared_order.sql': 'aa4819d6bb530f9cded5f5e8728cd5dc82585cf5c59fcf02259dbf5a165be7ce',
  'before-0.2.0/0022_compact_rows.sql': 'f8cbdf1e99546b6aa66e0125e2cd2f97117c7f0be09e3e549bd1ec5685143822',
  'before-0.2.0/0023_compact_rows_kept.sql': '1f83668f98d1a3231b1dad336be6a1427c5e66322d7c5b887e64ac45f4956def',
  'before-0.2.0/0024_earlier_states.sql': 'ee3bcefec89d4b4f612229c0815ad1287ec5d2bfd76fab1563fd6c118ebbbfb7',
  'before-0.2.0/0025_earlier_states_kept.sql': 'bec3e5112efebc21e9c8a6ffc1108059a977f4eac82b0610709410f4228f6fb1',
  'before-0.2.0/0026_logs.sql': '427411b62a4e9979d6b63d79a1202304056e878563e43ab85704d5721015c2bd',
  'before-0.2.0/0027_logs_kept.sql': '0ea2d0904a7391e36c8e22115104b7c262f9a83a663e048c8de8d23e52f2a393',
  'before-0.2.0/0028_default_mechanism.sql': '7ad3d38d0c1817c5580ed4c9e58618dde1fe9de63dca7c039a23706c91b2797d',
  'before-0.2.0/0029_log_anchors.sql': 'fa2c8998fab60e09a472fd63f89dc2a43893eed5ac6d268b9f0cb69aa803003c',
  'before-0.2.0/0030_log_anchors_kept.sql': '4772a105a7371dd83bf26309f6db61d52fde0ba2888c4b0b5f6791c2ba11704a',
  'before-0.2.0/0031_log_readers.sql': '84ede3f887b1fc907430f368797b44167f8bea3459d66d2a36b2a7469fba05b8',
  'before-0.2.0/0032_erasures.sql': '874ff0c06c04fe94485e200b86e7be1fcaf2a73ef4d60aed9dbdd122f3bff01e',
  'before-0.2.0/0033_erasures_kept.sql': '19c523926adb02619d76049495ea36d5a19b7dcc0c30986906210af0e5456c62',
  'before-0.2.0/0034_asset_search.sql': '82bdb63b2f766036b1bfac0ca60854646f12448735c2e4f89b8e347cc6aff9b3',
  'before-0.2.0/0035_file_search.sql': '5987c1acfac631deacf7be1158fd9f263f321d9727854a8dc9ec026703cd992b',
  'before-0.2.0/0036_webhooks.sql': 'a2fcddc4af99abb82082cf2d051924d9ff92a78eab2b850b721325d54775839d',
  'before-0.2.0/0037_exports.sql': 'dbc7526ce03432875d47d8603a4dba83de0e5b3c400810339367eee394858267',
  'before-0.2.0/0038_asset_postings.sql': 'da287582af6cba598da78b1f4f09d1fec72ac1f01903807f4f19b95674179ff8',
  'before-0.2.0/0039_sessions.sql': '16443456a10bacba52d8d72125a442203d125092077cf868784a3495c8f84222',
  'before-0.2.0/0040_tenancy_states.sql': '9d0915264bd402234c4e0a08185598babc20666160f1b338a5af99187a4f2277',
  'before-0.2.0/0041_ledger_bytes.sql': '95bc6695a15ea75160e4168abc10f80a76abfc384eb4d8b96a579b8137e27e89',
  'before-0.2.0/0042_squashed.sql': '911b1187b05ecc5866d608f3e5709e960a8fa8ffb103fffac63bd25e5dea3e78',
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
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'd1_migrations' AND tbl_name <> 'd1_migrations'",
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

/** The rows of a new database, with its random values and times replaced. */
const rowsOf = ({ sqlite }: Opened): unknown[] =>
  sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('d1_migrations', 'sqlite_sequence') ORDER BY name",
    )
    .all()
    .flatMap(({ name }) => sqlite.prepare(`SELECT '${String(name)}' AS found, * FROM ${String(name)} ORDER BY 2`).all())
    .map((row) => JSON.stringify(row).replaceAll(/"[0-9a-f]{16,32}"|\b\d{16}\b/g, '?'));

test('the migrations since 0.2.0 create what the migrations before it did: tables, indexes, views, triggers and rows', async () => {
  const squashed = openDatabase();
  expect(await migrate(squashed, { current: current.slice(0, 2), before })).toEqual([
    '0000_tables.sql',
    '0001_triggers.sql',
  ]);
  const former = openDatabase();
  await migrate(former, { current: before.slice(0, 1), before: [] });
  await migrate(former, { current: [], before });
  expect(schemaOf(squashed)).toEqual(schemaOf(former));
  expect(schemaOf(squashed).length).toBeGreaterThan(200);
  expect(rowsOf(squashed)).toEqual(rowsOf(former));
  expect(rowsOf(squashed).length).toBeGreaterThan(5);
});

let ofFresh: unknown;
/** The schema of a new database. */
async function freshSchema(): Promise<unknown> {
  if (ofFresh === undefined) {
    const fresh = openDatabase();
    await migrate(fresh, { current, before });
    ofFresh = schemaOf(fresh);
  }
  return ofFresh;
}

const ENDS = before.map(({ name }, i) => [name, i + 1] as const);

test.each(sampled(ENDS, 3))(
  'a database whose last migration is %s gets the missing ones, and those since 0.2.0 are not applied to it twice',
  async (_, count) => {
    const database = openDatabase();
    await migrate(database, { current: before.slice(0, count), before: [] });
    const applied = await migrate(database, { current, before });
    expect(applied).toEqual([...before.slice(count), ...current.slice(2)].map(({ name }) => name));
    expect(schemaOf(database)).toEqual(await freshSchema());
    expect(await migrate(database, { current, before })).toEqual([]);
    const names = database.sqlite
      .prepare('SELECT name FROM d1_migrations')
      .all()
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(current.map(({ name }) => name)));
  },
);

test('a migration that fails leaves the database as it was, and is applied by the next start', async () => {
  const database = openDatabase();
  await migrate(database, { current: before.slice(0, 41), before: [] });
  const state = schemaOf(database);
  const damaged = [
    ...before.slice(0, 41),
    { name: before[41]!.name, statements: [...before[41]!.statements, 'no SQL'] },
  ];
  await expect(migrate(database, { current, before: damaged })).rejects.toThrow(before[41]!.name);
  expect(schemaOf(database)).toEqual(state);
  const applied = [...before.slice(41), ...current.slice(SQUASHED)].map(({ name }) => name);
  expect(await migrate(database, { current, before })).toEqual(applied);
});

test('released migrations never change, and new ones come after them', () => {
  const files = ['', 'before-0.2.0/'].flatMap((directory) =>
    readdirSync(join(ROOT, 'migrations', directory))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => directory + name),
  );
  const hashes = files.map((name): [string, string] => [
    name,
    createHash('sha256')
      .update(readFileSync(join(ROOT, 'migrations', name)))
      .digest('hex'),
  ]);
  expect(Object.fromEntries(hashes.filter(([name]) => Object.hasOwn(RELEASED, name)))).toEqual(RELEASED);
  const last = Object.keys(RELEASED)
    .filter((name) => !name.includes('/'))
    .toSorted()
    .at(-1)!;
  for (const name of files.filter((one) => !Object.hasOwn(RELEASED, one)))
    expect(name > last && !name.includes('/'), name).toBe(true);
});

test('the tag of Durable Objects is the last one before 0.2.0, and has each class that is bound', () => {
  const config = parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) as {
    migrations: { tag: string; new_sqlite_classes: string[] }[];
    durable_objects: { bindings: { class_name: string }[] };
  };
  // Wrangler applies the tags behind the one of the deployed Worker: none to a Worker that is at v8.
  expect(config.migrations[0]!.tag).toBe('v8');
  const classes = config.migrations.flatMap((migration) => migration.new_sqlite_classes);
  expect(classes.toSorted()).toEqual(config.durable_objects.bindings.map(({ class_name: name }) => name).toSorted());
});
