import { createBlockHeader, createBlockHeaderFromRLP, type HeaderData } from '@ethereumjs/block';
import { Common, createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { SigningKey, computeAddress } from 'ethers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeHeader,
  encodeHeader,
  headerHash,
  headerOfRecord,
  sealed,
  sealHash,
  validatorKeyOf,
  validatorOf,
  type Header,
} from '../../src/formats/ethereum/header.ts';
import { hexOf } from '../../src/formats/ethereum/hex.ts';
import { call, grownChain, VALIDATOR_KEY } from './support/chain.ts';

const judge = {
  common: createCustomCommon({ chainId: 7 }, Mainnet, { hardfork: Hardfork.Berlin }),
  skipConsensusFormatValidation: true,
};

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const number = fc.bigInt({ min: 0n, max: 2n ** 53n });

const headers: fc.Arbitrary<Header> = fc.record({
  parentHash: bytes(32),
  sha3Uncles: bytes(32),
  miner: bytes(20),
  stateRoot: bytes(32),
  transactionsRoot: bytes(32),
  receiptsRoot: bytes(32),
  logsBloom: bytes(256),
  difficulty: number,
  number,
  gasLimit: fc.bigInt({ min: 2n ** 53n, max: 2n ** 60n }),
  gasUsed: number,
  timestamp: number,
  extraData: fc.uint8Array({ minLength: 97, maxLength: 117 }),
  mixHash: bytes(32),
  nonce: bytes(8),
});

describe('a header', () => {
  test('has the encoding and the hash of an independent library', () => {
    fc.assert(
      fc.property(headers, (header) => {
        const { miner, sha3Uncles, transactionsRoot, receiptsRoot, ...same } = header;
        const data = {
          ...same,
          coinbase: miner,
          uncleHash: sha3Uncles,
          transactionsTrie: transactionsRoot,
          receiptTrie: receiptsRoot,
        };
        const other = createBlockHeader(data as HeaderData, judge);
        expect(hexOf(encodeHeader(header))).toBe(hexOf(other.serialize()));
        expect(headerHash(header)).toBe(hexOf(other.hash()));
        expect(decodeHeader(encodeHeader(header))).toEqual(header);
      }),
      { seed: 20_261_201 },
    );
  });

  test('keeps the fields of later rules', () => {
    const [header] = fc.sample(headers, { numRuns: 1, seed: 1 });
    const later = { ...header!, later: [Uint8Array.of(7), new Uint8Array(32).fill(9)] };
    expect(decodeHeader(encodeHeader(later))).toEqual(later);
    expect(headerHash(later)).not.toBe(headerHash(header!));
  });

  test('is rejected if it is not canonical, too short or a field has the wrong size', () => {
    const [header] = fc.sample(headers, { numRuns: 1, seed: 1 });
    const rlp = encodeHeader(header!);
    expect(() => decodeHeader(Uint8Array.from([...rlp, 0]))).toThrow('RLP');
    expect(() => decodeHeader(rlp.slice(0, -1))).toThrow('RLP');
    expect(() => decodeHeader(new Uint8Array())).toThrow('RLP');
    expect(() => decodeHeader(Uint8Array.of(0xc0))).toThrow('15 fields');
    expect(() => decodeHeader(encodeHeader({ ...header!, stateRoot: new Uint8Array(31) }))).toThrow('stateRoot');
    expect(() => decodeHeader(encodeHeader({ ...header!, nonce: new Uint8Array(9) }))).toThrow('nonce');
  });
});

