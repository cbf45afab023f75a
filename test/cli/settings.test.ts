import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../apps/cli/settings.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { PATIENCE } from '../support/patience.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(temporary, { recursive: true }));

let files = 0;
function fileOf(text: string | Uint8Array): string {
  const path = join(temporary, `${files++}.env`);
  writeFileSync(path, text);
  return path;
}

const DEFAULTS = {
  settings: {},
  disk: { warnMb: 500, minMb: 64 },
  log: { maxMb: 20, files: 5 },
  mailFiles: 1000,
};

describe('readSettings', () => {
  it('returns the defaults if nothing is set', () => {
    expect(readSettings([], undefined)).toEqual(DEFAULTS);
    expect(readSettings([], join(temporary, 'missing.env'))).toEqual(DEFAULTS);
    expect(readSettings([], fileOf(''))).toEqual(DEFAULTS);
  });

  it('prefers an option to the file and a later option to an earlier one', () => {
    const file = fileOf('PAGE_SIZE_MAX=10\nRESULT_LIMIT=20\n');
    expect(readSettings(['PAGE_SIZE_MAX=30', 'BUS_SOURCES=1', 'BUS_SOURCES=3'], file).settings).toEqual({
      PAGE_SIZE_MAX: '30',
      RESULT_LIMIT: '20',
      BUS_SOURCES: '3',
    });
  });

  it('accepts comments, empty lines, quotes, blanks, CRLF and a byte order mark', () => {
    const issuers = '[{"issuer":"https://id.example","audience":"a","tenants":"*","email_domains":"example.com"}]';
    const file = fileOf(
      `\uFEFF# settings\r\n\r\n  PAGE_SIZE_MAX = 10 \r\nCHAIN_NODE_IDENTITY="a node = ` +
        `1"\r\nTRUSTED_ISSUERS='${issuers}'\r\nMAIL_FROM=`,
    );
    expect(readSettings([], file).settings).toEqual({
      PAGE_SIZE_MAX: '10',
      CHAIN_NODE_IDENTITY: 'a node = 1',
      TRUSTED_ISSUERS: issuers,
      MAIL_FROM: '',
    });
  });

  it('accepts a line that repeats an earlier one', () => {
    expect(readSettings([], fileOf('INVITE_DAYS=1\nBUS_SOURCES=1\nINVITE_DAYS="1"\n')).settings).toEqual({
      INVITE_DAYS: '1',
      BUS_SOURCES: '1',
    });
  });

  it.each(['LOG_FILES= 5', 'LOG_FILES=5 ', 'LOG_FILES=05'])('parses the number of the option %j', (option) => {
    expect(readSettings([option], undefined).log.files).toBe(5);
  });

  it('uses the default for an empty value', () => {
    const file = fileOf('LOG_FILES=\nDISK_MIN_MB=""\n');
    expect(readSettings(['LOG_MAX_MB='], file)).toEqual(DEFAULTS);
  });

  it('separates the settings of the launcher from those of the Worker', () => {
    const vars = ['DISK_WARN_MB=9', 'DISK_MIN_MB=8', 'LOG_MAX_MB=7', 'LOG_FILES=6', 'MAIL_FILES=5'];
    expect(readSettings(vars, fileOf('LOG_FILES=60\n'))).toEqual({
      settings: {},
      disk: { warnMb: 9, minMb: 8 },
      log: { maxMb: 7, files: 6 },
      mailFiles: 5,
    });
  });

  it.each([
    ['PAGE_SIZE_MAX=0', '--var PAGE_SIZE_MAX: must be a whole number from 1 to 1000, not "0"'],
    ['PAGE_SIZE_MAX= ', '--var PAGE_SIZE_MAX: must be a whole number from 1 to 1000, not " "'],
    ['LOG_FILES=1.5', '--var LOG_FILES: must be a whole number from 1 to 100, not "1.5"'],
    ['LOG_FILES=0x10', '--var LOG_FILES: must be a whole number from 1 to 100, not "0x10"'],
    ['LOG_FILES=1e1', '--var LOG_FILES: must be a whole number from 1 to 100, not "1e1"'],
    ['LOG_FILES=5.0', '--var LOG_FILES: must be a whole number from 1 to 100, not "5.0"'],
    ['LOG_FILES=Infinity', '--var LOG_FILES: must be a whole number from 1 to 100, not "Infinity"'],
    ['PAGE_SIZE_MX=10', '--var PAGE_SIZE_MX: unknown setting; did you mean PAGE_SIZE_MAX?'],
    ['page_size_max=10', '--var page_size_max: unknown setting; did you mean PAGE_SIZE_MAX?'],
    ['TRUSTED_ISSUER=[]', '--var TRUSTED_ISSUER: unknown setting; did you mean TRUSTED_ISSUERS?'],
    ['toString=1', '--var toString: unknown setting; did you mean '],
    ['PAGE_SIZE_MAX', '--var: must be NAME=VALUE, not "PAGE_SIZE_MAX"'],
    ['PAGE_SIZE_MAX:10', '--var: must be NAME=VALUE, not "PAGE_SIZE_MAX:10"'],
    ['=10', '--var: must be NAME=VALUE, not "=10"'],
    ['ORIGIN=https://evidence.example', '--var ORIGIN: must be set with the option --origin'],
    ['MAIL_FROM=evidence', '--var MAIL_FROM: must be an e-mail address'],
    ['CLAMD_ADDRESS=clamd', '--var CLAMD_ADDRESS: must be host:port'],
    ['TRUSTED_ISSUERS={}', '--var TRUSTED_ISSUERS: must be a list of issuers'],
  ])('rejects the option %s', (option, message) => {
    expect(() => readSettings(['INVITE_DAYS=1', option], undefined)).toThrow(message);
  });

  it.each([
    ['# a comment\n\nPAGE_SIZE_MAX=0\n', 3, ': PAGE_SIZE_MAX: must be a whole number from 1 to 1000, not "0"'],
    ['PAGE_SIZE_MX=1\n', 1, ': PAGE_SIZE_MX: unknown setting; did you mean PAGE_SIZE_MAX?'],
    ['INVITE_DAYS=1\nPAGE_SIZE_MAX 10\n', 2, ': must be NAME=VALUE'],
    ['INVITE_DAYS=1\r\n=10', 2, ': must be NAME=VALUE'],
    ['ORIGIN=https://evidence.example', 1, ': ORIGIN: must be set with the option --origin'],
    ['export INVITE_DAYS=1', 1, ': must be NAME=VALUE'],
    ['INVITE_DAYS=1 # day', 1, ': INVITE_DAYS: must be a whole number from 1 to 365, not "1 # day"'],
    [
      'INVITE_DAYS=1\n\nINVITE_DAYS=2',
      3,
      ': INVITE_DAYS: has a different value in line 1: remove one of the two lines',
    ],
    ['INVITE_DAYS=1\rLOG_FILES=1\r', 1, ': must not contain control characters'],
    [Buffer.from('INVITE_DAYS=1\nMAIL_FROM=M\xfcller@example.com', 'latin1'), 2, ': must be UTF-8 text'],
    [Buffer.from('\uFEFFINVITE_DAYS=1\n', 'utf16le'), 1, ': must be UTF-8 text'],
    [Buffer.from('INVITE_DAYS=1\n', 'utf16le'), 1, ': must not contain control characters'],
  ])('rejects the file %j with the number of the line', (text, line, message) => {
    const file = fileOf(text);
    expect(() => readSettings([], file)).toThrow(`${file}:${line}${message}`);
  });

  it.each<[string, (path: string) => unknown, string]>([
    ['a directory', (path) => mkdirSync(path), 'it must be a regular file'],
    ['a FIFO without waiting for its writer', (path) => execFileSync('mkfifo', [path]), 'it must be a regular file'],
    ['a link to a file that does not exist', (path) => symlinkSync(`${path}.missing`, path), 'ENOENT'],
    ['a link to itself', (path) => symlinkSync(path, path), 'ELOOP'],
  ])('rejects %s as settings file', (_, make, reason) => {
    const path = join(temporary, `${files++}.env`);
    make(path);
    expect(() => readSettings([], path)).toThrow(`${path}: cannot be read: ${reason}`);
  });

  it.each(Object.keys(SETTINGS).filter((name) => SETTINGS[name as keyof typeof SETTINGS].secret))(
    'rejects the secret %s, names the file for it and does not repeat the value',
    (name) => {
      const errors = [
        () => readSettings([`${name}=value-4711`], undefined),
        () => readSettings([], fileOf(`${name}=value-4711`)),
      ];
      for (const read of errors) {
        expect(read).toThrow(`${name}: is a secret: `);
        expect(read).toThrow('set it in secrets.env');
        expect(read).not.toThrow('4711');
      }
    },
  );
});

