import { expect, it } from 'vitest';
import { watchClock } from '../../apps/server/clock-watch.ts';

/** Runs the checks, each with a time of the clock and one of the timers, or none. Returns the restarts. */
async function checked(times: (readonly [clock: number, timers: number] | undefined)[]): Promise<number[]> {
  const restarts: number[] = [];
  const waits: number[] = [];
  let n = 0;
  const done = Promise.withResolvers<void>();
  const stop = watchClock({
    timersAt: async () => {
      const at = times[n];
      if (at === undefined) throw new Error('ECONNREFUSED');
      return at[1];
    },
    now: () => times[n]![0],
    restart: (behind) => restarts.push(behind),
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      if (++n < times.length) return;
      stop();
      done.resolve();
    },
  });
  await done.promise;
  expect(waits).toEqual(times.map(() => 1000));
  return restarts;
}

const NOW = Date.UTC(2026, 4, 1);
const DAY = 86_400_000;

it('restarts the runtime when the clock is more than a second behind the timers of Durable Objects', async () => {
  expect(
    await checked([
      [NOW, NOW],
      [NOW - 60_000, NOW + 5],
      [NOW, NOW + DAY],
    ]),
  ).toEqual([60_005, DAY]);
});

it('leaves the runtime alone after small steps, steps forward and while it does not respond', async () => {
  expect(await checked([[NOW, NOW + 1000], undefined, [NOW + DAY, NOW], [NOW + DAY, NOW + DAY]])).toEqual([]);
});
