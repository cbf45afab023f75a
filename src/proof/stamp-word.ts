import type { VerifiedTimestamp } from '../formats/timestamp/verify.ts';
import { formatSeconds } from '../lib/time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `existed at the latest on 28 Nov 2026, 14:00:00 UTC, by the authority CN=Example TSA`. Rounded up to the second. */
export function stampWord({ latest, authority }: VerifiedTimestamp): string {
  const [date, time] = formatSeconds(Math.ceil(latest / 1_000_000) * 1_000_000)
    .slice(0, -1)
    .split('T');
  const [year, month, day] = date!.split('-').map(Number);
  return `existed at the latest on ${day} ${MONTHS[month! - 1]} ${year}, ${time} UTC, by the authority ${authority}`;
}
