import { expect, test } from 'vitest';
import { bytesOf, hexOf } from '../../src/formats/ethereum/hex.ts';
import { parseTransaction } from '../../src/formats/ethereum/transaction.ts';
import { ChainUnreachable, RpcError } from '../../src/formats/ethereum/transport.ts';
import { askNode } from '../../src/proof/node.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { openChain } from '../chain/support/chain.ts';
import { nodeOf, type Overrides } from './support/node.ts';
import { grownWith, simpleProof } from './support/proofs.ts';

const proof = simpleProof('tenant');
const { data } = parseTransaction(bytesOf(proof.chain.transaction, 'transaction'));
const { chain, header } = grownWith(data);
const ZEROS = `0x${'00'.repeat(32)}`;
const unknownTag = new RpcError(-32_602, 'invalid block tag');

const ask = (overrides: Overrides = {}, confirmations = 1) => askNode(proof, nodeOf(chain, overrides), confirmations);

test('a node that has the block as a final one confirms the proof', async () => {
  expect(verifyProof(proof).ok).toBe(true);
  expect(await ask()).toEqual({
    name: 'node',
    ok: true,
    detail: expect.stringContaining('the node has finalized block 2'),
  });
});

test.each<[string, Overrides]>([
  ['of another chain', { eth_chainId: '0x1' }],
  ['without a chain id', { eth_chainId: null }],
  ['with another block 0', { 'eth_getBlockByNumber 0x0': { number: '0x0', hash: ZEROS } }],
  ['without block 0', { 'eth_getBlockByNumber 0x0': null }],
  ['with another block at that height', { 'eth_getBlockByNumber 0x2': { number: '0x2', hash: ZEROS } }],
  ['without the block', { 'eth_getBlockByNumber 0x2': null }],
  ['without the transaction', { eth_getTransactionByHash: null }],
  [
    'with the transaction in another block',
    { eth_getTransactionByHash: { blockHash: ZEROS, transactionIndex: '0x5' } },
  ],
  ['with the transaction pending', { eth_getTransactionByHash: { blockHash: null, transactionIndex: null } }],
  [
    'with the transaction at another index',
    { eth_getTransactionByHash: { blockHash: proof.chain.block_hash, transactionIndex: '0x6' } },
  ],
  ['that has finalized only the block before', { 'eth_getBlockByNumber finalized': { number: '0x1', hash: ZEROS } }],
  ['that has finalized nothing', { 'eth_getBlockByNumber finalized': null }],
  ['that returns a value of another type', { eth_chainId: { a: 1 } }],
  ['that returns an error', { eth_chainId: new RpcError(-32_000, 'no') }],
  ['that does not respond', { eth_chainId: new ChainUnreachable('connection refused') }],
  ['that becomes unreachable', { 'eth_getBlockByNumber finalized': new ChainUnreachable('connection refused') }],
])('a node %s does not confirm the proof', async (_name, overrides) => {
  expect(await ask(overrides)).toMatchObject({ name: 'node', ok: false });
});

test('a block is final by its depth if the node does not support the tag', async () => {
  const overrides = { 'eth_getBlockByNumber finalized': unknownTag };
  expect(await ask(overrides, 1)).toMatchObject({ ok: true, detail: expect.stringContaining('a depth of 1 blocks') });
  expect(await ask(overrides, 2)).toMatchObject({ ok: false });
  const longer = { ...overrides, 'eth_getBlockByNumber latest': { number: '0xd' } };
  expect(await ask(longer, 12)).toMatchObject({ ok: true });
  expect(await ask(longer, 13)).toMatchObject({ ok: false });
});

test('the node of another chain with the same id does not confirm the proof', async () => {
  const other = openChain(undefined, { validatorKey: new Uint8Array(32).fill(0x12) });
  expect(await askNode(proof, nodeOf(other), 1)).toMatchObject({ name: 'node', ok: false });
  expect(hexOf(header.parentHash)).not.toBe(ZEROS);
});
