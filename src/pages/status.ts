import { html } from 'hono/html';
import { code, moment, NOTHING, type Markup } from './markup.ts';
import type { ShownEvent } from './model.ts';

export type Standing = 'pending' | 'confirmed' | 'anchored' | 'failed';

/** How far an event has come: kept, and then recorded on the chain. */
export function standingOf({ confirmation_status, transaction_id }: ShownEvent): Standing {
  if (confirmation_status === 'FAILED') return 'failed';
  if (confirmation_status === 'PENDING') return 'pending';
  return transaction_id === '' ? 'confirmed' : 'anchored';
}

/** A sign and a word, so that it is told without colour too. */
const SIGNS: Record<Standing, readonly [sign: string, word: string]> = {
  pending: ['○', 'Pending'],
  confirmed: ['◐', 'Confirmed'],
  anchored: ['●', 'Anchored'],
  failed: ['✕', 'Does not verify'],
};

const MEANINGS: Record<Standing, string> = {
  pending: 'The service has accepted the event; it is not settled yet.',
  confirmed: 'The event is settled. It is not on the chain yet.',
  anchored: 'The event is settled, and its fingerprint is on the chain.',
  failed: 'The service itself has found that this event does not fit the record. Do not rely on it.',
};

export function badge(event: ShownEvent): Markup {
  const standing = standingOf(event);
  const [sign, word] = SIGNS[standing];
  return html`<span class="badge ${standing}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/** Where it is on the chain, in a line; nothing while it is not there. */
export const whereabouts = (event: ShownEvent): Markup =>
  event.transaction_id === ''
    ? NOTHING
    : html`<p class="chain">Block ${event.block_number}, transaction ${code(event.transaction_id)}</p>`;

/** How far it has come in words, with transaction and block. */
export function standingDetails(event: ShownEvent): Markup {
  return html`<p>${badge(event)} ${MEANINGS[standingOf(event)]}</p>
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