describe('the seal', () => {
  const [header] = fc.sample(headers, { numRuns: 1, seed: 3 });

  test('the seal recovers to the validator, as in an independent library', () => {
    const block = sealed(header!, VALIDATOR_KEY);
    const seal = block.extraData.slice(-65);
    const signature = { r: hexOf(seal.slice(0, 32)), s: hexOf(seal.slice(32, 64)), yParity: seal[64] as 0 | 1 };
    const key = SigningKey.recoverPublicKey(sealHash(block), signature);
    expect(hexOf(validatorKeyOf(block))).toBe(key);
    expect(validatorOf(block)).toBe(computeAddress(key).toLowerCase());
    expect(validatorOf(block)).toBe(computeAddress(hexOf(VALIDATOR_KEY)).toLowerCase());
  });

  test('the seal of a changed header recovers to another key or none', () => {
    const block = sealed(header!, VALIDATOR_KEY);
    const whose = (changed: Header): string => {
      try {
        return validatorOf(changed);
      } catch {
        return 'none';
      }
    };
    const validator = validatorOf(block);
    for (let at = 0; at < block.extraData.length; at++) {
      const extraData = block.extraData.slice();
      extraData[at]! ^= 1;
      expect(whose({ ...block, extraData })).not.toBe(validator);
    }
    expect(whose({ ...block, timestamp: block.timestamp + 1n })).not.toBe(validator);
    expect(() => validatorOf({ ...block, extraData: new Uint8Array(64) })).toThrow('no seal');
    expect(() => validatorOf({ ...block, extraData: new Uint8Array(97) })).toThrow('out of range');
  });
});

describe('the record of a block without its transactions', () => {
  const chain = grownChain();
  const blocks = Array.from({ length: Number(chain.head().header.number) + 1 }, (_, i) =>
    call(chain, 'eth_getBlockByNumber', `0x${i.toString(16)}`, false),
  );

  test('is sufficient to compute the hash and the validator of every block', () => {
    for (const { mixHash, ...block } of blocks) {
      expect(mixHash).toBe(`0x${'00'.repeat(32)}`);
      const header = headerOfRecord(block);
      expect(headerHash(header)).toBe(block.hash);
      if (block.number !== '0x0') expect(validatorOf(header)).toBe(computeAddress(hexOf(VALIDATOR_KEY)).toLowerCase());
    }
  });

  test('is sufficient in the spelling of this API as well', () => {
    for (const block of blocks) {
      const record = {
        ...block,
        mixHash: undefined,
        transactionsRoot: undefined,
        transactionRoot: block.transactionsRoot,
        extraData: Buffer.from(block.extraData.slice(2), 'hex').toString('base64'),
        timestamp: BigInt(block.timestamp).toString(),
      };
      expect(headerHash(headerOfRecord(record))).toBe(block.hash);
    }
  });

  test('is sufficient on a chain with later rules', () => {
    const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague });
    const roots = { withdrawalsRoot: new Uint8Array(32).fill(1), parentBeaconBlockRoot: new Uint8Array(32).fill(2) };
    const fees = {
      baseFeePerGas: 7n,
      blobGasUsed: 0n,
      excessBlobGas: 131_072n,
      requestsHash: new Uint8Array(32).fill(3),
    };
    const data = {
      number: 30_000_000n,
      gasLimit: 30_000_000n,
      timestamp: 1_760_000_000n,
      difficulty: 0n,
      ...roots,
      ...fees,
    };
    const other = createBlockHeader(data, { common });
    const json = { ...other.toJSON(), miner: other.coinbase.toString(), sha3Uncles: hexOf(other.uncleHash) } as Record<
      string,
      unknown
    >;
    const header = headerOfRecord({
      ...json,
      transactionsRoot: hexOf(other.transactionsTrie),
      receiptsRoot: hexOf(other.receiptTrie),
    });
    expect(headerHash(header)).toBe(hexOf(other.hash()));
    expect(headerHash(decodeHeader(other.serialize()))).toBe(hexOf(other.hash()));
    expect(createBlockHeaderFromRLP(encodeHeader(header), { common }).hash()).toEqual(other.hash());
  });

  test('is rejected if a field is missing or not hexadecimal', () => {
    for (const name of ['parentHash', 'miner', 'number', 'nonce', 'logsBloom'])
      for (const value of [undefined, null, 'x', '0x0g', '0x1'.repeat(200)])
        expect(() => headerOfRecord({ ...blocks[1], [name]: value })).toThrow(name);
    expect(() => headerOfRecord({ ...blocks[1], extraData: '!' })).toThrow('extraData');
  });
});
