import { authorizationify, Transaction, Wallet, type TransactionLike } from 'ethers';
import { describe, expect, test } from 'vitest';
import { decodeBlock, encodeBlock, rawOfRpc } from '../../src/formats/ethereum/block.ts';
import { headerHash } from '../../src/formats/ethereum/header.ts';
import { hexOf } from '../../src/formats/ethereum/hex.ts';
import { call, grownChain, signed } from './support/chain.ts';

const wallet = new Wallet(`0x${'42'.repeat(32)}`);
const to = `0x${'ab'.repeat(20)}`;
const word = (digit: string) => `0x${digit.repeat(64)}`;
const fees = { maxFeePerGas: 9n, maxPriorityFeePerGas: 0n };
const accessList = [{ address: to, storageKeys: [word('1'), word('2')] }];
const base = { nonce: 5, gasLimit: 90_000n, to, value: 3n, data: '0x00ff', chainId: 7n };
const authorization = wallet.authorizeSync({ address: to, nonce: 0n, chainId: 7n });

const kinds: [string, TransactionLike][] = [
  ['legacy', { ...base, type: 0, gasPrice: 4n }],
  ['without replay protection', { ...base, type: 0, gasPrice: 4n, chainId: 0n }],
  ['a creation', { ...base, type: 0, gasPrice: 4n, to: null }],
  ['EIP-2930', { ...base, type: 1, gasPrice: 4n, accessList }],
  ['EIP-1559', { ...base, type: 2, ...fees, accessList: [] }],
  ['EIP-4844', { ...base, type: 3, ...fees, maxFeePerBlobGas: 1n, blobVersionedHashes: [`0x01${'7'.repeat(62)}`] }],
  ['EIP-7702', { ...base, type: 4, ...fees, authorizationList: [authorizationify(authorization)] }],
];

const quantity = (value: bigint | number | string): string => `0x${BigInt(value).toString(16)}`;

/** The JSON-RPC object of a transaction, as a node returns it. */
function asJson(tx: Transaction): Record<string, unknown> {
  const { r, s, v, yParity } = tx.signature!;
  const legacy = tx.chainId === 0n ? v : tx.chainId * 2n + 35n + BigInt(yParity);
  const signature = tx.type === 0 ? legacy : yParity;
  const list = tx.authorizationList?.map((one) => ({
    chainId: quantity(one.chainId),
    address: one.address,
    nonce: quantity(one.nonce),
    yParity: quantity(one.signature.yParity),
    r: quantity(one.signature.r),
    s: quantity(one.signature.s),
  }));
  const optional = (value: bigint | null) => (value === null ? undefined : quantity(value));
  return {
    hash: tx.hash,
    type: quantity(tx.type!),
    chainId: quantity(tx.chainId),
    nonce: quantity(tx.nonce),
    gasPrice: optional(tx.gasPrice),
    maxFeePerGas: optional(tx.maxFeePerGas),
    maxPriorityFeePerGas: optional(tx.maxPriorityFeePerGas),
    maxFeePerBlobGas: optional(tx.maxFeePerBlobGas),
    gas: quantity(tx.gasLimit),
    to: tx.to,
    value: quantity(tx.value),
    input: tx.data,
    accessList: tx.type! > 0 ? (tx.accessList ?? []) : undefined,
    blobVersionedHashes: tx.blobVersionedHashes ?? undefined,
    authorizationList: list,
    v: quantity(signature),
    r: quantity(r),
    s: quantity(s),
  };
}

describe('the raw bytes of a JSON-RPC transaction object', () => {
  test.each(kinds)('are those that an independent library serializes: %s', (_, fields) => {
    const tx = Transaction.from(fields);
    tx.signature = wallet.signingKey.sign(tx.unsignedHash);
    const json = asJson(tx);
    expect(hexOf(rawOfRpc(json))).toBe(tx.serialized);
    expect(() => rawOfRpc({ ...json, value: '0x4' })).toThrow('its hash');
    expect(() => rawOfRpc({ ...json, nonce: undefined })).toThrow('nonce');
    expect(() => rawOfRpc({ ...json, type: '0x7e' })).toThrow('type 0x7e');
  });
});

describe('the RLP of a block', () => {
  const chain = grownChain();
  const bytes = (number: string) => Buffer.from(call<string>(chain, 'debug_getRawBlock', number).slice(2), 'hex');

  test('decodes to its header and its transactions', () => {
    for (const number of ['0x0', '0x2', 'latest']) {
      const json = call(chain, 'eth_getBlockByNumber', number, true);
      const { header, transactions } = decodeBlock(bytes(number));
      expect(headerHash(header)).toBe(json.hash);
      expect(transactions.map(hexOf)).toEqual(json.transactions.map(rawOfRpc).map(hexOf));
      expect(hexOf(encodeBlock(header, transactions))).toBe(hexOf(bytes(number)));
    }
  });

  test('contains typed transactions as bytes', () => {
    const typed = Buffer.from('02c0', 'hex');
    const { header } = decodeBlock(bytes('0x1'));
    const block = encodeBlock(header, [signed(0), typed]);
    expect(decodeBlock(block).transactions.map(hexOf)).toEqual([hexOf(signed(0)), '0x02c0']);
    expect(() => decodeBlock(Uint8Array.of(0xc1, 0xc0))).toThrow('header and transactions');
  });
});
