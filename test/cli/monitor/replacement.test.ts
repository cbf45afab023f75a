import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { encodeBundle } from '../../../src/formats/log/bundle.ts';
import { LogService, problem, publishedChange } from '../support/log-service.ts';
import { Monitoring } from '../support/monitoring.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';

const [OLD, NEW, LATER] = ['3', '4', '5'].map((n) => '33333333-3333-4333-8333-33333333333x'.replace('x', n)) as [
  string,
  string,
  string,
];

let service: LogService;
let monitoring: Monitoring;
let [old, next]: TestLog[] = [];
/** The key of the deployment in the name of both logs, and another key. */
let [oldKey, nextKey, otherKey]: NoteSigner[] = [];
beforeEach(async () => {
  service = await LogService.start();
  monitoring = new Monitoring();
  old = new TestLog(OLD);
  next = new TestLog(NEW);
  oldKey = await keyFor(old.origin, 'aa');
  nextKey = await keyFor(next.origin, 'aa');
  otherKey = await keyFor(next.origin, 'bb');
  old.genesis(oldKey).growTo(10);
  service.show({ log: old, signers: [oldKey] });
  await monitoring.run(service.base, ['--vkey', vkeyOf(oldKey)]);
});
afterEach(() => {
  service.close();
  monitoring.remove();
});

const replace = (by: TestLog, signers: NoteSigner[], keepsTiles = false): void => {
  service.show({ log: by, signers });
  service.shown.set(OLD, { log: old!, signers: [oldKey!], replacedBy: by.id, keepsTiles });
};
const check = (args: readonly string[] = []) => monitoring.run(service.base, ['--vkey', vkeyOf(oldKey!), ...args]);
const alarm = () => monitoring.alarms.at(-1);

test('a log that replaces another one is followed if its first entry names the last tree of the old log', async () => {
  next!.genesis(nextKey!, { previous: old!.end() }).growTo(7);
  replace(next!, [nextKey!]);
  const { code, out, err } = await check();
  expect(code).toBe(0);
  expect(err).toBe(
    `warning: the log ${old!.origin} ended with size 10, root ${old!.end().root}, and was replaced by ` +
      `${next!.origin}\n`,
  );
  expect(out).toMatch(new RegExp(`^${next!.origin}: size 7, root [0-9a-f]{64}\\n$`));
  expect(monitoring.state).toMatchObject({
    log: NEW,
    origin: next!.origin,
    keys: [{ from: 0, vkeys: [vkeyOf(nextKey!)] }],
  });
  next!.growTo(300);
  expect((await check()).out).toContain('continues size 7');
});

test('a log that replaces another one is followed if its first entry names a later tree of the old log', async () => {
  old!.growTo(700);
  next!.genesis(nextKey!, { previous: old!.end() });
  replace(next!, [nextKey!], true);
  expect((await check()).code).toBe(0);
});

test('a log that replaces another one is followed if it is signed by a new key that is given', async () => {
  next!.genesis(otherKey!, { previous: old!.end() });
  replace(next!, [otherKey!]);
  expect((await check(['--vkey', vkeyOf(otherKey!)])).code).toBe(0);
});

test('a log that replaces another one is followed if the keys of the old log were changed before its end', async () => {
  const changed = await keyFor(old!.origin, 'bb');
  old!.growTo(20).changeKeys(changed);
  const checkpoint = await old!.note(21, oldKey!, changed);
  const keys = await publishedChange(old!, [oldKey!, changed], checkpoint, 20);
  old!.growTo(700);
  next!.genesis(otherKey!, { previous: old!.end() });
  service.show({ log: next!, signers: [otherKey!] });
  service.shown.set(OLD, { log: old!, signers: [changed], keys, replacedBy: NEW, keepsTiles: true });
  expect((await check()).code).toBe(0);
  expect(monitoring.state).toMatchObject({ log: NEW, keys: [{ from: 0, vkeys: [vkeyOf(otherKey!)] }] });
});

test('a log that replaces another one is followed, and the given key of the old log stays accepted', async () => {
  next!.genesis(nextKey!, { previous: old!.end() });
  replace(next!, [nextKey!]);
  await check();
  expect(monitoring.state.earlier).toEqual([old!.origin]);
  expect((await check()).code).toBe(0);
  expect((await check(['--vkey', vkeyOf(nextKey!)])).code).toBe(0);
});

test('a log that replaces another one is followed by another one in turn', async () => {
  next!.genesis(nextKey!, { previous: old!.end() });
  replace(next!, [nextKey!]);
  await check();
  const later = new TestLog(LATER);
  const laterKey = await keyFor(later.origin, 'aa');
  later.genesis(laterKey, { previous: next!.end() });
  service.show({ log: later, signers: [laterKey] });
  service.shown.set(NEW, { log: next!, signers: [nextKey!], replacedBy: LATER });
  expect((await check()).code).toBe(0);
  expect(monitoring.state.log).toBe(LATER);
});

