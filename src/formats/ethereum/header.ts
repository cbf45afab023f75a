import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOf, hexOf, numberOf, type Hex } from './hex.ts';
import { decodeRlp, encodeRlp, EncodingError, fieldsOf, scalar, scalarOf } from './rlp.ts';
import { addressOf, recover, sign } from './signature.ts';

/** A block header with the 15 fields of the Berlin rules (Yellow Paper, 4.3). */
export type Header = {
  parentHash: Uint8Array;
  sha3Uncles: Uint8Array;
  miner: Uint8Array;
  stateRoot: Uint8Array;
  transactionsRoot: Uint8Array;
  receiptsRoot: Uint8Array;
  logsBloom: Uint8Array;
  difficulty: bigint;
  number: bigint;
  gasLimit: bigint;
  gasUsed: bigint;
  timestamp: bigint;
  extraData: Uint8Array;
  mixHash: Uint8Array;
  nonce: Uint8Array;
  /** The encoded fields of later rules: base fee, withdrawals root and so on. */
  later?: readonly Uint8Array[];
};

const FIELDS = 15;

export function encodeHeader(header: Header): Uint8Array {
  return encodeRlp([
    header.parentHash,
    header.sha3Uncles,
    header.miner,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.logsBloom,
    scalar(header.difficulty),
    scalar(header.number),
    scalar(header.gasLimit),
    scalar(header.gasUsed),
    scalar(header.timestamp),
    header.extraData,
    header.mixHash,
    header.nonce,
    ...(header.later ?? []),
  ]);
}

/** Decodes the RLP of a header. Throws EncodingError. */
export function decodeHeader(rlp: Uint8Array): Header {
  const fields = fieldsOf(decodeRlp(rlp), 'a header', FIELDS);
  const sized = (index: number, size: number, what: string): Uint8Array => {
    if (fields[index]!.length !== size) throw new EncodingError(`${what} must have ${size} bytes`);
    return fields[index]!;
  };
  return {
    parentHash: sized(0, 32, 'parentHash'),
    sha3Uncles: sized(1, 32, 'sha3Uncles'),
    miner: sized(2, 20, 'miner'),
    stateRoot: sized(3, 32, 'stateRoot'),
    transactionsRoot: sized(4, 32, 'transactionsRoot'),
    receiptsRoot: sized(5, 32, 'receiptsRoot'),
    logsBloom: sized(6, 256, 'logsBloom'),
    difficulty: scalarOf(fields[7]!, 'difficulty'),
    number: scalarOf(fields[8]!, 'number', 8),
    gasLimit: scalarOf(fields[9]!, 'gasLimit', 8),
    gasUsed: scalarOf(fields[10]!, 'gasUsed', 8),
    timestamp: scalarOf(fields[11]!, 'timestamp', 8),
    extraData: fields[12]!,
    mixHash: sized(13, 32, 'mixHash'),
    nonce: sized(14, 8, 'nonce'),
    ...(fields.length > FIELDS ? { later: fields.slice(FIELDS) } : {}),
  };
}

/** The block's hash. */
export function headerHash(header: Header): Hex {
  return hexOf(keccak_256(encodeHeader(header)));
}

/** The length of the seal at the end of `extraData` in bytes (EIP-225, Clique). */
export const SEAL = 65;

/** The hash that the validator signs: that of the header without the seal (EIP-225). */
export function sealHash(header: Header): Uint8Array {
  if (header.extraData.length < SEAL) throw new EncodingError('extraData contains no seal');
  return keccak_256(encodeHeader({ ...header, extraData: header.extraData.slice(0, -SEAL) }));
}

/** The header with its seal: r, s and the parity in the last 65 bytes of `extraData`. */
export function sealed(header: Header, privateKey: Uint8Array): Header {
  const { r, s, yParity } = sign(sealHash(header), privateKey);
  const extraData = header.extraData.slice();
  extraData.set([...padded(r), ...padded(s), yParity], extraData.length - SEAL);
  return { ...header, extraData };
}

/** The uncompressed public key (65 bytes) that sealed a header. Throws EncodingError where the seal is not valid. */
export function validatorKeyOf(header: Header): Uint8Array {
  const digest = sealHash(header);
  const seal = header.extraData.slice(-SEAL);
  const [r, s] = [seal.slice(0, 32), seal.slice(32, 64)].map((half) => BigInt(hexOf(half))) as [bigint, bigint];
  if (seal[64]! > 1) throw new EncodingError('the parity of the seal must be 0 or 1');
  return recover(digest, { r, s, yParity: seal[64] === 1 ? 1 : 0 });
}

/**
 * The address, in lower case, of the validator that sealed a header. Throws EncodingError where the seal is not valid.
 */
export function validatorOf(header: Header): Hex {
  return addressOf(validatorKeyOf(header));
}

/** A JSON-RPC block, or the block record of this API, which has no `mixHash`. */
export type BlockRecord = Record<string, unknown>;

/** The header fields of later rules, in order: JSON-RPC names and sizes. */
const LATER: [name: string, bytes: number | undefined][] = [
  ['baseFeePerGas', undefined],
  ['withdrawalsRoot', 32],
  ['blobGasUsed', undefined],
  ['excessBlobGas', undefined],
  ['parentBeaconBlockRoot', 32],
  ['requestsHash', 32],
];

/**
 * The header of a block record. A missing `mixHash` is 0. Accepts the spellings of this API: `transactionRoot`, and
 * `extraData` in base64. Throws EncodingError.
 */
export function headerOfRecord(record: BlockRecord): Header {
  const bytes = (name: string, size?: number) => bytesOf(record[name], name, size);
  const root = record['transactionsRoot'] === undefined ? 'transactionRoot' : 'transactionsRoot';
  const later = LATER.filter(([name]) => record[name] !== undefined && record[name] !== null).map(([name, size]) =>
    size === undefined ? scalar(numberOf(record[name], name)) : bytes(name, size),
  );
  return {
    parentHash: bytes('parentHash', 32),
    sha3Uncles: bytes('sha3Uncles', 32),
    miner: bytes('miner', 20),
    stateRoot: bytes('stateRoot', 32),
    transactionsRoot: bytes(root, 32),
    receiptsRoot: bytes('receiptsRoot', 32),
    logsBloom: bytes('logsBloom', 256),
    difficulty: numberOf(record['difficulty'], 'difficulty'),
    number: numberOf(record['number'], 'number'),
    gasLimit: numberOf(record['gasLimit'], 'gasLimit'),
    gasUsed: numberOf(record['gasUsed'], 'gasUsed'),
    timestamp: numberOf(record['timestamp'], 'timestamp'),
    extraData: extraDataOf(record['extraData']),
    mixHash: record['mixHash'] === undefined ? new Uint8Array(32) : bytes('mixHash', 32),
    nonce: bytes('nonce', 8),
    ...(later.length > 0 ? { later } : {}),
  };
}

function extraDataOf(value: unknown): Uint8Array {
  if (typeof value === 'string' && !value.startsWith('0x') && /^[A-Za-z0-9+/]*={0,2}$/.test(value))
    return Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
  return bytesOf(value, 'extraData');
}

const padded = (value: bigint): Uint8Array => bytesOf(`0x${value.toString(16).padStart(64, '0')}`, 'half of a seal');
