import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { LogService, publishedChange, type Shown } from '../support/log-service.ts';
import { Monitoring } from '../support/monitoring.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';

const ID = '33333333-3333-4333-8333-333333333333';
const NEXT = '44444444-4444-4444-8444-444444444444';

let service: LogService;
let monitoring: Monitoring;
let log: TestLog;
let [a, b]: NoteSigner[] = [];
const shows = (shown: Partial<Shown> = {}): void => service.show({ log, signers: [a!], headOnly: true, ...shown });
const check = (args: readonly string[] = []) => monitoring.run(service.base, ['--vkey', vkeyOf(a!), ...args]);
beforeEach(async () => {
  service = await LogService.start();
  monitoring = new Monitoring();
  log = new TestLog(ID);
  [a, b] = await Promise.all(['aa', 'bb'].map((seed) => keyFor(log.origin, seed)));
  log.genesis(a!).growTo(10);
  shows();
});
afterEach(() => {
  service.close();
  monitoring.remove();
});

describe('a monitor to which the service refuses tiles', () => {
  test('follows the log by the consistency proofs of the service, and warns once', async () => {
    const first = await monitoring.run(service.base, ['--vkey', vkeyOf(a!)], [() => log.growTo(700), () => undefined]);
    expect(first.code).toBe(0);
    expect(first.out).toContain('size 700, root');
    expect(first.out).toContain(': continues size 10');
    expect(first.err.match(/refuses tiles of this log, which are for its administrators and auditors/g)).toHaveLength(
      1,
    );
    expect(service.paths.filter((path) => path.includes(':consistency'))).toEqual([
      `/v1/logs/${ID}:consistency?from=10&to=700`,
    ]);
    expect(monitoring.alarms).toEqual([]);
  });

  test('raises an alarm if the tree does not continue the one before', async () => {
    await check();
    service.show({ log: log.fork(5).events(77).growTo(20), signers: [a!], headOnly: true });
    expect((await check()).code).toBe(3);
    expect(monitoring.alarms).toMatchObject([{ alarm: 'fork' }]);
  });

  test('does not take a missing consistency proof for a fork', async () => {
    await check();
    log.growTo(20);
    service.intercept = (path) => (path.includes(':consistency') ? { status: 503, body: '{}' } : undefined);
    expect(await check()).toMatchObject({ code: 1, checks: 3 });
    expect(monitoring.alarms).toEqual([]);
  });

  test('follows a change of keys by the inclusion proof that the service names, seen or missed', async () => {
    await check();
    log.changeKeys(b!);
    const checkpoint = await log.note(11, a!, b!);
    const keys = await publishedChange(log, [a!, b!], checkpoint, 10);
    shows({ signers: [a!, b!], keys });
    const seen = new Monitoring();
    expect((await seen.run(service.base, ['--vkey', vkeyOf(a!)])).code).toBe(0);
    seen.remove();
    log.growTo(700);
    shows({ signers: [b!], keys });
    expect((await check()).code).toBe(0);
    expect(monitoring.state.keys).toEqual([
      { from: 0, vkeys: [vkeyOf(a!)] },
      { from: 11, vkeys: [vkeyOf(b!)] },
    ]);
  });

  test('does not trust a key whose signature was added to a checkpoint without its entry', async () => {
    await check();
    log.growTo(20);
    const checkpoint = await log.note(15, a!, b!);
    const forged = new TestLog(ID)
      .append(...log.entries.slice(0, 10))
      .changeKeys(b!)
      .growTo(20);
    const keys = await publishedChange(forged, [a!, b!], checkpoint, 10);
    shows({ signers: [b!], keys });
    expect((await check()).code).toBe(3);
    expect(monitoring.alarms[0].message).toContain(
      'the log shows a change of keys as entry 10 that is not valid: path',
    );
  });

  test('cannot check entries, nor that another log continues this one', async () => {
    expect(await check(['--entries'])).toMatchObject({ code: 1 });
    const next = new TestLog(NEXT);
    const key = await keyFor(next.origin, 'aa');
    next.genesis(key, { previous: log.end() });
    service.show({ log: next, signers: [key], headOnly: true });
    shows({ replacedBy: NEXT });
    expect((await check()).code).toBe(3);
    expect(monitoring.alarms[0]).toMatchObject({ alarm: 'replaced' });
    expect(monitoring.alarms[0].message).toContain('first entry is for administrators and auditors');
  });
});
