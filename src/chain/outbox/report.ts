import { describe } from '../../core/describe.ts';
import { log } from '../../core/log.ts';
import { blockProof, type BlockProof, type RpcBlock } from '../block.ts';
import { EncodingError } from '../eth/rlp.ts';
import type { Outgoing } from './store.ts';

/** A transaction that is final, with what proves it (see chain/tables.ts). */
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

/** Transactions of one block that are final. */
export function finalTransactions(items: readonly Outgoing[], block: RpcBlock, finality: string): FinalTransaction[] {
  const proof = proofOf(block);
  return items.map(({ intent, signed, place }) => {
    const { hash, raw } = signed[0]!;
    return {
      intent,
      hash,
      raw,
      ...place!,
      blockUs: Number(block.timestamp) * 1_000_000,
      header: proof?.header ?? '',
      proof: proof?.inclusion(place!.transactionIndex) ?? [],
      finality,
    };
  });
}

function proofOf(block: RpcBlock): BlockProof | undefined {
  try {
    return blockProof(block);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    log('warn', 'a block cannot be proven', { block: block.hash, error: describe(error) });
    return undefined;
  }
}
