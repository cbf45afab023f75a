import { parseTimestamp } from '../../src/lib/time.ts';
import { byLocale, localLanguage } from './locale.ts';

/** Times are shown in the time zone of the browser, by the locale of the page, with the month as a word. */
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTES = { ...DATE, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

const formatOf = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  byLocale((locale) => new Intl.DateTimeFormat(locale, options));
const inMinutes = formatOf(MINUTES);
const inSeconds = formatOf({ ...MINUTES, second: '2-digit' });
const inMillis = formatOf({ ...MINUTES, second: '2-digit', fractionalSecondDigits: 3 });
const inWeekdays = formatOf({ weekday: 'long', ...DATE });
const inHours = formatOf({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
const inDays = formatOf(DATE);
const relative = byLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
/** The word for less than a minute, by language. */
const JUST_NOW: Record<string, string> = { en: 'just now', de: 'gerade eben' };

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Times that are further away than this, in milliseconds, have no relative form. */
const RECENT = 7 * DAY;

/** The name of the time zone of the browser, such as `Europe/Berlin`. */
export const zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An RFC 3339 time as `1 Oct 2026, 14:03 CEST`; other texts unchanged. */
export const localTime = (text: string): string => formatted(inMinutes, text);

/** An RFC 3339 time as `1 Oct 2026`, in the local zone; other texts unchanged. */
export const localDate = (text: string): string => formatted(inDays, text);

/** An RFC 3339 time as `Thursday, 1 Oct 2026`, in the local zone; other texts unchanged. */
export const localDay = (text: string): string => formatted(inWeekdays, text);

/** An RFC 3339 time as `14:03 CEST`, in the local zone; other texts unchanged. */
export const localClock = (text: string): string => formatted(inHours, text);

/** An RFC 3339 time to the second in the local zone, and as it was given. */
export const exactTime = (text: string): string => {
  const local = formatted(inSeconds, text);
  return local === text ? text : `${local} (${text})`;
};

/** An RFC 3339 time in the local zone to the microsecond. */
function inMicros(text: string): string {
  const time = parseTimestamp(text);
  if (!time) return text;
  const below = String(time.us % 1000).padStart(3, '0');
  return inMillis()
    .formatToParts(Math.floor(time.us / 1000))
    .map(({ type, value }) => (type === 'fractionalSecond' ? value + below : value))
    .join('');
}

/** The same time with more and more digits: to the minute, the second, the millisecond and the microsecond. */
const DIGITS = [
  localTime,
  (text: string) => formatted(inSeconds, text),
  (text: string) => formatted(inMillis, text),
  inMicros,
];

/** An RFC 3339 time with the fewest digits by which it differs from `others`. */
export function timeApart(text: string, others: readonly string[]): string {
  const digits = DIGITS.find((form) => others.every((other) => form(other) !== form(text)));
  return (digits ?? inMicros)(text);
}

/** An RFC 3339 time with all of its digits that are not zero. */
export function wholeTime(text: string): string {
  const us = parseTimestamp(text)?.us ?? 0;
  const lengths = [60_000_000, 1_000_000, 1000, 1];
  return DIGITS[lengths.findIndex((length) => us % length === 0)]!(text);
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** How far an RFC 3339 time is from `now` (in milliseconds): `2 hours ago`; empty if it is more than a week. */
export function relativeTime(text: string, now: number): string {
  const away = Date.parse(text) - now;
  const size = Math.abs(away);
  if (!(size < RECENT)) return '';
  // Clocks differ by seconds: what has just been recorded can be in the future.
  if (size < MINUTE) return JUST_NOW[localLanguage()] ?? relative().format(0, 'second');
  const [unit, length] = UNITS.find(([, least]) => size >= least)!;
  return relative().format(Math.trunc(away / length), unit);
}

/**
 * An RFC 3339 time as the value of an `input` of the type `datetime-local`, to the second; empty if it is not valid.
 */
export function asInput(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE).toISOString().slice(0, 19);
}

/** The value of such an input, which is a local time, as RFC 3339 in UTC; empty if it is not valid. */
export function fromInput(value: string): string {
  const time = Date.parse(/^\d{4}-\d\d-\d\dT/.test(value) ? value : '');
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

const formatted = (format: () => Intl.DateTimeFormat, text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : format().format(time);
};
