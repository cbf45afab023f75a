/**
 * Integer microseconds since the epoch, exact in a double from July 1684 until the year 2255; earlier times are
 * rounded, by at most 4 microseconds. Requests and responses have RFC 3339 in UTC instead.
 */
export type Micros = number;

/** Time and randomness. Tests replace the members. */
export const ambient = {
  /** Milliseconds since the epoch. */
  now: (): number => Date.now(),
  uuid: (): string => crypto.randomUUID(),
  bytes: (n: number): Uint8Array => crypto.getRandomValues(new Uint8Array(n)),
};

export function nowMicros(): Micros {
  return ambient.now() * 1000;
}

const DAY_US = 86_400_000_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
/** The day that was formatted last: Date takes most of the time, and the records of a page are often of few days. */
let last = { day: Number.NaN, text: '' };
/** What was formatted last: the time of an event is formatted for several places. */
let latest = { us: Number.NaN, text: '' };

/** `2026-11-21T08:46:00.123456Z`: UTC, six fraction digits. */
export function formatMicros(us: Micros): string {
  if (us === latest.us) return latest.text;
  const day = Math.floor(us / DAY_US);
  if (day !== last.day) last = { day, text: new Date(day * 86_400_000).toISOString().slice(0, -13) };
  const ofDay = us - day * DAY_US;
  const second = Math.floor(ofDay / 1_000_000);
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  const fraction = String(1_000_000 + ofDay - second * 1_000_000).slice(1);
  const time = `${TWO_DIGITS[hour]}:${TWO_DIGITS[minute - hour * 60]}:${TWO_DIGITS[second - minute * 60]}.${fraction}`;
  const text = `${last.text}${time}Z`;
  latest = { us, text };
  return text;
}

/** `2026-11-21T08:46:00Z` from microseconds, the fraction dropped. */
export function formatSeconds(us: Micros): string {
  return `${new Date(Math.floor(us / 1000)).toISOString().slice(0, 19)}Z`;
}

export type Timestamp = {
  /** The time, truncated to microseconds. */
  us: Micros;
  /** The last microsecond that the text covers: without a fraction, the last one of the second. */
  lastUs: Micros;
  /** The first microsecond that is not before the time. */
  nextUs: Micros;
  /** UTC text that ends in Z; the input itself if it has this form. */
  text: string;
};

/**
 * The moment of a request up to its last microsecond; undefined, which means now, also for a moment that is not over.
 */
export const pastMoment = (asked: Timestamp | undefined, now: Micros): Micros | undefined =>
  asked && asked.lastUs < now ? asked.lastUs : undefined;

/** The years 1 to 2254, in seconds since the epoch. */
const [MIN_SECONDS, MAX_SECONDS] = [-62_135_596_800, Date.UTC(2255, 0, 1) / 1000];

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * Parses an RFC 3339 date-time and converts it to UTC. Returns undefined for other texts, for dates that do not exist,
 * and outside the years 1 to 2254 (2^53 microseconds end in 2255).
 */
export function parseTimestamp(input: string): Timestamp | undefined {
  const match = RFC3339.exec(input);
  if (!match) return undefined;
  const [, y, mo, d, h, mi, s, fraction = '', zone = 'Z'] = match;
  const local = new Date(0);
  local.setUTCFullYear(Number(y), Number(mo) - 1, Number(d));
  local.setUTCHours(Number(h), Number(mi), Number(s));
  const exact =
    local.getUTCMonth() === Number(mo) - 1 &&
    local.getUTCDate() === Number(d) &&
    Number(h) < 24 &&
    Number(mi) < 60 &&
    Number(s) < 60;
  if (!exact) return undefined;
  let offsetMinutes = 0;
  if (zone !== 'Z' && zone !== 'z') {
    const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
    if (hours > 23 || minutes > 59) return undefined;
    offsetMinutes = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
  }
  const seconds = local.getTime() / 1000 - offsetMinutes * 60;
  if (seconds < MIN_SECONDS || seconds >= MAX_SECONDS) return undefined;
  const us = seconds * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6));
  const nextUs = us + Number(/[1-9]/.test(fraction.slice(6)));
  const text =
    zone === 'Z' && match[0].includes('T')
      ? input
      : `${formatSeconds(seconds * 1_000_000).slice(0, -1)}${fraction ? `.${fraction}` : ''}Z`;
  return { us, lastUs: fraction ? us : us + 999_999, nextUs, text };
}

/** The epoch, which the API shows as the time of something that has not happened yet. */
export const EPOCH = '1970-01-01T00:00:00Z';
