/**
 * Milliseconds to wait for a condition before a test fails. It only ends a test that hangs: on two cores with a load of
 * 11, the slowest conditions took 40 seconds. A time that is the subject of a test needs a clock that the test sets.
 */
export const PATIENCE = 300_000;
