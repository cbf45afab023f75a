import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesOf, hexOf, quantity, type Hex } from './hex.ts';
import { headerHash, SEAL, type Header } from './header.ts';
import { encodeRlp } from './rlp.ts';
import { addressOf, publicKeyOf } from './signature.ts';
import { EMPTY_ROOT } from './trie.ts';

/** The identity of a chain: its id, and the key that seals its blocks. */
export type Identity = {
  chainId: bigint;
  /** The validator's private key, 32 bytes. */
  validatorKey: Uint8Array;
  /** Private keys of earlier validators. They authorize the validator when its key was rotated. */
  formerKeys?: readonly Uint8Array[];
};

/** The gas limit of a block. */
export const GAS_LIMIT = 0xb2d05e00n;
/** The length of an epoch in blocks. The first block of each names the validators (EIP-225). */
export const EPOCH = 30_000n;
/** Bytes of the vanity prefix of `extraData` (EIP-225). This chain stores its chain id there. */
const VANITY = 32;
/** 2024-01-01T00:00:00Z. A constant, so that the genesis hash depends only on the chain id and the validator. */
const GENESIS_TIMESTAMP = 1_704_067_200n;
/** keccak256 of the empty list: no uncles. */
const NO_UNCLES = keccak_256(encodeRlp([]));

/** The address, in lower case, of the chain's validator. */
export function validatorAddress(identity: Identity): Hex {
  return addressOf(publicKeyOf(identity.validatorKey));
}

/** Block 0 of the chain of this identity. */
export function genesisOf(identity: Identity): Header {
  return genesisFor(identity.chainId, validatorAddress(identity));
}

/**
 * Block 0: no accounts, and the validator (an address) in `extraData` (EIP-225).
 * Throws EncodingError where the chain id has more than 32 bytes or the validator does not have 20.
 */
export function genesisFor(chainId: bigint, validator: Hex): Header {
  return {
    ...COMMON,
    parentHash: new Uint8Array(32),
    stateRoot: EMPTY_ROOT,
    transactionsRoot: EMPTY_ROOT,
    receiptsRoot: EMPTY_ROOT,
    difficulty: 1n,
    number: 0n,
    gasUsed: 0n,
    timestamp: GENESIS_TIMESTAMP,
    extraData: extraData(chainId, bytesOf(validator, 'the validator', 20)),
  };
}

/** The validator in `extraData` of block 0: an address in lower case. */
export const firstValidator = ({ extraData }: Header): Hex => hexOf(extraData.slice(VANITY, -SEAL));

/** The chain id in `extraData` of a header. */
export const chainIdOf = ({ extraData }: Header): bigint => BigInt(hexOf(extraData.slice(0, VANITY)));

/** The fields that are equal in all headers of the chain. */
export const COMMON = {
  sha3Uncles: NO_UNCLES,
  miner: new Uint8Array(20),
  logsBloom: new Uint8Array(256),
  gasLimit: GAS_LIMIT,
  mixHash: new Uint8Array(32),
  nonce: new Uint8Array(8),
} as const;

/** `extraData` with an empty seal: the chain id and, in the first block of an epoch, the validator. */
export function unsealed(identity: Identity, number: bigint): Uint8Array {
  const named = number % EPOCH === 0n;
  return extraData(identity.chainId, named ? bytesOf(validatorAddress(identity), 'the validator', 20) : []);
}

function extraData(chainId: bigint, validator: ArrayLike<number>): Uint8Array {
  const word = bytesOf(`0x${chainId.toString(16).padStart(2 * VANITY, '0')}`, 'the chain id', VANITY);
  const extra = new Uint8Array(VANITY + validator.length + SEAL);
  extra.set(word);
  extra.set(validator, VANITY);
  return extra;
}

/**
 * The genesis file for go-ethereum and compatible nodes. With it and the exported blocks they execute the chain again.
 * Throws RangeError for a chain id above Number.MAX_SAFE_INTEGER.
 */
export function gethGenesis(identity: Identity): Record<string, unknown> {
  if (identity.chainId > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the chain id is too large for JSON');
  const header = genesisOf(identity);
  return {
    config: {
      chainId: Number(identity.chainId),
      homesteadBlock: 0,
      eip150Block: 0,
      eip155Block: 0,
      eip158Block: 0,
      byzantiumBlock: 0,
      constantinopleBlock: 0,
      petersburgBlock: 0,
      istanbulBlock: 0,
      berlinBlock: 0,
      clique: { period: 1, epoch: Number(EPOCH) },
    },
    nonce: '0x0',
    timestamp: quantity(header.timestamp),
    extraData: hexOf(header.extraData),
    gasLimit: quantity(header.gasLimit),
    difficulty: quantity(header.difficulty),
    mixHash: hexOf(header.mixHash),
    coinbase: hexOf(header.miner),
    number: '0x0',
    gasUsed: '0x0',
    parentHash: hexOf(header.parentHash),
    hash: headerHash(header),
    alloc: {},
  };
}
