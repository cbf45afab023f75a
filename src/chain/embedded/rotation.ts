import { VOTE } from '../../ethereum/clique.ts';
import { headerHash, sealed, type Header } from '../../ethereum/header.ts';
import { bytesOf, type Hex } from '../../ethereum/hex.ts';
import { EMPTY_ROOT } from '../../ethereum/trie.ts';
import { COMMON, EPOCH, unsealed, validatorAddress, type Identity } from '../../ethereum/genesis.ts';

/** The blocks of a rotation, of which none holds a transaction. */
export type Rotation = {
  blocks: Header[];
  /** The block in which the former validator authorizes the new one: the record that verifiers follow. */
  record: Header;
};

/** The record and the blocks after it in which both validators seal. */
const ROTATION_BLOCKS = 3n;

/**
 * Hands a chain over from the validator `from` to the validator `to`, by votes (EIP-225): the former one authorizes
 * the new one, the new one votes to drop the former one, and the former one votes to drop itself. `timestamp`
 * (seconds) is that of the first block at the earliest.
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
 * Whether the record may have this number. A block that begins an epoch carries no vote. And while two validators
 * seal, they take turns by number and address: a block in its turn has the difficulty of all other blocks.
 */
function canBegin(number: bigint, former: Hex, next: Hex): boolean {
  const turn = next < former ? 0n : 1n;
  const inEpoch = number % EPOCH;
  return inEpoch >= 1n && inEpoch <= EPOCH - ROTATION_BLOCKS && (number + 1n) % 2n === turn;
}

/** A block without transactions: nothing changes. */
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
