import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** The length of a window of the rate limits in milliseconds. */
const WINDOW = 10_000;

/**
 * Sends requests until one is refused with 429. They are sent together: a busy machine could spread single requests
 * over so many windows that none has more than `limit`. Returns the requests that passed and the first refused one.
 * Fails if more pass than the windows allow that began meanwhile.
 */
export async function exhausted(
  call: (n: number) => Promise<Answer>,
  limit: number,
): Promise<{ passed: Answer[]; refused: Answer }> {
  const started = Date.now();
  const passed: Answer[] = [];
  for (let sent = 0; ; sent += limit + 1) {
    const answers = await Promise.all(Array.from({ length: limit + 1 }, (_, n) => call(sent + n)));
    passed.push(...answers.filter(({ status }) => status !== 429));
    const windows = Math.ceil((Date.now() - started) / WINDOW) + 1;
    expect(passed.length, 'requests that passed').toBeLessThanOrEqual(limit * windows);
    const refused = answers.find(({ status }) => status === 429);
    if (refused) return { passed, refused };
  }
}
