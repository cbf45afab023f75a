import { sealed, headerHash, type Header } from '../../../formats/ethereum/header.ts';
import { bytesOf, type Hex } from '../../../formats/ethereum/hex.ts';
import { encodeRlp, scalar } from '../../../formats/ethereum/rlp.ts';
import { intrinsicGas, parseTransaction } from '../../../formats/ethereum/transaction.ts';
import { listRoot, stateRoot } from '../../../formats/ethereum/trie.ts';
import { COMMON, GAS_LIMIT, unsealed, type Identity } from '../../../formats/ethereum/genesis.ts';

/** A transaction that was validated when it was accepted, with its sender. */
export type Executable = { hash: Uint8Array; sender: Hex; raw: Uint8Array };

/** The next block: its header, its transactions, and the nonces of all accounts after it. */
export type Sealed = {
  header: Header;
  hash: Uint8Array;
  transactions: (Executable & { cumulativeGas: bigint })[];
  nonces: Map<Hex, bigint>;
};

/** Bloom filter of a receipt without logs. */
const NO_BLOOM = COMMON.logsBloom;

/**
 * Executes transactions on top of a parent block and seals the new block. The transactions carry no value, have gas
 * price 0 and call no code: each uses its intrinsic gas and increments its sender's nonce. Takes transactions in order
 * until the gas limit is reached; the others wait.
 */
export function sealBlock(
  identity: Identity,
  parent: Header,
  timestamp: bigint,
  executable: readonly Executable[],
  before: ReadonlyMap<Hex, bigint>,
): Sealed {
  const transactions: Sealed['transactions'] = [];
  const nonces = new Map(before);
  let gasUsed = 0n;
  for (const one of executable) {
    const { gas, nonce, data } = parseTransaction(one.raw);
    // The gas limit of a transaction must fit into the gas that the block has left (Yellow Paper, 6).
    if (gasUsed + gas > GAS_LIMIT) break;
    gasUsed += intrinsicGas(data);
    nonces.set(one.sender, nonce + 1n);
    transactions.push({ ...one, cumulativeGas: gasUsed });
  }
  const header = sealed(
    {
      ...COMMON,
      parentHash: bytesOf(headerHash(parent), 'parentHash'),
      stateRoot: stateRoot([...nonces].map(([address, nonce]) => ({ address: bytesOf(address, 'address'), nonce }))),
      transactionsRoot: listRoot(transactions.map(({ raw }) => raw)),
      receiptsRoot: listRoot(transactions.map(({ cumulativeGas }) => receipt(cumulativeGas))),
      difficulty: 2n,
      number: parent.number + 1n,
      gasUsed,
      timestamp,
      extraData: unsealed(identity, parent.number + 1n),
    },
    identity.validatorKey,
  );
  return { header, hash: bytesOf(headerHash(header), 'hash'), transactions, nonces };
}

/** The receipt of a legacy transaction that succeeded (EIP-658) and logged nothing. */
function receipt(cumulativeGas: bigint): Uint8Array {
  return encodeRlp([scalar(1), scalar(cumulativeGas), NO_BLOOM, []]);
}
