import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { jsonOf, type Ran } from './support/command.ts';
import { runInTerminal } from './support/terminal.ts';

let service: Service;
let tenant: Tenant;
let commandLine: CommandLine;

beforeAll(async () => {
  service = await sharedService();
  tenant = await newTenant(service, 'Login');
  commandLine = await openCommandLine();
});
afterAll(() => commandLine?.close());

/** A file with the credentials of the tenant. */
const credentialsFile = (): string =>
  commandLine.file(
    'admin.json',
    JSON.stringify({ base_url: service.base, client_id: tenant.client_id, client_secret: tenant.client_secret }),
  );

describe('login', () => {
  let config: string;
  let n = 0;
  beforeEach(() => {
    config = join(commandLine.directory, `config${n++}`, 'credentials.json');
  });
  const login = (args: string[], stdin?: string): Promise<Ran> => {
    const env = { EVIDENCE_CONFIG: config };
    return stdin === undefined ? commandLine.here(args, { env }) : commandLine.evidence(args, { env, stdin });
  };

  test('ends at once if the directory of the profiles cannot be created', async () => {
    config = '/proc/evidence/credentials.json';
    const ran = await login(['login', credentialsFile()]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(/^error: .*: cannot be written: ENOENT/)]);
  });

  test('stores the credentials of a file, which only the user can read', async () => {
    const ran = await login(['login', credentialsFile()]);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain(tenant.tenant_identity);
    expect(ran.stdout).not.toContain(tenant.client_secret);
    expect(statSync(config).mode & 0o777).toBe(0o600);
    expect(statSync(join(config, '..')).mode & 0o777).toBe(0o700);
    const listed = await login(['assets', 'list', '--json']);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
  });

  test('reads the secret from stdin, and keeps profiles apart', async () => {
    const args = ['login', '--url', service.at, '--client-id', tenant.client_id];
    expect(jsonOf(await login(['--json', '--profile', 'one', ...args], `${tenant.client_secret}\n`))[0]).toEqual({
      profile: 'one',
      url: service.base,
      client_id: tenant.client_id,
      tenant_identity: tenant.tenant_identity,
      roles: ['Administrator'],
    });
    await login(['--profile', 'two', ...args], tenant.client_secret);
    const stored = JSON.parse(readFileSync(config, 'utf8'));
    expect([stored.default, Object.keys(stored.profiles)]).toEqual(['one', ['one', 'two']]);
    expect((await login(['logout'])).stdout).toBe('removed  one\n');
    expect(await login(['assets', 'list', '--profile', 'one'])).toMatchObject({
      code: 5,
      stderr: 'error: no profile "one": run evidence login, or set EVIDENCE_URL\n',
    });
    expect((await login(['assets', 'list'])).code).toBe(0);
    expect((await login(['logout', '--profile', 'three'])).code).toBe(2);
  });

  test('lists profiles without their secrets, selects the default one and removes one', async () => {
    for (const name of ['b', 'a', 'c']) await login(['--profile', name, 'login', credentialsFile()]);
    const listed = await login(['profiles', 'list']);
    expect(listed.stdout.split('\n')).toEqual([
      expect.stringMatching(/^ +NAME +SERVICE +APPLICATION OR PERSON$/),
      expect.stringMatching(new RegExp(`^ +a +${service.base} +${tenant.client_id}$`)),
      expect.stringMatching(/^\* +b /),
      expect.stringMatching(/^ +c /),
      '',
    ]);
    expect(listed.stdout).not.toContain(tenant.client_secret);
    expect(await login(['profiles', 'use', 'c'])).toMatchObject({ code: 0, stdout: 'default  c\n' });
    const defaults = async () =>
      jsonOf(await login(['--json', 'profiles', 'list'])).map((profile) => [profile.profile, profile.default]);
    expect(await defaults()).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
    ]);
    expect((await login(['profiles', 'remove', 'a'])).stdout).toBe('removed  a\n');
    expect((await login(['profiles', 'remove', 'c'])).code).toBe(0);
    expect(await defaults()).toEqual([['b', true]]);
    expect((await login(['assets', 'list'])).code).toBe(0);
    expect(statSync(config).mode & 0o777).toBe(0o600);
    for (const command of ['use', 'remove'])
      expect(await login(['profiles', command, 'a'])).toMatchObject({
        code: 2,
        stderr: `error: NAME: no profile "a" in ${config}\n`,
      });
    expect(await defaults()).toEqual([['b', true]]);
  });

  test('the list of profiles is empty if there are no profiles', async () => {
    expect(await login(['profiles', 'list'])).toMatchObject({ code: 0, stdout: '', stderr: 'No records.\n' });
  });

  test('stores nothing if the credentials are rejected', async () => {
    const ran = await login(['login', '--url', service.base, '--client-id', tenant.client_id], 'wrong');
    expect(ran.code).toBe(5);
    expect(ran.stderr).toMatch(/^error: .+\n$/);
    expect(() => statSync(config)).toThrow('ENOENT');
  });

  test('refuses a file that other users can read', async () => {
    await login(['login', credentialsFile()]);
    chmodSync(config, 0o644);
    const ran = await login(['assets', 'list']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('other users can read it; run chmod 600')]);
  });

  test.each([
    [['login'], 'FILE or --url: is required'],
    [['login', 'missing.json'], 'missing.json: cannot be read'],
    [['login', 'package.json'], 'package.json: must contain base_url'],
    [['login', 'README.md'], 'README.md: is not JSON'],
    [['login', 'package.json', '--client-id', 'x'], '--client-id: must not be given together with a file'],
    [['profiles', 'use'], "missing required argument 'name'"],
    [['profiles', 'remove', '../x'], '--profile: must be 1 to 64 letters'],
    [['profiles', 'list', 'x'], 'too many arguments'],
    [['profiles', 'rename'], "unknown command 'rename'"],
    [['--profile', '../x', 'assets', 'list'], '--profile: must be 1 to 64 letters'],
  ])('rejects evidence %j', async (args, message) => {
    const ran = await login(args);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(`error: ${message}`)]);
  });

  test('rejects an empty client secret', async () => {
    const ran = await login(['login', '--url', 'x', '--client-id', 'x'], '');
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('error: the client secret: must not be empty')]);
  });

  test('commands say how to sign in if there are no credentials', async () => {
    expect(await login(['assets', 'list'])).toMatchObject({
      code: 5,
      stderr: 'error: you are not signed in: run evidence login, or set EVIDENCE_URL\n',
    });
  });
});

