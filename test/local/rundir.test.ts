import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { makeRunDir, withTmpdir } from '../../src/local/rundir.ts';

const temporary = mkdtempSync('/tmp/rundir-');
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(temporary, { recursive: true }));

/** A directory whose path has so many bytes. */
function ofLength(bytes: number): string {
  const directory = join(temporary, 'x'.repeat(bytes - temporary.length - 1));
  mkdirSync(directory);
  return directory;
}

it('makes a directory that only this user can enter, wherever sockets fit', () => {
  vi.stubEnv('TMPDIR', ofLength(66));
  const directory = makeRunDir();
  expect(dirname(directory)).toBe(process.env['TMPDIR']);
  expect((statSync(directory).mode & 0o777).toString(8)).toBe('700');
  expect(join(directory, 'default.sock:0')).toHaveLength(103);
});

it('names TMPDIR where its path is too long for sockets, and leaves nothing there', () => {
  const directory = ofLength(67);
  vi.stubEnv('TMPDIR', directory);
  expect(makeRunDir).toThrow(`TMPDIR: ${directory} is too long a path for sockets: it must have at most 66 bytes`);
  expect(readdirSync(directory)).toEqual([]);
});

it('names TMPDIR where it does not exist', () => {
  vi.stubEnv('TMPDIR', join(temporary, 'absent'));
  expect(makeRunDir).toThrow(`TMPDIR: ${temporary}/absent cannot hold the sockets of the service: ENOENT`);
});

it('changes TMPDIR for as long as a call takes', () => {
  for (const before of [undefined, '/before']) {
    vi.stubEnv('TMPDIR', before);
    expect(withTmpdir('/other', tmpdir)).toBe('/other');
    const fails = (): never => withTmpdir('/other', () => JSON.parse('{') as never);
    expect(fails).toThrow(SyntaxError);
    expect(process.env['TMPDIR']).toBe(before);
  }
});
