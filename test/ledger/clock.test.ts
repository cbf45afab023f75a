import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ambient } from '../../src/lib/time.ts';
import { LedgerClock } from '../../src/ledger/append/clock.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
let now: number;
let waited: number[];

beforeEach(() => {
  now = NOW;
  waited = [];
  vi.spyOn(ambient, 'now').mockImplementation(() => now);
  vi.spyOn(console, 'log').mockReturnValue();
  vi.stubGlobal('scheduler', {
    wait: async (ms: number) => {
      waited.push(ms);
      now += ms;
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const us = (ms: number): number => ms * 1000;
const alarms = () => vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(String(line)));

describe('the clock of a ledger', () => {
  it('waits without an alarm until the clock passes a time slightly in the future', async () => {
    const clock = new LedgerClock('a');
    await clock.pass({ headUs: us(NOW - HOUR), guardUs: 0 });
    expect(waited).toEqual([]);
    await clock.pass({ headUs: us(NOW) + 900, guardUs: 0 });
    await clock.pass({ headUs: 0, guardUs: us(NOW + 1500) });
    expect(waited).toEqual([1, 1499]);
    expect(now * 1000).toBeGreaterThanOrEqual(us(NOW + 1500));
    expect(alarms()).toEqual([]);
  });

  it.each([
    [
      'the end of a window',
      { headUs: us(NOW), guardUs: us(NOW + HOUR) },
      'a window of anchors ends in the future',
      'the clock was set back: appends are refused until 2026-05-01T13:00:00Z, when a window of anchors ends. An ' +
        'operator can reopen the window',
    ],
    [
      'its last event',
      { headUs: us(NOW + HOUR), guardUs: us(NOW) },
      'its last event is in the future',
      'the clock was set back: the asset accepts no event until 2026-05-01T13:00:00Z, the time of its last ' +
        'event. Record urgent events on another asset',
    ],
  ])('responds with 503 and raises an alarm once a minute if %s is in the future', async (_, given, message, text) => {
    const clock = new LedgerClock('a');
    const error = { kind: 'unavailable', message: text, headers: { 'retry-after': '60' } };
    const refused = () => expect(clock.pass(given)).rejects.toMatchObject(error);
    expect(clock.isBehind(given)).toBe(true);
    expect(alarms()).toEqual([]);
    await refused();
    await refused();
    expect(alarms()).toEqual([
      { level: 'alarm', message: `an asset takes no events: ${message}`, asset: 'a', until: '2026-05-01T13:00:00Z' },
    ]);
    now += 60_000;
    await refused();
    expect(alarms()).toHaveLength(2);
    now -= HOUR;
    await refused();
    expect(alarms()).toHaveLength(3);
    now = NOW + HOUR + 1;
    expect(clock.isBehind(given)).toBe(false);
    await clock.pass(given);
    expect([waited, alarms().length]).toEqual([[], 3]);
  });
});
