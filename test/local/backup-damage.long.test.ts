import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statePaths } from '../../apps/server/state/directory.ts';
import { storesIn } from '../../apps/server/state/stores.ts';
import { download, upload, type Access, type Uploaded } from './support/evidence.ts';
import { command, endAll, launch } from './support/service.ts';
import { removeDirectory } from '../support/directory.ts';

const MIB = 2 ** 20;
const temporary = mkdtempSync(join(tmpdir(), 'backupdamage-'));
const state = join(temporary, 'state');
const blobs = dirname(storesIn(statePaths(state).data).blobFile('any'));
afterAll(() => {
  endAll();
  removeDirectory(temporary);
});

type Stored = Uploaded & { files: string[] };
let [small, large, intact]: Stored[] = [];
let stop: () => Promise<void>;
let access: Access;

/** Uploads a file. Returns it with the files of its bytes, the largest first. */
async function stored(size: number): Promise<Stored> {
  const before = new Set(existsSync(blobs) ? readdirSync(blobs) : []);
  const uploaded = await upload(access, size);
  const files = readdirSync(blobs).filter((name) => !before.has(name));
  const sizeOf = (name: string): number => statSync(join(blobs, name)).size;
  return { ...uploaded, files: files.toSorted((a, b) => sizeOf(b) - sizeOf(a)) };
}

beforeAll(async () => {
  const service = await launch(state);
  ({ stop } = service);
  access = { base: service.base, token: await service.token() };
  small = await stored(1000);
  large = await stored(9 * MIB);
  intact = await stored(11 * MIB);
});

let taken = 0;
const backUp = async () => {
  const target = join(temporary, `backup-${taken++}`);
  return { target, ...(await command('backup', [target, '--state', state])) };
};

function change(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 1]! ^= 0xff;
  writeFileSync(file, bytes);
}

it('a backup of intact files succeeds, while the service runs and afterwards', async () => {
  expect(large!.files.length).toBeGreaterThan(1);
  expect(await backUp()).toMatchObject({ code: 0 });
  await stop();
  expect(await backUp()).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning') });
});

it.each<[string, () => Stored, (file: string) => void, string]>([
  ['changed small file', () => small!, change, 'its bytes have changed'],
  ['changed part of a large file', () => large!, change, 'its bytes have changed'],
  ['shorter small file', () => small!, (file) => truncateSync(file, 10), 'its bytes are missing or incomplete'],
  [
    'shorter part of a large file',
    () => large!,
    (file) => truncateSync(file, 10),
    'its bytes are missing or incomplete',
  ],
  ['missing small file', () => small!, (file) => rmSync(file), 'its bytes are missing or incomplete'],
  ['missing part of a large file', () => large!, (file) => rmSync(file), 'its bytes are missing or incomplete'],
])('a backup names a %s, exits with code 3, and has all others', async (_name, of, damage, problem) => {
  const { identity, files } = of();
  const file = join(blobs, files[0]!);
  const before = readFileSync(file);
  damage(file);
  const { target, code, stdout, stderr } = await backUp();
  writeFileSync(file, before);
  expect(code, stderr).toBe(3);
  expect(stdout).toMatch(/: \d+ files, [\d.]+ MiB \(/);
  const named = stderr.split('\n').filter((line) => line.startsWith('warning: '));
  expect(named).toEqual([expect.stringContaining(`warning: ${identity}: ${problem} (`)]);
  if (problem.includes('changed'))
    for (const name of files) expect(named[0]).toContain(`data/v3/r2/asset-evidence-blobs/blobs/${name}`);
  expect(stderr).toContain(
    'error: the backup is complete, but uploaded files in it are damaged (1): keep the earlier backups',
  );
  const manifest = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8')) as { files: { path: string }[] };
  for (const name of [...intact!.files, ...files.slice(1)])
    expect(manifest.files.map(({ path }) => path)).toContain(`data/v3/r2/asset-evidence-blobs/blobs/${name}`);
});

it('a backup with a damaged file can be restored, and its other files can be read', async () => {
  const file = join(blobs, large!.files[0]!);
  const before = readFileSync(file);
  change(file);
  const { target } = await backUp();
  writeFileSync(file, before);
  const restored = join(temporary, 'restored');
  const secrets = statePaths(state).secrets;
  expect(await command('restore', [target, '--state', restored, '--secrets', secrets])).toMatchObject({ code: 0 });
  const service = await launch(restored);
  const again = { base: service.base, token: await service.token() };
  expect(await download(again, intact!)).toBe(intact!.sha256);
  expect(await download(again, small!)).toBe(small!.sha256);
  // The scan of the restored service may have found it already.
  await expect(download(again, large!)).rejects.toThrow(/terminated|the stored bytes are not those that were uploaded/);
  await service.stop();
});
