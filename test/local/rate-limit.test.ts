import { describe, expect, it } from 'vitest';
import { InMemoryRateLimit } from '../../apps/worker/rate-limit.ts';

describe('InMemoryRateLimit', () => {
  let now = 0;
  const limiter = (limit: number, period = 10) => new InMemoryRateLimit({ limit, period, now: () => now });
  const used = async (rate: InMemoryRateLimit, key: string, times = 1): Promise<boolean[]> => {
    const answers = [];
    for (let i = 0; i < times; i++) answers.push((await rate.limit({ key })).success);
    return answers;
  };

  it('allows the limited number of requests in a window', async () => {
    const rate = limiter(3);
    expect(await used(rate, 'a', 5)).toEqual([true, true, true, false, false]);
  });

  it('counts each key separately', async () => {
    const rate = limiter(1);
    expect(await used(rate, 'a', 2)).toEqual([true, false]);
    expect(await used(rate, 'b', 2)).toEqual([true, false]);
    expect(await used(rate, '__proto__', 2)).toEqual([true, false]);
  });

  it.each([10, 60])('starts a new count with each window of %d seconds', async (period) => {
    const rate = limiter(2, period);
    now = 7 * period * 1000;
    expect(await used(rate, 'a', 3)).toEqual([true, true, false]);
    now += period * 1000 - 1;
    expect(await used(rate, 'a')).toEqual([false]);
    now += 1;
    expect(await used(rate, 'a', 3)).toEqual([true, true, false]);
  });

  it('refuses everything at a limit of 0', async () => {
    expect(await used(limiter(0), 'a')).toEqual([false]);
  });

  it('keeps a maximum number of counters and drops the oldest', async () => {
    const rate = limiter(1);
    now = 0;
    await used(rate, 'first');
    for (let i = 0; i < 49_999; i++) await rate.limit({ key: `${i}` });
    expect(await used(rate, 'first')).toEqual([false]);
    await rate.limit({ key: 'one more' });
    expect(await used(rate, 'first')).toEqual([true]);
    expect(await used(rate, '49998')).toEqual([false]);
  });

  it('keeps a counter that is in use over one of an earlier window', async () => {
    const rate = limiter(1);
    now = 0;
    await used(rate, 'busy');
    for (let i = 0; i < 49_999; i++) await rate.limit({ key: `${i}` });
    now = 10_000;
    await used(rate, 'busy');
    for (let i = 0; i < 10_000; i++) await rate.limit({ key: `new ${i}` });
    expect(await used(rate, 'busy')).toEqual([false]);
  });
});
