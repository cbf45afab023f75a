import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOf, hexOf, type Hex } from './hex.ts';
import { decodeRlp, encodeRlp, EncodingError, fieldsOf, scalar, scalarOf, type RlpItem } from './rlp.ts';
import { addressOf, recover, sign, type Signature } from './signature.ts';

type Common = { chainId: bigint; nonce: bigint; gas: bigint; to: Hex; value: bigint; data: Hex };

/** A legacy transaction with replay protection (EIP-155). `to` is `0x` for the creation of a contract. */
export type LegacyFields = Common & { type: 'legacy'; gasPrice: bigint };

/** An EIP-1559 transaction. */
export type FeeFields = Common & {
  type: 'eip1559';
  maxPriorityFeePerGas: bigint;
  maxFeePerGas: bigint;
  accessList: { address: Hex; storageKeys: Hex[] }[];
};

export type TransactionFields = LegacyFields | FeeFields;

/** A signed transaction. `v` is the encoded value. */
export type Transaction = TransactionFields & Signature & { v: bigint; hash: Hex };

/**
 * The gas of a transaction that runs no code: 21,000, plus 4 per zero byte and 16 per other byte of data (EIP-2028).
 */
export function intrinsicGas(data: Hex): bigint {
  let gas = 21_000;
  for (let i = 2; i < data.length; i += 2) gas += data[i] === '0' && data[i + 1] === '0' ? 4 : 16;
  return BigInt(gas);
}

/** Signs a transaction and returns its raw bytes. Deterministic. */
export function signTransaction(fields: TransactionFields, privateKey: Uint8Array): Uint8Array {
  const { r, s, yParity } = sign(signedHash(fields), privateKey);
  const v = fields.type === 'legacy' ? fields.chainId * 2n + 35n + BigInt(yParity) : yParity;
  return wrapped(fields, [...payload(fields), scalar(v), scalar(r), scalar(s)]);
}

export function hashOf(raw: Uint8Array): Hex {
  return hexOf(keccak_256(raw));
}

/** Decodes raw bytes. Throws EncodingError for anything except a canonical signed legacy or EIP-1559 transaction. */
export function parseTransaction(raw: Uint8Array): Transaction {
  if (raw[0] === 2) return parseFee(raw);
  if (raw[0] === undefined || raw[0] < 0xc0) throw new EncodingError('the type of the transaction is not supported');
  const fields = fieldsOf(decodeRlp(raw), 'a legacy transaction', 9);
  if (fields.length !== 9) throw new EncodingError('a legacy transaction must have 9 fields');
  const [nonce, gasPrice, gas, to, value, data, v, r, s] = fields as Nine<Uint8Array>;
  const signed = scalarOf(v, 'v');
  if (signed < 37n) throw new EncodingError('the transaction has no replay protection');
  return {
    type: 'legacy',
    chainId: (signed - 35n) / 2n,
    gasPrice: scalarOf(gasPrice, 'gasPrice'),
    ...common({ nonce, gas, to, value, data }),
    ...signatureOf(r, s, (signed - 35n) % 2n),
    v: signed,
    hash: hashOf(raw),
  };
}

/** Recovers the sender: an address in lower case. Throws EncodingError where the signature is not valid. */
export function senderOf(transaction: Transaction): Hex {
  return addressOf(recover(signedHash(transaction), transaction));
}

type Nine<T> = [T, T, T, T, T, T, T, T, T];
type Twelve<T> = [T, T, T, ...Nine<T>];

function parseFee(raw: Uint8Array): Transaction {
  const items = decodeRlp(raw.slice(1));
  if (items instanceof Uint8Array || items.length !== 12)
    throw new EncodingError('an EIP-1559 transaction must have 12 fields');
  const fields = fieldsOf(items.with(8, new Uint8Array()), 'an EIP-1559 transaction', 12);
  const [chainId, nonce, tip, cap, gas, to, value, data, , v, r, s] = fields as Twelve<Uint8Array>;
  return {
    type: 'eip1559',
    chainId: scalarOf(chainId, 'chainId'),
    maxPriorityFeePerGas: scalarOf(tip, 'maxPriorityFeePerGas'),
    maxFeePerGas: scalarOf(cap, 'maxFeePerGas'),
    accessList: accessListOf(items[8]!),
    ...common({ nonce, gas, to, value, data }),
    ...signatureOf(r, s, scalarOf(v, 'v')),
    v: scalarOf(v, 'v'),
    hash: hashOf(raw),
  };
}

function common(fields: Record<'nonce' | 'gas' | 'to' | 'value' | 'data', Uint8Array>): Omit<Common, 'chainId'> {
  if (fields.to.length !== 20 && fields.to.length !== 0) throw new EncodingError('to must be an address or empty');
  return {
    nonce: scalarOf(fields.nonce, 'nonce', 8),
    gas: scalarOf(fields.gas, 'gas', 8),
    to: hexOf(fields.to),
    value: scalarOf(fields.value, 'value'),
    data: hexOf(fields.data),
  };
}

function signatureOf(r: Uint8Array, s: Uint8Array, parity: bigint): Signature {
  if (parity > 1n) throw new EncodingError('v must be 0 or 1');
  return { r: scalarOf(r, 'r'), s: scalarOf(s, 's'), yParity: parity === 1n ? 1 : 0 };
}

function accessListOf(item: RlpItem): FeeFields['accessList'] {
  if (item instanceof Uint8Array) throw new EncodingError('an access list must be a list');
  return item.map((entry) => {
    if (entry instanceof Uint8Array || entry.length !== 2 || !(entry[0] instanceof Uint8Array))
      throw new EncodingError('an entry of an access list must be an address and its storage keys');
    return { address: hexOf(entry[0]), storageKeys: fieldsOf(entry[1]!, 'storage keys', 0).map(hexOf) };
  });
}

/** The encoded fields without the signature. */
function payload(tx: TransactionFields): RlpItem[] {
  const rest = [scalar(tx.gas), bytesOf(tx.to, 'to'), scalar(tx.value), bytesOf(tx.data, 'data')];
  if (tx.type === 'legacy') return [scalar(tx.nonce), scalar(tx.gasPrice), ...rest];
  const fees = [scalar(tx.maxPriorityFeePerGas), scalar(tx.maxFeePerGas)];
  const list = tx.accessList.map(({ address, storageKeys }): RlpItem => [
    bytesOf(address, 'address'),
    storageKeys.map((key) => bytesOf(key, 'storage key')),
  ]);
  return [scalar(tx.chainId), scalar(tx.nonce), ...fees, ...rest, list];
}

/** The hash to sign. A legacy transaction has the chain id in place of the signature (EIP-155). */
function signedHash(tx: TransactionFields): Uint8Array {
  const protection = tx.type === 'legacy' ? [scalar(tx.chainId), scalar(0), scalar(0)] : [];
  return keccak_256(wrapped(tx, [...payload(tx), ...protection]));
}

/** Encodes the items, prefixed with the type of a typed transaction (EIP-2718). */
function wrapped(tx: TransactionFields, items: RlpItem[]): Uint8Array {
  const list = encodeRlp(items);
  return tx.type === 'legacy' ? list : Uint8Array.from([2, ...list]);
}
