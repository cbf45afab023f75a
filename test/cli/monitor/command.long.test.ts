import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { command as monitor } from '../../../apps/cli/commands/monitor.ts';
import { LogClient } from '../../../apps/cli/monitor/client.ts';
import { Unavailable } from '../../../apps/cli/monitor/findings.ts';
import { tokensFor } from '../../../apps/cli/monitor/token.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { PROJECT, within } from '../../support/launcher.ts';
import { LogService } from '../support/log-service.ts';
import { Monitoring } from '../support/monitoring.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';
import { optionsOf } from '../support/options.ts';
import { PATIENCE } from '../../support/patience.ts';

const ID = '33333333-3333-4333-8333-333333333333';
const temporary = mkdtempSync(join(tmpdir(), 'monitor-command-'));
afterAll(() => rmSync(temporary, { recursive: true }));

let service: LogService;
let log: TestLog;
let signer: NoteSigner;
beforeEach(async () => {
  service = await LogService.start();
  log = new TestLog(ID);
  signer = await keyFor(log.origin, 'aa');
  log.genesis(signer).growTo(10);
  service.show({ log, signers: [signer] });
});
afterEach(() => service.close());

let files = 0;
const newFile = (): string => join(temporary, `${(files += 1)}`, 'state.json');

/** Starts the command. `ended` resolves to its exit code. */
function start(args: readonly string[]) {
  const child = spawn(process.execPath, [join(PROJECT, 'apps/cli/launch.mjs'), 'monitor', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (output.err += String(chunk)));
  const closed = once(child, 'close');
  return { child, output, ended: async () => (await closed)[0] as number | null };
}

async function run(args: readonly string[]) {
  const { output, ended } = start(args);
  return { code: await ended(), ...output };
}

describe('npm run monitor', () => {
  test('exits with 0, 1, 2 and 3', async () => {
    const state = newFile();
    const args = [service.base, '--state', state, '--once', '--vkey', vkeyOf(signer)];
    expect(await run(args)).toMatchObject({ code: 0, err: '' });
    expect(statSync(state).mode & 0o777).toBe(0o600);
    const forked = log.fork(5).growTo(4).events(77).growTo(12);
    service.show({ log: forked, signers: [signer] });
    const alarm = await run(args);
    expect(alarm.code).toBe(3);
    const [, evidence] = /The evidence is in (.*)\n$/.exec(alarm.err) as unknown as [string, string];
    expect(JSON.parse(readFileSync(evidence, 'utf8'))).toMatchObject({ alarm: 'fork' });
    expect(await run(['--once'])).toMatchObject({ code: 2, out: '' });
    const { base } = service;
    service.close();
    expect(await run([base, '--state', newFile(), '--once', '--interval', '1'])).toMatchObject({ code: 1 });
  });

  test('follows the log until a signal, and refuses a second monitor with the same state', async () => {
    const state = newFile();
    const args = [service.base, '--state', state, '--interval', '1'];
    const { child, output, ended } = start(args);
    await within(
      PATIENCE,
      () => `no first check: ${output.err}`,
      () => output.out.includes('size 10'),
    );
    const second = await run(args);
    expect(second.code).toBe(1);
    expect(second.err).toContain('state.json is in use by another monitor: stop it or choose another --state');
    log.growTo(300);
    await within(
      PATIENCE,
      () => `no second check: ${output.err}`,
      () => output.out.includes('continues size 10'),
    );
    child.kill('SIGTERM');
    expect(await ended()).toBe(0);
  });

  test('stops at once while a request waits for its response', async () => {
    service.intercept = (path) => (path.endsWith('/checkpoint') ? { after: 60_000 } : undefined);
    const { child, ended } = start([service.base, '--state', newFile()]);
    await within(60_000, 'no request', () => service.paths.some((path) => path.endsWith('/checkpoint')));
    child.kill('SIGINT');
    expect(await ended()).toBe(0);
  });

  test('keeps the last state that was written if it is killed at any time', async () => {
    const state = newFile();
    for (let size = 20; size < 26; size++) {
      log.growTo(size);
      const { child, ended } = start([service.base, '--state', state, '--interval', '1']);
      const requests = service.paths.length;
      await within(60_000, 'no request', () => service.paths.length > requests + (size % 4));
      child.kill('SIGKILL');
      await ended();
    }
    expect(await run([service.base, '--state', state, '--once'])).toMatchObject({ code: 0 });
  });
});

test('a start that is refused leaves no lock', async () => {
  const state = newFile();
  const other = vkeyOf(await keyFor('other.example/log', 'aa'));
  expect(await run([service.base, '--state', state, '--once', '--vkey', other])).toMatchObject({ code: 2 });
  expect(existsSync(`${state}.lock`)).toBe(false);
  writeFileSync(state, 'damaged');
  expect(await run([service.base, '--state', state, '--once'])).toMatchObject({ code: 1 });
  expect(existsSync(`${state}.lock`)).toBe(false);
});

test('a start without a key prints the warning once, also if the first attempts fail', async () => {
  const monitoring = new Monitoring();
  let failures = 2;
  service.intercept = (path) =>
    path.endsWith('/checkpoint') && failures-- > 0 ? { status: 503, body: '{}' } : undefined;
  const { code, err, checks } = await monitoring.run(service.base);
  monitoring.remove();
  expect([code, checks]).toEqual([0, 3]);
  expect(err.match(/no key was given with --vkey/g)).toHaveLength(1);
});

describe('a state file', () => {
  const states = new Monitoring();
  afterAll(() => states.remove());

  test.each([
    ['is not JSON', (text: string) => text.slice(0, -10)],
    ['is empty', () => ''],
    ['has another form', (text: string) => text.replace('"origin"', '"origins"')],
    ['has a checkpoint of another size', (text: string) => text.replace('\\n10\\n', '\\n11\\n')],
    ['has a key that did not sign', (text: string) => text.replaceAll(/\+[0-9a-f]{8}\+[^"]*/g, '+00000000+AAAA')],
  ])('a state file that %s is refused, and not changed', async (_, change) => {
    rmSync(states.file, { force: true });
    await states.run(service.base);
    const damaged = change(readFileSync(states.file, 'utf8'));
    writeFileSync(states.file, damaged);
    await expect(states.run(service.base)).rejects.toThrow(
      `damaged state: ${states.file}: it does not contain the state of a monitor: restore it from a copy; or remove it`,
    );
    expect(readFileSync(states.file, 'utf8')).toBe(damaged);
  });

  test('a state file of another log, another service or other keys is refused', async () => {
    rmSync(states.file);
    await states.run(service.base);
    await expect(states.run(service.base, ['--log', ID])).rejects.toThrow(
      /--state: .* is about the log public of http/,
    );
    await expect(states.run(`${service.base}/x`)).rejects.toThrow('is about the log public of');
    const other = await keyFor(log.origin, 'bb');
    await expect(states.run(service.base, ['--vkey', vkeyOf(other)])).rejects.toThrow('trusts other keys of this log');
  });

  test('a state file is refused with a key of another log, after the log was reached', async () => {
    rmSync(states.file, { force: true });
    await states.run(service.base, ['--vkey', vkeyOf(signer)]);
    const before = states.state;
    const other = vkeyOf(await keyFor('other.example/log', 'aa'));
    for (const vkeys of [
      ['--vkey', other],
      ['--vkey', vkeyOf(signer), '--vkey', other],
    ]) {
      await expect(states.run(service.base, vkeys)).rejects.toThrow(
        `--vkey: must be a key of the log public, whose origin is ${log.origin}, and not of other.example/log`,
      );
      expect(states.state).toEqual(before);
    }
  });

  test('a state file is not created if the given key is that of another log', async () => {
    rmSync(states.file, { force: true });
    const other = await keyFor('other.example/log', 'aa');
    await expect(states.run(service.base, ['--vkey', vkeyOf(other)])).rejects.toThrow(
      `--vkey: must be a key of the log public, whose origin is ${log.origin}`,
    );
    expect(existsSync(states.file)).toBe(false);
  });
});

const client = (milliseconds?: number) => {
  const tokens = { token: () => Promise.resolve(undefined), forget: () => undefined };
  return new LogClient(service.base, fetch, tokens, milliseconds);
};

test('requests end when their time is over', async () => {
  service.intercept = () => ({ after: 60_000 });
  await expect(client(50).checkpoint(ID)).rejects.toThrow(Unavailable);
  await expect(client(50).checkpoint(ID)).rejects.toThrow('does not respond');
});

test('requests do not read bodies that are too long', async () => {
  service.intercept = () => ({ type: 'application/octet-stream', body: new Uint8Array(50_000_000) });
  await expect(client().tiles(ID)([{ level: 0, index: 0, width: 256 }])).rejects.toThrow('more than 8192 bytes');
  await expect(client().entries(ID, 0, 256)).rejects.toThrow('more than 16777472 bytes');
});

test('requests have the token of a file, which is read for each request', async () => {
  const file = join(temporary, 'token');
  const { token } = tokensFor({ url: service.base, log: 'public', tokenFile: file }, {}, fetch);
  await expect(token()).rejects.toThrow('--token-file: ');
  writeFileSync(file, 'one\n');
  expect(await token()).toBe('one');
  writeFileSync(file, 'two\n');
  expect(await token()).toBe('two');
});

test('requests for the public log have no token, even if the environment has credentials', async () => {
  const env = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' };
  const tokens = tokensFor({ url: service.base, log: 'public', tokenFile: undefined }, env, fetch);
  expect(await tokens.token()).toBeUndefined();
});

test.each([
  [[], "missing required argument 'url' (--help explains the command)"],
  [['evidence.example.com'], 'URL: must be the base_url of a service'],
  [['https://user@evidence.example.com'], 'URL: must be the base_url of a service'],
  [['https://e.example/a?b=c'], 'URL: must be the base_url of a service'],
  [['https://e.example', '--log', 'all'], '--log: must be public, or the UUID of a tenancy or a log, not "all"'],
  [['https://e.example', '--vkey', 'x'], '--vkey: must be name+keyid+base64, not x'],
  [['https://e.example', '--interval', '0'], '--interval: must be a whole number of seconds from 1 to 86400, not "0"'],
  [['https://e.example', '--silent-after', '1m'], '--silent-after: must be a whole number of seconds'],
  [['https://e.example', '--state', ''], '--state: must name a file'],
  [['https://e.example', '--proof', 'x.json'], '--proof: needs --entries'],
  [['https://e.example', '--forever'], "unknown option '--forever'"],
])('the arguments %j are refused', (args, message) => {
  expect(() => optionsOf(monitor, args)).toThrow(message);
});

test('the arguments have defaults', () => {
  expect(optionsOf(monitor, ['https://Evidence.example.com:8443/archivist/'])).toEqual({
    url: 'https://evidence.example.com:8443/archivist',
    log: 'public',
    vkeys: [],
    state: join(PROJECT, '.monitor/evidence.example.com_8443-public.json'),
    interval: 60_000,
    silentAfter: 600_000,
    once: false,
    entries: false,
    proofs: [],
    tokenFile: undefined,
  });
});

test('the arguments with only one of the two credentials are refused', () => {
  const given = { url: 'https://e.example', log: ID, tokenFile: undefined };
  expect(() => tokensFor(given, { CLIENT_ID: 'id' }, fetch)).toThrow('CLIENT_SECRET: must be set');
});
