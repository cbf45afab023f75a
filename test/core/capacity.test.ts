import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addSample, capacityOf, type Sample } from '../../src/platform/metrics/capacity.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GB = 1e9;
/** Samples of a database that grows evenly, one each hour. */
function growing(hours: number, from: number, perDay: number): Sample[] {
  let samples: Sample[] = [];
  for (let hour = 0; hour <= hours; hour++)
    samples = addSample(samples, { at: hour * HOUR, bytes: from + (perDay * hour) / 24 });
  return samples;
}

describe('the capacity of a database', () => {
  test('names the date at which a database that grows by 100 MB a day reaches its limit', () => {
    const samples = growing(20 * 24, GB, 1e8);
    const found = capacityOf(samples, samples.at(-1)!, 10 * GB);
    expect(found).toMatchObject({ bytes: 3 * GB, limit: 10 * GB, growth: 1e8 });
    expect(found.used).toBeCloseTo(0.3);
    expect(found.fullAt! / DAY).toBeCloseTo(90);
  });

  test('has no date while nothing was measured for an hour, while nothing grows, and beyond ten years', () => {
    const now = { at: 1000 * DAY, bytes: GB };
    expect(capacityOf([], now, 10 * GB)).toMatchObject({ growth: undefined, fullAt: undefined });
    expect(capacityOf([now], now, 10 * GB).growth).toBeUndefined();
    expect(capacityOf([{ at: now.at - DAY, bytes: 2 * GB }], now, 10 * GB)).toMatchObject({
      growth: -GB,
      fullAt: undefined,
    });
    expect(capacityOf([{ at: now.at - DAY, bytes: GB - 1 }], now, 10 * GB)).toMatchObject({
      growth: 1,
      fullAt: undefined,
    });
  });

  test('is full now if the size is beyond the limit', () => {
    const now = { at: 10 * DAY, bytes: 11 };
    expect(capacityOf([{ at: 0, bytes: 1 }], now, 10).fullAt).toBe(now.at);
  });
});

test('keeps a bounded number of samples, the newest, and those of the last 14 days', () => {
  const samples = growing(100 * 24, 0, 24);
  expect(samples.length).toBeLessThan(60);
  expect(samples.at(-1)).toEqual({ at: 100 * DAY, bytes: 2400 });
  expect(samples[0]!.at).toBeGreaterThan(85 * DAY);
  expect(samples[0]!.at).toBeLessThan(87 * DAY);
});

test('keeps samples in order and bounded, also after the clock was set back and whenever it is called', () => {
  assert(
    property(array(integer({ min: 0, max: 30 * DAY }), { maxLength: 300 }), (times) => {
      let samples: Sample[] = [];
      for (const at of times) samples = addSample(samples, { at, bytes: at });
      expect(samples.map(({ at }) => at)).toEqual(samples.map(({ at }) => at).toSorted((a, b) => a - b));
      expect(samples.length).toBeLessThan(120);
      if (times.length > 0) expect(samples.at(-1)!.at).toBe(times.at(-1));
    }),
  );
});
