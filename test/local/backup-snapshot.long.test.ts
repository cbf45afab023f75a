import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { connectControl, serveControl } from '../../apps/server/control.ts';
import { pauseHandler, remoteFreeze } from '../../apps/server/backup/pause.ts';
import { takeSnapshot, type Freeze } from '../../apps/server/backup/snapshot.ts';
import { removeDirectory } from '../support/directory.ts';

const ROUNDS = 3;

const temporary = mkdtempSync(join(tmpdir(), 'snapshot-'));
const children: ChildProcess[] = [];
let made = 0;
let source: string;
let target: string;

beforeEach(() => {
  [source, target] = ['source', 'target'].map((name) => join(temporary, `${name}-${++made}`)) as [string, string];
  mkdirSync(source);
  mkdirSync(target);
});

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  removeDirectory(temporary);
});

describe('a snapshot of databases that are being written to', () => {
  it.each([
    ['small databases', 0],
    ['a database that is larger than what a pause may copy', 64],
  ])('equals the state that a crash would leave: %s', async (_, mebibytes) => {
    const writer = await startWriter(mebibytes);
    const pause = await freezeOf([writer.pid!]);
    /** Bytes of all files except the large database, while the writer is paused. */
    let others = 0;
    const freeze: Freeze = {
      ...pause,
      pause: async () => {
        // Enough changes for several checkpoints, each of which would reset the log.
        const rows = lastOf(join(source, 'first.sqlite'));
        await expect.poll(() => lastOf(join(source, 'first.sqlite'))).toBeGreaterThan(rows + 500);
        await pause.pause();
        others = readdirSync(source)
          .filter((name) => name !== 'first.sqlite')
          .reduce((sum, name) => sum + statSync(join(source, name)).size, 0);
      },
    };
    for (let round = 1; round <= ROUNDS; round++) {
      const copy = join(target, String(round));
      mkdirSync(copy);
      const told: string[] = [];
      await takeSnapshot({ source, target: copy, freeze, progress: (line) => told.push(line) });
      const [first, second] = ['first', 'second'].map((name) => rowsOf(join(copy, `${name}.sqlite`)));
      expect(second).toBeGreaterThanOrEqual(100);
      expect([0, 1]).toContain(first! - second!);
      expect(readdirSync(copy).filter((name) => /-shm$|\.tmp$/.test(name) && name !== 'next.tmp')).toEqual([]);
      expect(told.at(-1)).toMatch(/^Paused the service: copying \d+ files/);
      // The pause copies the log of the large database, but not the database.
      const paused = Number(/([\d.]+) MiB/.exec(told.at(-1)!)![1]);
      if (mebibytes > 0) expect(paused).toBeLessThanOrEqual(others / 2 ** 20 + 0.1);
    }
    // The writer resumed after each snapshot.
    const before = rowsOf(join(target, String(ROUNDS), 'first.sqlite'));
    await expect.poll(() => rowsOf(join(source, 'first.sqlite'))).toBeGreaterThan(before);
  });

  it('removes files that were deleted between its passes', async () => {
    await startWriter(0);
    const freeze: Freeze = {
      pause: async () => rmSync(join(source, 'file-7')),
      resume: async () => 1,
    };
    const { pausedMs } = await takeSnapshot({ source, target, freeze, progress: () => undefined });
    expect(pausedMs).toBe(1);
    expect(readdirSync(target)).not.toContain('file-7');
  });

  it('fails if the pause ended too early', async () => {
    const writer = await startWriter(0);
    const freeze = await freezeOf([writer.pid!], 1);
    const taking = takeSnapshot({ source, target, freeze, progress: () => undefined });
    await expect(taking).rejects.toThrow('the service was resumed after 1 ms, the limit of a pause');
    expect(await isWriting()).toBe(true);
  });
});

describe('a pause', () => {
  it('ends when the client disconnects', async () => {
    const writer = await startWriter(0);
    const control = await controlOf(() => [writer.pid!]);
    const connection = (await connectControl(control))!;
    connection.send({ command: 'pause' });
    expect(await connection.next()).toEqual({ paused: true });
    const rows = rowsOf(join(source, 'first.sqlite'));
    expect(rowsOf(join(source, 'first.sqlite'))).toBe(rows);
    connection.close();
    expect(await isWriting()).toBe(true);
  });

  it('fails if the process ends during it', async () => {
    const writer = await startWriter(0);
    const freeze = await freezeOf([writer.pid!]);
    await freeze.pause();
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    await expect(freeze.resume()).rejects.toThrow('the runtime restarted during the pause: try again');
  });

  it('is refused while the runtime restarts, during another pause, and for more than a minute', async () => {
    const writer = await startWriter(0);
    const none = await freezeOf([]);
    await expect(none.pause()).rejects.toThrow('the runtime is restarting: try again in a moment');
    const control = await controlOf(() => [writer.pid!]);
    const [first, second] = [remoteFreeze(control), remoteFreeze(control)];
    await first.pause();
    await expect(second.pause()).rejects.toThrow('another backup is pausing the service');
    expect(await first.resume()).toBeGreaterThanOrEqual(0);
    await second.pause();
    await second.resume();
    await expect(remoteFreeze(control, 60_001).pause()).rejects.toThrow(
      'milliseconds: must be a whole number from 1 to 60000',
    );
  });
});

describe('the control socket', () => {
  it('rejects an unknown command', async () => {
    const control = await controlOf(() => []);
    for (const [message, reason] of [
      [{ command: 'stop' }, 'command: must be one of pause'],
      [{ command: 'toString' }, 'command: must be one of pause'],
      [{}, 'command: must be one of pause'],
      [[], 'a control line must be a JSON object'],
    ] as const) {
      const connection = (await connectControl(control))!;
      connection.send(message as never);
      await expect(connection.next()).rejects.toThrow(reason);
      connection.close();
    }
    expect((statSync(control).mode & 0o777).toString(8)).toBe('600');
    expect(await connectControl(join(temporary, 'nothing.sock'))).toBeUndefined();
  });
});

async function startWriter(mebibytes: number): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'support/writer.ts');
  const child = spawn(process.execPath, [script, source, String(mebibytes)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

async function controlOf(pids: () => number[]): Promise<string> {
  const path = join(temporary, `${++made}.sock`);
  await serveControl(path, { pause: pauseHandler(pids) });
  return path;
}

const freezeOf = async (pids: number[], limit?: number): Promise<Freeze> =>
  remoteFreeze(await controlOf(() => pids), limit);

function lastOf(file: string): number {
  const database = new DatabaseSync(file, { timeout: 5_000, readOnly: true });
  try {
    return Number(database.prepare('SELECT max(n) AS last FROM rows').get()!['last']);
  } finally {
    database.close();
  }
}

/** Returns the number of rows of a database. Throws if a row is missing. */
function rowsOf(file: string): number {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const { rows, last } = database.prepare('SELECT count(*) AS rows, max(n) AS last FROM rows').get() as Record<
      string,
      number
    >;
    expect(rows).toBe(last);
    return rows!;
  } finally {
    database.close();
  }
}

/** Whether rows are being added to the source. */
async function isWriting(): Promise<boolean> {
  const rows = rowsOf(join(source, 'first.sqlite'));
  await expect.poll(() => rowsOf(join(source, 'first.sqlite'))).toBeGreaterThan(rows);
  return true;
}
