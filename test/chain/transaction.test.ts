import { Transaction as Judge, Wallet } from 'ethers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hexOf, type Hex } from '../../src/formats/ethereum/hex.ts';
import { includedTransaction, inclusionProof } from '../../src/formats/ethereum/inclusion.ts';
import { rpcTransaction } from '../../src/formats/ethereum/rpc.ts';
import {
  hashOf,
  intrinsicGas,
  parseTransaction,
  senderOf,
  signTransaction,
  type FeeFields,
  type LegacyFields,
} from '../../src/formats/ethereum/transaction.ts';
import { EncodingError } from '../../src/formats/ethereum/rlp.ts';
import { listRoot } from '../../src/formats/ethereum/trie.ts';
import { CHAIN_ID, signed } from './support/chain.ts';

const hex = (min: number, max = min): fc.Arbitrary<Hex> => fc.uint8Array({ minLength: min, maxLength: max }).map(hexOf);
const amount = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 2n ** 200n }));

const common = {
  chainId: fc.bigInt({ min: 1n, max: 2n ** 63n - 36n }),
  nonce: fc.bigInt({ min: 0n, max: 2n ** 50n }),
  gas: fc.bigInt({ min: 0n, max: 2n ** 50n }),
  to: fc.oneof(hex(20), fc.constant('0x' as const)),
  value: amount,
  data: hex(0, 80),
};

const legacy: fc.Arbitrary<LegacyFields> = fc.record({
  type: fc.constant('legacy' as const),
  gasPrice: amount,
  ...common,
});

const fees: fc.Arbitrary<FeeFields> = fc
  .record({
    type: fc.constant('eip1559' as const),
    maxFeePerGas: amount,
    maxPriorityFeePerGas: amount,
    accessList: fc.array(fc.record({ address: hex(20), storageKeys: fc.array(hex(32), { maxLength: 2 }) }), {
      maxLength: 2,
    }),
    ...common,
  })
  .map((fields) => ({ ...fields, maxPriorityFeePerGas: fields.maxPriorityFeePerGas % (fields.maxFeePerGas + 1n) }));

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((key) => key[0]! < 0xff && key.some((b) => b > 0));

/** The transaction that an independent library builds from the same fields. */
function judged(fields: LegacyFields | FeeFields, key: Uint8Array): Judge {
  const { type, gas, to, nonce, ...rest } = fields;
  const judge = Judge.from({
    type: type === 'legacy' ? 0 : 2,
    gasLimit: gas,
    to: to === '0x' ? null : to,
    nonce: Number(nonce),
    ...rest,
  });
  judge.signature = new Wallet(hexOf(key)).signingKey.sign(judge.unsignedHash);
  return judge;
}

test('a transaction has the same bytes, hash and sender in an independent library', () => {
  fc.assert(
    fc.property(fc.oneof(legacy, fees), keys, (fields, key) => {
      const raw = signTransaction(fields, key);
      const judge = judged(fields, key);
      expect(hexOf(raw)).toBe(judge.serialized);
      const parsed = parseTransaction(raw);
      expect(parsed).toMatchObject(fields);
      expect(parsed.hash).toBe(judge.hash);
      expect(senderOf(parsed)).toBe(judge.from!.toLowerCase());
      const { r, s } = judge.signature!;
      expect([parsed.r, parsed.s]).toEqual([BigInt(r), BigInt(s)]);
    }),
    { seed: 20_261_201, numRuns: 60 },
  );
});

test('a transaction that another library signed is decoded', async () => {
  const wallet = new Wallet(`0x${'42'.repeat(32)}`);
  const raw = Buffer.from(
    (
      await wallet.signTransaction({
        type: 2,
        chainId: 1,
        nonce: 3,
        to: `0x${'ab'.repeat(20)}`,
        gasLimit: 21_000,
        maxFeePerGas: 9,
      })
    ).slice(2),
    'hex',
  );
  const json = rpcTransaction(raw, { blockHash: `0x${'01'.repeat(32)}`, blockNumber: 17, transactionIndex: 2 });
  expect(json).toMatchObject({
    type: '0x2',
    nonce: '0x3',
    blockNumber: '0x11',
    transactionIndex: '0x2',
    maxFeePerGas: '0x9',
  });
  expect(json.from).toBe(wallet.address.toLowerCase());
});

test('a transaction is rejected if a byte is cut or added, or the bytes are not a transaction', () => {
  const raw = signed(5);
  for (let length = 0; length < raw.length; length++)
    expect(() => parseTransaction(raw.slice(0, length))).toThrow(EncodingError);
  expect(() => parseTransaction(Uint8Array.from([...raw, 0]))).toThrow('RLP');
  expect(() => parseTransaction(Uint8Array.of(1, 0xc0))).toThrow('type');
  expect(() => parseTransaction(Uint8Array.of(0xc0))).toThrow('9 fields');
});

test('a transaction with a changed byte has another sender or none', () => {
  const raw = signed(5);
  const sender = senderOf(parseTransaction(raw));
  for (let at = 0; at < raw.length; at++) {
    const changed = raw.slice();
    changed[at]! ^= 1;
    let whose = 'none';
    try {
      whose = senderOf(parseTransaction(changed));
    } catch {
      // The bytes are no longer a transaction.
    }
    expect(whose).not.toBe(sender);
  }
});

test('a transaction is rejected without replay protection or with the high s value', () => {
  const plain = Judge.from({ type: 0, to: `0x${'ab'.repeat(20)}`, gasLimit: 21_000 });
  plain.signature = new Wallet(`0x${'42'.repeat(32)}`).signingKey.sign(plain.unsignedHash);
  expect(() => parseTransaction(Buffer.from(plain.serialized.slice(2), 'hex'))).toThrow('replay protection');
  const tx = parseTransaction(signed(1));
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  expect(() => senderOf({ ...tx, s: order - tx.s, yParity: tx.yParity === 0 ? 1 : 0 })).toThrow('low s value');
  for (const r of [0n, order, 2n ** 256n]) expect(() => senderOf({ ...tx, r })).toThrow('out of range');
});

test('a transaction costs 21,000 gas, plus 16 per nonzero byte and 4 per zero byte', () => {
  expect(intrinsicGas('0x')).toBe(21_000n);
  expect(intrinsicGas('0x00ff00')).toBe(21_024n);
  expect(intrinsicGas('0x1001')).toBe(21_032n);
});

test('a transaction is converted to a JSON-RPC object', () => {
  const raw = signed(1, { data: '0x00ff' });
  expect(rpcTransaction(raw)).toMatchObject({
    hash: hashOf(raw),
    type: '0x0',
    chainId: `0x${CHAIN_ID.toString(16)}`,
    nonce: '0x1',
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    gasPrice: '0x0',
    value: '0x0',
    input: '0x00ff',
  });
});

describe('an inclusion proof', () => {
  const raws = Array.from({ length: 20 }, (_, i) => signed(i));
  const root = listRoot(raws);

  test('proves its transaction and no other', () => {
    const proof = inclusionProof(raws, 7);
    expect(includedTransaction(root, 7, proof)).toEqual(raws[7]);
    expect(includedTransaction(root, 7, proof, hashOf(raws[7]!))).toEqual(raws[7]);
    expect(() => includedTransaction(root, 7, proof, hashOf(raws[8]!))).toThrow('is 0x');
    expect(() => includedTransaction(root, 8, proof)).toThrow('another hash');
  });
});
