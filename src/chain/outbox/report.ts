import { describe } from '../../core/describe.ts';
import { log } from '../../core/log.ts';
import { blockProof, type BlockProof, type RpcBlock } from '../block.ts';
import { EncodingError } from '../../ethereum/rlp.ts';
import { rawOfRpc } from '../../ethereum/block.ts';
import { hexOf } from '../../ethereum/hex.ts';
import type { Outgoing, Signed } from './store.ts';

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
export function finalTransactions(
  items: readonly Pick<Outgoing, 'intent' | 'signed' | 'place'>[],
  block: RpcBlock,
  finality: string,
): FinalTransaction[] {
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

/** A transaction of a block as it was signed; undefined where the block does not show all of it. */
export function signedIn(block: RpcBlock, index: number): Signed | undefined {
  const transaction = block.transactions[index]!;
  try {
    return { hash: String(transaction['hash']), raw: hexOf(rawOfRpc(transaction)) };
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    log('warn', 'a transaction cannot be read', { hash: transaction['hash'], error: describe(error) });
    return undefined;
  }
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
