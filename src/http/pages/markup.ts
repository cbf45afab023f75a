import { html, raw } from 'hono/html';
import { isAcceptedElsewhen } from '../../formats/records/event-times.ts';

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

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `2026-11-21T08:46:00.123456Z` as 21 November 2026, 08:46:00 UTC; other texts unchanged. */
export function moment(text: string): Markup {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  if (time === undefined) return own(text);
  return html`<time datetime="${text}" title="${text}"
    >${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}, ${time} UTC</time
  >`;
}

/** When an event happened as declared and, if that was visibly another time, when it was accepted. */
export const eventTimes = ({ timestamp_declared: declared, timestamp_accepted: accepted }: EventTimes): Markup =>
  isAcceptedElsewhen(declared, accepted)
    ? html`${moment(declared)} <span class="also">accepted ${moment(accepted)}</span>`
    : moment(declared);

type EventTimes = { timestamp_declared: string; timestamp_accepted: string };

/** `1 file`, `2 files`. */
export const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;
