import { parseTimestamp } from '../../../../src/lib/time.ts';
import { printable } from '../../../../src/lib/text.ts';
import { UsageError } from '../../../cli/command-line.ts';

/**
 * A time of the service for people: on a terminal in their time zone, to the second and with the offset from UTC;
 * otherwise as it is.
 */
export function timeText(time: string): string {
  const at = new Date(time);
  if (!process.stdout.isTTY || Number.isNaN(at.getTime())) return time;
  const minutes = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + minutes * 60_000).toISOString();
  const offset = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) => String(n).padStart(2, '0'));
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${minutes < 0 ? '-' : '+'}${offset.join(':')}`;
}

/** Parses the value of an option: a time of RFC 3339, which is returned unchanged. Throws UsageError. */
export const timeOf =
  (option: string) =>
  (text: string): string => {
    if (parseTimestamp(text)) return text;
    throw new UsageError(`${option}: must be a time such as 2026-01-31T12:00:00Z, not "${printable(text)}"`);
  };
