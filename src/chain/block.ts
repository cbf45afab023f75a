import { hexToBytes, keccak256, serializeTransaction, toRlp, type Hex, type TransactionSerializable } from 'viem';
import { listProof, listRoot } from './eth/trie.ts';
import { toHex } from '../core/text.ts';

/** A transaction as eth_getBlockByHash gives it: quantities as hexadecimal text. */
export type RpcTransaction = { hash: Hex; type?: Hex } & Record<string, unknown>;

/** A block as eth_getBlockByHash gives it, with its transactions. */
export type RpcBlock = {
  hash: Hex;
  number: Hex;
  timestamp: Hex;
  transactionsRoot: Hex;
  transactions: RpcTransaction[];
} & Record<string, unknown>;

/** The fields of a header in their order; those of later forks stand only where the block has them. */
const QUANTITIES = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
]);
const HEADER = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
];

/** RLP of a block's header, or undefined where its node does not give all of it: then the hash is another. */
export function headerRlp(block: RpcBlock): Hex | undefined {
  const fields = HEADER.filter((name) => typeof block[name] === 'string').map((name) =>
    QUANTITIES.has(name) ? quantity(block[name] as Hex) : (block[name] as Hex),
  );
  const rlp = toRlp(fields);
  return keccak256(rlp) === block.hash ? rlp : undefined;
}

/**
 * What proves that a block has a transaction: the trie's nodes from its transactions root. Undefined where the
 * node does not give what it takes, which the root tells.
 */
export function transactionProof(block: RpcBlock, index: number): Hex[] | undefined {
  const raws = block.transactions.map(rawOf);
  if (raws.some((raw) => raw === undefined)) return undefined;
  const bytes = raws.map((raw) => hexToBytes(raw!));
  if (`0x${toHex(listRoot(bytes))}` !== block.transactionsRoot) return undefined;
  return listProof(bytes, index).map((node) => `0x${toHex(node)}` as const);
}

/** Zero is the empty text in RLP. */
const quantity = (value: Hex): Hex => {
  const digits = value.slice(2).replace(/^0+/, '');
  return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`;
};

const big = (value: unknown): bigint | undefined => (typeof value === 'string' ? BigInt(value) : undefined);

/** The bytes of a transaction; undefined where they do not have its hash. */
function rawOf(tx: RpcTransaction): Hex | undefined {
  const type = Number(tx.type ?? '0x0');
  const v = big(tx['v']) ?? 0n;
  const common = {
    nonce: Number(tx['nonce']),
    gas: big(tx['gas']),
    value: big(tx['value']),
    data: tx['input'],
    to: tx['to'] ?? null,
    ...(tx['chainId'] === undefined ? {} : { chainId: Number(tx['chainId']) }),
    accessList: tx['accessList'],
    maxFeePerGas: big(tx['maxFeePerGas']),
    maxPriorityFeePerGas: big(tx['maxPriorityFeePerGas']),
    blobVersionedHashes: tx['blobVersionedHashes'],
    maxFeePerBlobGas: big(tx['maxFeePerBlobGas']),
    authorizationList: (tx['authorizationList'] as Record<string, string>[] | undefined)?.map((item) => ({
      address: item['address'],
      chainId: Number(item['chainId']),
      nonce: Number(item['nonce']),
      r: item['r'],
      s: item['s'],
      yParity: Number(item['yParity']),
    })),
  };
  const kind = (['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const)[type];
  if (kind === undefined) return undefined;
  const priced = type < 2 ? { ...common, gasPrice: big(tx['gasPrice']) } : common;
  try {
    const transaction = Object.fromEntries(
      Object.entries({ ...priced, type: kind }).filter(([, x]) => x !== undefined),
    );
    const signature = { r: tx['r'] as Hex, s: tx['s'] as Hex, v, yParity: Number(tx['yParity'] ?? v % 2n) };
    const raw = serializeTransaction(transaction as TransactionSerializable, signature);
    return keccak256(raw) === tx.hash ? raw : undefined;
  } catch {
    return undefined;
  }
}
