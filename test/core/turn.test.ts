import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turn } from '../../src/platform/pacing/turn.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test('a turn that has just begun needs no wait', async () => {
  const turn = new Turn();
  turn.begin();
  vi.setSystemTime(1_000_024);
  await turn.next('batch');
  expect(vi.getTimerCount()).toBe(0);
});

test('work waits for a timer once its turn has lasted for 25 ms, and then has a new turn', async () => {
  const turn = new Turn();
  turn.begin();
  vi.setSystemTime(1_000_025);
  let ended = 0;
  const all = [1, 2].map(() => turn.next('batch').then(() => (ended += 1)));
  await Promise.resolve();
  expect([ended, vi.getTimerCount()]).toEqual([0, 2]);
  await vi.advanceTimersByTimeAsync(0);
  await Promise.all(all);
  expect(ended).toBe(2);
  vi.setSystemTime(1_000_049);
  await turn.next('batch');
  expect(vi.getTimerCount()).toBe(0);
});

test('a request that arrives begins a turn, so that it needs no wait', async () => {
  const turn = new Turn();
  for (let ms = 0; ms < 1000; ms += 20) {
    vi.setSystemTime(1_000_000 + ms);
    turn.begin();
    await turn.next('batch');
  }
  expect(vi.getTimerCount()).toBe(0);
});

test('all work waits after 5 ms while a job runs, and after it as before', async () => {
  const turn = new Turn();
  turn.begin();
  vi.setSystemTime(1_000_005);
  let waited = 0;
  const job = turn.ofJob(() => turn.next('request').then(() => (waited += 1)));
  expect([waited, vi.getTimerCount()]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(0);
  await job;
  expect(waited).toBe(1);
  await expect(turn.ofJob(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  vi.setSystemTime(1_000_254);
  await turn.next('request');
  expect(vi.getTimerCount()).toBe(0);
});
