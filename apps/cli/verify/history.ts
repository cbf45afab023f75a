import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { historyAnswers, type Answer } from '../../../src/proof/answers.ts';
import { isHistory, verifyHistory, type AskLog } from '../../../src/proof/history.ts';
import { logPins } from '../../../src/proof/pin-file.ts';
import type { Report } from '../../../src/proof/report.ts';
import { verifyStamps, withStamps } from '../../../src/proof/stamp-authority.ts';
import { stampWord } from '../../../src/proof/stamp-word.ts';
import { UsageError } from '../command-line.ts';
import type { VerifyOptions } from './options.ts';
import { withService } from './service.ts';

/** Bytes that tell a history from another document. */
const START = 256;

/** The file of a history, to be read in pieces; undefined for another file, and for one that cannot be read. */
export function historyIn(file: string): AsyncIterable<Uint8Array> | undefined {
  if (file === '-') return undefined;
  const start = new Uint8Array(START);
  try {
    const opened = openSync(file, 'r');
    const length = readSync(opened, start, 0, START, 0);
    closeSync(opened);
    return isHistory(start.subarray(0, length)) ? piecesOf(file) : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the file when the first piece is read. */
async function* piecesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
}

/** Verifies a history, and answers by it. Throws UsageError for options of proofs of events. */
export async function verifyHistoryFile(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { trust, pins, authorities, rpc, service }: VerifyOptions,
): Promise<{ report: Report; answers: readonly Answer[] }> {
  const { genesis, validator, signer, authorKeys } = trust;
  if ([genesis, validator, signer, rpc, authorKeys].some((value) => value !== undefined))
    throw new UsageError(
      'a complete history is verified by its log: pass --vkey, --log-genesis, --checkpoint or --tsa only',
    );
  const ask: AskLog = async (position, known) => {
    const pinned = { ...(pins ? logPins(pins, position.checkpoint) : {}), ...known };
    return service ? withService(position, pinned, service) : pinned;
  };
  const { report, proven } = await verifyHistory(pieces, trust, ask);
  const tsa = trust.tsa ?? (proven?.stamped.stamps && authorities.length > 0 ? authorities : undefined);
  if (!proven || !tsa) return { report, answers: historyAnswers(report, undefined) };
  const stamps = await verifyStamps(proven.stamped, proven, tsa);
  const stamped = withStamps(report, stamps, 'the map ');
  return { report: stamped, answers: historyAnswers(stamped, stamps.found && stampWord(stamps.found)) };
}
