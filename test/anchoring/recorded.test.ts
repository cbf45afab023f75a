import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { intentOf, RecordedWindows, type RecordedWindow } from '../../src/anchoring/recorded.ts';
import type { Intent } from '../../src/anchoring/chain/index.ts';
import { logged, sqlStorage } from '../chain/outbox/support/outbox.ts';

const SECOND = 1_000_000;
const [ONE, TWO] = ['6a009b40-eb55-4159-81f0-69024f89f53c', 'f0009b40-eb55-4159-81f0-69024f89f53c'];
const NOON = 1_800_000_000;

const window = (start: number, end: number, hash = 'aa', scope = ONE!): RecordedWindow => ({
  scope,
  startUs: start * SECOND,
  endUs: end * SECOND,
  hash,
});
const anchor = (of: RecordedWindow): Intent => ({ intent: intentOf(of), to: '0x', input: '0x' });
const opened = () => new RecordedWindows(sqlStorage());

beforeEach(() => vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

test('the first window after a time is the one that contains it, or the next one', () => {
  const windows = opened();
  const [first, second] = [window(0, NOON), window(NOON, NOON + 10)];
  expect(windows.admit([anchor(first), anchor(second)])).toHaveLength(2);
  expect(windows.after(ONE!, 0)).toEqual(first);
  expect(windows.after(ONE!, NOON * SECOND - 1)).toEqual(first);
  expect(windows.after(ONE!, NOON * SECOND)).toEqual(second);
  expect(windows.after(ONE!, (NOON + 10) * SECOND)).toBeUndefined();
  expect(windows.after(TWO!, 0)).toBeUndefined();
});

test('a second anchor of the same time is dropped with an alarm, unlike a repeated one and other records', () => {
  const windows = opened();
  const known = window(NOON, NOON + 10);
  const others: Intent = { intent: 'assets/1/events/2#1', to: '0x', input: '0x' };
  windows.admit([anchor(known)]);
  const overlapping = [
    window(NOON, NOON + 10, 'bb'),
    window(NOON, NOON + 11),
    window(NOON - 5, NOON + 1, 'bb'),
    window(NOON + 9, NOON + 20, 'bb'),
    window(NOON - 5, NOON + 20, 'bb'),
  ];
  const beside = [window(NOON - 5, NOON), window(NOON + 10, NOON + 20), window(NOON, NOON + 10, 'bb', TWO)];
  const admitted = windows.admit([anchor(known), ...overlapping.map(anchor), others, ...beside.map(anchor)]);
  expect(admitted.map(({ intent }) => intent)).toEqual([intentOf(known), others.intent, ...beside.map(intentOf)]);
  expect(logged('alarm')).toHaveLength(overlapping.length);
  expect(logged('alarm')[0]).toEqual({
    level: 'alarm',
    message: 'an anchor is not sent: the chain has another one of the same time',
    scope: `tenant/${ONE}`,
    start: '2027-01-15T08:00:00Z',
    end: '2027-01-15T08:00:10Z',
    hash: 'bb',
    other: 'aa',
  });
});

test('the time of withdrawn windows can be anchored again', () => {
  const windows = opened();
  windows.admit([anchor(window(0, NOON)), anchor(window(NOON, NOON + 3600)), anchor(window(0, NOON, 'aa', TWO))]);
  windows.withdraw(ONE!, NOON * SECOND);
  expect(windows.after(ONE!, NOON * SECOND)).toBeUndefined();
  expect(windows.after(ONE!, 0)).toEqual(window(0, NOON));
  expect(windows.after(TWO!, 0)).toBeDefined();
  expect(windows.admit([anchor(window(NOON, NOON + 10, 'bb'))])).toHaveLength(1);
});
