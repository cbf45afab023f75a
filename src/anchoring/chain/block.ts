import { rawOfRpc } from '../../formats/ethereum/block.ts';
import { encodeHeader, headerOfRecord } from '../../formats/ethereum/header.ts';
import { hexOf, type Hex } from '../../formats/ethereum/hex.ts';
import { EncodingError } from '../../formats/ethereum/rlp.ts';
import { hashOf } from '../../formats/ethereum/transaction.ts';
import { listTrie } from '../../formats/ethereum/trie.ts';

/** A block with its transactions, as eth_getBlockByHash returns it. */
export type NodeBlock = {
  hash: Hex;
  number: Hex;
  timestamp: Hex;
  transactionsRoot: Hex;
  transactions: Record<string, unknown>[];
} & Record<string, unknown>;

/** Proves the transactions of a block to a verifier that knows the block's hash. */
export type BlockProof = {
  /** RLP. */
  header: Hex;
  /** The nodes of the transactions trie from the header's root to the transaction. */
  inclusion(index: number): Hex[];
};

/**
 * Builds the proofs from the block that a node returned. Throws EncodingError where the block is incomplete: the header
 * lacks a field that the rules of the chain require, or a transaction has a type specific to this chain.
 */
export function blockProof(block: NodeBlock): BlockProof {
  const header = encodeHeader(headerOfRecord(block));
  if (hashOf(header) !== block.hash) throw new EncodingError('the fields of the header do not match its hash');
  const trie = listTrie(block.transactions.map(rawOfRpc));
  if (hexOf(trie.root) !== block.transactionsRoot)
    throw new EncodingError('the transactions do not match the transactionsRoot');
  return { header: hexOf(header), inclusion: (index) => trie.proof(index).map(hexOf) };
}
