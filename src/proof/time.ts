import { decodeHeader } from '../formats/ethereum/header.ts';
import { bytesOf } from '../formats/ethereum/hex.ts';
import { formatSeconds, parseTimestamp, type Micros } from '../lib/time.ts';
import type { ChainEvidence } from './format.ts';
import { must, type StepOutcome } from './report.ts';

const SECOND: Micros = 1_000_000;

/**
 * The time of the block, in seconds since the epoch, as its header has it. Throws where the header cannot be decoded.
 */
const blockSeconds = ({ block_header }: ChainEvidence): number =>
  Number(decodeHeader(bytesOf(block_header, 'the header')).timestamp);

/** The time of the block as RFC 3339. Throws where the header cannot be decoded. */
export const blockTime = (chain: ChainEvidence): string => formatSeconds(blockSeconds(chain) * SECOND);

/** Checks that the block is not older than what it records, at the time `at`. The detail says how much later it is. */
export function checkTime(chain: ChainEvidence, { name, at }: { name: string; at: string }): StepOutcome {
  const recorded = parseTimestamp(at);
  must(recorded !== undefined, `${name} is not a valid time`);
  const block = blockSeconds(chain);
  // Timestamps of blocks have whole seconds, so an event in the same second counts as earlier.
  const lag = block - Math.floor(recorded.us / SECOND);
  must(lag >= 0, `the timestamp of the block, ${formatSeconds(block * SECOND)}, is before ${name} (${at})`);
  return `the block is ${durationText(lag)} later than ${name} (${at})`;
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
