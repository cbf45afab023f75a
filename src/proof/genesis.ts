import { genesisFor } from '../ethereum/genesis.ts';
import { headerHash } from '../ethereum/header.ts';
import type { Hex } from '../ethereum/hex.ts';

/** The hash of block 0 of the embedded chain that has this id and this validator: it follows from the two. */
export function embeddedGenesis(chainId: bigint, validator: Hex): Hex {
  return headerHash(genesisFor(chainId, validator));
}
