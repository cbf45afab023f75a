import type { RpcAnswer } from '../../../formats/ethereum/transport.ts';
import { encodeBlock } from '../../../formats/ethereum/block.ts';
import { bytesOf, hexOf, quantity, type Hex } from '../../../formats/ethereum/hex.ts';
import { EncodingError } from '../../../formats/ethereum/rlp.ts';
import { encodeHeader } from '../../../formats/ethereum/header.ts';
import {
  rpcBlock,
  rpcReceipt,
  rpcTransaction,
  type BlockPosition,
  type RpcBlock,
} from '../../../formats/ethereum/rpc.ts';
import { publicKeyOf } from '../../../formats/ethereum/signature.ts';
import { Rejected, type Chain } from './chain.ts';
import type { StoredBlock, StoredTransaction } from './store.ts';

/** One JSON-RPC call without its envelope. */
export type RpcCall = { method: string; params: readonly unknown[] };

/** Error codes of JSON-RPC 2.0 and of the Ethereum JSON-RPC specification (EIP-1474). */
const CODES = { unknownMethod: -32_601, invalidParams: -32_602, rejected: -32_000 } as const;

/** Runs one call. A transaction that it sends is stored, but not yet in a block. */
export function answer(chain: Chain, { method, params }: RpcCall): RpcAnswer {
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!run) return { error: { code: CODES.unknownMethod, message: `the method ${method} does not exist` } };
  try {
    return { result: run(chain, params) };
  } catch (error) {
    if (error instanceof Rejected) return { error: { code: CODES.rejected, message: error.message } };
    if (error instanceof EncodingError) return { error: { code: CODES.invalidParams, message: error.message } };
    throw error;
  }
}

const METHODS: Record<string, (chain: Chain, params: readonly unknown[]) => unknown> = {
  web3_clientVersion: () => 'embedded',
  eth_chainId: (chain) => quantity(chain.identity.chainId),
  net_version: (chain) => chain.identity.chainId.toString(),
  net_peerCount: () => '0x0',
  admin_peers: () => [],
  eth_syncing: () => false,
  eth_gasPrice: () => '0x0',
  eth_blockNumber: (chain) => quantity(chain.head().header.number),
  eth_getBlockByNumber: (chain, [which, full]) => blockOf(chain, atNumber(chain, which), full),
  eth_getBlockByHash: (chain, [hash, full]) => blockOf(chain, chain.store.blockByHash(hashFrom(hash)), full),
  eth_getTransactionByHash(chain, [hash]) {
    const found = chain.store.transactionByHash(hashFrom(hash));
    return found ? rpcTransaction(found.raw, positionOf(chain, found), found.sender) : null;
  },
  eth_getTransactionReceipt(chain, [hash]) {
    const found = chain.store.transactionByHash(hashFrom(hash));
    const position = found && positionOf(chain, found);
    return found?.mined && position ? rpcReceipt(found.raw, position, found.sender, found.mined.cumulativeGas) : null;
  },
  eth_getTransactionCount(chain, [address, which]) {
    const account = addressFrom(address);
    if (which === 'pending') return quantity(chain.store.nonceAfterWaiting(account));
    latestOnly(chain, which);
    return quantity(chain.store.nonceOf(account));
  },
  eth_getBalance(chain, [address, which]) {
    addressFrom(address);
    latestOnly(chain, which);
    return '0x0';
  },
  eth_getCode(chain, [address, which]) {
    addressFrom(address);
    latestOnly(chain, which);
    return '0x';
  },
  eth_sendRawTransaction: (chain, [raw]) => chain.accept(bytesOf(raw, 'the transaction')),
  debug_getRawBlock(chain, [which]) {
    const block = atNumber(chain, which);
    if (!block) throw new Rejected('the block does not exist');
    const transactions = chain.store.transactionsOf(Number(block.header.number));
    return hexOf(
      encodeBlock(
        block.header,
        transactions.map(({ raw }) => raw),
      ),
    );
  },
  embedded_validator: (chain) => hexOf(publicKeyOf(chain.identity.validatorKey)),
  /** The records of the rotations before a block, as RLP of headers. */
  embedded_rotations(chain, [which]) {
    const block = atNumber(chain, which);
    if (!block) throw new Rejected('the block does not exist');
    return chain.store.rotations(Number(block.header.number)).map((record) => hexOf(encodeHeader(record)));
  },
};

function blockOf(chain: Chain, block: StoredBlock | undefined, full: unknown): RpcBlock | null {
  if (full !== undefined && typeof full !== 'boolean')
    throw new EncodingError('the second parameter must be a boolean');
  if (!block) return null;
  const { header, hash } = block;
  const number = Number(header.number);
  // The difficulty of the genesis is 1, that of every other block 2.
  const totalDifficulty = 1n + 2n * header.number;
  const { hashes, bytes } = chain.store.hashesOf(number);
  if (!full) return rpcBlock(header, hash, totalDifficulty, hashes, bytes);
  const transactions = chain.store
    .transactionsOf(number)
    .map(({ raw, sender }, transactionIndex) =>
      rpcTransaction(raw, { blockHash: hash, blockNumber: number, transactionIndex }, sender),
    );
  return rpcBlock(header, hash, totalDifficulty, transactions, bytes);
}

function positionOf(chain: Chain, { mined }: StoredTransaction): BlockPosition | undefined {
  const block = mined && chain.store.blockByNumber(mined.block);
  return block && { blockHash: block.hash, blockNumber: mined.block, transactionIndex: mined.index };
}

/** Every tag names the head: with a single validator, a block is final as soon as it is sealed. */
const HEAD: ReadonlySet<unknown> = new Set(['latest', 'finalized', 'safe', 'pending']);

function atNumber(chain: Chain, which: unknown): StoredBlock | undefined {
  if (HEAD.has(which)) return chain.head();
  if (which === 'earliest') return chain.store.blockByNumber(0);
  if (typeof which !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(which))
    throw new EncodingError('the block must be a hexadecimal number or a tag');
  return chain.store.blockByNumber(Number(which));
}

/** Throws Rejected for any block but the latest: older account states are not stored. */
function latestOnly(chain: Chain, which: unknown): void {
  if (which === undefined) return;
  if (atNumber(chain, which)?.header.number !== chain.head().header.number)
    throw new Rejected('only the latest state is stored');
}

const hashFrom = (value: unknown): Hex => hexOf(bytesOf(value, 'a hash', 32));

const addressFrom = (value: unknown): Hex => hexOf(bytesOf(value, 'an address', 20));
