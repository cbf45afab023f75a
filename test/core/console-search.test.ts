import { expect, test } from 'vitest';
import { didYouMean } from '../../apps/console/lib/did-you-mean.ts';
import { chained, kept } from '../../apps/console/lib/list-pages.ts';

test.each([
  ['pupm', 'pump'],
  ['excavater 12', 'excavator 12'],
  ['roterdam', 'rotterdam'],
  ['pump', undefined],
  ['exc', undefined],
  ['zeppelin', undefined],
  ['pupm zeppelin', undefined],
  ['abc', undefined],
])('words that have found nothing propose the nearest known words: %s', (q, meant) => {
  const texts = ['Pump 7', 'Excavator 12', 'Rotterdam', 'abd'];
  expect(didYouMean(q, texts)).toBe(meant);
});

/** A list of numbers. */
const numbers =
  (from: number, to: number) =>
  async (token = '', size = 25) => {
    const start = token === '' ? from : Number(token);
    const end = Math.min(to, start + size);
    const items = Array.from({ length: end - start }, (_, i) => start + i);
    return { items, next: end < to ? String(end) : '', total: to - from, truncated: false };
  };

async function all(of: ReturnType<typeof kept<number>>, size: number): Promise<number[][]> {
  const found: number[][] = [];
  let next = '';
  do {
    const page = await of(next, size);
    found.push(page.items);
    ({ next } = page);
  } while (next !== '');
  return found;
}

test('a filtered list has each item once, in pages of the size that was asked for', async () => {
  const pages = await all(
    kept(numbers(0, 2345), (n) => n % 7 === 0),
    25,
  );
  expect(pages.flat()).toEqual(Array.from({ length: 335 }, (_, i) => 7 * i));
  expect(pages.slice(0, -1).every(({ length }) => length === 25)).toBe(true);
  expect(
    await all(
      kept(numbers(0, 30_000), (n) => n === 29_999),
      25,
    ),
  ).toEqual([[29_999]]);
});

test('lists that follow each other have each item once', async () => {
  const pages = await all(chained([numbers(0, 30), numbers(30, 30), numbers(30, 90)]), 25);
  expect(pages.flat()).toEqual(Array.from({ length: 90 }, (_, i) => i));
});