describe('npm start', () => {
  const state = join(temporary, 'state');
  function refusal(code: number, ...args: string[]): string {
    const command = [join(PROJECT, 'apps/cli/start.mjs'), '--state', state, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: PATIENCE });
    expect([status, stdout]).toEqual([code, '']);
    return stderr;
  }

  it('rejects an option that is not valid before it starts anything', () => {
    expect(refusal(2, '--var', 'PAGE_SIZE_MAX=0')).toBe(
      'error: --var PAGE_SIZE_MAX: must be a whole number from 1 to 1000, not "0"\n',
    );
    expect(existsSync(state)).toBe(false);
  });

  it('rejects a line of settings.env that is not valid before it starts anything', () => {
    mkdirSync(state);
    writeFileSync(join(state, 'settings.env'), 'PAGE_SIZE_MAX=10\nWALLET_SEED=4711\n');
    expect(refusal(1)).toBe(
      `error: ${join(state, 'settings.env')}:2: WALLET_SEED: is a secret: set it in secrets.env in the same ` +
        `directory\n`,
    );
    expect(existsSync(join(state, 'secrets.env'))).toBe(false);
  });
});

describe('the documentation of settings', () => {
  const rowsOf = (text: string): (readonly [string, string])[] =>
    [...text.matchAll(/^\| `([A-Z0-9_]+)` *\| ([^|]+?) *\|/gm)].map(([, name, value]) => [name!, value!] as const);
  const operations = readFileSync(join(PROJECT, 'docs/operations.md'), 'utf8');
  const section = /^## Configure$(.*?)^## /ms.exec(operations)![1]!;
  const declared = Object.entries(SETTINGS).map(([name, setting]): [string, string] => {
    if (setting.kind === 'integer') return [name, String(setting.default)];
    return [name, setting.required ? 'none, required' : 'none'];
  });

  it('docs/api/settings.md has every setting and every secret once, with its default', () => {
    const written = rowsOf(readFileSync(join(PROJECT, 'docs/api/settings.md'), 'utf8'));
    expect(written.toSorted()).toEqual(declared.toSorted());
  });

  it('docs/operations.md has each of its settings once, with its default', () => {
    const written = rowsOf(section);
    expect(written.length).toBeGreaterThan(5);
    expect(new Set(written.map(([name]) => name)).size).toBe(written.length);
    for (const row of written) expect(declared).toContainEqual(row);
  });

  it('docs/operations.md names every secret', () => {
    for (const [name, { secret }] of Object.entries(SETTINGS)) if (secret) expect(section).toContain(`\`${name}\``);
  });
});

it('the defaults of all settings are within their bounds', () => {
  for (const [name, setting] of Object.entries(SETTINGS)) {
    if (setting.kind !== 'integer') continue;
    expect(setting.default, name).toBeGreaterThanOrEqual(setting.min);
    expect(setting.default, name).toBeLessThanOrEqual(setting.max);
  }
});
