/** How many calls are made at once: at most `most`, and `few` after a call that asks for fewer. */
export type Concurrency = { most: number; few: number };

/**
 * Calls `run` for each item, in their order and several at once. After a call that returns `fewer`, at most `few` are
 * in progress, and one more after each call that returns `more`, up to `most`. Rejects as soon as a call does; the
 * calls for the other items are made all the same.
 */
export function concurrently<T>(
  items: Iterable<T>,
  { most, few }: Concurrency,
  run: (item: T) => Promise<'more' | 'fewer'>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let limit = most;
  let running = 0;
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      while (running < limit) {
        const next = waiting.next();
        if (next.done) break;
        running += 1;
        run(next.value).then((advice) => {
          running -= 1;
          limit = advice === 'more' ? Math.min(limit + 1, most) : few;
          begin();
        }, reject);
      }
      if (running === 0) resolve();
    };
    begin();
  });
}
