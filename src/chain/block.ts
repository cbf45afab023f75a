import { rawOfRpc } from '../ethereum/block.ts';
import { encodeHeader, headerOfRecord } from '../ethereum/header.ts';
import { hexOf, type Hex } from '../ethereum/hex.ts';
import { EncodingError } from '../ethereum/rlp.ts';
import { hashOf } from '../ethereum/transaction.ts';
import { listTrie } from '../ethereum/trie.ts';

/** A block as eth_getBlockByHash gives it, with its transactions. */
export type RpcBlock = {
  hash: Hex;
  number: Hex;
  timestamp: Hex;
  transactionsRoot: Hex;
  transactions: Record<string, unknown>[];
} & Record<string, unknown>;

/** What proves a block's transactions to who knows its hash. */
export type BlockProof = {
  /** RLP. */
  header: Hex;
  /** The nodes of the transactions trie from the header's root to the transaction. */
  inclusion(index: number): Hex[];
};

/**
 * The proofs of a block as its node shows it. Throws EncodingError where it does not show all of it: a header
 * without a field that the chain's rules have, or a type of transaction that only this chain knows.
 */
export function blockProof(block: RpcBlock): BlockProof {
  const header = encodeHeader(headerOfRecord(block));
  if (hashOf(header) !== block.hash) throw new EncodingError('the header does not have its hash');
  const trie = listTrie(block.transactions.map(rawOfRpc));
  if (hexOf(trie.root) !== block.transactionsRoot) throw new EncodingError('the transactions do not have their root');
  return { header: hexOf(header), inclusion: (index) => trie.proof(index).map(hexOf) };
}
