import { hashOf } from './transaction.ts';
import { listProof, proven, ProofError } from './trie.ts';
import type { Hex } from './hex.ts';

/**
 * The inclusion proof of a transaction in a block: the RLP nodes of the transactions trie from the root down. For many
 * transactions of one block use `listTrie`, which builds the trie once.
 */
export function inclusionProof(rawTransactions: readonly Uint8Array[], index: number): Uint8Array[] {
  return listProof(rawTransactions, index);
}

/**
 * Verifies an inclusion proof against the transactions root of a header. Returns the raw transaction at `index`.
 * Throws ProofError where the proof is not valid, or proves another transaction than `hash`.
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
