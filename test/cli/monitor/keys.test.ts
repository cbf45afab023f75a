import { afterEach, beforeEach, expect, test } from 'vitest';
import { encodeBundle } from '../../../src/formats/log/bundle.ts';
import { encodeKeys } from '../../../src/formats/log/entry.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { LogService, type Shown } from '../support/log-service.ts';
import { Monitoring } from '../support/monitoring.ts';
import { keyFor, TestLog, vkeyOf } from '../support/test-log.ts';

const ID = '33333333-3333-4333-8333-333333333333';

let service: LogService;
let monitoring: Monitoring;
let log: TestLog;
let [a, b, c]: NoteSigner[] = [];
beforeEach(async () => {
  service = await LogService.start();
  monitoring = new Monitoring();
  log = new TestLog(ID);
  [a, b, c] = await Promise.all(['aa', 'bb', 'cc'].map((seed) => keyFor(log.origin, seed)));
  log.genesis(a!).growTo(10);
  service.show({ log, signers: [a!] });
  await monitoring.run(service.base, ['--vkey', vkeyOf(a!)]);
});
afterEach(() => {
  service.close();
  monitoring.remove();
});

const shows = (shown: Omit<Shown, 'log'>): void => service.show({ log, ...shown });
const check = () => monitoring.run(service.base, ['--vkey', vkeyOf(a!)]);
/** What `/keys` shows after a change from one key to the next. */
const published = (from: NoteSigner, to: NoteSigner, checkpoint: string) => [
  { vkey: vkeyOf(from), from: '2026-11-22T00:00:00Z', until: '2026-11-23T00:00:00Z' },
  { vkey: vkeyOf(to), from: '2026-11-23T00:00:00Z', until: '', checkpoint },
];
const alarm = () => monitoring.alarms.at(-1);

test('a change of keys is followed if the monitor sees the checkpoint that both keys have signed', async () => {
  log.changeKeys(b!);
  shows({ signers: [a!, b!] });
  const { code, out } = await check();
  expect(code).toBe(0);
  expect(out).toContain(`from size 11, the log is signed by ${vkeyOf(b!)}\n`);
  log.growTo(300);
  shows({ signers: [b!] });
  expect((await check()).code).toBe(0);
  expect(monitoring.state.keys).toEqual([
    { from: 0, vkeys: [vkeyOf(a!)] },
    { from: 11, vkeys: [vkeyOf(b!)] },
  ]);
});

test('a change of keys is followed if the service names that checkpoint later, between many entries', async () => {
  log.growTo(700).changeKeys(b!).growTo(703);
  const checkpoint = await log.note(703, a!, b!);
  log.growTo(5_000);
  shows({ signers: [b!], keys: published(a!, b!, checkpoint) });
  expect((await check()).code).toBe(0);
  expect(monitoring.state.keys.at(-1)).toEqual({ from: 701, vkeys: [vkeyOf(b!)] });
});

test('a change of keys is followed if there were several since the last check', async () => {
  log.changeKeys(b!);
  const first = await log.note(11, a!, b!);
  log.growTo(20).changeKeys(c!);
  const second = await log.note(21, b!, c!);
  log.growTo(30);
  const keys = [...published(a!, b!, first).slice(0, 1), ...published(b!, c!, second)];
  shows({ signers: [c!], keys: [{ ...keys[1]!, checkpoint: first }, keys[0]!, keys[2]!] });
  expect((await check()).code).toBe(0);
  expect(monitoring.state.keys.map(({ from }: { from: number }) => from)).toEqual([0, 11, 21]);
});

test('a change of keys is followed by a new monitor that knows only the old key', async () => {
  const fresh = new Monitoring();
  log.changeKeys(b!);
  const checkpoint = await log.note(11, a!, b!);
  log.growTo(30);
  shows({ signers: [b!], keys: published(a!, b!, checkpoint) });
  expect((await fresh.run(service.base, ['--vkey', vkeyOf(a!)])).code).toBe(0);
  fresh.remove();
});

