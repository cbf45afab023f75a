import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveControl } from '../../apps/server/control.ts';
import type { BackupManifest } from '../../apps/server/backup/manifest.ts';
import { holdLock, statePaths } from '../../apps/server/state/directory.ts';
import { PROJECT } from '../../tools/crash/service.ts';
import { append, create } from './support/evidence.ts';
import { command, endAll, launch, type Launched } from './support/service.ts';
import { backUpUnderLoad, restoreAndCheck, type Recorded } from './support/under-load.ts';
import { removeDirectory } from '../support/directory.ts';

/** Events whose proofs are compared before and after. */
const PROOFS = Number(process.env['BACKUP_PROOFS'] ?? 20);
const WRITERS = 6;

const temporary = mkdtempSync(join(tmpdir(), 'backup-'));
const state = join(temporary, 'state');
const backup = join(temporary, 'backup');
const secrets = join(state, 'secrets.env');
let made = 0;
let service: Launched;
let recorded: Recorded;
/** The state directory of the restored service, which was killed after it had stored an event. */
let restored: Promise<{ dir: string; event: string }> | undefined;
const restoredAndKilled = () => (restored ??= restoreAndKill());

beforeAll(async () => {
  service = await launch(state);
  recorded = await backUpUnderLoad(service, backup, { writers: WRITERS, proofs: PROOFS });
});

afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

