import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { storesIn } from '../../apps/server/state/stores.ts';
import { within } from '../support/launcher.ts';
import { append, create, type Access } from './support/evidence.ts';
import { command, endAll, launch, type Launched } from './support/service.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'damagedlog-'));
afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

const accessOf = async (service: Launched): Promise<Access> => ({ base: service.base, token: await service.token() });

/** The file of the database. */
const databaseIn = (data: string): string => storesIn(data).database;

/** Whether a process has a file open. */
const isOpen = (path: string): boolean =>
  (existsSync('/proc') ? readdirSync('/proc') : []).some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === path);
    } catch {
      // The process has ended, or is another user's.
      return false;
    }
  });

/** Checkpoints the write-ahead log into the database file, so that the next log starts empty. */
function emptyLog(data: string): void {
  const database = new DatabaseSync(databaseIn(data));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** Changes a byte in the first frame of the write-ahead log: SQLite then ignores that frame and all later ones. */
function damageLog(data: string): void {
  const file = openSync(`${databaseIn(data)}-wal`, 'r+');
  // The header of the log has 32 bytes, the header of a frame 24.
  const [byte, at] = [Buffer.alloc(1), 32 + 24 + 100];
  expect(readSync(file, byte, 0, 1, at)).toBe(1);
  writeSync(file, Buffer.from([byte[0]! ^ 0xff]), 0, 1, at);
  closeSync(file);
}

it('a damaged write-ahead log without 19 acknowledged events is refused at start and found by fsck', async () => {
  const state = join(temporary, 'state');
  const first = await launch(state);
  const asset = await create(await accessOf(first));
  await first.stop();
  emptyLog(first.paths.data);
  const before = join(temporary, 'before.sqlite');
  copyFileSync(databaseIn(first.paths.data), before);
  const second = await launch(state);
  const access = await accessOf(second);
  for (let i = 0; i < 19; i++) await append(access, asset);
  expect(await command('fsck', ['--state', state])).toMatchObject({ code: 0 });
  await second.kill();
  // workerd ends soon after the command.
  await within(PATIENCE, 'the database stays open', () => !isOpen(databaseIn(second.paths.data)));
  // Undoes an automatic checkpoint of SQLite, so that only the log contains the events.
  copyFileSync(before, databaseIn(second.paths.data));
  damageLog(second.paths.data);
  await expect(launch(state)).rejects.toThrow('parts of the state are older than others: ');
  const third = await launch(state, ['--accept-restored']);
  const { code, stdout, stderr } = await command('fsck', ['--state', state]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^database: it was restored to change \d+, and change \d+ was acknowledged$/m);
  const accepted = await command('fsck', ['--state', state, '--accept-loss']);
  expect(accepted.code).toBe(0);
  const [, found, acknowledged] =
    /^database: continues after change (\d+); change (\d+) was acknowledged$/m.exec(accepted.stderr) ?? [];
  expect(Number(acknowledged) - Number(found)).toBeGreaterThanOrEqual(19);
  expect(await command('fsck', ['--state', state])).toMatchObject({ code: 0 });
  expect((await append(await accessOf(third), asset)).identity).toMatch(asset);
  await third.stop();
});
