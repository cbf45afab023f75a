import type { Micros } from '../../lib/time.ts';

const SECOND: Micros = 1_000_000;
const HOUR: Micros = 3600 * SECOND;
/** The pause after the first failure, and the longest one. Each is four times the one before. */
const [FIRST, LONGEST] = [5 * SECOND, 8 * HOUR];
/** The time from the first attempt to the last one. */
const WINDOW: Micros = 72 * HOUR;
/**
 * A pause is longer or shorter by up to this part of it, so that deliveries that failed together are not repeated
 * together.
 */
const JITTER = 0.2;

/**
 * When a delivery is sent again after a failure; undefined: never. `failures`: those so far, this one included; `first`
 * and `at`: the times of the first attempt and of this failure; `random`: a number from 0 to 1. The last attempt is
 * exactly three days after the first.
 */
export function nextAttempt(failures: number, first: Micros, at: Micros, random: number): Micros | undefined {
  const end = first + WINDOW;
  if (at >= end) return undefined;
  const pause = Math.min(LONGEST, FIRST * 4 ** (failures - 1)) * (1 - JITTER + 2 * JITTER * random);
  return Math.min(end, at + Math.round(pause));
}
