import type { Micros } from '../../lib/time.ts';
import { nextAttempt } from '../../formats/webhooks/schedule.ts';
import { REASONS } from './reasons.ts';
import type { Delivery, AttemptResult, WebhookState } from './store.ts';
import type { ReceiverResponse } from './transport.ts';

/**
 * What follows from an answer to the attempt of the time `atUs`: the entry of the log of deliveries, and why the
 * webhook is disabled. The pause before the next attempt begins when this one has failed. `random`: a number from 0 to
 * 1.
 */
export function outcomeOf(
  webhook: Pick<WebhookState, 'succeededUs'>,
  delivery: Pick<Delivery, 'event' | 'attempts' | 'firstUs'>,
  atUs: Micros,
  answer: ReceiverResponse,
  random: number,
): { result: AttemptResult; reason?: string } {
  if (answer.error === '') return { result: { ...answer, atUs, outcome: 'DELIVERED', nextUs: null } };
  const failed: AttemptResult = { ...answer, atUs, outcome: 'FAILED', nextUs: null };
  if (answer.status === 410) return { result: failed, reason: REASONS.gone };
  if (delivery.event === null) return { result: failed };
  const first = delivery.firstUs ?? atUs;
  const nextUs = nextAttempt(delivery.attempts + 1, first, atUs + answer.durationMs * 1000, random);
  if (nextUs !== undefined) return { result: { ...failed, outcome: 'RETRYING', nextUs } };
  // If others have succeeded meanwhile, the receiver rejects this event only.
  return webhook.succeededUs >= first ? { result: failed } : { result: failed, reason: REASONS.givenUp };
}
