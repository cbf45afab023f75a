import type { Trust } from '../../../src/proof/chain.ts';
import { examineAs, type Examination } from '../../../src/proof/examine.ts';
import type { LogProof } from '../../../src/proof/log-format.ts';
import { LOG_FORM } from '../../../src/proof/log-verify.ts';

/** Verifies a proof by a log entry. */
export const examineBytes = (bytes: Uint8Array, trust: Trust = {}): Examination<LogProof> =>
  examineAs(bytes, trust, LOG_FORM);

export { keyChangesIn } from '../../../src/proof/log-pins.ts';
export { factsOf } from './facts.ts';
export { trustIn } from './known-key.ts';
export { textsOf } from './texts.ts';
