import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../tools/free-port.ts';
import { readMigrations } from '../../apps/server/state/migrations.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { moveEarlierDatabase } from '../../apps/server/state/earlier-database.ts';
import { listFiles } from '../../apps/server/state/files.ts';
import { reading, storesIn } from '../../apps/server/state/stores.ts';
import { auditComplete, type Rows } from '../transparency/support/audit.ts';
import { append, call, create, download, provenBy, type Access } from './support/evidence.ts';
import { command, endAll, launch, type Launched } from './support/service.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'upgrade-'));
const state = join(temporary, 'state');
const stores = storesIn(statePaths(state).data);
/** Reads the database of the state. */
const read: Rows = async (sql) => reading(stores.database, (database) => database.prepare(sql).all()) ?? [];

type Row = { asset: string; seq: number; id: string; hash: string; mechanism: string; erased: number };
/** The events as 0.2.0 stored them, without what confirmation changes. */
const events = async (): Promise<Row[]> =>
  (await read(`SELECT a.id AS asset, e.seq, e.id, lower(hex(e.hash)) AS hash, e.proof_mechanism AS mechanism,
  e.operation,
      e.event_attributes, e.asset_attributes, e.accepted_us, EXISTS (SELECT 1 FROM erasures x
      WHERE x.event = e.number) AS erased
    FROM events e JOIN assets a ON a.number = e.asset ORDER BY e.number`)) as unknown as Row[];
const identityOf = ({ asset, id }: Row): string => `assets/${asset}/events/${id}`;

let before: Row[];
let service: Launched;
let access: Access;
const start = async (): Promise<void> => {
  service = await launch(state);
  access = { base: service.base, token: await service.token() };
};

beforeAll(async () => {
  mkdirSync(state);
  // A state of 0.2.0 (upgrade/README.md).
  execFileSync('tar', ['-xzf', join(import.meta.dirname, 'upgrade/state-0.2.0.tar.gz'), '-C', state]);
  before = await events();
  await start();
});
afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

it('a state of 0.2.0 keeps every event, and gets only the migrations since', async () => {
  expect(before).toHaveLength(23);
  expect((await events()).slice(0, before.length)).toEqual(before);
  const names = (await read('SELECT name FROM d1_migrations ORDER BY id')).map(({ name }) => name);
  expect(names).toEqual(readMigrations().map(({ name }) => name));
});

it('the database moves to its new file, and the earlier one is removed', () => {
  const { cell, database } = storesIn(statePaths(state).data);
  expect(database).toBe(cell);
  const files = readdirSync(join(statePaths(state).data, 'v3'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /(?:^|\/)\.?(?:d1|upgrade)$/.test(file))).toEqual([]);
});

it('reads the assets, events, locations and files of the state, and finds its assets by their words', async () => {
  const assets = await call<{ assets: { identity: string }[] }>(access, 'GET', '/v2/assets');
  expect(assets.assets.map(({ identity }) => identity).toSorted()).toEqual(
    [...new Set(before.map(({ asset }) => `assets/${asset}`))].toSorted(),
  );
  const found = await call<{ assets: object[] }>(access, 'GET', '/v2/assets:search?q=pump&tracked=ANY');
  expect(found.assets).toHaveLength(4);
  for (const row of before)
    expect(await call(access, 'GET', `/v2/${identityOf(row)}`)).toMatchObject({ identity: identityOf(row) });
  const { locations } = await call<{ locations: { display_name: string }[] }>(access, 'GET', '/v2/locations');
  expect(locations.map(({ display_name }) => display_name)).toEqual(['Harbour']);
  const [blob] = (await read('SELECT id, sha256, size FROM blobs')) as [{ id: string; sha256: string; size: number }];
  expect(await download(access, { identity: `blobs/${blob.id}`, sha256: blob.sha256, size: blob.size })).toBe(
    blob.sha256,
  );
});

it('proves the events of the state, those that were pending as well', async () => {
  for (const row of before.filter(({ mechanism, erased }) => mechanism !== 'MERKLE_LOG' && erased === 0)) {
    // The window of an erased event has no proof of all its events any more.
    if (!before.some((other) => other.asset === row.asset && other.erased !== 0))
      await provenBy(access, identityOf(row));
  }
  for (const row of before)
    await expect
      .poll(() => call(access, 'GET', `/v2/${identityOf(row)}`))
      .toMatchObject({ confirmation_status: 'CONFIRMED' });
  await expect.poll(async () => [...(await auditComplete(read)).values()].every(({ size }) => size > 0)).toBe(true);
});

