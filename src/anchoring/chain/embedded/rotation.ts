import { VOTE } from '../../../formats/ethereum/clique.ts';
import { headerHash, sealed, type Header } from '../../../formats/ethereum/header.ts';
import { bytesOf, type Hex } from '../../../formats/ethereum/hex.ts';
import { EMPTY_ROOT } from '../../../formats/ethereum/trie.ts';
import { COMMON, EPOCH, unsealed, validatorAddress, type Identity } from '../../../formats/ethereum/genesis.ts';

/** The blocks of a rotation. They have no transactions. */
export type Rotation = {
  blocks: Header[];
  /** The header of the block in which the former validator authorizes the new one. Verifiers follow these records. */
  record: Header;
};

/** The number of blocks from the record to the end of the rotation. */
const ROTATION_BLOCKS = 3n;

/**
 * Rotates the validator of a chain from `from` to `to` by votes (EIP-225): the former validator authorizes the new one,
 * the new one votes to drop the former one, and the former one votes to drop itself. `timestamp` (seconds) is the
 * earliest time of the first block.
 */
export function rotation(from: Identity, to: Identity, parent: Header, timestamp: bigint): Rotation {
  const [former, next] = [validatorAddress(from), validatorAddress(to)];
  const blocks: Header[] = [];
  const add = (identity: Identity, vote: Vote | undefined): Header => {
    const before = blocks.at(-1) ?? parent;
    const later = before.timestamp + 1n;
    const block = empty(identity, before, later > timestamp ? later : timestamp, vote);
    blocks.push(block);
    return block;
  };
  while (!canBegin((blocks.at(-1) ?? parent).number + 1n, former, next)) add(from, undefined);
  const record = add(from, { address: next, nonce: VOTE.authorize });
  add(to, { address: former, nonce: VOTE.drop });
  add(from, { address: former, nonce: VOTE.drop });
  return { blocks, record };
}

type Vote = { address: Hex; nonce: Uint8Array };

/**
 * Whether the record may have this number. The first block of an epoch cannot carry a vote. While there are two
 * validators, the in-turn signer follows from block number and address; only an in-turn block has difficulty 2, as all
 * other blocks of the chain.
 */
function canBegin(number: bigint, former: Hex, next: Hex): boolean {
  const turn = next < former ? 0n : 1n;
  const inEpoch = number % EPOCH;
  return inEpoch >= 1n && inEpoch <= EPOCH - ROTATION_BLOCKS && (number + 1n) % 2n === turn;
}

/** A block without transactions. It keeps the state root of its parent. */
function empty(identity: Identity, parent: Header, timestamp: bigint, vote: Vote | undefined): Header {
  const number = parent.number + 1n;
  return sealed(
    {
      ...COMMON,
      parentHash: bytesOf(headerHash(parent), 'parentHash'),
      stateRoot: parent.stateRoot,
      transactionsRoot: EMPTY_ROOT,
      receiptsRoot: EMPTY_ROOT,
      difficulty: 2n,
      number,
      gasUsed: 0n,
      timestamp,
      extraData: unsealed(identity, number),
      ...(vote ? { miner: bytesOf(vote.address, 'the address', 20), nonce: vote.nonce } : {}),
    },
    identity.validatorKey,
  );
}
