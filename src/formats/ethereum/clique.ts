import { equalBytes } from '../../lib/bytes.ts';
import { hexOf, type Hex } from './hex.ts';
import type { Header } from './header.ts';

/** The nonces of a block with which its sealer votes on the address in the beneficiary field (EIP-225). */
export const VOTE = {
  /** Authorize the address to seal blocks. */
  authorize: new Uint8Array(8).fill(0xff),
  /** Drop the address from the validators. */
  drop: new Uint8Array(8),
} as const;

const ZERO_ADDRESS = new Uint8Array(20);

/** The address, in lower case, that the sealer of a block votes to authorize; undefined without such a vote. */
export function authorizedBy({ miner, nonce }: Header): Hex | undefined {
  return equalBytes(nonce, VOTE.authorize) && !equalBytes(miner, ZERO_ADDRESS) ? hexOf(miner) : undefined;
}
