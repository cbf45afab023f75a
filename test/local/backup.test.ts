import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/local/manifest.ts';
import { PROJECT } from '../crash/service.ts';
import { append, create } from './support/evidence.ts';
import { command, endAll, launch, type Launched } from './support/service.ts';
import { backUpUnderLoad, restoreAndCheck, type Recorded } from './support/underload.ts';

const temporary = mkdtempSync(join(tmpdir(), 'backup-'));
const state = join(temporary, 'state');
const backup = join(temporary, 'backup');
const secrets = join(state, 'secrets.env');
let made = 0;
let service: Launched;
let recorded: Recorded;

beforeAll(async () => {
  service = await launch(state);
  recorded = await backUpUnderLoad(service, backup, { writers: 6, proofs: 20 });
});

afterAll(() => {
  endAll();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

describe('a backup that is taken under load', () => {
  it('restores to a service with every acknowledged record, file and proof', async () => {
    const restored = await restoreAndCheck(backup, fresh(), recorded, ['--secrets', secrets]);
    await restored.stop();
  });

  it('lists every file with its size and hash, and holds no secret', () => {
    const { files, secrets: kept, taken, format } = manifestOf(backup);
    expect(format).toBe('asset-evidence-backup/1');
    expect(Date.parse(taken)).toBeLessThan(Date.now());
    expect(kept).toEqual({ included: false, names: ['KEY_ENCRYPTION_KEYS', 'OPERATOR_SECRET', 'WALLET_SEED'] });
    const paths = files.map(({ path }) => path);
    expect(paths).toContain('bootstrap.json');
    for (const secret of ['secrets.env', 'admin.json']) expect(paths).not.toContain(secret);
    expect(paths.filter((path) => /-(wal|shm)$|observability|ratelimit/.test(path))).toEqual([]);
    const values = [...readFileSync(secrets, 'utf8').matchAll(/=(.{32,})$/gm)].map((match) => match[1]!);
    expect(values).toHaveLength(3);
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
  it('copies secrets and credentials when it is told to', async () => {
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
    ['a directory that is not empty', () => [temporary], 'must be an empty directory or not exist'],
    ['a directory in the state directory', () => [join(state, 'copy')], 'must be outside the state directory'],
    ['no directory', () => [], 'usage: npm run backup -- DIR [OPTIONS]'],
    [
      'a pause of more than a minute',
      () => [fresh(), '--max-pause', '61'],
      '--max-pause: must be a whole number from 1 to 60',
    ],
    ['a state directory without data', () => [fresh(), '--state', temporary], 'holds no data of a service'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stdout, stderr } = await command('backup', ['--state', state, ...args()]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/(^|\n)error: [^\n]*\n$/);
    expect(stderr).toContain(message);
  });

  it('copies a service that does not run', async () => {
    const stopped = join(temporary, 'stopped');
    const once = await launch(stopped);
    const access = { base: once.base, token: await once.token() };
    const { identity } = await append(access, await create(access));
    await once.kill();
    const target = fresh();
    const taken = await command('backup', [target, '--state', stopped]);
    expect(taken.stdout).toContain('(the service was not running; without secrets: keep secrets.env elsewhere)');
    const restored = fresh();
    await command('restore', [target, '--state', restored, '--secrets', join(stopped, 'secrets.env')]);
    const again = await launch(restored);
    const headers = { authorization: `Bearer ${await again.token()}` };
    expect((await fetch(`${again.base}/v2/${identity}`, { headers })).status).toBe(200);
    await again.stop();
  });

  it('refuses a state directory that another command uses', async () => {
    const used = fresh();
    mkdirSync(join(used, 'data'), { recursive: true });
    const script = `import(${JSON.stringify(join(PROJECT, 'src/local/state.ts'))}).then(({ lockState, statePaths }) => {
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

  describe.runIf(canMount())('on a disk without room', () => {
    it.each([
      ['refuses to begin', 'size=4m', /has \d MiB free, and the backup needs \d+ MiB/],
      ['removes what it has copied, when the disk fills up', 'size=1g,nr_inodes=12', /the disk is full/],
    ])('%s', async (_, options, message) => {
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

describe('npm run restore', () => {
  it('refuses a backup without secrets and lists what is missing', async () => {
    const target = fresh();
    const refused = await command('restore', [backup, '--state', target]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      'error: the backup was taken without secrets: KEY_ENCRYPTION_KEYS is missing, WALLET_SEED is missing, ' +
        'OPERATOR_SECRET is missing: give the secrets.env of the service with --secrets FILE ' +
        '(NAME= for one that is no longer used)\n',
    );
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    ['WALLET_SEED=', `WALLET_SEED=${'ab'.repeat(32)}`, 'WALLET_SEED: is not the seed of the service'],
    [
      'KEY_ENCRYPTION_KEYS=',
      `KEY_ENCRYPTION_KEYS=k1:${'A'.repeat(43)}=`,
      'KEY_ENCRYPTION_KEYS: does not have the key k1',
    ],
    ['OPERATOR_SECRET=', 'OPERATOR_SECRET=short', 'OPERATOR_SECRET is not valid'],
  ])('refuses secrets of another service: %s', async (name, line, message) => {
    const file = join(temporary, 'other.env');
    const lines = readFileSync(secrets, 'utf8').split('\n');
    writeFileSync(file, lines.map((each) => (each.startsWith(name) ? line : each)).join('\n'));
    const target = fresh();
    const { code, stderr } = await command('restore', [backup, '--state', target, '--secrets', file]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(existsSync(target)).toBe(false);
  });

  it.each<[string, (copy: string, listed: Manifest) => Manifest | void, string]>([
    [
      'a flipped byte',
      (copy, { files }) => flip(join(copy, files.find(({ path }) => path.includes('/d1/'))!.path)),
      'does not have the SHA-256',
    ],
    ['a missing file', (copy, { files }) => rmSync(join(copy, files[3]!.path)), 'missing: data/v3/'],
    [
      'a further file',
      (copy) => writeFileSync(join(copy, 'data/v3/d1/more.sqlite'), ''),
      'not in manifest.json: data/v3/d1/more.sqlite',
    ],
    [
      'a longer file',
      (copy, { files }) => writeFileSync(join(copy, files[3]!.path), 'x', { flag: 'a' }),
      'of another size than in manifest.json',
    ],
    [
      'a symbolic link',
      (copy) => symlinkSync('/etc/passwd', join(copy, 'data/v3/link')),
      'must be a file or a directory',
    ],
    ['no manifest', (copy) => rmSync(join(copy, 'manifest.json')), 'is not a complete backup: it has no manifest.json'],
    [
      'a path out of the directory',
      (_, listed) => withPath(listed, 'data/../../evil'),
      'files.0.path: must be the path of a file below data/',
    ],
    [
      'an absolute path',
      (_, listed) => withPath(listed, '/tmp/evil'),
      'files.0.path: must be the path of a file below data/',
    ],
    [
      'a path beside the data',
      (_, listed) => withPath(listed, '.bashrc'),
      'files.0.path: must be the path of a file below data/',
    ],
    ['another format', (_, listed) => ({ ...listed, format: 'other/1' as never }), 'manifest.json: format: '],
    [
      'a file that is listed twice',
      (_, listed) => ({ ...listed, files: [...listed.files, listed.files[0]!] }),
      'lists a file twice',
    ],
  ])('refuses a backup with %s', async (_, damage, message) => {
    const copy = fresh();
    cpSync(backup, copy, { recursive: true });
    const changed = damage(copy, manifestOf(copy));
    if (changed) writeFileSync(join(copy, 'manifest.json'), JSON.stringify(changed));
    const target = fresh();
    const { code, stdout, stderr } = await command('restore', [copy, '--state', target, '--secrets', secrets]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(existsSync(target)).toBe(false);
    rmSync(copy, { recursive: true });
  });

  it('refuses a directory that is not empty, and leaves it as it is', async () => {
    const target = fresh();
    mkdirSync(target);
    copyFileSync(secrets, join(target, 'kept'));
    const refused = await command('restore', [backup, '--state', target, '--secrets', secrets]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: `error: --state: ${target} must be an empty directory or not exist\n`,
    });
    expect(readdirSync(target)).toEqual(['kept']);
  });

  it('refuses a backup of a newer version', async () => {
    const copy = fresh();
    cpSync(backup, copy, { recursive: true });
    const { restoreBackup } = await import('../../src/local/restore.ts');
    const { DatabaseSync } = await import('node:sqlite');
    const listed = manifestOf(copy);
    const file = listed.files.find(({ path }) => /D1DatabaseObject\/[0-9a-f]{64}/.test(path))!;
    const database = new DatabaseSync(join(copy, file.path));
    database.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
    database.close();
    const { hashAndSync } = await import('../../src/local/files.ts');
    Object.assign(file, await hashAndSync(join(copy, file.path)));
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(listed));
    const restoring = restoreBackup({ source: copy, state: fresh(), secrets, progress: () => undefined });
    await expect(restoring).rejects.toThrow('made by a newer version, with the migration 9999_later.sql');
  });
});

function fresh(): string {
  return join(temporary, `new-${++made}`);
}

function manifestOf(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest;
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
}

function withPath(listed: Manifest, path: string): Manifest {
  const [first, ...rest] = listed.files;
  return { ...listed, files: [{ ...first!, path }, ...rest] };
}

/** Whether a small disk can be made here. A run of CI must be able to. */
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
