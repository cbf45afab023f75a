import { describe } from '../../../lib/describe.ts';
import { log } from '../../../platform/log.ts';
import { blockProof, type BlockProof, type NodeBlock } from '../block.ts';
import { EncodingError } from '../../../formats/ethereum/rlp.ts';
import { rawOfRpc } from '../../../formats/ethereum/block.ts';
import { hexOf } from '../../../formats/ethereum/hex.ts';
import type { Outgoing, Signed } from './store.ts';

/** A final transaction with its proof (table `chain_transactions`). */
export type FinalTransaction = {
  intent: string;
  hash: string;
  raw: string;
  blockNumber: number;
  blockHash: string;
  transactionIndex: number;
  blockUs: number;
  header: string;
  proof: string[];
  finality: string;
};

/** The final transactions `items` of one block, with their proofs. */
export function finalTransactions(
  items: readonly Pick<Outgoing, 'intent' | 'signed' | 'position'>[],
  block: NodeBlock,
  finality: string,
): FinalTransaction[] {
  const proof = proofOf(block);
  return items.map(({ intent, signed, position }) => {
    const { hash, raw } = signed[0]!;
    return {
      intent,
      hash,
      raw,
      ...position!,
      blockUs: Number(block.timestamp) * 1_000_000,
      header: proof?.header ?? '',
      proof: proof?.inclusion(position!.transactionIndex) ?? [],
      finality,
    };
  });
}

/** The signed bytes of a transaction of a block; undefined where the block does not contain all of its fields. */
export function signedIn(block: NodeBlock, index: number): Signed | undefined {
  const transaction = block.transactions[index]!;
  try {
    return { hash: String(transaction['hash']), raw: hexOf(rawOfRpc(transaction)) };
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    log('warn', 'a transaction could not be decoded', { hash: transaction['hash'], error: describe(error) });
    return undefined;
  }
}

function proofOf(block: NodeBlock): BlockProof | undefined {
  try {
    return blockProof(block);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    log('warn', 'a block could not be encoded, so its transactions have no proof', {
      block: block.hash,
      error: describe(error),
    });
    return undefined;
  }
}
