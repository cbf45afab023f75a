import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyRing } from '../../src/lib/seal.ts';
import { hashAndSync } from '../../apps/server/state/files.ts';
import type { BackupManifest } from '../../apps/server/backup/manifest.ts';
import { sealOf } from '../../apps/server/backup/manifest-seal.ts';
import { restoreBackup } from '../../apps/server/backup/restore.ts';
import { newSecrets, parseSecrets } from '../../apps/server/state/secrets.ts';
import { append, create } from './support/evidence.ts';
import { command, endAll, launch } from './support/service.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'restore-'));
const backup = join(temporary, 'backup');
const secrets = join(temporary, 'state/secrets.env');
let made = 0;
let asset: string;

beforeAll(async () => {
  const service = await launch(join(temporary, 'state'));
  const access = { base: service.base, token: await service.token() };
  asset = await create(access);
  await append(access, asset);
  await service.stop();
  const { code, stderr } = await command('backup', [backup, '--state', join(temporary, 'state')]);
  if (code !== 0) throw new Error(stderr);
});

afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

describe('npm run restore', () => {
  it.each([
    ['the first file is copied', 'node:fs/promises.copyFile', 1],
    ['the third file is copied', 'node:fs/promises.copyFile', 3],
    ['the marks are stored', 'node:fs.renameSync', 1],
    ['the secrets are stored', 'node:fs.renameSync', 2],
    ['it removes its mark', 'node:fs.rmSync', 1, 'restoring.sqlite'],
  ])(
    'a restore that was killed before %s is named by the next start and backup, and can be repeated',
    async (_step, call, n, suffix = '') => {
      const target = fresh();
      expect(await interrupted(target, call, n, suffix)).toBe('SIGKILL');
      const message =
        `error: ${target}: a restore of this directory was interrupted, or is still running: ` +
        `run \`npm run restore -- BACKUP --state ${target}\` again, which starts over\n`;
      expect(await command('start', ['--state', target])).toMatchObject({ code: 1, stderr: message });
      expect(await command('backup', [fresh(), '--state', target])).toMatchObject({ code: 1, stderr: message });
      expect(await command('restore', [backup, '--state', target, '--secrets', secrets])).toMatchObject({ code: 0 });
      expect(existsSync(join(target, 'restoring.sqlite'))).toBe(false);
      const service = await launch(target);
      await append({ base: service.base, token: await service.token() }, asset);
      await service.stop();
    },
  );

  it('rejects a backup without secrets and lists the missing ones', async () => {
    const target = fresh();
    const refused = await command('restore', [backup, '--state', target]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      'error: the backup was taken without secrets: KEY_ENCRYPTION_KEYS is missing, WALLET_SEED is missing, ' +
        'OPERATOR_SECRET is missing, CHAIN_SIGNER_KEY is missing, CHAIN_VALIDATOR_KEY is missing: ' +
        'pass the secrets.env of the service with --secrets FILE ' +
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
    ['CHAIN_VALIDATOR_KEY=', 'CHAIN_VALIDATOR_KEY=0x12', 'CHAIN_VALIDATOR_KEY: must be 0x and 64 hexadecimal digits'],
  ])('rejects secrets of another service: %s', async (name, line, message) => {
    const file = join(temporary, 'other.env');
    const lines = readFileSync(secrets, 'utf8').split('\n');
    writeFileSync(file, lines.map((each) => (each.startsWith(name) ? line : each)).join('\n'));
    const target = fresh();
    await expect(restore(backup, target, file)).rejects.toThrow(message);
    expect(existsSync(target)).toBe(false);
  });

  it.each<[string, (copy: string, listed: BackupManifest) => BackupManifest | void, string]>([
    [
      'a flipped byte',
      (copy, { files }) => flip(join(copy, files.find(({ path }) => path.includes('-Cell/'))!.path)),
      'its SHA-256 differs from manifest.json',
    ],
    ['a missing file', (copy, { files }) => rmSync(join(copy, files[3]!.path)), 'missing: data/v3/'],
    [
      'an additional file',
      (copy) => writeFileSync(join(copy, 'data/v3/do/more.sqlite'), ''),
      'not in manifest.json: data/v3/do/more.sqlite',
    ],
    [
      'a longer file',
      (copy, { files }) => writeFileSync(join(copy, files[3]!.path), 'x', { flag: 'a' }),
      'size differs from manifest.json',
    ],
    [
      'a symbolic link',
      (copy) => symlinkSync('/etc/passwd', join(copy, 'data/v3/link')),
      'must be a file or a directory',
    ],
    ['no manifest', (copy) => rmSync(join(copy, 'manifest.json')), 'is not a complete backup: it has no manifest.json'],
    [
      'a path outside of the backup',
      (_, listed) => withPath(listed, 'data/../../evil'),
      'files.0.path: must be the path of a file below data/',
    ],
    [
      'an absolute path',
      (_, listed) => withPath(listed, '/tmp/evil'),
      'files.0.path: must be the path of a file below data/',
    ],
    [
      'a path outside of data/',
      (_, listed) => withPath(listed, '.bashrc'),
      'files.0.path: must be the path of a file below data/',
    ],
    ['another format', (_, listed) => ({ ...listed, format: 'other/1' as never }), 'manifest.json: format: '],
    [
      'a duplicated file',
      (_, listed) => ({ ...listed, files: [...listed.files, listed.files[0]!] }),
      'lists a file twice',
    ],
  ])('rejects a backup with %s', async (_, damage, message) => {
    const copy = fresh();
    cpSync(backup, copy, { recursive: true });
    const changed = damage(copy, manifestOf(copy));
    if (changed) writeFileSync(join(copy, 'manifest.json'), JSON.stringify(changed));
    const target = fresh();
    await expect(restore(copy, target)).rejects.toThrow(message);
    expect(existsSync(target)).toBe(false);
    rmSync(copy, { recursive: true });
  });

  it.each([
    ['a directory that does not exist', () => fresh(), 'does not exist'],
    [
      'a directory that is not a backup',
      () => join(temporary, 'state'),
      'is not a complete backup: it has no manifest.json',
    ],
    ['a file', () => secrets, 'is not a complete backup: it has no manifest.json'],
  ])('rejects %s and asks for a complete backup', async (_, source, reason) => {
    const [named, target] = [source(), fresh()];
    const refused = await command('restore', [named, '--state', target, '--secrets', secrets]);
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `error: ${named}: ${reason}: pass a directory that \`npm run backup\` has created\n`,
    });
    expect(existsSync(target)).toBe(false);
  });

  it.each([
    [[], "required option '--state <new>' not specified"],
    [['--state', 'new'], "missing required argument 'dir'"],
    [['backup'], "required option '--state <new>' not specified"],
    [['backup', '--state', 'new', '--forced'], "unknown option '--forced'"],
  ])('rejects the arguments %j with exit code 2', async (args, message) => {
    const refused = await command('restore', args);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^error: [^\n]*\n$/);
    expect(refused.stderr).toContain(message);
  });

  it('rejects a directory that is not empty and does not change it', async () => {
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

  it('rejects a backup of a newer version', async () => {
    const copy = fresh();
    cpSync(backup, copy, { recursive: true });
    const listed = manifestOf(copy);
    const file = listed.files.find(({ path }) => /asset-evidence-Cell\/[0-9a-f]{64}/.test(path))!;
    const database = new DatabaseSync(join(copy, file.path));
    database.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
    database.close();
    Object.assign(file, await hashAndSync(join(copy, file.path)));
    await replaceManifest(copy, listed, ownKeys());
    await expect(restore(copy, fresh())).rejects.toThrow(
      'created by a newer version, with the migration 9999_later.sql',
    );
  });
});

