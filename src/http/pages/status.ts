import { html } from 'hono/html';
import { code, moment, NOTHING, type Markup } from './markup.ts';
import { isLogged, type ShownEvent } from './model.ts';
import type { PageTexts } from './texts/en.ts';

/** The status of an event: not confirmed yet, confirmed, on the chain, or failed verification. */
export type EventStatus = 'pending' | 'confirmed' | 'anchored' | 'failed';

export function statusOf({ confirmation_status, transaction_id }: ShownEvent): EventStatus {
  if (confirmation_status === 'FAILED') return 'failed';
  if (confirmation_status === 'PENDING') return 'pending';
  return transaction_id === '' ? 'confirmed' : 'anchored';
}

/** A sign beside the word, so that the status does not depend on color. */
const SIGNS: Record<EventStatus, string> = { pending: '○', confirmed: '◐', anchored: '●', failed: '✕' };

const meaningOf = ({ status: texts }: PageTexts, status: EventStatus): string =>
  ({
    pending: texts.isPending,
    confirmed: texts.isConfirmed,
    anchored: texts.isAnchored,
    failed: texts.isFailed,
  })[status];

/** The same for events that a transparency log confirms. */
const meaningInLog = ({ status: texts }: PageTexts, status: EventStatus): string | undefined =>
  ({ pending: texts.isPendingInLog, confirmed: texts.isConfirmedInLog, anchored: undefined, failed: undefined })[
    status
  ];

export function badge(texts: PageTexts, event: ShownEvent): Markup {
  const status = statusOf(event);
  const [sign, word] = [SIGNS[status], texts.status[status]];
  return html`<span class="badge ${status}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

/** The block and transaction of an event in one line; nothing if it is not on the chain. */
export const whereabouts = (texts: PageTexts, event: ShownEvent): Markup =>
  event.transaction_id === ''
    ? NOTHING
    : html`<p class="chain">${texts.status.inBlock(String(event.block_number), code(event.transaction_id))}</p>`;

/** The status of an event and its meaning, with transaction and block, or with its entry in the log. */
export function statusDetails(texts: PageTexts, event: ShownEvent, mechanism: string): Markup {
  const words = texts.status;
  const status = statusOf(event);
  const meaning = (isLogged(mechanism) ? meaningInLog(texts, status) : undefined) ?? meaningOf(texts, status);
  const entry = event.log_entry;
  return html`<p>${badge(texts, event)} ${meaning}</p>
    ${
      entry
        ? html`<dl class="facts">
            <dt>${texts.asset.log}</dt>
            <dd>${code(entry.log)}</dd>
            <dt>${words.entry}</dt>
            <dd>${words.entryAt(String(entry.index), String(entry.size))}</dd>
            <dt>${words.confirmed}</dt>
            <dd>${moment(texts, event.timestamp_committed)}</dd>
          </dl>`
        : ''
    }
    ${
      event.transaction_id === ''
        ? ''
        : html`<dl class="facts">
            <dt>${words.transaction}</dt>
            <dd>${code(event.transaction_id)}</dd>
            <dt>${words.block}</dt>
            <dd>${words.at(String(event.block_number), String(event.transaction_index))}</dd>
            <dt>${words.confirmed}</dt>
            <dd>${moment(texts, event.timestamp_committed)}</dd>
          </dl>`
    }`;
}
