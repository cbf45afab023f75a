import { examineAs, type Examined } from '../../proof/examine.ts';
import type { LogProof } from '../../proof/logformat.ts';
import { LOG_FORM } from '../../proof/logverify.ts';

/** Verifies a proof by a log entry. */
export const examineBytes = (bytes: Uint8Array): Examined<LogProof> => examineAs(bytes, {}, LOG_FORM);

export { textsOf } from './texts.ts';