describe('a backup that was changed without the secrets', () => {
  /** A copy of the backup in which a database and its entry in the manifest were changed. */
  async function changed(): Promise<{ copy: string; listed: BackupManifest }> {
    const copy = fresh();
    cpSync(backup, copy, { recursive: true });
    const listed = manifestOf(copy);
    const file = listed.files.find(({ path }) => path.includes('-Cell/'))!;
    const database = new DatabaseSync(join(copy, file.path));
    database.exec('CREATE TABLE planted (value)');
    database.close();
    Object.assign(file, await hashAndSync(join(copy, file.path)));
    return { copy, listed };
  }

  it('is rejected with the seal of the original', async () => {
    const { copy, listed } = await changed();
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(listed));
    const target = fresh();
    const reason = `${copy}: was changed: manifest.json does not match manifest.seal`;
    await expect(restore(copy, target)).rejects.toThrow(reason);
    // --accept-unsealed does not apply, because the backup has a seal.
    await expect(restore(copy, target, secrets, true)).rejects.toThrow(reason);
    expect(existsSync(target)).toBe(false);
  });

  it('is rejected with a seal of other keys, and with a value that was sealed for another purpose', async () => {
    const { copy, listed } = await changed();
    const reason = `KEY_ENCRYPTION_KEYS: does not have the key k1 that sealed ${copy}`;
    await replaceManifest(copy, listed, KeyRing.parse(newSecrets().KEY_ENCRYPTION_KEYS));
    await expect(restore(copy, fresh())).rejects.toThrow(reason);
    writeFileSync(join(copy, 'manifest.seal'), await ownKeys().seal('page_token', 'plain'));
    await expect(restore(copy, fresh())).rejects.toThrow(reason);
    writeFileSync(join(copy, 'manifest.seal'), '');
    await expect(restore(copy, fresh())).rejects.toThrow('does not have the key (unnamed) that sealed');
  });

  it('is rejected without a seal unless the user accepts that', async () => {
    const { copy, listed } = await changed();
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify(listed));
    rmSync(join(copy, 'manifest.seal'));
    const target = fresh();
    const args = [copy, '--state', target, '--secrets', secrets];
    const refused = await command('restore', args);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`${copy}: has no manifest.seal, so changes to it cannot be detected`);
    expect(existsSync(target)).toBe(false);
    expect(await command('restore', [...args, '--accept-unsealed'])).toMatchObject({ code: 0 });
  });
});

