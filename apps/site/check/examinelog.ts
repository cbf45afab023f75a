import type { Trust } from '../../../src/proof/chain.ts';
import { examineAs, type Examination } from '../../../src/proof/examine.ts';
import type { LogProof } from '../../../src/proof/log-format.ts';
import { vkeyIn } from '../../../src/proof/log-pins.ts';
import { LOG_FORM } from '../../../src/proof/log-verify.ts';

/** Verifies a proof by a log entry. */
export const examineBytes = (bytes: Uint8Array, trust: Trust = {}): Examination<LogProof> =>
  examineAs(bytes, trust, LOG_FORM);

/** The key of a log or of a witness that a reader has entered. Throws with a text for the reader. */
export function trustIn(text: string): Trust {
  try {
    return { vkeys: [vkeyIn(text)] };
  } catch (error) {
    throw new Error(`Key: ${(error as Error).message}.`, { cause: error });
  }
}

export { keyChangesIn } from '../../../src/proof/log-pins.ts';
export { factsOf } from './facts.ts';
export { textsOf } from './texts.ts';
