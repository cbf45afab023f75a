const SIZES = ['quick', 'long', 'full'] as const;
export type Size = (typeof SIZES)[number];

/**
 * How much is asked of the suites that are long by nature (a test file is one when it imports this module): `npm test`
 * runs them at `quick` with everything else, `npm run test:long` runs them alone at `long`, or at TEST_SIZE.
 */
const SIZE = (process.env['TEST_SIZE'] ?? 'quick') as Size;
if (!SIZES.includes(SIZE)) throw new Error(`TEST_SIZE: must be one of ${SIZES.join(', ')}, not ${SIZE}`);

/** The number for the size of this run. */
export const sized = (numbers: Record<Size, number>): number => numbers[SIZE];
