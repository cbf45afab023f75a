import { expect, test } from 'vitest';
import { sized } from '../support/size.ts';
import { fuzz } from '../../tools/fuzz/campaign.ts';

const RUNS = sized({ long: 8_000, full: 100_000 });
/** Fixed, so that a failure is reproducible; FUZZ_SEED and `npm run fuzz` use other seeds. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

test(`${RUNS} generated requests get only permitted responses, seed ${SEED}`, { timeout: 3_600_000 }, async () => {
  const { failures, counts, neverSucceeded, brokenFixtures } = await fuzz(RUNS, SEED);
  expect(failures.join('\n\n')).toBe('');
  expect(brokenFixtures).toEqual([]);
  // Every operation must have accepted requests.
  expect(neverSucceeded).toEqual([]);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(RUNS);
});
