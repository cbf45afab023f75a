import { beforeEach, expect, test } from 'vitest';
import type { AlarmName, Raised } from '../../src/platform/alarms.ts';
import { Notices, type NoticeState } from '../../src/platform/metrics/notices.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let stored: Map<AlarmName, NoticeState>;
let notices: Notices;
let ids = 0;
const restart = (): void => {
  notices = new Notices(
    {
      get: (alarm) => structuredClone(stored.get(alarm)),
      put: (alarm, state) => void stored.set(alarm, structuredClone(state)),
      all: () => structuredClone([...stored]),
    },
    () => `id${(ids += 1)}`,
  );
};
beforeEach(() => {
  stored = new Map();
  restart();
});

const raised = (name: AlarmName, count = 1, fields = {}): Raised => ({ name, count, at: 0, fields });
const BOTH = ['webhook', 'mail'] as const;
const add = (...alarms: Raised[]): void => notices.add(alarms, BOTH);
const take = (now: number) => notices.take(now, BOTH, HOUR);
const taken = (now: number) => take(now).map(({ channel, notice }) => [notice.alarm, channel, notice.count]);

test('sends one notice of each name in a period, with the number of alarms since the notice before', () => {
  add(raised('blob-gone', 3), raised('log-stopped'));
  for (const sending of take(0)) notices.settle(sending, true, 0);
  for (let minute = 1; minute < 60; minute++) {
    add(raised('blob-gone'));
    expect(taken(minute * MINUTE)).toEqual([]);
  }
  add(raised('blob-gone'));
  expect(taken(HOUR)).toEqual([
    ['blob-gone', 'webhook', 60],
    ['blob-gone', 'mail', 60],
  ]);
});

test('sends alarms of the period at its end, with what the last of them says, if no further one is raised', () => {
  add(raised('ledger-mismatch', 1, { asset: 1 }));
  for (const sending of take(0)) notices.settle(sending, true, 0);
  add(raised('ledger-mismatch', 1, { asset: 2 }), raised('ledger-mismatch', 1, { asset: 3 }));
  restart();
  expect(take(HOUR - 1)).toEqual([]);
  const told = take(HOUR);
  expect(told.map(({ channel, notice }) => [channel, notice.count, notice.fields])).toEqual([
    ['webhook', 2, { asset: 3 }],
    ['mail', 2, { asset: 3 }],
  ]);
  for (const sending of told) notices.settle(sending, true, HOUR);
  expect(taken(3 * HOUR)).toEqual([]);
});

test('counts the alarms of a notice that was not confirmed in the one that replaces it', () => {
  add(raised('blob-gone', 2));
  for (const sending of take(0)) notices.settle(sending, sending.channel === 'mail', 0);
  add(raised('blob-gone', 3));
  expect(taken(HOUR)).toEqual([
    ['blob-gone', 'webhook', 5],
    ['blob-gone', 'mail', 5],
  ]);
});

test('leases a notice: it is not taken twice, and again after 30 s, 2, 8 and 32 minutes if it is not settled', () => {
  add(raised('blob-gone'));
  const times: number[] = [];
  for (let now = 0; now < 50 * MINUTE; now += 10_000) if (taken(now).length > 0) times.push(now / 1000);
  expect(times).toEqual([0, 30, 150, 630, 2550]);
});

test('keeps a notice when the object ends before it was sent', () => {
  add(raised('blob-gone'));
  restart();
  expect(taken(0)).toHaveLength(2);
  restart();
  expect(taken(0)).toEqual([]);
  expect(taken(30_000)).toHaveLength(2);
});

test('settles each channel on its own: a failed webhook is tried again, and no second mail is sent', () => {
  add(raised('blob-gone'));
  for (const sending of take(0)) notices.settle(sending, sending.channel === 'mail', 0);
  expect(taken(30_000)).toEqual([['blob-gone', 'webhook', 1]]);
});

test('sends a notice again a whole pause after the attempt has failed', () => {
  add(raised('blob-gone'));
  const fail = (at: number, now: number): void => {
    for (const sending of take(at))
      if (sending.channel === 'mail') notices.settle(sending, true, now);
      else expect(notices.settle(sending, false, now)).toBe(true);
  };
  fail(0, 40_000);
  expect(taken(69_999)).toEqual([]);
  fail(70_000, 80_000);
  expect(taken(199_999)).toEqual([]);
  expect(taken(200_000)).toEqual([['blob-gone', 'webhook', 1]]);
});

test('gives a notice up after five attempts that failed', () => {
  add(raised('blob-gone'));
  const repeated: boolean[] = [];
  for (let now = 0; now < 100 * HOUR; now += 10 * MINUTE)
    for (const sending of take(now))
      if (sending.channel === 'webhook') repeated.push(notices.settle(sending, false, now));
      else notices.settle(sending, true, now);
  expect(repeated).toEqual([true, true, true, true, false]);
});

test('ignores the result of a notice that a newer one has replaced', () => {
  add(raised('blob-gone'));
  const [old] = take(0);
  add(raised('blob-gone'));
  notices.settle(old!, true, 0);
  expect(taken(HOUR)).toHaveLength(2);
});

test('counts alarms while no channel is set, and sends their number with the first one after that', () => {
  notices.add([raised('blob-gone', 2)], []);
  expect(taken(0)).toEqual([]);
  add(raised('blob-gone'));
  expect(taken(1)[0]).toEqual(['blob-gone', 'webhook', 3]);
});

test('sends a notice after the clock was set back', () => {
  add(raised('blob-gone'));
  expect(taken(10 * HOUR)).toHaveLength(2);
  add(raised('blob-gone'));
  expect(taken(0)).toHaveLength(2);
});
