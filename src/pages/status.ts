import { html } from 'hono/html';
import { code, moment, NOTHING, type Markup } from './markup.ts';
import type { ShownEvent } from './model.ts';

export type Stage = 'pending' | 'confirmed' | 'anchored' | 'failed';

/** How far an event has come: kept, and then recorded on the chain. */
export function stageOf({ confirmation_status, transaction_id }: ShownEvent): Stage {
  if (confirmation_status === 'FAILED') return 'failed';
  if (confirmation_status === 'PENDING') return 'pending';
  return transaction_id === '' ? 'confirmed' : 'anchored';
}

/** A sign and a word, so that it is told without colour too. */
const SIGNS: Record<Stage, readonly [sign: string, word: string]> = {
  pending: ['○', 'Pending'],
  confirmed: ['◐', 'Confirmed'],
  anchored: ['●', 'Anchored'],
  failed: ['✕', 'Does not verify'],
};

const MEANINGS: Record<Stage, string> = {
  pending: 'The service has accepted the event; it is not settled yet.',
  confirmed: 'The event is settled. It is not on the chain yet.',
  anchored: 'The event is settled, and its fingerprint is on the chain.',
  failed: 'The service itself has found that this event does not fit the record. Do not rely on it.',
};

export function badge(event: ShownEvent): Markup {
  const stage = stageOf(event);
  const [sign, word] = SIGNS[stage];
  return html`<span class="badge ${stage}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/** Where it is on the chain, in a line; nothing while it is not there. */
export const whereabouts = (event: ShownEvent): Markup =>
  event.transaction_id === ''
    ? NOTHING
    : html`<p class="chain">Block ${event.block_number}, transaction ${code(event.transaction_id)}</p>`;

/** How far it has come in words, with transaction and block. */
export function stageDetails(event: ShownEvent): Markup {
  return html`<p>${badge(event)} ${MEANINGS[stageOf(event)]}</p>
    ${
      event.transaction_id === ''
        ? ''
        : html`<dl class="facts">
            <dt>Transaction</dt>
            <dd>${code(event.transaction_id)}</dd>
            <dt>Block</dt>
            <dd>${event.block_number}, place ${event.transaction_index}</dd>
            <dt>Settled</dt>
            <dd>${moment(event.timestamp_committed)}</dd>
          </dl>`
    }`;
}
