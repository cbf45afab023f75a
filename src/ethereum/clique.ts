import { equalBytes } from './rlp.ts';
import { hexOf, type Hex } from './hex.ts';
import type { Header } from './header.ts';

/** What the nonce of a block says of the address in its beneficiary field: a vote of its sealer (EIP-225). */
export const VOTE = {
  /** To let that address seal blocks. */
  authorize: new Uint8Array(8).fill(0xff),
  /** To no longer let it. */
  drop: new Uint8Array(8),
} as const;

const NOBODY = new Uint8Array(20);

/** The address, in lower case, for which the sealer of a block votes to let it seal too; undefined where it does not. */
export function authorizedBy({ miner, nonce }: Header): Hex | undefined {
  return equalBytes(nonce, VOTE.authorize) && !equalBytes(miner, NOBODY) ? hexOf(miner) : undefined;
}
