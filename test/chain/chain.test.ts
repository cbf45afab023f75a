import { DatabaseSync } from 'node:sqlite';
import { computeAddress } from 'ethers';
import { describe, expect, test } from 'vitest';
import { ForeignChain } from '../../src/anchoring/chain/embedded/chain.ts';
import { headerOfRecord, validatorOf } from '../../src/formats/ethereum/header.ts';
import { hexOf } from '../../src/formats/ethereum/hex.ts';
import { hashOf, parseTransaction, senderOf } from '../../src/formats/ethereum/transaction.ts';
import { unsealed } from '../../src/formats/ethereum/genesis.ts';
import { call, CHAIN_ID, NOON, openChain, refusal, RECEIVER, signed, sqlite, VALIDATOR_KEY } from './support/chain.ts';

const send = (chain: ReturnType<typeof openChain>, raw: Uint8Array) =>
  call(chain, 'eth_sendRawTransaction', hexOf(raw));
const SENDER = senderOf(parseTransaction(signed(0)));
const secondsOf = (block: { timestamp: string }): number => Number(block.timestamp) * 1000;

describe('an empty chain', () => {
  test('has a genesis that depends only on the chain id and the validator', () => {
    const genesis = call(openChain(), 'eth_getBlockByNumber', 'earliest', false);
    expect(genesis).toMatchObject({ number: '0x0', difficulty: '0x1', gasLimit: '0xb2d05e00', transactions: [] });
    expect(call(openChain(), 'eth_getBlockByNumber', '0x0', true)).toEqual(genesis);
    const others = [
      openChain(sqlite(), { chainId: 5n }),
      openChain(sqlite(), { validatorKey: new Uint8Array(32).fill(3) }),
    ];
    const hashes = others.map((chain) => call(chain, 'eth_getBlockByNumber', 'latest', false).hash);
    expect(new Set([genesis.hash, ...hashes]).size).toBe(3);
    expect(genesis.extraData).toContain(computeAddress(hexOf(VALIDATOR_KEY)).slice(2).toLowerCase());
  });

  test('is not opened if the storage holds another chain', () => {
    const sql = sqlite();
    openChain(sql);
    expect(() => openChain(sql, { chainId: 5n })).toThrow(ForeignChain);
    expect(() => openChain(sql, { validatorKey: new Uint8Array(32).fill(3) })).toThrow(ForeignChain);
    expect(openChain(sql).head().header.number).toBe(0n);
  });

  test('seals no block without transactions', () => {
    const chain = openChain();
    expect(chain.dueAt(NOON)).toBeUndefined();
    expect(chain.tick(NOON)).toBeUndefined();
    expect(call(chain, 'eth_blockNumber')).toBe('0x0');
  });
});

test('a transaction waits, and is included in the next block', () => {
  const chain = openChain();
  const raw = signed(0);
  const hash = send(chain, raw);
  expect(hash).toBe(hashOf(raw));
  expect(send(chain, raw)).toBe(hash);
  expect(call(chain, 'eth_getTransactionByHash', hash)).toMatchObject({ hash, from: SENDER, blockNumber: null });
  expect(call(chain, 'eth_getTransactionReceipt', hash)).toBeNull();
  expect(call(chain, 'eth_getTransactionCount', SENDER, 'latest')).toBe('0x0');
  expect(call(chain, 'eth_getTransactionCount', SENDER, 'pending')).toBe('0x1');
  expect(chain.dueAt(NOON)).toBe(NOON);
  chain.tick(NOON);
  const block = call(chain, 'eth_getBlockByNumber', 'finalized', true);
  expect(block).toMatchObject({
    number: '0x1',
    difficulty: '0x2',
    totalDifficulty: '0x3',
    miner: `0x${'00'.repeat(20)}`,
  });
  expect(secondsOf(block)).toBe(NOON);
  expect(block.transactions).toHaveLength(1);
  expect(block.transactions[0]).toMatchObject({ hash, blockHash: block.hash, transactionIndex: '0x0', to: RECEIVER });
  expect(call(chain, 'eth_getBlockByHash', block.hash, false).transactions).toEqual([hash]);
  const receipt = call(chain, 'eth_getTransactionReceipt', hash);
  expect(receipt).toMatchObject({
    status: '0x1',
    blockHash: block.hash,
    gasUsed: block.gasUsed,
    logs: [],
    from: SENDER,
  });
  expect(call(chain, 'eth_getTransactionCount', SENDER, 'latest')).toBe('0x1');
  expect(send(chain, raw)).toBe(hash);
  expect(chain.dueAt(NOON + 5000)).toBeUndefined();
  expect(validatorOf(headerOfRecord(block))).toBe(computeAddress(hexOf(VALIDATOR_KEY)).toLowerCase());
});

