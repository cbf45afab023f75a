import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { makeRunDir, pidIn, removeRunDirs, touchRunDir, withTmpdir } from '../../apps/server/workerd/run-dir.ts';

const temporary = mkdtempSync('/tmp/rundir-');
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(temporary, { recursive: true }));

/** Creates a directory whose path has this many bytes. */
function ofLength(bytes: number): string {
  const directory = join(temporary, 'x'.repeat(bytes - temporary.length - 1));
  mkdirSync(directory);
  return directory;
}

it('creates a directory that only this user can enter if its path is short enough for sockets', () => {
  vi.stubEnv('TMPDIR', ofLength(66));
  const directory = makeRunDir('1:2');
  expect(dirname(directory)).toBe(process.env['TMPDIR']);
  expect((statSync(directory).mode & 0o777).toString(8)).toBe('700');
  expect(join(directory, 'default.sock:0')).toHaveLength(103);
});

it('names TMPDIR if its path is too long for sockets, and leaves no directory', () => {
  const directory = ofLength(67);
  vi.stubEnv('TMPDIR', directory);
  expect(() => makeRunDir('1:2')).toThrow(
    `TMPDIR: ${directory} is too long a path for sockets: must have at most 66 bytes`,
  );
  expect(readdirSync(directory)).toEqual([]);
});

it('names TMPDIR if it does not exist', () => {
  vi.stubEnv('TMPDIR', join(temporary, 'absent'));
  expect(() => makeRunDir('1:2')).toThrow(`TMPDIR: ${temporary}/absent cannot be used for sockets: ENOENT`);
});

it('reads the process id of the runtime only if the file can be read and is complete', () => {
  const directory = join(temporary, 'pids');
  mkdirSync(directory);
  const file = join(directory, 'workerd.pid');
  expect(pidIn(directory)).toBe(undefined);
  for (const [text, pid] of [
    ['123\n', 123],
    ['', undefined],
    ['12', undefined],
    ['0\n', undefined],
  ] as const) {
    writeFileSync(file, text);
    expect(pidIn(directory)).toBe(pid);
  }
  rmSync(file);
  // As while too many files are open, reading throws.
  mkdirSync(file);
  expect(pidIn(directory)).toBe(undefined);
});

it('changes TMPDIR for the duration of a call', () => {
  for (const before of [undefined, '/before']) {
    vi.stubEnv('TMPDIR', before);
    expect(withTmpdir('/other', tmpdir)).toBe('/other');
    const fails = (): never => withTmpdir('/other', () => JSON.parse('{') as never);
    expect(fails).toThrow(SyntaxError);
    expect(process.env['TMPDIR']).toBe(before);
  }
});

it('removes the directories that runs of an owner have left, and nothing else', () => {
  const tmp = join(temporary, 'left');
  mkdirSync(tmp);
  vi.stubEnv('TMPDIR', tmp);
  const left = [makeRunDir('1:2'), makeRunDir('1:2')];
  const others = ['open', 'linked', 'empty'].map((name) => join(tmp, `asset-evidence-${name}`));
  const [open, linked, empty] = others as [string, string, string];
  for (const directory of [open, empty]) mkdirSync(directory, { mode: 0o700 });
  writeFileSync(join(open, 'owner'), '1:2');
  chmodSync(open, 0o755);
  const other = makeRunDir('1:23');
  const target = join(tmp, 'target');
  mkdirSync(target, { mode: 0o700 });
  writeFileSync(join(target, 'owner'), '1:2');
  symlinkSync(target, linked);
  writeFileSync(join(tmp, 'asset-evidence-file'), '1:2');
  removeRunDirs('1:2');
  expect(left.map((directory) => existsSync(directory))).toEqual([false, false]);
  expect([...others, other, target, join(tmp, 'asset-evidence-file')].filter((path) => !existsSync(path))).toEqual([]);
});

it('makes all files of a directory recent', () => {
  vi.stubEnv('TMPDIR', temporary);
  const directory = makeRunDir('1:2');
  mkdirSync(join(directory, 'inner'));
  const paths = ['inner', 'inner/file', 'owner'].map((path) => join(directory, path));
  writeFileSync(paths[1]!, '');
  for (const path of paths) utimesSync(path, 0, 0);
  touchRunDir(directory);
  expect(paths.filter((path) => statSync(path).mtimeMs < Date.now() - 60_000)).toEqual([]);
  touchRunDir(join(directory, 'absent'));
});