function restore(source: string, target: string, file = secrets, acceptUnsealed = false): Promise<BackupManifest> {
  return restoreBackup({ source, state: target, secrets: file, acceptUnsealed, progress: () => undefined });
}

/** The keys of the service that was backed up. */
function ownKeys(): KeyRing {
  return KeyRing.parse(parseSecrets(readFileSync(secrets), secrets).values['KEY_ENCRYPTION_KEYS']!);
}

/** Replaces the manifest of a backup and seals it with the given keys. */
async function replaceManifest(directory: string, manifest: BackupManifest, keys: KeyRing): Promise<void> {
  const text = JSON.stringify(manifest);
  writeFileSync(join(directory, 'manifest.json'), text);
  writeFileSync(join(directory, 'manifest.seal'), await sealOf(text, keys));
}

/**
 * Runs a restore that kills itself before the `n`-th call of a function of node:fs, of those with a path that ends
 * with `suffix`.
 */
async function interrupted(
  target: string,
  call: string,
  n: number,
  suffix: string,
): Promise<NodeJS.Signals | undefined> {
  const [module, name] = call.split('.') as [string, string];
  const preload = `import fs from '${module}'; import { syncBuiltinESMExports } from 'node:module';
    const original = fs.${name}; let n = 0;
    const counts = (path) => String(path).endsWith('${suffix}');
    fs.${name} = (...args) =>
      counts(args[0]) && ++n === ${n} ? process.kill(process.pid, 'SIGKILL') : original(...args);
    syncBuiltinESMExports();`;
  const script = fileURLToPath(new URL('../../apps/cli/launch.mjs', import.meta.url));
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(preload)}`,
    script,
    'restore',
    backup,
    '--state',
    target,
  ];
  const child = spawn(process.execPath, [...args, '--secrets', secrets], { stdio: 'ignore' });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | undefined];
  return signal;
}

function fresh(): string {
  return join(temporary, `new-${++made}`);
}

function manifestOf(directory: string): BackupManifest {
  return JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as BackupManifest;
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
}

function withPath(listed: BackupManifest, path: string): BackupManifest {
  const [first, ...rest] = listed.files;
  return { ...listed, files: [{ ...first!, path }, ...rest] };
}
