import { genesisFor } from '../formats/ethereum/genesis.ts';
import { headerHash } from '../formats/ethereum/header.ts';
import type { Hex } from '../formats/ethereum/hex.ts';

/** The hash of block 0 of the embedded chain with this id and first validator. */
export function embeddedGenesis(chainId: bigint, validator: Hex): Hex {
  return headerHash(genesisFor(chainId, validator));
}
