import { expect, test } from 'vitest';
import { sized } from '../support/size.ts';
import { fuzz, LANES } from '../../tools/fuzz/campaign.ts';

const RUNS = sized({ quick: 6_000, long: 15_000, full: 100_000 });
/** Lanes whose requests do not pass the static assets. */
const DIRECT = sized({ quick: LANES - 2, long: 0, full: 0 });
/** Fixed, so that a failure is reproducible; FUZZ_SEED and `npm run fuzz` use other seeds. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

test(`${RUNS} generated requests get only permitted responses, seed ${SEED}`, { timeout: 3_600_000 }, async () => {
  const { failures, counts, neverSucceeded, brokenFixtures } = await fuzz(RUNS, SEED, DIRECT);
  expect(failures.join('\n\n')).toBe('');
  expect(brokenFixtures).toEqual([]);
  // Every operation must have accepted requests; a small run misses some by chance.
  expect(neverSucceeded.slice(sized({ quick: 20, long: 0, full: 0 }))).toEqual([]);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(RUNS);
});
