import { expect, it } from 'vitest';
import { outcomeOf } from '../../src/features/webhooks/outcome.ts';

const SECOND = 1_000_000;
const at = Date.UTC(2026, 4, 1) * 1000;
const unanswered = { status: 0, error: 'the receiver did not respond within 15 seconds', durationMs: 15_000 };

it.each([
  [0, 15 + 5],
  [1, 15 + 20],
  [2, 15 + 80],
])('repeats a delivery a whole pause after the failure, with %i failures before', (attempts, seconds) => {
  const delivery = { event: 1, attempts, firstUs: attempts === 0 ? null : at - 60 * SECOND };
  const { result, reason } = outcomeOf({ succeededUs: 0 }, delivery, at, unanswered, 0.5);
  expect([result.outcome, reason]).toEqual(['RETRYING', undefined]);
  expect(result).toMatchObject({ atUs: at, durationMs: 15_000, nextUs: at + seconds * SECOND });
});
