const SIZES = ['quick', 'long', 'full'] as const;
export type Size = (typeof SIZES)[number];

/**
 * The size of the long tests, which are the test files that import this module, and those named `*.long.test.ts`.
 * `npm test` runs the former at `quick` with all others; `npm run test:long` runs only the long tests, at `long` or
 * at the size that TEST_SIZE names.
 */
const SIZE = (process.env['TEST_SIZE'] ?? 'quick') as Size;
if (!SIZES.includes(SIZE)) throw new Error(`TEST_SIZE: must be one of ${SIZES.join(', ')}, not ${SIZE}`);

/** Returns the value for the size of this run. Files that run only as long tests have none for `quick`. */
export const sized = ({ quick, long, full }: { quick?: number; long: number; full: number }): number =>
  ({ quick: quick ?? long, long, full })[SIZE];

/** The database of tests with many small batches (`openD1`): at full size, the one that `npm start` uses. */
export const ENGINE = SIZE === 'full' ? 'Cell' : 'SQLite';

/**
 * In the quick tests, every `n`-th of `all`, from the one at `from` on; in the long tests, all. Tables that are crossed
 * with another one use its index as `from`, so that together they have a case of each kind.
 */
export const sampled = <T>(all: readonly T[], n: number, from = 0): T[] =>
  all.filter((_, i) => SIZE !== 'quick' || i % n === from % n);
