import { COMMON } from '../chain/embedded/genesis.ts';
import { headerHash, SEAL } from '../chain/eth/header.ts';
import { bytesOf, type Hex } from '../chain/eth/hex.ts';
import { EMPTY_ROOT } from '../chain/eth/trie.ts';

/** 2024-01-01T00:00:00Z, the time of every embedded chain's block 0. */
const TIMESTAMP = 1_704_067_200n;

/** The hash of block 0 of the embedded chain that has this id and this validator: it follows from the two. */
export function embeddedGenesis(chainId: bigint, validator: Hex): Hex {
  const word = bytesOf(`0x${chainId.toString(16).padStart(64, '0')}`, 'the chain id', 32);
  return headerHash({
    ...COMMON,
    parentHash: new Uint8Array(32),
    stateRoot: EMPTY_ROOT,
    transactionsRoot: EMPTY_ROOT,
    receiptsRoot: EMPTY_ROOT,
    difficulty: 1n,
    number: 0n,
    gasUsed: 0n,
    timestamp: TIMESTAMP,
    extraData: Uint8Array.from([...word, ...bytesOf(validator, 'the validator', 20), ...new Uint8Array(SEAL)]),
  });
}
