import { formatSeconds, parseTimestamp } from '../../lib/time.ts';

/** A declared time as the API accepts it, or as it is if it has no known form; or what is wrong with it. */
type Converted = { text: string } | { problem: string };

const OFFSET = '(Z|UTC|GMT|[+-]\\d\\d(?::?\\d\\d)?)?';
/** ISO 8601, also with a space for the T, without seconds, with short offsets, or without separators. */
const EXTENDED = new RegExp(
  `^(\\d{4})-(\\d\\d)-(\\d\\d)(?:T|\\s+)(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?\\s*${OFFSET}$`,
  'i',
);
const BASIC = new RegExp(`^(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(?:(\\d\\d)(?:[.,](\\d{1,9}))?)?${OFFSET}$`, 'i');

/** Texts that are times in a way that the import does not guess, and why. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d\d-\d\d$|^\d{8}$/, 'is a date without a time of day'],
  [/^-?\d+(?:[.,]\d+)?$/, 'is a number, as spreadsheets and programs store times'],
  [/^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}(?:[T\s,].*)?$/i, 'does not show which number is the day, the month and the year'],
];
const ACCEPTED = 'write it as 2019-04-01T09:30:00Z or 2019-04-01 09:30:00+02:00 (year-month-day)';

const DAY = 86_400_000;

/** Whether a time can be read only with `--zone`. */
export const lacksZone = (time: string): boolean => {
  const parts = partsOf(time);
  return parts !== undefined && parts.zone === undefined;
};

/** Converts a declared time. Times without a zone are those of `zone`, which `isZone` accepts. */
export function convertedTime(time: string, zone: string | undefined): Converted {
  const parts = partsOf(time);
  if (!parts) {
    const [, reason] = REFUSED.find(([form]) => form.test(time.trim())) ?? [];
    return reason === undefined ? { text: time } : { problem: `${JSON.stringify(time)} ${reason}: ${ACCEPTED}` };
  }
  if (parts.second === '60')
    return { problem: `${JSON.stringify(time)} is a leap second, which cannot be stored: write the second 59` };
  const { local, fraction } = parts;
  if (parts.zone !== undefined) return { text: `${local}${fraction}${parts.zone}` };
  if (zone === undefined) return { problem: missingZone(time) };
  // A date or an hour that does not exist is left to the validation of the record.
  const wall = parseTimestamp(`${local}Z`);
  return wall ? inZone(time, { wall: wall.us / 1000, local, fraction }, zone) : { text: `${local}${fraction}Z` };
}

/** What is wrong with a time without a zone if there is no `--zone`. */
export const missingZone = (time: string): string =>
  `${JSON.stringify(time)} has no time zone: give the zone of such times with --zone, for example --zone Europe/Berlin`;

/** Whether a text is the name of a time zone, such as Europe/Berlin, or an offset, such as +02:00. */
export function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

type Parts = { local: string; second: string; fraction: string; zone: string | undefined };

function partsOf(time: string): Parts | undefined {
  const match = EXTENDED.exec(time.trim()) ?? BASIC.exec(time.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', digits, zone] = match;
  return {
    local: `${year}-${month}-${day}T${hour!.padStart(2, '0')}:${minute}:${second}`,
    second,
    fraction: digits === undefined ? '' : `.${digits}`,
    zone: zone && offsetText(zone),
  };
}

/** `+0200` and `+02` as `+02:00`; `UTC` as `Z`. */
function offsetText(zone: string): string {
  if (/^[a-z]/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** The time in UTC at which clocks in `zone` show `wall` (milliseconds, as if it were UTC). */
function inZone(
  time: string,
  { wall, local, fraction }: { wall: number; local: string; fraction: string },
  zone: string,
): Converted {
  const clock = clockOf(zone);
  const offsets = new Set([wall - DAY, wall, wall + DAY].map((at) => clock(at) - at));
  const times = [...offsets].map((offset) => wall - offset).filter((at) => clock(at) === wall);
  const [only, other] = times.toSorted((a, b) => a - b);
  const shown = JSON.stringify(time);
  if (only === undefined)
    return { problem: `${shown} does not exist in ${zone}, where clocks were set forward: write it with its offset` };
  if (other !== undefined) {
    const options = [only, other].map((at) => `${local}${fraction}${offsetOf(wall - at)}`);
    return { problem: `${shown} occurs twice in ${zone}, where clocks were set back: write ${options.join(' or ')}` };
  }
  return { text: `${formatSeconds(only * 1000).slice(0, -1)}${fraction}Z` };
}

/** `+02:00` of milliseconds. */
function offsetOf(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const [hours, rest] = [Math.floor(minutes / 60), Math.floor(minutes % 60)].map((n) => String(n).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hours}:${rest}`;
}

const clocks = new Map<string, (at: number) => number>();

/** What clocks in a zone show at a time: milliseconds, as if it were UTC. */
function clockOf(zone: string): (at: number) => number {
  const known = clocks.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const clock = (at: number): number => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const shown = new Date(0);
    shown.setUTCFullYear(parts['year']!, parts['month']! - 1, parts['day']);
    return shown.setUTCHours(parts['hour']!, parts['minute'], parts['second']);
  };
  clocks.set(zone, clock);
  return clock;
}
