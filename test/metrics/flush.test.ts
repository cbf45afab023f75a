import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Env } from '../../src/settings/config.ts';
import { METERS, newMeter } from '../../src/platform/metrics/meter.ts';
import { tally, type Series } from '../../src/platform/metrics/tally.ts';
import { ambient } from '../../src/lib/time.ts';
import { collectCounts, flushCounts, flushNow } from '../../src/platform/metrics/flush.ts';

const { now } = ambient;
let time = 1_000_000;
let timers: { after: number; fire: () => void }[];
let sent: Series[][];
let fails: boolean;
const stub = {
  add: async (series: Series[]): Promise<void> => {
    if (fails) throw new Error('the object does not respond');
    sent.push(series);
  },
  collect: async (series: Series[]): Promise<Series[]> => series,
};
const env = { METRICS: { idFromName: (name: string) => name, get: () => stub } } as unknown as Env;

beforeEach(() => {
  [timers, sent, fails] = [[], [], false];
  time += 60_000;
  ambient.now = () => time;
  tally.take();
  // Other test files of the process may have counted.
  for (const meter of Object.values(METERS)) Object.assign(meter, newMeter());
  vi.stubGlobal('scheduler', {
    wait: (after: number) => new Promise<void>((fire) => timers.push({ after, fire })),
  });
});
afterEach(() => {
  ambient.now = now;
  vi.unstubAllGlobals();
});

const count = (n = 1): void => tally.add('evidence_requests_total', ['getAsset', '200'], n);

test('sends what thousands of requests have counted with one call in ten seconds', async () => {
  const promises: (Promise<void> | undefined)[] = [];
  for (let i = 0; i < 5000; i++) {
    count();
    promises.push(flushCounts(env));
  }
  expect(timers.map(({ after }) => after)).toEqual([10_000]);
  expect(promises.filter((promise) => promise !== undefined).length).toBe(1);
  expect(sent).toEqual([]);
  timers[0]!.fire();
  await promises[0];
  expect(sent).toEqual([[['evidence_requests_total\ngetAsset\n200', 5000]]]);
  count();
  void flushCounts(env);
  expect(timers.length).toBe(2);
  timers[1]!.fire();
});

test('sends what was counted again with the next flush when the object does not respond', async () => {
  count(3);
  fails = true;
  await flushNow(env);
  count(4);
  fails = false;
  await flushNow(env);
  expect(sent).toEqual([[['evidence_requests_total\ngetAsset\n200', 7]]]);
  await flushNow(env);
  expect(sent.length).toBe(1);
});

test('schedules another flush when the platform has dropped the one before', async () => {
  count();
  void flushCounts(env);
  time += 29_000;
  expect(flushCounts(env)).toBeUndefined();
  time += 2000;
  const again = flushCounts(env);
  expect(again).toBeDefined();
  // The timer of the first one fires late: it must not send, nor end the second one.
  timers[0]!.fire();
  await Promise.resolve();
  expect(sent).toEqual([]);
  timers[1]!.fire();
  await again;
  expect(sent.length).toBe(1);
});

test('includes the work of the database that is for no request, once', async () => {
  Object.assign(METERS.background, { databaseMs: 1500, rowsRead: 7, rowsWritten: 0 });
  expect(new Map(await collectCounts(env))).toMatchObject(
    new Map<string, number>([
      ['evidence_d1_seconds_total\nbackground', 1.5],
      ['evidence_d1_rows_read_total\nbackground', 7],
    ]),
  );
  expect(await collectCounts(env)).toEqual([]);
});
