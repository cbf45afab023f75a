import { genesisFor } from '../chain/embedded/genesis.ts';
import { headerHash } from '../chain/eth/header.ts';
import type { Hex } from '../chain/eth/hex.ts';

/** The hash of block 0 of the embedded chain that has this id and this validator: it follows from the two. */
export function embeddedGenesis(chainId: bigint, validator: Hex): Hex {
  return headerHash(genesisFor(chainId, validator));
}