it('continues the ledgers of the state and passes fsck, also after another start', async () => {
  for (const asset of new Set(before.map((row) => row.asset))) await append(access, `assets/${asset}`);
  await provenBy(access, (await append(access, await create(access))).identity);
  const after = await events();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toHaveLength(before.length + 6);
  expect(await command('fsck', ['--state', state])).toMatchObject({ code: 0 });
  await service.stop();
  await start();
  await append(access, `assets/${before[0]!.asset}`);
  expect(await command('fsck', ['--state', state])).toMatchObject({ code: 0 });
  await service.stop();
});

it.each([
  [
    'that 0.2.0 has not finished upgrading',
    "UPDATE backfills SET through = 9 WHERE name = 'ledger_bytes'",
    /start version 0\.2\.0/,
  ],
  [
    'of a version before 0.2.0',
    "DELETE FROM d1_migrations WHERE name <> '0001_triggers.sql'",
    /start version 0\.2\.0 first/,
  ],
])('npm start refuses a state %s, and changes none of its events', async (_, change, message) => {
  const refused = join(temporary, randomUUID());
  mkdirSync(refused);
  execFileSync('tar', ['-xzf', join(import.meta.dirname, 'upgrade/state-0.2.0.tar.gz'), '-C', refused]);
  const file = storesIn(statePaths(refused).data).database;
  const database = new DatabaseSync(file);
  database.exec(change);
  database.close();
  const { code, stderr } = await command('start', ['--state', refused, '--port', String(await freePort())]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  const counted = reading(file, (opened) => opened.prepare('SELECT count(*) AS n FROM events').get()!['n']);
  expect(counted).toBe(before.length);
  expect(storesIn(statePaths(refused).data).database).toBe(file);
});

describe('the copy of the database at the first start', () => {
  /** An unpacked state of 0.2.0. */
  function unpacked(): ReturnType<typeof statePaths> {
    const paths = statePaths(join(temporary, randomUUID()));
    mkdirSync(paths.dir);
    execFileSync('tar', ['-xzf', join(import.meta.dirname, 'upgrade/state-0.2.0.tar.gz'), '-C', paths.dir]);
    return paths;
  }
  const count = ({ data }: ReturnType<typeof statePaths>): unknown =>
    reading(storesIn(data).database, (opened) => opened.prepare('SELECT count(*) AS n FROM events').get()!['n']);

  it('is refused with the missing space if the disk has no room, and leaves the state as it was', async () => {
    const paths = unpacked();
    const files = listFiles(paths.dir);
    await expect(moveEarlierDatabase(paths, async () => 100)).rejects.toThrow(
      /^the upgrade of .* copies the database, and the disk has no room for the copy: free \d+ MiB$/,
    );
    expect(listFiles(paths.dir)).toEqual(files);
  });

  /** What an upgrade leaves that is killed before it removes the earlier file. */
  function interrupted(): ReturnType<typeof statePaths> {
    const paths = unpacked();
    const { cell } = storesIn(paths.data);
    const unfinished = join(paths.data, 'v3/.upgrade/copy.sqlite');
    for (const file of [cell, `${cell}-wal`, unfinished, `${unfinished}-wal`]) {
      mkdirSync(dirname(file), { recursive: true });
      cpSync(paths.secrets, file);
    }
    return paths;
  }

  it('begins again if it was interrupted before the earlier file was removed', async () => {
    const paths = interrupted();
    const { cell, earlierDatabase } = storesIn(paths.data);
    expect(await moveEarlierDatabase(paths)).toBe(true);
    expect([storesIn(paths.data).database, existsSync(earlierDatabase), count(paths)]).toEqual([cell, false, 23]);
    expect(await moveEarlierDatabase(paths)).toBe(false);
  });

  it('is done by the next start if it was interrupted', async () => {
    const paths = interrupted();
    const started = await launch(paths.dir);
    const left = readdirSync(join(paths.data, 'v3'));
    expect(left).not.toContain('d1');
    expect(left).not.toContain('.upgrade');
    expect(count(paths)).toBe(23);
    await started.stop();
  });

  it('a backup of a state that was never started by this version is restored and started', async () => {
    const paths = unpacked();
    const [backup, restored] = [join(temporary, randomUUID()), statePaths(join(temporary, randomUUID()))];
    const options = ['--secrets', paths.secrets];
    expect(await command('backup', [backup, '--state', paths.dir])).toMatchObject({ code: 0 });
    expect(await command('restore', [backup, '--state', restored.dir, ...options])).toMatchObject({ code: 0 });
    const started = await launch(restored.dir);
    expect(count(restored)).toBe(23);
    await started.stop();
  });
});
