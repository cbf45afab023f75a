import { decodeHeader } from '../ethereum/header.ts';
import { bytesOf } from '../ethereum/hex.ts';
import { formatSeconds, parseTimestamp, type Micros } from '../core/time.ts';
import type { Proof } from './format.ts';
import { must, type Found } from './report.ts';

const SECOND: Micros = 1_000_000;

/** The block of a proof cannot be older than what it records. The detail says how much later it is. */
export function checkTime(proof: Proof): Found {
  const { name, at } = lastMoment(proof);
  const recorded = parseTimestamp(at);
  must(recorded !== undefined, `${name} has no time`);
  const block = Number(decodeHeader(bytesOf(proof.chain.block_header, 'the header')).timestamp);
  // A block has whole seconds: what happened within its second counts as before it.
  const lag = block - Math.floor(recorded.us / SECOND);
  must(lag >= 0, `the block is of ${formatSeconds(block * SECOND)}, before ${name} (${at})`);
  return `the block is ${durationText(lag)} later than ${name} (${at})`;
}

/** Up to when the block records what happened: the end of the window, or the acceptance of the one event. */
function lastMoment({ anchor, event }: Proof): { name: string; at: string } {
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

/** `2 d 3 h 4 s`: without the parts that are 0. */
function durationText(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return parts.length > 0 ? parts.join(' ') : '0 s';
}
