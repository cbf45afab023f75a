import { expect, test } from 'vitest';
import { simulate, type Model } from '../../tools/scaling/simulate.ts';

/** A small model: 100 tenancies on 4 databases, each of which can commit about 240 events a second. */
const model: Model = {
  tenancies: 100,
  databases: 4,
  placement: 'least loaded',
  eventsPerSecond: 300,
  skew: 1,
  seconds: 20,
  commitMs: 20,
  eventMs: 4,
  batch: 64,
  burst: 0,
  seed: 1,
};

test('four databases commit what one cannot, and have latencies of a few commits', () => {
  const one = simulate({ ...model, databases: 1 });
  const four = simulate(model);
  expect(one.busiest).toBeGreaterThan(1);
  expect(one.waiting).toBeGreaterThan(500);
  expect(four.waiting).toBeLessThan(50);
  expect(four.latency.p50).toBeLessThan(150);
  expect(four.worst).toBeLessThan(one.latency.p50);
});

test('placing new tenancies where the least is written balances better than placing them at random', () => {
  const balanceOf = (placement: Model['placement']): number[] =>
    Array.from({ length: 20 }, (_, seed) => simulate({ ...model, placement, seconds: 1, seed }).balance);
  const [random, least] = [balanceOf('random'), balanceOf('least loaded')];
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  expect(mean(least)).toBeLessThan(0.9 * mean(random));
  expect(Math.max(...least)).toBeLessThan(Math.max(...random));
  expect(Math.min(...least)).toBeGreaterThanOrEqual(1);
});

test('a burst of one tenancy delays its neighbours by little, because tenancies take turns', () => {
  const quiet = simulate(model);
  const loud = simulate({ ...model, burst: 1000 });
  expect(loud.waiting).toBeGreaterThan(1000);
  expect(loud.besideBurst.p99).toBeLessThan(4 * (20 + 4 * 64));
  expect(loud.besideBurst.p99).toBeGreaterThan(quiet.latency.p50);
});

test('loses and duplicates no event, and the same seed gives the same outcome', () => {
  const done = simulate({ ...model, eventsPerSecond: 20 });
  expect(done.waiting).toBeLessThan(5);
  expect(simulate(model)).toEqual(simulate(model));
  expect(simulate({ ...model, seed: 2 })).not.toEqual(simulate(model));
});
