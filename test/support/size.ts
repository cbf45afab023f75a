const SIZES = ['quick', 'long', 'full'] as const;
export type Size = (typeof SIZES)[number];

/**
 * The size of the long tests, which are the test files that import this module. `npm test` runs
 * them at `quick` with all others; `npm run test:long` runs only them, at `long` or at the size that TEST_SIZE names.
 */
const SIZE = (process.env['TEST_SIZE'] ?? 'quick') as Size;
if (!SIZES.includes(SIZE)) throw new Error(`TEST_SIZE: must be one of ${SIZES.join(', ')}, not ${SIZE}`);

/** Returns the value for the size of this run. */
export const sized = (numbers: Record<Size, number>): number => numbers[SIZE];

/**
 * The cases that this run tries: in the quick tests every `every`-th from number `from` on, and the first and the last one;
 * in the long tests all.
 */
export const sampled = <T>(cases: readonly T[], every: number, from = 0): T[] =>
  cases.filter((_, i) => SIZE !== 'quick' || i % every === from % every || i === 0 || i === cases.length - 1);
