import type { Trust } from '../../proof/chain.ts';
import { examineAs, type Examined } from '../../proof/examine.ts';
import type { LogProof } from '../../proof/logformat.ts';
import { LOG_FORM } from '../../proof/logverify.ts';

/** Verifies a proof by a log entry, against the values that are known. */
export const examineBytes = (bytes: Uint8Array, trust: Trust = {}): Examined<LogProof> =>
  examineAs(bytes, trust, LOG_FORM);

export { textsOf } from './texts.ts';
