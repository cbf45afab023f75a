import { isPin, type Trust } from '../../../src/proof/chain.ts';
import type { KhipuProof, SimpleProof } from '../../../src/proof/document.ts';
import { examineAs, type Examination } from '../../../src/proof/examine.ts';
import { WINDOW_FORM } from '../../../src/proof/window-form.ts';

/** Verifies a proof by a window. Separate from `examinelog.ts`, so that a page loads only the code that it needs. */
export const examineBytes = (bytes: Uint8Array, trust: Trust = {}): Examination<SimpleProof | KhipuProof> =>
  examineAs(bytes, trust, WINDOW_FORM);

/** The genesis hash that a reader has entered. Throws with a text for the reader. */
export function trustIn(text: string): Trust {
  if (!isPin('genesis', text)) throw new Error('Genesis hash: must be 0x and 64 hexadecimal digits.');
  return { genesis: text };
}

export { factsOf } from './facts.ts';
export { textsOf } from './texts.ts';
