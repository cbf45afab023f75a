import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../src/cli/settings.ts';
import { SETTINGS } from '../../src/settings.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(temporary, { recursive: true }));

let files = 0;
function fileOf(text: string): string {
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
  it('returns the defaults where nothing is set', () => {
    expect(readSettings([], undefined)).toEqual(DEFAULTS);
    expect(readSettings([], join(temporary, 'missing.env'))).toEqual(DEFAULTS);
    expect(readSettings([], fileOf(''))).toEqual(DEFAULTS);
  });

  it('prefers an option to the file, and a later assignment to an earlier one', () => {
    const file = fileOf('PAGE_SIZE_MAX=10\nRESULT_LIMIT=20\nINVITE_DAYS=1\nINVITE_DAYS=2\n');
    expect(readSettings(['PAGE_SIZE_MAX=30', 'BUS_SOURCES=1', 'BUS_SOURCES=3'], file).settings).toEqual({
      PAGE_SIZE_MAX: '30',
      RESULT_LIMIT: '20',
      INVITE_DAYS: '2',
      BUS_SOURCES: '3',
    });
  });

  it('reads comments, blank lines, quotes, blanks, CRLF and a byte order mark', () => {
    const issuers = '[{"issuer":"https://id.example","audience":"a","tenants":"*","email_domains":"example.com"}]';
    const file = fileOf(
      `\uFEFF# settings\r\n\r\n  PAGE_SIZE_MAX = 10 \r\nCHAIN_NODE_IDENTITY="a node = 1"\r\nTRUSTED_ISSUERS='${issuers}'\r\nMAIL_FROM=`,
    );
    expect(readSettings([], file).settings).toEqual({
      PAGE_SIZE_MAX: '10',
      CHAIN_NODE_IDENTITY: 'a node = 1',
      TRUSTED_ISSUERS: issuers,
      MAIL_FROM: '',
    });
  });

  it("keeps the launcher's own settings apart from the Worker's", () => {
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
    ['PAGE_SIZE_MX=10', '--var PAGE_SIZE_MX: unknown setting; did you mean PAGE_SIZE_MAX?'],
    ['page_size_max=10', '--var page_size_max: unknown setting; did you mean PAGE_SIZE_MAX?'],
    ['TRUSTED_ISSUER=[]', '--var TRUSTED_ISSUER: unknown setting; did you mean TRUSTED_ISSUERS?'],
    ['toString=1', '--var toString: unknown setting; did you mean '],
    ['PAGE_SIZE_MAX', '--var: must be NAME=VALUE, not "PAGE_SIZE_MAX"'],
    ['PAGE_SIZE_MAX:10', '--var: must be NAME=VALUE, not "PAGE_SIZE_MAX:10"'],
    ['=10', '--var: must be NAME=VALUE, not "=10"'],
    ['ORIGIN=https://evidence.example', '--var ORIGIN: is set with the option --origin'],
    ['MAIL_FROM=evidence', '--var MAIL_FROM: must be an e-mail address'],
    ['CLAMD_ADDRESS=clamd', '--var CLAMD_ADDRESS: must be host:port'],
    ['TRUSTED_ISSUERS={}', '--var TRUSTED_ISSUERS: must be a list of issuers'],
  ])('refuses the option %s', (option, message) => {
    expect(() => readSettings(['INVITE_DAYS=1', option], undefined)).toThrow(message);
  });

  it.each([
    ['# a comment\n\nPAGE_SIZE_MAX=0\n', 3, ': PAGE_SIZE_MAX: must be a whole number from 1 to 1000, not "0"'],
    ['PAGE_SIZE_MX=1\n', 1, ': PAGE_SIZE_MX: unknown setting; did you mean PAGE_SIZE_MAX?'],
    ['INVITE_DAYS=1\nPAGE_SIZE_MAX 10\n', 2, ': must be NAME=VALUE'],
    ['INVITE_DAYS=1\r\n=10', 2, ': must be NAME=VALUE'],
    ['ORIGIN=https://evidence.example', 1, ': ORIGIN: is set with the option --origin'],
  ])('refuses the line of %j with its number', (text, line, message) => {
    const file = fileOf(text);
    expect(() => readSettings([], file)).toThrow(`${file}:${line}${message}`);
  });

  it.each(Object.keys(SETTINGS).filter((name) => SETTINGS[name as keyof typeof SETTINGS].secret))(
    'refuses the secret %s, says where it goes, and does not repeat it',
    (name) => {
      const errors = [
        () => readSettings([`${name}=value-4711`], undefined),
        () => readSettings([], fileOf(`${name}=value-4711`)),
      ];
      for (const read of errors) {
        expect(read).toThrow(`${name}: is a secret; `);
        expect(read).toThrow('put it into secrets.env');
        expect(read).not.toThrow('4711');
      }
    },
  );
});

describe('npm start', () => {
  const state = join(temporary, 'state');
  function refusal(...args: string[]): string {
    const command = [join(PROJECT, 'src/cli/start.mjs'), '--state', state, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: 60_000 });
    expect([status, stdout]).toEqual([1, '']);
    return stderr;
  }

  it('refuses a setting before anything starts', () => {
    expect(refusal('--var', 'PAGE_SIZE_MAX=0')).toBe(
      'error: --var PAGE_SIZE_MAX: must be a whole number from 1 to 1000, not "0"\n',
    );
    expect(existsSync(state)).toBe(false);
  });

  it('refuses a line of settings.env before anything starts', () => {
    mkdirSync(state);
    writeFileSync(join(state, 'settings.env'), 'PAGE_SIZE_MAX=10\nWALLET_SEED=4711\n');
    expect(refusal()).toBe(
      `error: ${join(state, 'settings.env')}:2: WALLET_SEED: is a secret; put it into secrets.env in the same directory\n`,
    );
    expect(existsSync(join(state, 'secrets.env'))).toBe(false);
  });
});

describe("the README's table of settings", () => {
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const section = /^## Settings$(.*?)^## /ms.exec(readme)![1]!;
  const rows = [...section.matchAll(/^\| (`[A-Z0-9_`, ]+?) *\| ([^|]+?) *\|/gm)].flatMap(([, names, defaults]) => {
    const all = [...names!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!);
    const values = all.length === 1 ? [defaults!] : defaults!.split(', ');
    return all.map((name, i) => [name, values[i]] as const);
  });

  it('has every setting once, with its default', () => {
    const declared = Object.entries(SETTINGS)
      .filter(([, { secret }]) => !secret)
      .map(([name, setting]) => [
        name,
        setting.kind === 'integer' ? String(setting.default) : setting.required ? 'none, required' : 'none',
      ]);
    const written = rows.map(([name, value]) => [name, value?.replace(/^2\^(\d+)$/, (_, bits) => String(2 ** bits))]);
    expect(written.toSorted()).toEqual(declared.toSorted());
  });

  it('is followed by every secret', () => {
    for (const [name, { secret }] of Object.entries(SETTINGS)) if (secret) expect(section).toContain(`\`${name}\``);
  });
});

it('every default is within its bounds', () => {
  for (const [name, setting] of Object.entries(SETTINGS)) {
    if (setting.kind !== 'integer') continue;
    expect(setting.default, name).toBeGreaterThanOrEqual(setting.min);
    expect(setting.default, name).toBeLessThanOrEqual(setting.max);
  }
});
