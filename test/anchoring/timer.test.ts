import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WindowTimer } from '../../src/anchoring/objects.ts';
import { SETTINGS } from '../ledger/support/writer.ts';

vi.mock('cloudflare:workers', () => ({
  DurableObject: class {
    readonly ctx: unknown;
    readonly env: unknown;
    constructor(ctx: unknown, env: unknown) {
      this.ctx = ctx;
      this.env = env;
    }
  },
}));

const NOW = Date.parse('2026-11-21T10:15:00Z');
const WINDOW = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** The timer with an alarm, and the times at which it was set. */
function timerWith(alarm: number | null) {
  const set: number[] = [];
  const storage = {
    getAlarm: async () => set.at(-1) ?? alarm,
    setAlarm: async (at: number) => void set.push(at),
    put: async () => undefined,
  };
  const env = { ...SETTINGS, ANCHOR_WINDOW_SECONDS: '60', ANCHOR_MAX_EVENTS: '10' };
  return { timer: new WindowTimer({ id: { name: 'scope' }, storage } as never, env as never), set };
}

test.each([
  ['a window after the first event', null, NOW + WINDOW],
  ['unchanged while it is ahead', NOW + 5000, NOW + 5000],
  ['unchanged when it is due', NOW - 5000, NOW - 5000],
  ['a window from now after the clock was set back a day', NOW + 86_400_000, NOW + WINDOW],
  ['now after the clock was set ahead a day', NOW - 86_400_000, NOW],
])('the alarm is %s', async (_name, alarm, due) => {
  const { timer, set } = timerWith(alarm);
  expect(await timer.expect('scope', 1)).toBe(due);
  expect(set).toEqual(due === alarm ? [] : [due]);
});

test('a window with ANCHOR_MAX_EVENTS events ends a second later', async () => {
  const { timer, set } = timerWith(null);
  expect(await timer.expect('scope', 9)).toBe(NOW + WINDOW);
  expect(await timer.expect('scope', 1)).toBe(NOW + 1000);
  expect(set).toEqual([NOW + WINDOW, NOW + 1000]);
});
