import { hashOf } from './transaction.ts';
import { listProof, proven, ProofError } from './trie.ts';
import type { Hex } from './hex.ts';

/**
 * That a transaction stands in a block: the nodes of the block's transactions trie from the root down
 * (RLP). Of many transactions of one block, `listTrie` gives the proofs without building the trie for each.
 */
export function inclusionProof(rawTransactions: readonly Uint8Array[], index: number): Uint8Array[] {
  return listProof(rawTransactions, index);
}

/**
 * Holds a proof against the transactions root of a header; gives the raw transaction at `index`.
 * Throws ProofError when the proof does not show it, or shows another transaction than `hash`.
 */
export function includedTransaction(
  transactionsRoot: Uint8Array,
  index: number,
  proof: readonly Uint8Array[],
  hash?: Hex,
): Uint8Array {
  const raw = proven(transactionsRoot, index, proof);
  if (hash !== undefined && hashOf(raw) !== hash.toLowerCase())
    throw new ProofError(`the transaction at index ${index} is ${hashOf(raw)}, not ${hash}`);
  return raw;
}
