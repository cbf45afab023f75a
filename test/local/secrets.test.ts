import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dotenvLines, ensureSecrets, newSecrets } from '../../apps/server/state/secrets.ts';
import { statePaths, type StatePaths } from '../../apps/server/state/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const values = newSecrets();
const lines = dotenvLines(values);

let made = 0;
function stateWith(content?: string | Uint8Array): StatePaths {
  const paths = statePaths(join(temporary, String(made++)));
  mkdirSync(paths.data, { recursive: true });
  if (content !== undefined) writeFileSync(paths.secrets, content);
  return paths;
}

describe('secrets.env', () => {
  it('cannot be read by other users', () => {
    const paths = stateWith(lines);
    chmodSync(paths.secrets, 0o644);
    expect(ensureSecrets(paths)).toEqual(values);
    expect((statSync(paths.secrets).mode & 0o777).toString(8)).toBe('600');
  });

  it.each([
    [
      'CRLF, a byte order mark, comments and blanks',
      `\uFEFF# secrets\n\n  ${lines.replaceAll('\n', ' \n')}`.replaceAll('\n', '\r\n'),
    ],
    ['a line that repeats an earlier one', lines + lines],
    ['an empty value of a removed setting', `${lines}FORMER_SETTING=\n`],
  ])('may contain %s', (_, content) => {
    expect(ensureSecrets(stateWith(content))).toMatchObject(values);
  });

  it.each<[string, string | Uint8Array, number, string]>([
    [
      'a line that is not an assignment',
      `CHAIN_SIGNER_KEY ${values.CHAIN_SIGNER_KEY}\n${lines}`,
      1,
      ': must be NAME=VALUE',
    ],
    [
      'a misspelled name',
      `${lines}CHAIN_SIGNER_KEYS=0x12\n`,
      6,
      ': CHAIN_SIGNER_KEYS: unknown setting; did you mean CHAIN_SIGNER_KEY?',
    ],
    [
      'two different values of a secret',
      `${lines}WALLET_SEED=${'ab'.repeat(32)}\n`,
      6,
      ': WALLET_SEED: has a different value in line 2',
    ],
    [
      'a value that is not valid',
      lines.replace(/CHAIN_SIGNER_KEY=.*/, 'CHAIN_SIGNER_KEY=0x4711'),
      5,
      ': CHAIN_SIGNER_KEY: must be 0x and 64 hexadecimal digits',
    ],
    ['a setting of the launcher', `${lines}LOG_FILES=9\n`, 6, ': LOG_FILES: must be set in settings.env'],
    ['bytes that are not UTF-8', Buffer.from(`${lines}# M\xfcller\n`, 'latin1'), 6, ': must be UTF-8 text'],
  ])('is rejected for %s with the line number and without the value', (_, content, line, message) => {
    const paths = stateWith(content);
    const read = (): unknown => ensureSecrets(paths);
    expect(read).toThrow(`${paths.secrets}:${line}${message}`);
    for (const value of [...Object.values(values), '4711', 'ab'.repeat(32)]) expect(read).not.toThrow(value);
  });

  it.each<[string, (path: string) => unknown]>([
    ['a directory', (path) => mkdirSync(path)],
    ['a FIFO', (path) => execFileSync('mkfifo', [path])],
  ])('is rejected if it is %s', (_, make) => {
    const paths = stateWith();
    make(paths.secrets);
    expect(() => ensureSecrets(paths)).toThrow(`${paths.secrets}: cannot be read: it must be a regular file`);
  });
});
