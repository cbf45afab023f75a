/** What the imports of files and of exports have in common. */

/** Exit codes, in addition to those of all commands. */
export const EXIT = { rejected: 3, stopped: 4 } as const;

/** Idempotency keys are kept for 24 hours; an hour less, because the clocks may differ. In milliseconds. */
export const KEYS_LAST = 23 * 3_600_000;

/** The files beside an input: the state of its import, and the list of rejected lines. */
export const stateOf = (input: string): string => `${input}.import`;
export const reportOf = (input: string): string => `${input}.rejected.csv`;

/** For example `1,000 events`. */
export const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
