import { expect, test } from 'vitest';
import { fuzz } from './campaign.ts';

const RUNS = 20_000;
/** Fixed, so that a red run is red again; FUZZ_SEED and `npm run fuzz` try others. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

test(`${RUNS} generated requests, seed ${SEED}`, { timeout: 600_000 }, async () => {
  const { failures, counts, untouched, unsettled } = await fuzz(RUNS, SEED);
  expect(failures.join('\n\n')).toBe('');
  expect(unsettled).toEqual([]);
  // What it does must reach behind the validation of every operation.
  expect(untouched).toEqual([]);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(RUNS);
});
