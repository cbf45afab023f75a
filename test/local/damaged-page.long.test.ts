import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { storesIn } from '../../apps/server/state/stores.ts';
import { seeLine } from '../support/alarms.ts';
import { endAll, launch, within, type LogLine } from '../support/launcher.ts';
import { append, call, create } from './support/evidence.ts';
import { command } from './support/service.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'damagedpage-'));
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

/** Overwrites the first page of a table or index with zeros. */
function damage(file: string, name: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(name)!;
  const { page_size } = database.prepare('PRAGMA page_size').get()!;
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(
    descriptor,
    Buffer.alloc(Number(page_size)),
    0,
    Number(page_size),
    (Number(rootpage) - 1) * Number(page_size),
  );
  closeSync(descriptor);
}

/** Builds an index again, with the statements of docs/operations.md. */
function rebuild(file: string, name: string): void {
  const run = (work: (database: DatabaseSync) => unknown): unknown => {
    const database = new DatabaseSync(file);
    database.enableDefensive(false);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const query = `SELECT sql FROM sqlite_master WHERE name = '${name}'`;
  const sql = run((database) => database.prepare(query).get()!['sql']);
  const remove = `PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE type = 'index' AND name = '${name}'`;
  run((database) => database.exec(remove));
  run((database) => database.exec(`${String(sql)}; VACUUM`));
  const checked = run((database) => database.prepare('PRAGMA integrity_check').get());
  expect(checked).toEqual({ integrity_check: 'ok' });
}

const damagedBy = (request: string): string =>
  `${request}: 500 {"code":13,"message":"the stored data is damaged: if a retry fails as well, the operator must ` +
  'repair it; ';

/** Waits for the alarm of damaged data. */
async function alarmIn(log: () => LogLine[]): Promise<void> {
  const isAlarm = ({ level, message }: LogLine): boolean =>
    level === 'alarm' && message.startsWith('a database is damaged');
  await within(PATIENCE, 'no alarm is raised', () => log().some(isAlarm));
  const raised = log().find(isAlarm)!;
  expect(raised).toMatchObject({
    message: 'a database is damaged: a part of it cannot be read',
    reason: 'database disk image is malformed: SQLITE_CORRUPT',
  });
  seeLine(JSON.stringify(raised));
}

const location = { display_name: 'Quay', latitude: 1, longitude: 2 };

it.each([
  ['index', 'locations_by_name'],
  ['table', 'locations'],
])(
  'a state with a damaged %s is refused with its name, and what is not affected is served if the operator says so',
  async (kind, name) => {
    const state = join(temporary, kind);
    const first = await launch(state);
    const access = { base: first.base, token: await first.token() };
    const asset = await create(access);
    await call(access, 'POST', '/v2/locations', location);
    await first.stop();
    const file = storesIn(first.paths.data).database;
    damage(file, name);

    const refused = await command('start', ['--state', state]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`error: damaged state: ${state}: database: it is damaged: ${kind} ${name} (`);
    expect(refused.stderr).toContain('or start with --accept-restored to serve what is not affected');

    const { base, token, log, stop } = await launch(state, { args: ['--accept-restored'] });
    const again = { base, token: await token() };
    const alarm = log().find(({ message }) => message === 'an operator accepted a restored state');
    expect(JSON.stringify(alarm)).toContain(`it is damaged: ${kind} ${name} (`);
    expect((await append(again, asset)).identity).toMatch(asset);
    await call(again, 'GET', `/v2/${asset}/events`);
    await expect(call(again, 'POST', '/v2/locations', location)).rejects.toThrow(damagedBy('POST /v2/locations'));
    if (kind === 'table')
      await expect(call(again, 'GET', '/v2/locations')).rejects.toThrow(damagedBy('GET /v2/locations'));
    await alarmIn(log);
    await call(again, 'GET', `/v2/${asset}`);
    expect(await stop()).toBe(0);
    // The option is needed again.
    expect((await command('start', ['--state', state])).stderr).toContain('error: damaged state: ');

    if (kind === 'table') return;
    rebuild(file, name);
    const repaired = await launch(state);
    await call({ base: repaired.base, token: await repaired.token() }, 'POST', '/v2/locations', location);
    expect(await repaired.stop()).toBe(0);
  },
);

it('a damaged object of the ledger writer responds with 500 and raises an alarm, and reads are served', async () => {
  const state = join(temporary, 'writer');
  const first = await launch(state);
  const asset = await create({ base: first.base, token: await first.token() });
  await first.stop();
  for (const file of storesIn(first.paths.data).objects('LedgerWriter')) damage(file, '_cf_KV');
  const { base, token, log, stop } = await launch(state, { args: ['--accept-restored'] });
  const access = { base, token: await token() };
  await expect(append(access, asset)).rejects.toThrow(damagedBy(`POST /v2/${asset}/events`));
  await expect(call(access, 'POST', '/v2/locations', location)).rejects.toThrow(damagedBy('POST /v2/locations'));
  await call(access, 'GET', `/v2/${asset}`);
  await alarmIn(log);
  expect(await stop()).toBe(0);
});
