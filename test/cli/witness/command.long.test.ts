import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { command as witness } from '../../../apps/cli/commands/witness.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { consistencyProof } from '../../../src/formats/log/proofs.ts';
import { submitCheckpoint } from '../../../src/transparency/witnesses/submission.ts';
import { freePort } from '../../../tools/free-port.ts';
import { PROJECT, within } from '../../support/launcher.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';
import { optionsOf } from '../support/options.ts';
import { PATIENCE } from '../../support/patience.ts';

const temporary = mkdtempSync(join(tmpdir(), 'witness-command-'));
const log = new TestLog('33333333-3333-4333-8333-333333333333');
let signer: NoteSigner;
let args: string[];
beforeAll(async () => {
  signer = await keyFor(log.origin, 'aa');
  log.genesis(signer).growTo(300);
  args = ['--log', vkeyOf(signer)];
});

const running = new Set<ReturnType<typeof spawn>>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(() => rmSync(temporary, { recursive: true }));

let directories = 0;
const newDirectory = (): string => join(temporary, `${(directories += 1)}`);

/** Starts the command. `ended` resolves to its exit code. */
async function start(given: readonly string[]) {
  const url = `127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [join(PROJECT, 'apps/cli/launch.mjs'), 'witness', '--listen', url, ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (output.err += String(chunk)));
  const closed = once(child, 'close');
  const ended = async () => (await closed)[0] as number | null;
  /** Resolves to the vkey that it prints when it is ready. */
  const ready = async (): Promise<string> => {
    const vkey = (): string | undefined => /vkey +(\S+)\n/.exec(output.out)?.[1];
    await within(
      PATIENCE,
      () => `the witness does not start: ${output.err}`,
      () => vkey() !== undefined,
    );
    return vkey()!;
  };
  return { child, output, ended, ready, url: `http://${url}` };
}

const submit = async (url: string, vkey: string, oldSize: number, size: number, by = log) =>
  submitCheckpoint(fetch, { url, vkey }, await by.note(size, signer), oldSize, (from) =>
    consistencyProof(from, size, by.read),
  );

