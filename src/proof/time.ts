import { decodeHeader } from '../ethereum/header.ts';
import { bytesOf } from '../ethereum/hex.ts';
import { formatSeconds, parseTimestamp, type Micros } from '../core/time.ts';
import type { Proof } from './format.ts';
import { must, type Found } from './report.ts';

const SECOND: Micros = 1_000_000;

/** Checks that the block is not older than the events that it records. The detail says how much later it is. */
export function checkTime(proof: Proof): Found {
  const { name, at } = earliestTime(proof);
  const recorded = parseTimestamp(at);
  must(recorded !== undefined, `${name} is not a valid time`);
  const block = Number(decodeHeader(bytesOf(proof.chain.block_header, 'the header')).timestamp);
  // Timestamps of blocks have whole seconds, so an event in the same second counts as earlier.
  const lag = block - Math.floor(recorded.us / SECOND);
  must(lag >= 0, `the timestamp of the block, ${formatSeconds(block * SECOND)}, is before ${name} (${at})`);
  return `the block is ${durationText(lag)} later than ${name} (${at})`;
}

/** The earliest valid time of the block: the end of the window, or the acceptance of the KHIPU event. */
function earliestTime({ anchor, event }: Proof): { name: string; at: string } {
  return anchor
    ? { name: 'the end of the window', at: anchor.end_time }
    : { name: 'the acceptance of the event', at: event.timestamp_accepted };
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** For example `2 d 3 h 4 s`. Omits the parts that are 0. */
function durationText(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.length > 0 ? parts.join(' ') : '0 s';
}
