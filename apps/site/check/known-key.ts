import type { Trust } from '../../../src/proof/chain.ts';
import { vkeyIn } from '../../../src/proof/log-pins.ts';

/** The key of a log or of a witness that a reader has entered. Throws with a text for the reader. */
export function trustIn(text: string): Trust {
  try {
    return { vkeys: [vkeyIn(text)] };
  } catch (error) {
    throw new Error(`Key: ${(error as Error).message}.`, { cause: error });
  }
}