describe('a backup that is taken under load', () => {
  it('can be restored with every acknowledged record, file and proof', async () => {
    expect((await restoredAndKilled()).event).toMatch(/^assets\//);
  });

  it('lists every file with its size and hash and contains no secret', () => {
    const { files, secrets: kept, taken, format } = manifestOf(backup);
    expect(format).toBe('asset-evidence-backup/1');
    expect(Date.parse(taken)).toBeLessThan(Date.now());
    const names = ['CHAIN_SIGNER_KEY', 'CHAIN_VALIDATOR_KEY', 'KEY_ENCRYPTION_KEYS', 'OPERATOR_SECRET', 'WALLET_SEED'];
    expect(kept).toEqual({ included: false, names });
    const paths = files.map(({ path }) => path);
    expect(paths).toContain('bootstrap.json');
    for (const secret of ['secrets.env', 'admin.json']) expect(paths).not.toContain(secret);
    expect(paths.filter((path) => /-(wal|shm)$|observability|ratelimit/.test(path))).toEqual([]);
    const values = [...readFileSync(secrets, 'utf8').matchAll(/=(.{32,})$/gm)].map((match) => match[1]!);
    expect(values).toHaveLength(5);
    for (const { path, bytes } of files) {
      const content = readFileSync(join(backup, path), 'latin1');
      expect(content.length).toBe(bytes);
      for (const value of values) expect(content.includes(value)).toBe(false);
    }
    expect((statSync(backup).mode & 0o777).toString(8)).toBe('700');
  });

  it('leaves the service running', async () => {
    const access = { base: service.base, token: await service.token() };
    expect((await append(access, await create(access))).identity).toMatch(/^assets\//);
  });
});

describe('npm run backup', () => {
  it('copies secrets and credentials with --with-secrets', async () => {
    const target = fresh();
    const taken = await command('backup', [target, '--state', state, '--with-secrets']);
    expect(taken.stdout).toMatch(/: \d+ files, [\d.]+ MiB \(the service was paused for \d+ ms; with secrets\)\n$/);
    const restored = fresh();
    expect(await command('restore', [target, '--state', restored])).toMatchObject({ code: 0 });
    for (const name of ['secrets.env', 'admin.json'])
      expect(readFileSync(join(restored, name))).toEqual(readFileSync(join(state, name)));
    const again = await launch(restored);
    expect(await again.token()).not.toBe('');
    await again.stop();
  });

  it.each([
    ['a directory that is not empty', 1, () => [temporary], 'must be an empty directory or not exist'],
    ['a directory in the state directory', 1, () => [join(state, 'copy')], 'must be outside the state directory'],
    ['no directory', 2, () => [], "missing required argument 'dir'"],
    [
      'a pause of more than a minute',
      2,
      () => [fresh(), '--max-pause', '61'],
      '--max-pause: must be a whole number from 1 to 60',
    ],
    ['a state directory without data', 1, () => [fresh(), '--state', temporary], 'contains no data of a service'],
    [
      'a state directory that does not exist',
      1,
      () => [fresh(), '--state', join(temporary, 'absent')],
      'does not exist: pass the state directory of the service with --state',
    ],
  ])('rejects %s with exit code %i', async (_, expected, args, message) => {
    const { code, stdout, stderr } = await command('backup', ['--state', state, ...args()]);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toMatch(/(^|\n)error: [^\n]*\n$/);
    expect(stderr).toContain(message);
    // No file remains in the directory that was named by mistake.
    for (const name of ['lock.sqlite', 'service.json']) expect(existsSync(join(temporary, name))).toBe(false);
  });

  it('copies the state of a stopped service', async () => {
    const { dir, event } = await restoredAndKilled();
    const target = fresh();
    const taken = await command('backup', [target, '--state', dir]);
    expect(taken.stdout).toContain('(the service was not running; without secrets: keep secrets.env elsewhere)');
    const restored = fresh();
    await command('restore', [target, '--state', restored, '--secrets', join(dir, 'secrets.env')]);
    const again = await launch(restored);
    const headers = { authorization: `Bearer ${await again.token()}` };
    expect((await fetch(`${again.base}/v2/${event}`, { headers })).status).toBe(200);
    await again.stop();
  });

  it('rejects a state directory that another command uses', async () => {
    const used = fresh();
    mkdirSync(join(used, 'data'), { recursive: true });
    const module = JSON.stringify(join(PROJECT, 'apps/server/state/directory.ts'));
    const script = `import(${module}).then(({ lockState, statePaths }) => {
      lockState(statePaths(${JSON.stringify(used)}));
      process.stdout.write('locked');
      setInterval(() => undefined, 1000);
    })`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    const { stderr } = await command('backup', [fresh(), '--state', used]);
    holder.kill();
    expect(stderr).toBe(
      `error: ${used} is in use by a command (pid ${holder.pid}): stop it or choose another --state\n`,
    );
  });

  it('removes the copied files when it is interrupted', async () => {
    const waiting = fresh();
    cpSync(join(backup, 'data'), join(waiting, 'data'), { recursive: true });
    cpSync(secrets, join(waiting, 'secrets.env'));
    const control = join(temporary, 'control.sock');
    let asked: () => void;
    const pausing = new Promise<void>((resolve) => (asked = resolve));
    const server = await serveControl(control, {
      // Never responds: the backup has made its first pass and waits.
      pause: () => {
        asked();
        return new Promise(() => undefined);
      },
    });
    const unlock = holdLock(statePaths(waiting).lock, () => 'in use');
    writeFileSync(join(waiting, 'service.json'), JSON.stringify({ pid: process.pid, control }));
    const target = fresh();
    const script = join(PROJECT, 'apps/cli/launch.mjs');
    const taking = spawn(process.execPath, [script, 'backup', target, '--state', waiting], { stdio: 'ignore' });
    await pausing;
    expect(existsSync(join(target, 'data'))).toBe(true);
    taking.kill('SIGTERM');
    expect(await once(taking, 'exit')).toEqual([1, null]);
    expect(existsSync(target)).toBe(false);
    await server.close();
    unlock();
  });

  describe.runIf(canMount())('on a full disk', () => {
    it.each([
      ['refuses to start the copy', 'size=4m', /has \d MiB free, but the backup needs \d+ MiB/],
      ['removes the copied files if the disk becomes full', 'size=1g,nr_inodes=12', /the disk is full/],
    ])('npm run backup on a full disk %s', async (_, options, message) => {
      const disk = fresh();
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk]);
      try {
        const { code, stderr } = await command('backup', [join(disk, 'backup'), '--state', state]);
        expect(code).toBe(1);
        expect(stderr).toMatch(message);
        expect(readdirSync(disk)).toEqual([]);
      } finally {
        execFileSync('umount', [disk]);
      }
      const access = { base: service.base, token: await service.token() };
      expect((await append(access, await create(access))).identity).toMatch(/^assets\//);
    });
  });
});

async function restoreAndKill(): Promise<{ dir: string; event: string }> {
  const killed = await restoreAndCheck(backup, fresh(), recorded, ['--secrets', secrets]);
  const access = { base: killed.base, token: await killed.token() };
  const { identity } = await append(access, await create(access));
  await killed.kill();
  return { dir: killed.paths.dir, event: identity };
}

function fresh(): string {
  return join(temporary, `new-${++made}`);
}

function manifestOf(directory: string): BackupManifest {
  return JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as BackupManifest;
}

/** Whether a small disk can be mounted here; always with CI=true. */
function canMount(): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', directory], { stdio: 'ignore' });
    execFileSync('umount', [directory]);
    return true;
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
    process.stderr.write('skipped: tests of a full disk, because no tmpfs can be mounted here\n');
    return false;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
