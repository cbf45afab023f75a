import { expect, it } from 'vitest';
import { Backoff } from '../../apps/server/workerd/backoff.ts';

it('delays each restart longer, up to 30 seconds, and stops counting a crash after five minutes', () => {
  let now = 1_000_000;
  const backoff = new Backoff(() => now);
  const waits = Array.from({ length: 9 }, () => {
    const { seconds } = backoff;
    backoff.crashed();
    now += 10_000;
    return seconds;
  });
  expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30]);
  now += 300_000 - 3 * 10_000;
  expect(backoff.seconds).toBe(2);
  now += 2 * 10_000;
  expect(backoff.seconds).toBe(0);
});