describe('npm run witness', () => {
  test('creates its key at the first start, keeps it, and stops with the exit code 0', async () => {
    const state = newDirectory();
    const first = await start([...args, '--state', state, '--name', 'witness.example/1']);
    const vkey = await first.ready();
    expect(vkey).toMatch(/^witness\.example\/1\+[0-9a-f]{8}\+B/);
    expect(first.output.out).toContain(`  log      ${log.origin}\n`);
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, 'witness-key.json')).mode & 0o777).toBe(0o600);
    await submit(first.url, vkey, 0, 10);
    first.child.kill('SIGTERM');
    expect(await first.ended()).toBe(0);
    const second = await start([...args, '--state', state]);
    expect(await second.ready()).toBe(vkey);
    expect(await submit(second.url, vkey, 10, 20)).toHaveLength(1);
  });

  test('cosigns the larger of two trees submitted at the same time, and the smaller one only before it', async () => {
    const { url, ready } = await start([...args, '--state', newDirectory(), '--name', 'w']);
    const vkey = await ready();
    for (let size = 10; size < 100; size += 10) {
      const results = await Promise.allSettled([
        submit(url, vkey, size - 10, size + 5),
        submit(url, vkey, size - 10, size),
        submit(url, vkey, 0, size + 5),
      ]);
      expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
      expect(await submit(url, vkey, size, size + 5)).toHaveLength(1);
    }
  });

  test('never cosigns two trees of one log if it is killed at any time', async () => {
    const state = newDirectory();
    const cosigned = join(state, 'cosigned.json');
    let vkey = '';
    let size = 0;
    for (let round = 0; round < 6; round++) {
      const { child, ended, ready, url } = await start([...args, '--state', state, '--name', 'w']);
      vkey = await ready();
      size += 10;
      const request = submit(url, vkey, size - 10, size).then(
        () => true,
        () => false,
      );
      const isStored = (): boolean => readFileSync(cosigned, 'utf8').includes(`\\n${size}\\n`);
      if (round % 2 === 0) await within(60_000, 'the checkpoint is not stored', isStored);
      child.kill('SIGKILL');
      await ended();
      const hasCosignature = await request;
      const known = isStored() ? size : size - 10;
      expect(hasCosignature && known < size).toBe(false);
      const again = await start([...args, '--state', state]);
      await again.ready();
      const forked = log.fork(size - 1).events(9_000 + round);
      if (known === size)
        await expect(submit(again.url, vkey, size, size, forked)).rejects.toThrow('has cosigned another tree');
      expect(await submit(again.url, vkey, size - 10, size)).toHaveLength(1);
      again.child.kill('SIGTERM');
      await again.ended();
    }
  });

  test('keeps the notes of two trees of one size', async () => {
    const state = newDirectory();
    const { url, ready, output } = await start([...args, '--state', state, '--name', 'w']);
    const vkey = await ready();
    await submit(url, vkey, 0, 10);
    const forked = log.fork(9).events(77);
    await expect(submit(url, vkey, 10, 10, forked)).rejects.toThrow('has cosigned another tree, of size 10');
    await within(60_000, 'no line about the fork', () => output.out.includes('a log has signed two trees of one size'));
    const [, file] = /"evidence":"([^"]+)"/.exec(output.out)!;
    expect(JSON.parse(readFileSync(file!, 'utf8'))).toMatchObject({
      origin: log.origin,
      submitted: await forked.note(10, signer),
    });
  });

  test('refuses a directory that another witness uses', async () => {
    const state = newDirectory();
    const first = await start([...args, '--state', state, '--name', 'w']);
    await first.ready();
    const second = await start([...args, '--state', state]);
    expect(await second.ended()).toBe(1);
    expect(second.output.err).toMatch(
      /^error: .* is in use by a command \(pid \d+\): stop it or choose another --state\n$/,
    );
  });

  const failure = async (state: string, given: readonly string[] = []) => {
    const { ended, output } = await start([...args, '--state', state, ...given]);
    return { code: await ended(), err: output.err };
  };

  test('refuses a state that is damaged or incomplete, and does not change it', async () => {
    const state = newDirectory();
    const { child, ended, ready, url } = await start([...args, '--state', state, '--name', 'w']);
    await submit(url, await ready(), 0, 10);
    child.kill('SIGTERM');
    await ended();
    const cases: [file: string, change: (text: string) => string | undefined, message: string][] = [
      [
        'cosigned.json',
        (text) => text.slice(0, -9),
        'it does not contain checkpoints with cosignatures of this witness',
      ],
      [
        'cosigned.json',
        (text) => text.replace('\\n10\\n', '\\n9\\n'),
        'it does not contain checkpoints with cosignatures',
      ],
      ['cosigned.json', () => undefined, 'it is missing'],
      ['witness-key.json', () => undefined, 'it is missing, but '],
      ['witness-key.json', (text) => text.slice(9), 'it does not contain the key of a witness'],
      ['witness-key.json', (text) => text.replace(/A(?=[^A]*"\n)/, 'B'), 'it does not contain the key of a witness'],
    ];
    for (const [file, change, message] of cases) {
      const damaged = newDirectory();
      cpSync(state, damaged, { recursive: true });
      const content = change(readFileSync(join(damaged, file), 'utf8'));
      if (content === undefined) rmSync(join(damaged, file));
      else writeFileSync(join(damaged, file), content);
      const { code, err } = await failure(damaged, ['--name', 'w']);
      expect(code).toBe(1);
      expect(err).toContain(`error: damaged state: ${join(damaged, file)}: ${message}`);
      expect(existsSync(join(damaged, file)) ? readFileSync(join(damaged, file), 'utf8') : undefined).toBe(content);
    }
    const renamed = await failure(state, ['--name', 'other']);
    expect(renamed).toMatchObject({ code: 2, err: expect.stringMatching('has the name w: use that name') });
  });

  test('needs a name for the first start, and creates no key without a valid one', async () => {
    const state = newDirectory();
    expect(await failure(state)).toMatchObject({ code: 2, err: 'error: --name: must be given for the first start\n' });
    const unnamed = await failure(state, ['--name', 'two words']);
    expect(unnamed).toMatchObject({
      code: 2,
      err: expect.stringMatching('^error: --name: must be text without spaces'),
    });
    expect(existsSync(join(state, 'witness-key.json'))).toBe(false);
    const { ready } = await start([...args, '--state', state, '--name', 'w']);
    await ready();
  });
});

describe('the arguments', () => {
  test.each([
    [[], '--log: must name the vkey of at least one log'],
    [['--log', 'x'], '--log: vkey: must be name+keyid+base64, not x'],
    [['--listen', '127.0.0.1'], '--listen: must be an IP address of this machine and a port, not "127.0.0.1"'],
    [['--listen', 'witness.example:80'], '--listen: must be an IP address of this machine and a port'],
    [['--listen', '127.0.0.1:70000'], '--listen: must be an IP address of this machine and a port'],
    [['--state', ''], '--state: must name a directory'],
    [['--logs', '/does/not/exist'], '--logs: /does/not/exist does not exist'],
    [['more'], 'too many arguments'],
  ])('%j are refused', (given, message) => {
    const isComplete = given[0] === '--listen' || given[0] === '--state';
    expect(() => optionsOf(witness, [...(isComplete ? args : []), ...given])).toThrow(message);
  });

  test('take the keys of logs from a policy', async () => {
    const next = await keyFor(log.origin, 'bb');
    const other = await keyFor('other.example/log', 'aa');
    const file = join(temporary, 'logs.policy');
    writeFileSync(
      file,
      `# logs\n\n log\t${vkeyOf(next)} https://log.example/\nlog ${vkeyOf(other)}\nwitness w vkey\ngroup g any ` +
        `w\nquorum g\n`,
    );
    const { logs } = optionsOf(witness, [...args, '--logs', file]);
    expect([...logs].map(([origin, keys]) => [origin, keys.length])).toEqual([
      [log.origin, 2],
      ['other.example/log', 1],
    ]);
    writeFileSync(file, `log ${vkeyOf(next)}\nlogs x\n`);
    expect(() => optionsOf(witness, ['--logs', file])).toThrow(`--logs: ${file}:2: must be "log VKEY [URL]"`);
    writeFileSync(file, `log ${vkeyOf(next).replace('+A', '+B')}\n`);
    expect(() => optionsOf(witness, ['--logs', file])).toThrow(`--logs: ${file}:1: vkey: `);
  });

  test('have defaults', () => {
    expect(optionsOf(witness, args)).toMatchObject({
      host: '127.0.0.1',
      port: 8792,
      state: join(PROJECT, '.witness'),
      name: undefined,
    });
    expect(optionsOf(witness, [...args, '--listen', '[::1]:80'])).toMatchObject({ host: '::1', port: 80 });
  });
});
