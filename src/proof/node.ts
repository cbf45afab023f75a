import { RpcError, type ChainTransport } from '../formats/ethereum/transport.ts';
import type { ChainEvidence, ProvenEvent } from './format.ts';
import { must, reasonOf, type Step } from './report.ts';

type Block = { hash?: unknown; number?: unknown };
type BlockPosition = { blockHash?: unknown; transactionIndex?: unknown };

/**
 * Queries a node for the block and the transaction of a proof, whose position `event` has, and checks that the block is
 * final: by the tag `finalized`, or where the node does not support it, by a depth of `confirmations` (the newest block
 * has depth 1). Returns one step, which also fails where the node does not respond.
 */
export async function askNode(
  { chain, event }: { chain: ChainEvidence; event: Pick<ProvenEvent, 'block_number' | 'transaction_id'> },
  transport: ChainTransport,
  confirmations: number,
): Promise<Step> {
  const name = 'node';
  const block = (which: string) => transport.request<Block | null>('eth_getBlockByNumber', [which, false]);
  try {
    const id = numberOf(await transport.request('eth_chainId', []));
    must(String(id) === chain.chain_id, `the node serves chain ${id}, not ${chain.chain_id}`);
    const genesis = await block('0x0');
    must(
      sameHash(genesis?.hash, chain.genesis_hash),
      `block 0 of the node does not have the hash ${chain.genesis_hash}`,
    );
    const found = await block(`0x${event.block_number.toString(16)}`);
    must(
      sameHash(found?.hash, chain.block_hash),
      `the node has no block ${event.block_number} with the hash ${chain.block_hash}`,
    );
    const position = await transport.request<BlockPosition | null>('eth_getTransactionByHash', [event.transaction_id]);
    must(
      sameHash(position?.blockHash, chain.block_hash) &&
        numberOf(position?.transactionIndex) === chain.transaction_index,
      'the node does not have the transaction at this position',
    );
    const finality = await finalityOf(block, event.block_number, confirmations);
    return { name, ok: true, detail: `the node has the block and the transaction, and they are final: ${finality}` };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}

async function finalityOf(
  block: (which: string) => Promise<Block | null>,
  number: number,
  confirmations: number,
): Promise<string> {
  const finalized = await block('finalized').catch((error: unknown) => {
    if (error instanceof RpcError) return undefined;
    throw error;
  });
  if (finalized !== undefined) {
    const last = finalized === null ? -1 : numberOf(finalized.number);
    must(number <= last, `block ${number} is not final: the node has finalized ${last}`);
    return `the node has finalized block ${last}`;
  }
  const head = numberOf((await block('latest'))?.number);
  const depth = head - number + 1;
  must(depth >= confirmations, `block ${number} has a depth of ${depth}, not ${confirmations}`);
  return `a depth of ${depth} blocks`;
}

const sameHash = (given: unknown, hash: string): boolean => typeof given === 'string' && given.toLowerCase() === hash;

/** The number of a JSON-RPC quantity; -1 for anything else. */
const numberOf = (value: unknown): number =>
  typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : -1;
