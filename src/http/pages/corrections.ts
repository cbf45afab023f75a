import { html } from 'hono/html';
import { correctedEvent } from '../../formats/records/corrections.ts';
import { pageOf, uuidIn, type Base } from './address.ts';
import { titleOf } from './attributes.ts';
import { eventTimes, excerpt, NOTHING, own, type Markup } from './markup.ts';
import type { ShownEvent } from './model.ts';
import type { PageTexts } from './texts/en.ts';

/** Corrections of the events of an asset, by the UUID of the corrected event, and whether there may be older ones. */
export type Corrections = { of: ReadonlyMap<string, readonly ShownEvent[]>; more: boolean };

/** The most corrections of one event that a page names, and the characters of each title. */
const [MOST, CHARACTERS] = [10, 80];

/**
 * What an event corrects, and the events that correct it, each as a link; nothing without either. Both are claims of
 * their authors.
 */
export function correctionLines(of: { texts: PageTexts; base: Base }, event: ShownEvent, corrections: Corrections) {
  const { texts, base } = of;
  const words = texts.event;
  const corrects = correctedEvent(event.asset_identity.replace(/^public/, ''), event.event_attributes);
  const by = corrections.of.get(uuidIn(event.identity)) ?? [];
  const link = (each: ShownEvent): Markup =>
    html`<a href="${pageOf(base, each.identity)}">${own(excerpt(titleOf(texts, each), CHARACTERS))}</a>
      <span class="empty">${eventTimes(texts, each)}</span>`;
  const what =
    corrects === undefined
      ? NOTHING
      : html`<p>${words.corrects} <a href="${pageOf(base, `public${corrects}`)}">${words.anotherEvent}</a></p>`;
  if (by.length === 0) return what;
  return html`${what}
    <p class="notice">
      <strong>${words.correctedBy}</strong>
      ${by.slice(0, MOST).map((each, n) => html`${n > 0 ? ', ' : ''}${link(each)}`)}
      ${by.length > MOST ? words.moreCorrections : ''}
    </p>`;
}