test('a log that replaces another one is checked again while it has no entries yet', async () => {
  service.shown.set(OLD, { log: old!, signers: [oldKey!], replacedBy: NEW });
  expect(await check()).toMatchObject({ code: 1, checks: 3 });
  next!.genesis(nextKey!, { previous: old!.end() });
  replace(next!, [nextKey!]);
  expect((await check()).code).toBe(0);
});

describe('an alarm is raised if the new log', () => {
  test('is signed by a key to which a change of keys leads that is not in the tree of the old log', async () => {
    const changed = await keyFor(old!.origin, 'bb');
    const forged = old!.fork(10).changeKeys(changed);
    old!.growTo(20);
    const checkpoint = await old!.note(11, oldKey!, changed);
    const keys = await publishedChange(forged, [oldKey!, changed], checkpoint, 10);
    next!.genesis(otherKey!, { previous: old!.end() });
    service.show({ log: next!, signers: [otherKey!] });
    service.shown.set(OLD, { log: old!, signers: [changed], keys, replacedBy: NEW, keepsTiles: true });
    expect((await check()).code).toBe(3);
    expect(alarm()).toMatchObject({ alarm: 'replaced' });
    expect(alarm().message).toContain('verify its key, and pass it with --vkey');
  });

  test.each([
    ['has no previous log', () => undefined, 'does not name this one as the log that it replaces'],
    ['names another log', () => ({ ...old!.end(), log: LATER }), 'does not name this one as the log that it replaces'],
    [
      'names another origin',
      () => ({ ...old!.end(), origin: 'x' }),
      'does not name this one as the log that it replaces',
    ],
    ['names a smaller tree', () => old!.end(9), 'an end of this one that is too early: size 9, and 10 was signed'],
    [
      'names another root',
      () => ({ ...old!.end(), root: '0'.repeat(64) }),
      'has signed two roots of the tree of size 10',
    ],
    ['names a later tree that cannot be read', () => old!.growTo(20).end(), 'because its tiles from size 10'],
  ])('an alarm is raised if the new log %s', async (_, previous, message) => {
    const end = previous();
    next!.genesis(nextKey!, end ? { previous: end } : {}).growTo(7);
    replace(next!, [nextKey!]);
    const before = monitoring.state;
    expect((await check()).code).toBe(3);
    expect(alarm().message).toContain(message);
    expect(alarm()).toMatchObject({ seen: before.checkpoint, shown: await next!.note(7, nextKey!) });
    expect(monitoring.state).toEqual(before);
  });

  test('names a later tree that does not continue the last one', async () => {
    old = old!.fork(5).events(77).growTo(700);
    next!.genesis(nextKey!, { previous: old.end() });
    replace(next!, [nextKey!], true);
    expect((await check()).code).toBe(3);
    expect(alarm()).toMatchObject({ alarm: 'fork' });
  });

  test('is signed by a key that is not known', async () => {
    next!.genesis(otherKey!, { previous: old!.end() });
    replace(next!, [otherKey!]);
    expect((await check()).code).toBe(3);
    expect(alarm().message).toContain('verify its key, and pass it with --vkey');
  });

  test('names a trusted key, and is signed by another one', async () => {
    next!.genesis(nextKey!, { previous: old!.end() });
    replace(next!, [otherKey!]);
    expect((await check()).code).toBe(3);
    expect(alarm()).toMatchObject({ alarm: 'signature' });
  });

  test('shows a first entry that is not in its tree', async () => {
    next!.genesis(nextKey!, { previous: old!.end(9) });
    replace(next!, [nextKey!]);
    const forged = new TestLog(NEW).genesis(nextKey!, { previous: old!.end() });
    service.intercept = (path) =>
      path.includes('/tile/entries/')
        ? { type: 'application/octet-stream', body: encodeBundle(forged.entries) }
        : undefined;
    expect((await check()).code).toBe(3);
    expect(alarm().message).toContain('is not in its tree');
  });

  test('begins with another kind of entry, or names another origin', async () => {
    next!.events(1);
    replace(next!, [nextKey!]);
    expect((await check()).code).toBe(3);
    const other = new TestLog(NEW).genesis(nextKey!, { previous: old!.end(), origin: 'other.example' });
    replace(other, [nextKey!]);
    monitoring.now += 1_000;
    expect((await check()).code).toBe(3);
    for (const { message } of monitoring.alarms)
      expect(message).toContain(`the first entry of the new log ${next!.origin} is not valid: it must name the log`);
  });

  test('is not named, or was replaced too', async () => {
    service.intercept = (path) => (path.includes(OLD) ? problem(410, 'gone') : undefined);
    expect((await check()).code).toBe(3);
    expect(alarm().message).toContain('the service does not name the new one');
    service.intercept = () => undefined;
    next!.genesis(nextKey!, { previous: old!.end() });
    replace(next!, [nextKey!]);
    service.shown.set(NEW, { log: next!, signers: [nextKey!], replacedBy: LATER });
    monitoring.now += 1_000;
    expect((await check()).code).toBe(3);
    expect(alarm().message).toContain('was replaced too');
  });
});
