import { expect, test } from 'vitest';
import { limitWindow, WINDOW_BYTES, windowPart } from '../../src/anchoring/window-part.ts';

/** A source of `count` events of this size, and the number of events read from it. */
function source(count: number, characters: number) {
  const state = { read: 0 };
  async function* events() {
    for (; state.read < count; state.read++) yield { text: 'x'.repeat(characters) };
  }
  return { events: events(), state };
}

test('returns the events of a window that fits', async () => {
  expect(await windowPart(source(100, 1000).events, 100)).toHaveLength(100);
});

test('rejects a window whose total size exceeds the limit, after reading only the events that fit', async () => {
  const { events, state } = source(1000, 50_000);
  await expect(windowPart(events, 1000)).rejects.toMatchObject({
    kind: 'too_large',
    message: expect.stringContaining('1000 events') as string,
  });
  expect(state.read * 50_000).toBeLessThan(WINDOW_BYTES + 100_000);
});

test('rejects a window with too many events, or too long attributes, without reading the events', async () => {
  const lengths: number[] = [];
  const limit = (count: number, length: number): Promise<void> =>
    limitWindow(count, async () => {
      lengths.push(length);
      return length;
    });
  await expect(limit(10_000, 0)).rejects.toMatchObject({ kind: 'too_large' });
  expect(lengths).toEqual([]);
  await expect(limit(1000, 1_200_001)).rejects.toMatchObject({
    kind: 'too_large',
    message: expect.stringContaining('1000 events') as string,
  });
  await limit(1000, 1_200_000);
  expect(lengths).toEqual([1_200_001, 1_200_000]);
});