test('a transaction that arrives out of order waits for the lower nonces', () => {
  const chain = openChain();
  for (const nonce of [3, 1, 4]) send(chain, signed(nonce));
  expect(chain.dueAt(NOON)).toBeUndefined();
  expect(chain.seal(NOON)).toBeUndefined();
  send(chain, signed(0));
  chain.seal(NOON);
  expect(call(chain, 'eth_getTransactionCount', SENDER, 'latest')).toBe('0x2');
  expect(chain.dueAt(NOON)).toBeUndefined();
  send(chain, signed(2));
  chain.seal(NOON + 1000);
  const { transactions } = call(chain, 'eth_getBlockByNumber', 'latest', true);
  expect(transactions.map((one: { nonce: string }) => one.nonce)).toEqual(['0x2', '0x3', '0x4']);
});

const refused: [string, Uint8Array][] = [
  ['is for chain', signed(2, { chainId: 1n })],
  ['nonce too low', signed(0, { data: '0x77' })],
  ['is waiting', signed(1, { data: '0x77' })],
  ['intrinsic gas too low', signed(2, { gas: 21_015n, data: '0x77' })],
  ['exceeds the gas limit of a block', signed(2, { gas: 0xb2d05e01n })],
  ['gas price must be 0', signed(2, { gasPrice: 1n })],
  ['value must be 0', signed(2, { value: 1n })],
  ['without code', signed(2, { to: '0x' })],
  ['without code', signed(2, { to: `0x${'00'.repeat(19)}09` })],
  ['too large', signed(2, { gas: 10_000_000n, data: hexOf(new Uint8Array(140_000)) })],
  ['a field is not a number', signed(2).with(3, 0)],
  ['not RLP', signed(2).slice(1)],
  ['empty', new Uint8Array()],
];

test.each(refused.slice(0, 10))('a transaction is rejected: %s', (message, raw) => {
  const chain = openChain();
  send(chain, signed(0));
  chain.seal(NOON);
  send(chain, signed(1));
  expect(refusal(chain, 'eth_sendRawTransaction', hexOf(raw))).toEqual({
    code: -32_000,
    message: expect.stringContaining(message),
  });
  chain.seal(NOON + 1000);
  expect(call(chain, 'eth_getTransactionCount', SENDER, 'latest')).toBe('0x2');
});

test.each(refused.slice(10))('a transaction is rejected if its bytes are not a transaction: %s', (_, raw) => {
  expect(refusal(openChain(), 'eth_sendRawTransaction', hexOf(raw)).code).toBe(-32_000);
});