test('a change of keys is followed, and the old key is still accepted for a smaller tree', async () => {
  log.changeKeys(b!);
  shows({ signers: [a!, b!] });
  await check();
  shows({ signers: [a!], size: 5 });
  const { code, err } = await check();
  expect({ code, alarms: monitoring.alarms }).toEqual({ code: 1, alarms: [] });
  expect(err).toContain('size 5 is smaller than size 11 before');
});

test('a change of keys is followed, and a signature of an unknown key without a change is ignored', async () => {
  log.growTo(20);
  shows({ signers: [a!, b!] });
  expect((await check()).code).toBe(0);
  expect(monitoring.state.keys).toHaveLength(1);
});

test('an alarm is raised if a new key signs without a change of keys', async () => {
  log.growTo(20);
  shows({ signers: [b!] });
  expect((await check()).code).toBe(3);
  expect(alarm()).toMatchObject({ alarm: 'signature', shown: await log.note(20, b!) });
});

test('an alarm is raised if the old key signs after the change', async () => {
  log.changeKeys(b!);
  shows({ signers: [a!, b!] });
  await check();
  log.growTo(20);
  shows({ signers: [a!] });
  expect((await check()).code).toBe(3);
  expect(alarm()).toMatchObject({ alarm: 'signature' });
});

test('an alarm is raised if only the new key has signed the checkpoint with the change', async () => {
  log.changeKeys(b!);
  const checkpoint = await log.note(11, b!);
  log.growTo(20);
  shows({ signers: [b!], keys: published(a!, b!, checkpoint) });
  expect((await check()).code).toBe(3);
  expect(alarm()).toMatchObject({ alarm: 'signature' });
});

test('an alarm is raised if the old key has signed a checkpoint without a change before the new key', async () => {
  log.growTo(20);
  const checkpoint = await log.note(20, a!, b!);
  log.growTo(30);
  shows({ signers: [b!], keys: published(a!, b!, checkpoint) });
  expect((await check()).code).toBe(3);
  expect(alarm()).toMatchObject({ alarm: 'signature' });
});

test('an alarm is raised if the new key has not signed the first checkpoint with the change', async () => {
  log.changeKeys(b!);
  shows({ signers: [a!, c!] });
  expect((await check()).code).toBe(3);
  expect(alarm().message).toBe('the first checkpoint with a change of keys is not signed by the new keys');
});

test('an alarm is raised if the change of keys is in a tree that does not continue the one before', async () => {
  const forked = log.fork(9).events(77).changeKeys(b!);
  const checkpoint = await forked.note(forked.size, a!, b!);
  service.show({ log: forked.growTo(30), signers: [b!], keys: published(a!, b!, checkpoint) });
  expect((await check()).code).toBe(3);
  expect(alarm()).toMatchObject({ alarm: 'fork', shown: checkpoint });
});

test('an alarm is raised if the log shows a change of keys that is not in its tree', async () => {
  log.growTo(12);
  shows({ signers: [a!, b!] });
  const forged = encodeKeys({ log: ID, created: '', keys: [{ vkey: vkeyOf(b!) }] });
  service.intercept = (path) =>
    path.includes('/tile/entries/')
      ? { type: 'application/octet-stream', body: encodeBundle([...log.entries.slice(0, 11), forged]) }
      : undefined;
  expect((await check()).code).toBe(3);
  expect(alarm().message).toBe('the log shows a change of keys as entry 11 that is not in its tree');
});

test('an alarm is raised if the change names no key of the log', async () => {
  const foreign = await keyFor('other.example/log', 'bb');
  log.append(encodeKeys({ log: ID, created: '', keys: [{ vkey: vkeyOf(foreign) }, { vkey: 'not a vkey' }] }));
  shows({ signers: [a!, b!] });
  expect((await check()).code).toBe(3);
  expect(alarm().message).toBe('entry 10 of the log names no keys for its checkpoints');
});

test('a change of keys of another log in an entry is ignored', async () => {
  log.append(encodeKeys({ log: '44444444-4444-4444-8444-444444444444', created: '', keys: [{ vkey: vkeyOf(b!) }] }));
  shows({ signers: [a!, b!] });
  expect((await check()).code).toBe(0);
  expect(monitoring.state.keys).toHaveLength(1);
});
