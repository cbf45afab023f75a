import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { worldOutline } from '../../apps/server/build/outline.mjs';

it('the outline of all land is small, and no line crosses the map except at the south pole', () => {
  const path = worldOutline();
  expect(gzipSync(path).length).toBeLessThan(8000);
  for (const ring of path.split('z').filter((part) => part !== '')) {
    const [start, steps] = ring.slice(1).split('l');
    const numbers = `${start} ${steps}`.split(' ').map(Number);
    expect(numbers.every(Number.isFinite)).toBe(true);
    let [x, y] = [numbers[0]!, numbers[1]!];
    const [left, top] = [x, y];
    for (let i = 2; i < numbers.length; i += 2) {
      const [nextX, nextY] = [x + numbers[i]!, y + numbers[i + 1]!];
      if (Math.abs(numbers[i]!) > 90) expect([y, nextY].map(Math.round)).toEqual([90, 90]);
      [x, y] = [nextX, nextY];
    }
    if (Math.abs(left - x) > 90) expect(Math.round(Math.max(top, y))).toBe(90);
  }
});