describe('blocks', () => {
  test('have increasing timestamps, at most one block per second', () => {
    const chain = openChain();
    send(chain, signed(0));
    chain.tick(NOON + 300);
    send(chain, signed(1));
    expect(chain.dueAt(NOON + 400)).toBe(NOON + 1000);
    expect(chain.tick(NOON + 400)).toBeUndefined();
    expect(chain.tick(NOON + 999)).toBeUndefined();
    expect(chain.tick(NOON + 1000)?.header.timestamp).toBe(BigInt(NOON / 1000 + 1));
    send(chain, signed(2));
    expect(chain.dueAt(NOON + 60_400)).toBe(NOON + 60_400);
    expect(chain.tick(NOON + 60_400)?.header.timestamp).toBe(BigInt(NOON / 1000 + 60));
  });

  test('are sealed although the clock was set back', () => {
    const chain = openChain();
    send(chain, signed(0));
    chain.tick(NOON);
    send(chain, signed(1));
    const back = NOON - 3_600_000;
    expect(chain.dueAt(back)).toBe(back + 1000);
    expect(chain.tick(back + 1000)?.header.timestamp).toBe(BigInt(NOON / 1000 + 1));
  });

  test('are filled up to the gas limit; further transactions wait for the next block', () => {
    const chain = openChain();
    // Each uses 21,000 gas, but its gas limit must fit into the gas that the block has left.
    for (let nonce = 0; nonce < 4; nonce++) send(chain, signed(nonce, { gas: 0xb2d05e00n - 45_000n, data: '0x' }));
    const counts: number[] = [];
    for (let at = NOON; chain.dueAt(at) !== undefined; at += 1000) {
      chain.seal(at);
      counts.push(call(chain, 'eth_getBlockByNumber', 'latest', false).transactions.length);
    }
    expect(counts).toEqual([3, 1]);
  });

  test('name the validator in the first block of an epoch', () => {
    const identity = { chainId: CHAIN_ID, validatorKey: VALIDATOR_KEY };
    expect([29_999n, 30_000n, 30_001n].map((number) => unsealed(identity, number).length)).toEqual([97, 117, 97]);
  });

  test('are read again from the storage, and a failed one is rolled back', () => {
    const database = new DatabaseSync(':memory:');
    const chain = openChain(sqlite(database));
    send(chain, signed(0));
    chain.seal(NOON);
    send(chain, signed(1));
    const head = chain.head().hash;
    database.exec(`CREATE TRIGGER fail BEFORE UPDATE ON accounts BEGIN SELECT RAISE(ABORT, 'disk'); END`);
    expect(() => chain.seal(NOON + 1000)).toThrow('disk');
    database.exec('DROP TRIGGER fail');
    const again = openChain(sqlite(database));
    expect(again.head().hash).toBe(head);
    again.seal(NOON + 1000);
    const block = call(again, 'eth_getBlockByNumber', 'latest', false);
    expect(block).toMatchObject({ number: '0x2', parentHash: head, transactions: [hashOf(signed(1))] });
  });
});

describe('the JSON-RPC methods of the chain', () => {
  const chain = openChain();
  send(chain, signed(0));
  chain.seal(NOON);

  test('describe the node', () => {
    const methods = [
      'web3_clientVersion',
      'eth_chainId',
      'net_version',
      'net_peerCount',
      'admin_peers',
      'eth_syncing',
      'eth_gasPrice',
    ];
    const answers = methods.map((method) => call(chain, method));
    expect(answers).toEqual(['embedded', `0x${CHAIN_ID.toString(16)}`, String(CHAIN_ID), '0x0', [], false, '0x0']);
    expect(computeAddress(call<string>(chain, 'embedded_validator'))).toBe(computeAddress(hexOf(VALIDATOR_KEY)));
    expect(call(chain, 'eth_getBalance', SENDER, 'latest')).toBe('0x0');
    expect(call(chain, 'eth_getCode', RECEIVER, 'latest')).toBe('0x');
    expect(call(chain, 'eth_getTransactionCount', SENDER, '0x1')).toBe('0x1');
  });

  test('return null for what does not exist', () => {
    expect(call(chain, 'eth_getBlockByNumber', '0x2', true)).toBeNull();
    for (const method of ['eth_getBlockByHash', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'])
      expect(call(chain, method, `0x${'07'.repeat(32)}`)).toBeNull();
  });

  test.each([
    [-32_601, 'eth_mine', []],
    [-32_601, 'toString', []],
    [-32_602, 'eth_getBlockByNumber', ['1']],
    [-32_602, 'eth_getBlockByNumber', [1]],
    [-32_602, 'eth_getBlockByNumber', []],
    [-32_602, 'eth_getBlockByNumber', ['0x1', 'yes']],
    [-32_602, 'eth_getBlockByHash', ['0x1']],
    [-32_602, 'eth_getTransactionReceipt', []],
    [-32_602, 'eth_getTransactionCount', ['me']],
    [-32_602, 'eth_sendRawTransaction', ['0x123']],
    [-32_000, 'eth_getTransactionCount', [SENDER, '0x0']],
    [-32_000, 'debug_getRawBlock', ['0x2']],
  ])('return the error %i for %s %j', (code, method, params) => {
    expect(refusal(chain, method as string, ...(params as unknown[])).code).toBe(code);
  });
});
