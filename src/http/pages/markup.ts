import { html, raw } from 'hono/html';
import { isAcceptedElsewhen } from '../../formats/records/event-times.ts';
import type { PageTexts } from './texts/en.ts';

/** HTML with escaped values. */
export type Markup = ReturnType<typeof html>;

export const NOTHING: Markup = raw('');

/** A recorded text, shown unchanged. `bdi` isolates its writing direction from the text around it. */
export const own = (text: string): Markup => html`<bdi>${text}</bdi>`;

/** As `own`, for places without markup (titles, attributes): isolated by Unicode characters. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The beginning of a long text. */
export const excerpt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/** A hash, an address or an identity, which lines may break anywhere. */
export const code = (text: string): Markup => html`<code>${text}</code>`;

/** `2026-11-21T08:46:00.123456Z` as 21 November 2026, 08:46:00 UTC; other texts unchanged. */
export function moment({ page }: PageTexts, text: string): Markup {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  if (time === undefined) return own(text);
  return html`<time datetime="${text}" title="${text}">${page.moment(Number(day), Number(month), year!, time)}</time>`;
}

/** When an event happened as declared and, if that was visibly another time, when it was accepted. */
export const eventTimes = (
  texts: PageTexts,
  { timestamp_declared: declared, timestamp_accepted: accepted }: EventTimes,
): Markup =>
  isAcceptedElsewhen(declared, accepted)
    ? html`${moment(texts, declared)} <span class="also">${texts.event.acceptedAt(moment(texts, accepted))}</span>`
    : moment(texts, declared);

type EventTimes = { timestamp_declared: string; timestamp_accepted: string };
