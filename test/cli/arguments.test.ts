import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command as fsck } from '../../apps/cli/commands/fsck.ts';
import { command as start } from '../../apps/cli/commands/start.ts';
import { command as tenant } from '../../apps/cli/commands/tenant.ts';
import { optionsOf } from './support/options.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const COMMANDS = [
  'start',
  'tenant',
  'fsck',
  'verify',
  'backup',
  'restore',
  'import',
  'witness',
  'monitor',
  'dev',
] as const;

const temporary = mkdtempSync(join(tmpdir(), 'arguments-'));
afterAll(() => rmSync(temporary, { recursive: true }));

function run(command: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT, 'apps/cli/launch.mjs'), command, ...args],
    {
      cwd: temporary,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  );
  return { status, stdout, stderr };
}

describe.each(COMMANDS)('%s --help', (name) => {
  let help: ReturnType<typeof run>;
  let command: Command;
  beforeAll(async () => {
    help = run(name, ['--help', '--state', join(temporary, name), '--no-such-option']);
    command = ((await import(`../../apps/cli/commands/${name}.ts`)) as { command: () => Command }).command();
  });

  it('prints the help on stdout and does not run the command', () => {
    const { status, stdout, stderr } = help;
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: npm (run -s |run )?${name}( |$)`, 'm'));
    for (const heading of ['Options:', 'Examples:', 'Exit codes:']) expect(stdout).toContain(`\n${heading}\n`);
    expect(stdout.match(/^ {2}# /gm)!.length).toBeGreaterThanOrEqual(2);
    expect(stdout).toMatch(/^ {2}0 {2}\S/m);
    expect(stdout).toMatch(/^ {2}-h, --help +\S/m);
    const [text] = stdout.split('Examples:');
    for (const line of text!.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(existsSync(join(temporary, name))).toBe(false);
  });

  it('prints the same help for -h', () => {
    let text = '';
    command.configureOutput({ writeOut: (more) => (text += more) }).exitOverride();
    expect(() => command.parse(['-h'], { from: 'user' })).toThrow('(outputHelp)');
    expect(text).toBe(help.stdout);
  });

  it('describes every argument and option', () => {
    const words = help.stdout.replaceAll(/\s+/g, ' ');
    for (const { flags, description } of command.options.filter(({ hidden }) => !hidden)) {
      expect(description, flags).not.toBe('');
      expect(words).toContain(`${flags} ${description}`);
    }
    for (const argument of command.registeredArguments)
      expect(words).toContain(`${argument.name()} ${argument.description}`);
  });
});

it('the help of npm start names the default port and host', () => {
  const { port, host } = optionsOf(start, []);
  const help = start().helpInformation();
  expect(help).toContain(`(default: ${port})`);
  expect(help).toContain(`(default: ${host})`);
});

describe('start', () => {
  it.each([
    [['--port', '70000'], '--port: must be a whole number from 1 to 65535, not "70000"'],
    [['--port', '80x'], '--port: must be a whole number from 1 to 65535, not "80x"'],
    [['--prot', '1'], "unknown option '--prot' (Did you mean --port?) (--help explains the command)"],
    [['more'], 'too many arguments'],
    [['--state', ''], '--state: must name a directory'],
    [['--host', 'evidence.example.com'], '--host: must be an IP address of this machine, not "evidence.example.com"'],
    [['--host', 'fe80::1%eth0'], '--host: must be an IP address of this machine, not "fe80::1%eth0"'],
    [['--host', '0.0.0.0'], '--host: 0.0.0.0 can be reached from other machines'],
    [['--host', '::'], '--host: :: can be reached from other machines'],
    [['--host', '192.0.2.7', '--origin', 'http://192.0.2.7:8787'], '--origin: must start with https://'],
    [['--origin', 'http://evidence.example.com'], '--origin: must start with https://'],
    [['--origin', 'evidence.example.com'], '--origin: must be https://host[:port], not "evidence.example.com"'],
    [['--origin', 'https://evidence.example.com/path'], '--origin: must be https://host[:port]'],
    [['--origin', 'https://user@evidence.example.com'], '--origin: must be https://host[:port]'],
    [['--origin', 'ftp://evidence.example.com'], '--origin: must be https://host[:port]'],
    [['--trust-proxy', '10.0.0.0/33'], '--trust-proxy: must be an IP address or a CIDR block'],
    [['--trust-proxy', 'proxy.example.com'], '--trust-proxy: must be an IP address or a CIDR block'],
  ])('refuses %j', (args, message) => {
    expect(() => optionsOf(start, args)).toThrow(message);
  });

  it('prints one line on stderr and creates nothing if an argument is rejected', () => {
    const state = join(temporary, 'refused');
    const { status, stdout, stderr } = run('start', ['--state', state, '--host', '0.0.0.0']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: --host: 0\.0\.0\.0 can be reached from other machines.*\n$/);
    expect(existsSync(state)).toBe(false);
  });

  it.each([
    [[], { host: '127.0.0.1', port: 8787, origin: 'http://127.0.0.1:8787', state: join(PROJECT, '.state') }],
    [['--state', 'here'], { state: resolve('here') }],
    [['--port', '81'], { origin: 'http://127.0.0.1:81' }],
    [['--host', 'localhost'], { host: '127.0.0.1', origin: 'http://127.0.0.1:8787' }],
    [['--host', '127.0.0.2'], { host: '127.0.0.2', origin: 'http://127.0.0.2:8787' }],
    [['--host', '[::1]'], { host: '::1', origin: 'http://[::1]:8787' }],
    [['--origin', 'http://localhost:9000'], { origin: 'http://localhost:9000' }],
    [['--origin', 'https://Evidence.example.com:443/'], { host: '127.0.0.1', origin: 'https://evidence.example.com' }],
    [['--host', '0.0.0.0', '--origin', 'https://e.example'], { host: '0.0.0.0', origin: 'https://e.example' }],
    [['--host', '0.0.0.0', '--insecure-http'], { host: '0.0.0.0', origin: 'http://127.0.0.1:8787' }],
    [['--host', '192.0.2.7', '--insecure-http'], { origin: 'http://192.0.2.7:8787' }],
    [['--insecure-http', '--origin', 'http://e.example'], { origin: 'http://e.example' }],
    [['--trust-proxy', '10.0.0.0/8', '--trust-proxy', 'fd00::/8'], { trustedProxies: ['10.0.0.0/8', 'fd00::/8'] }],
    [['--var', 'A=1', '--var', 'B=2'], { vars: ['A=1', 'B=2'] }],
    [['--accept-restored'], { acceptRestored: true }],
  ])('reads %j', (args, expected) => {
    expect(optionsOf(start, args)).toMatchObject(expected);
  });
});

describe('tenant', () => {
  it.each([
    [[], "missing required argument 'create' (--help explains the command)"],
    [['create'], "missing required argument 'name'"],
    [['delete', 'A'], "'delete' is invalid for argument 'create'. Allowed choices are create."],
    [['create', ' '], 'NAME: must not be empty'],
    [['create', 'A', '--url', 'evidence.example.com'], '--url: must be an http or https address'],
    [['create', 'A', '--prot'], "unknown option '--prot'"],
  ])('refuses %j', (args, message) => {
    expect(() => tenant().parse(args, { from: 'user' })).toThrow(message);
  });
});

describe('fsck', () => {
  it.each([
    [['--tenant', '7'], '--tenant: must be tenant/<uuid>, not "7"'],
    [['--tenants'], "unknown option '--tenants'"],
  ])('refuses %j', (args, message) => {
    expect(() => fsck().parse(args, { from: 'user' })).toThrow(message);
  });
});

describe('npm', () => {
  /** Runs `npm` without the environment of the npm that runs this test. */
  function npm(...args: string[]) {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    return spawnSync('npm', args, { cwd: PROJECT, encoding: 'utf8', env });
  }

  it('prints only the output of the command on stdout with -s', () => {
    const { status, stdout } = npm('run', '-s', 'tenant', '--', '--help');
    expect([status, stdout]).toEqual([0, run('tenant', ['--help']).stdout]);
  });

  it('adds nothing to the error line of a failed command', () => {
    const { status, stdout, stderr } = npm('run', 'tenant');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: .+\n$/);
    expect(stdout).not.toContain('{');
  });

  it('reports a script that does not exist', () => {
    const { stdout, stderr } = npm('run', 'tenants');
    expect(stderr).toContain('Missing script: "tenants"');
    expect(stdout).toBe('');
  });
});
