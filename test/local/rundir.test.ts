import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { makeRunDir, withTmpdir } from '../../src/local/workerd/rundir.ts';

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
  const directory = makeRunDir();
  expect(dirname(directory)).toBe(process.env['TMPDIR']);
  expect((statSync(directory).mode & 0o777).toString(8)).toBe('700');
  expect(join(directory, 'default.sock:0')).toHaveLength(103);
});

it('names TMPDIR if its path is too long for sockets, and leaves no directory', () => {
  const directory = ofLength(67);
  vi.stubEnv('TMPDIR', directory);
  expect(makeRunDir).toThrow(`TMPDIR: ${directory} is too long a path for sockets: must have at most 66 bytes`);
  expect(readdirSync(directory)).toEqual([]);
});

it('names TMPDIR if it does not exist', () => {
  vi.stubEnv('TMPDIR', join(temporary, 'absent'));
  expect(makeRunDir).toThrow(`TMPDIR: ${temporary}/absent cannot be used for sockets: ENOENT`);
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
