import type { KhipuProof, SimpleProof } from '../../proof/document.ts';
import { examineAs, type Examined } from '../../proof/examine.ts';
import { WINDOW_FORM } from '../../proof/windowform.ts';

/** Verifies a proof by a window. Separate from `examinelog.ts`, so that a page loads only the code that it needs. */
export const examineBytes = (bytes: Uint8Array): Examined<SimpleProof | KhipuProof> =>
  examineAs(bytes, {}, WINDOW_FORM);

export { textsOf } from './texts.ts';
