import { html } from 'hono/html';
import { code, moment, NOTHING, type Markup } from './markup.ts';
import { isLogged, type ShownEvent } from './model.ts';

/** The status of an event: not confirmed yet, confirmed, on the chain, or failed verification. */
export type EventStatus = 'pending' | 'confirmed' | 'anchored' | 'failed';

export function statusOf({ confirmation_status, transaction_id }: ShownEvent): EventStatus {
  if (confirmation_status === 'FAILED') return 'failed';
  if (confirmation_status === 'PENDING') return 'pending';
  return transaction_id === '' ? 'confirmed' : 'anchored';
}

/** A sign and a word, so that the status does not depend on color. */
const SIGNS: Record<EventStatus, readonly [sign: string, word: string]> = {
  pending: ['○', 'Pending'],
  confirmed: ['◐', 'Confirmed'],
  anchored: ['●', 'Anchored'],
  failed: ['✕', 'Failed verification'],
};

const MEANINGS: Record<EventStatus, string> = {
  pending: 'The service has accepted this event, but not confirmed it yet.',
  confirmed: 'This event is confirmed. It is not on the chain yet.',
  anchored: 'This event is confirmed, and its hash is on the chain.',
  failed: 'The service has found that this event does not match its records. Do not rely on it.',
};

/** The same for events that a transparency log confirms. */
const MEANINGS_IN_LOG: Partial<Record<EventStatus, string>> = {
  pending: 'The service has accepted this event. The transparency log does not include it yet.',
  confirmed: 'This event is confirmed: a signed checkpoint of the transparency log includes it.',
};

export function badge(event: ShownEvent): Markup {
  const status = statusOf(event);
  const [sign, word] = SIGNS[status];
  return html`<span class="badge ${status}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/** The block and transaction of an event in one line; nothing if it is not on the chain. */
export const whereabouts = (event: ShownEvent): Markup =>
  event.transaction_id === ''
    ? NOTHING
    : html`<p class="chain">Block ${event.block_number}, transaction ${code(event.transaction_id)}</p>`;

/** The status of an event and its meaning, with transaction and block, or with its entry in the log. */
export function statusDetails(event: ShownEvent, mechanism: string): Markup {
  const status = statusOf(event);
  const meaning = (isLogged(mechanism) ? MEANINGS_IN_LOG[status] : undefined) ?? MEANINGS[status];
  const entry = event.log_entry;
  return html`<p>${badge(event)} ${meaning}</p>
    ${
      entry
        ? html`<dl class="facts">
            <dt>Log</dt>
            <dd>${code(entry.log)}</dd>
            <dt>Entry</dt>
            <dd>index ${entry.index}; the latest signed tree has ${entry.size} entries</dd>
            <dt>Confirmed</dt>
            <dd>${moment(event.timestamp_committed)}</dd>
          </dl>`
        : ''
    }
    ${
      event.transaction_id === ''
        ? ''
        : html`<dl class="facts">
            <dt>Transaction</dt>
            <dd>${code(event.transaction_id)}</dd>
            <dt>Block</dt>
            <dd>${event.block_number}, transaction index ${event.transaction_index}</dd>
            <dt>Confirmed</dt>
            <dd>${moment(event.timestamp_committed)}</dd>
          </dl>`
    }`;
}
