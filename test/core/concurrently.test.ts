import { setImmediate as next } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../src/lib/concurrently.ts';

const LIMITS = { most: 4, few: 2 };

/** Calls that end when the test ends them. `begun` has the items of all calls so far. */
function calls(items: Iterable<number>) {
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<'more' | 'fewer'>>();
  const done = concurrently(items, LIMITS, (item) => {
    begun.push(item);
    const end = Promise.withResolvers<'more' | 'fewer'>();
    ends.set(item, end);
    return end.promise;
  });
  const ended = async (item: number, advice: 'more' | 'fewer' = 'more'): Promise<number[]> => {
    ends.get(item)!.resolve(advice);
    await next();
    return begun;
  };
  return { begun, done, ended, fail: (item: number, error: Error) => ends.get(item)!.reject(error) };
}

describe('calls for many items', () => {
  test('are made in order, at most as many at once as permitted, and all of them', async () => {
    const { begun, done, ended } = calls([1, 2, 3, 4, 5, 6]);
    expect(begun).toEqual([1, 2, 3, 4]);
    expect(await ended(3)).toEqual([1, 2, 3, 4, 5]);
    expect(await ended(5)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const item of [1, 2, 4]) await ended(item);
    let isDone = false;
    void done.then(() => (isDone = true));
    await next();
    expect(isDone).toBe(false);
    await ended(6);
    expect(isDone).toBe(true);
  });

  test('are fewer at once after one that asks for it, and one more after each that asks for more', async () => {
    const { begun, done, ended } = calls(Array.from({ length: 10 }, (_, n) => n + 1));
    await ended(1, 'fewer');
    await ended(2, 'fewer');
    expect(begun, 'two are in progress').toEqual([1, 2, 3, 4]);
    expect(await ended(3, 'fewer')).toEqual([1, 2, 3, 4, 5]);
    expect(await ended(4, 'more'), 'three at once').toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await ended(5, 'more'), 'four at once').toHaveLength(9);
    expect(await ended(6, 'more'), 'not more than four at once').toHaveLength(10);
    for (const item of [7, 8, 9, 10]) await ended(item);
    await done;
  });

  test('are none without items', async () => {
    const { begun, done } = calls([]);
    await done;
    expect(begun).toEqual([]);
  });

  test('reject with the error of the first that does', async () => {
    const { done, fail } = calls([1, 2, 3]);
    fail(2, new Error('failed'));
    await expect(done).rejects.toThrow('failed');
  });
});
