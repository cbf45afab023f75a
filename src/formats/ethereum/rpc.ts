import { hexOf, quantity, type Hex } from './hex.ts';
import { encodeHeader, type Header } from './header.ts';
import { listLength } from './rlp.ts';
import { intrinsicGas, parseTransaction, senderOf, type Transaction } from './transaction.ts';

/** The position of a mined transaction. */
export type BlockPosition = { blockHash: Hex; blockNumber: bigint | number; transactionIndex: number };

/** A transaction object of the Ethereum JSON-RPC specification. */
export type RpcTransaction = {
  hash: Hex;
  type: Hex;
  chainId: Hex;
  nonce: Hex;
  blockHash: Hex | null;
  blockNumber: Hex | null;
  transactionIndex: Hex | null;
  from: Hex;
  to: Hex | null;
  value: Hex;
  gas: Hex;
  gasPrice?: Hex;
  maxFeePerGas?: Hex;
  maxPriorityFeePerGas?: Hex;
  accessList?: { address: Hex; storageKeys: Hex[] }[];
  yParity?: Hex;
  input: Hex;
  v: Hex;
  r: Hex;
  s: Hex;
};

/** The JSON-RPC receipt of a transaction that ran no code. */
export type RpcReceipt = {
  transactionHash: Hex;
  transactionIndex: Hex;
  blockHash: Hex;
  blockNumber: Hex;
  from: Hex;
  to: Hex | null;
  cumulativeGasUsed: Hex;
  gasUsed: Hex;
  effectiveGasPrice: Hex;
  contractAddress: null;
  logs: never[];
  logsBloom: Hex;
  status: Hex;
  type: Hex;
};

/** A JSON-RPC block object. */
export type RpcBlock = Record<
  | 'number'
  | 'hash'
  | 'parentHash'
  | 'mixHash'
  | 'nonce'
  | 'sha3Uncles'
  | 'logsBloom'
  | 'transactionsRoot'
  | 'stateRoot'
  | 'receiptsRoot'
  | 'miner'
  | 'difficulty'
  | 'totalDifficulty'
  | 'extraData'
  | 'size'
  | 'gasLimit'
  | 'gasUsed'
  | 'timestamp',
  Hex
> & { transactions: Hex[] | RpcTransaction[]; uncles: Hex[] };

/** The JSON-RPC object of a raw transaction. Pass `from` to skip recovering the sender. Throws EncodingError. */
export function rpcTransaction(raw: Uint8Array, position?: BlockPosition, from?: Hex): RpcTransaction {
  const tx = parseTransaction(raw);
  return {
    hash: tx.hash,
    type: tx.type === 'legacy' ? '0x0' : '0x2',
    chainId: quantity(tx.chainId),
    nonce: quantity(tx.nonce),
    blockHash: position ? position.blockHash : null,
    blockNumber: position ? quantity(position.blockNumber) : null,
    transactionIndex: position ? quantity(position.transactionIndex) : null,
    from: from ?? senderOf(tx),
    to: receiver(tx),
    value: quantity(tx.value),
    gas: quantity(tx.gas),
    ...(tx.type === 'legacy'
      ? { gasPrice: quantity(tx.gasPrice) }
      : {
          maxFeePerGas: quantity(tx.maxFeePerGas),
          maxPriorityFeePerGas: quantity(tx.maxPriorityFeePerGas),
          accessList: tx.accessList,
          yParity: quantity(tx.yParity),
        }),
    input: tx.data,
    v: quantity(tx.v),
    r: quantity(tx.r),
    s: quantity(tx.s),
  };
}

/** The JSON-RPC receipt of a legacy transaction that ran no code. */
export function rpcReceipt(raw: Uint8Array, position: BlockPosition, from: Hex, cumulativeGas: bigint): RpcReceipt {
  const tx = parseTransaction(raw);
  return {
    transactionHash: tx.hash,
    transactionIndex: quantity(position.transactionIndex),
    blockHash: position.blockHash,
    blockNumber: quantity(position.blockNumber),
    from,
    to: receiver(tx),
    cumulativeGasUsed: quantity(cumulativeGas),
    gasUsed: quantity(intrinsicGas(tx.data)),
    effectiveGasPrice: '0x0',
    contractAddress: null,
    logs: [],
    logsBloom: hexOf(new Uint8Array(256)),
    status: '0x1',
    type: '0x0',
  };
}

/** The JSON-RPC object of a block without uncles. `bytes` is the total size of its transactions. */
export function rpcBlock(
  header: Header,
  hash: Hex,
  totalDifficulty: bigint,
  transactions: RpcBlock['transactions'],
  bytes: number,
): RpcBlock {
  return {
    number: quantity(header.number),
    hash,
    parentHash: hexOf(header.parentHash),
    mixHash: hexOf(header.mixHash),
    nonce: hexOf(header.nonce),
    sha3Uncles: hexOf(header.sha3Uncles),
    logsBloom: hexOf(header.logsBloom),
    transactionsRoot: hexOf(header.transactionsRoot),
    stateRoot: hexOf(header.stateRoot),
    receiptsRoot: hexOf(header.receiptsRoot),
    miner: hexOf(header.miner),
    difficulty: quantity(header.difficulty),
    totalDifficulty: quantity(totalDifficulty),
    extraData: hexOf(header.extraData),
    size: quantity(listLength(encodeHeader(header).length + listLength(bytes) + listLength(0))),
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    timestamp: quantity(header.timestamp),
    transactions,
    uncles: [],
  };
}

const receiver = (tx: Transaction): Hex | null => (tx.to === '0x' ? null : tx.to);
