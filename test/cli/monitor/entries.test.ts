import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeBundle } from '../../../src/formats/log/bundle.ts';
import { utf8 } from '../../../src/lib/text.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { LogService } from '../support/log-service.ts';
import { Monitoring } from '../support/monitoring.ts';
import { eventBytes, keyFor, TestLog, vkeyOf } from '../support/test-log.ts';

const ID = '33333333-3333-4333-8333-333333333333';

let service: LogService;
let monitoring: Monitoring;
let log: TestLog;
let [a, b]: NoteSigner[] = [];
beforeEach(async () => {
  service = await LogService.start();
  monitoring = new Monitoring();
  log = new TestLog(ID);
  [a, b] = await Promise.all(['aa', 'bb'].map((seed) => keyFor(log.origin, seed)));
  service.show({ log, signers: [a!] });
});
afterEach(() => {
  service.close();
  monitoring.remove();
});

const check = () => monitoring.run(service.base, ['--vkey', vkeyOf(a!), '--entries']);
const alarm = () => monitoring.alarms.at(-1);
const bundlesRead = () => service.paths.filter((path) => path.includes('/tile/entries/'));

describe('--entries', () => {
  test('reads each entry once, and follows a change of keys', async () => {
    log.genesis(a!).growTo(600);
    expect((await check()).out).toMatch(/entries 0 to 599 are valid\n$/);
    expect(bundlesRead()).toHaveLength(3);
    log.changeKeys(b!).growTo(1_000);
    const checkpoint = await log.note(601, a!, b!);
    service.show({
      log,
      signers: [b!],
      keys: [{ vkey: vkeyOf(b!), from: '2026-11-23T00:00:00Z', until: '', checkpoint }],
    });
    expect((await check()).out).toMatch(/entries 600 to 999 are valid\n$/);
    expect((await check()).out).toMatch(/: unchanged\n$/);
  });

  test('resumes after an interruption in a log with many entries', async () => {
    log.genesis(a!).growTo(18_000);
    service.intercept = (path) => (path.includes('/tile/entries/067') ? { status: 503 } : undefined);
    expect((await check()).code).toBe(1);
    service.intercept = () => undefined;
    service.paths.length = 0;
    expect((await check()).out).toMatch(/entries 16384 to 17999 are valid\n$/);
    expect(bundlesRead()[0]).toMatch(/\/064$/);
  });

  test('reads all entries again if the file of what was read is removed, and fails if it is damaged', async () => {
    log.genesis(a!).growTo(10);
    await check();
    const file = `${monitoring.file}.entries.sqlite`;
    expect(existsSync(file)).toBe(true);
    copyFileSync(file, `${file}.copy`);
    rmSync(file);
    expect((await check()).out).toMatch(/entries 0 to 9 are valid\n$/);
    writeFileSync(file, 'damaged'.repeat(1_000));
    await expect(check()).rejects.toThrow(/entries\.sqlite: cannot be used: .*: remove that file/);
  });

  test.each([
    ['the first entry is an event', () => log.events(0), 'entry 0 of the log is not the genesis of a log'],
    [
      'the genesis names another origin',
      () => log.genesis(a!, { origin: 'x' }),
      'entry 0 of the log names the origin x',
    ],
    [
      'there is a second genesis',
      () => log.genesis(a!).events(1).genesis(a!),
      'entry 2 of the log is a second genesis',
    ],
    [
      'an event is duplicated',
      () => log.genesis(a!).growTo(300).append(eventBytes(ID, 7)),
      'entry 300 of the log has the event publicassets/11111111-1111-4111-8111-111111111111/events/000000000007 ' +
        'of entry 7',
    ],
    ['an entry is that of another log', () => log.genesis(a!).append(eventBytes('x', 1)), 'is not valid: log: must be'],
    [
      'an entry is not bencode',
      () => log.genesis(a!).append(utf8('hello')),
      'entry 1 of the log is not valid: bencode',
    ],
    [
      'the log does not name the key that signs it',
      () => log.genesis(b!).growTo(9),
      'the entries of the log do not name the key log.example',
    ],
    [
      'a change of keys has no effect',
      () => log.genesis(a!).changeKeys(b!).growTo(9),
      'the entries of the log do not name the key log.example',
    ],
  ])('raises an alarm if %s', async (_, fill, message) => {
    fill();
    expect((await check()).code).toBe(3);
    expect(alarm()).toMatchObject({ alarm: 'entries' });
    expect(alarm().message).toContain(message);
    // The entries before are not stored either, so the next check fails as well.
    monitoring.now += 1_000;
    expect((await check()).code).toBe(3);
  });

  test('accepts an entry of a schema that it does not know', async () => {
    log.genesis(a!).append(utf8(`d3:log36:${ID}6:schema10:LOGENTRYV9e`));
    expect((await check()).code).toBe(0);
  });

  test('raises an alarm if an entry does not hash to its tile', async () => {
    log.genesis(a!).growTo(10);
    service.intercept = (path) =>
      path.includes('/tile/entries/')
        ? { type: 'application/octet-stream', body: encodeBundle(log.entries.with(4, eventBytes(ID, 99))) }
        : undefined;
    expect((await check()).code).toBe(3);
    expect(alarm().message).toBe('entry 4 of the log does not hash to its tile');
  });

  test('raises an alarm if entries and tiles agree, and do not lead to the root', async () => {
    log.genesis(a!).growTo(600);
    const other = log.fork(300).events(9_999).growTo(600);
    service.intercept = (path) => {
      // Tiles that only the entries are compared with: the proof of the root needs the roots of the full tiles.
      const index = /\/tile\/(0|entries)\/001$/.exec(path);
      const level = index?.[1] === '0' ? 0 : 'entries';
      return index
        ? { type: 'application/octet-stream', body: other.tile({ level, index: 1, width: 256 })! }
        : undefined;
    };
    expect((await check()).code).toBe(3);
    expect(alarm()).toMatchObject({ alarm: 'entries' });
    expect(alarm().message).toBe('the first 600 entries of the log do not hash to its tree of size 600');
  });

  test.each([
    [
      'a bundle that is truncated',
      (all: Uint8Array[]) => encodeBundle(all).subarray(0, -1),
      'bundle: ends within an entry',
    ],
    ['a bundle with too few entries', (all: Uint8Array[]) => encodeBundle(all.slice(1)), 'must have 10 entries, not 9'],
  ])('reports %s', async (_, bundle, message) => {
    log.genesis(a!).growTo(10);
    service.intercept = (path) =>
      path.includes('/tile/entries/') ? { type: 'application/octet-stream', body: bundle(log.entries) } : undefined;
    const { code, err } = await check();
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});