describe('on a terminal', () => {
  const terminal = (
    args: readonly string[],
    typed?: { prompt: string; answer: string },
    env: Record<string, string> = {},
  ) =>
    runInTerminal(
      [join(commandLine.directory, 'cli.js'), ...args],
      { EVIDENCE_CONFIG: join(commandLine.directory, 'terminal.json'), ...env },
      typed,
    );
  const login = ['login', '--url', '', '--client-id', ''];

  test('shows the progress of an upload, and removes it at the end', async () => {
    const path = commandLine.file('large.bin', randomBytes(3_000_000));
    await terminal(['login', credentialsFile()]);
    const { code, output } = await terminal(['upload', path]);
    expect(code).toBe(0);
    const shown = output.replaceAll('\r\u001b[K', '<clear>');
    expect(shown).toMatch(/<clear>Uploading large\.bin \[#+ *\] \d+% \d\.\d MiB<clear>/);
    expect(shown).toMatch(/\[#{24}\] 100% 2\.9 MiB<clear>identity +blobs/);
  });

  test('shows times in the time zone of the person, and failures in red unless NO_COLOR is set', async () => {
    await terminal(['login', credentialsFile()]);
    const client = new EvidenceClient({ url: service.base, token: tenant.token });
    await client.assets.create({});
    const { output } = await terminal(['events', 'list', '-n', '1'], undefined, { TZ: 'Asia/Kolkata' });
    expect(output).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+05:30 /);
    const verified = (more: Record<string, string>) => terminal(['verify', 'package.json'], undefined, more);
    expect((await verified({})).output).toContain('\u001b[31mFAIL');
    const plain = await verified({ NO_COLOR: '1' });
    expect([plain.code, plain.output]).toEqual([1, expect.not.stringContaining('\u001b[31m')]);
  });

  test('asks for the secret without showing it', async () => {
    const args = login.with(2, service.base).with(4, tenant.client_id);
    const typed = { prompt: 'Client secret: ', answer: `${tenant.client_secret}\r` };
    const { code, output } = await terminal(args, typed);
    expect([code, output]).toEqual([0, expect.stringContaining(tenant.tenant_identity)]);
    expect(output).not.toContain(tenant.client_secret.slice(0, 8));
  });

  test('Ctrl-C at the question for the secret stops the command', async () => {
    const args = login.with(2, service.base).with(4, tenant.client_id);
    const { code, output } = await terminal(args, { prompt: 'Client secret: ', answer: '\u0003' });
    expect([code, output]).toEqual([2, expect.stringContaining('error: the client secret: was not entered')]);
  });
});
