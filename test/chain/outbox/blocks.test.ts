import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBytes, Transaction, Wallet, type TransactionLike } from 'ethers';
import { blockProof, type NodeBlock } from '../../../src/anchoring/chain/block.ts';
import { decodeHeader, headerHash } from '../../../src/formats/ethereum/header.ts';
import { hexOf } from '../../../src/formats/ethereum/hex.ts';
import { includedTransaction } from '../../../src/formats/ethereum/inclusion.ts';
import { EncodingError } from '../../../src/formats/ethereum/rlp.ts';
import { ProofError } from '../../../src/formats/ethereum/trie.ts';
import { CHAIN_ID, KEY, OTHER, startAnvil, type Anvil } from './support/anvil.ts';

let node: Anvil;
beforeAll(async () => {
  node = await startAnvil();
});
afterAll(() => node.stop());

const wallet = new Wallet(KEY);
const latest = (): Promise<NodeBlock> => node.rpc('eth_getBlockByNumber', 'latest', true);

/** Mines these transactions in one block, in this order. Returns their bytes. */
async function mined(transactions: TransactionLike[]): Promise<string[]> {
  const first = Number(await node.rpc('eth_getTransactionCount', wallet.address, 'latest'));
  const raws = await Promise.all(
    transactions.map((tx, i) => wallet.signTransaction({ gasLimit: 60_000n, to: OTHER, ...tx, nonce: first + i })),
  );
  for (const raw of raws) await node.rpc('eth_sendRawTransaction', raw);
  await node.mine();
  return raws;
}

/** Expects that the header has the block's hash and that each transaction has a valid inclusion proof. */
function proves(block: NodeBlock, raws: readonly string[]): void {
  const { header, inclusion } = blockProof(block);
  const decoded = decodeHeader(getBytes(header));
  expect(headerHash(decoded)).toBe(block.hash);
  expect(block.transactions).toHaveLength(raws.length);
  raws.forEach((raw, i) => {
    const proof = inclusion(i).map((item) => getBytes(item));
    const hash = block.transactions[i]!['hash'] as `0x${string}`;
    expect(hexOf(includedTransaction(decoded.transactionsRoot, i, proof, hash))).toBe(raw);
    expect(Transaction.from(raw).hash).toBe(hash);
  });
}

const fees = { maxFeePerGas: 9_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n } as const;
const price = { gasPrice: 9_000_000_000n } as const;
const common = { chainId: CHAIN_ID } as const;
const accessList = [
  { address: OTHER, storageKeys: [`0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`] },
  { address: wallet.address, storageKeys: [] },
];

describe('proofs from the blocks of a node', () => {
  it('include all header fields of the newest rules', async () => {
    await node.mine();
    const block = await latest();
    for (const field of ['withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot', 'requestsHash'])
      expect(block, field).toHaveProperty(field);
    proves(block, []);
    proves(await node.rpc('eth_getBlockByNumber', '0x0', true), []);
  });

  it('are valid for every transaction type in one block', async () => {
    const authorizationList = [
      wallet.authorizeSync({ address: OTHER, chainId: CHAIN_ID, nonce: 1000 }),
      wallet.authorizeSync({ address: OTHER, chainId: 0, nonce: 0 }),
    ];
    const raws = await mined([
      { type: 0, ...price, ...common },
      // Without replay protection.
      { type: 0, ...price },
      { type: 1, ...price, ...common, accessList },
      { type: 2, ...fees, ...common, accessList },
      { type: 4, ...fees, ...common, gasLimit: 200_000n, authorizationList },
      { type: 2, ...fees, ...common, data: `0x${'00ff'.repeat(300)}`, value: 10n ** 18n },
    ]);
    const block = await latest();
    expect(block.transactions.map((tx) => tx['type'])).toEqual(['0x0', '0x0', '0x1', '0x2', '0x4', '0x2']);
    proves(block, raws);
  });

  it('are valid for empty lists, zeros and the creation of a contract', async () => {
    const raws = await mined([
      { type: 1, ...price, ...common, accessList: [], value: 0n },
      { type: 2, ...fees, maxPriorityFeePerGas: 0n, ...common, accessList: [], data: '0x', value: 0n },
      { type: 2, ...fees, ...common, to: null, data: '0x00' },
      { type: 0, ...price, ...common, to: null, data: '0x' },
    ]);
    const block = await latest();
    expect(block.transactions.filter(({ to }) => to === null)).toHaveLength(2);
    // The node orders transactions by fees.
    const order = new Map(raws.map((raw) => [Transaction.from(raw).hash, raw]));
    proves(
      block,
      block.transactions.map(({ hash }) => order.get(hash as string)!),
    );
  });

  it('are valid for more than 128 transactions, whose indexes have different RLP lengths', async () => {
    const raws = await mined(
      Array.from({ length: 150 }, (_, i) => ({
        type: 2,
        ...fees,
        ...common,
        data: `0x${i.toString(16).padStart(4, '0')}`,
      })),
    );
    proves(await latest(), raws);
  });

  it('are valid under older rules', async () => {
    for (const rules of ['berlin', 'london', 'shanghai', 'cancun']) {
      const older = await startAnvil({ more: ['--hardfork', rules] });
      try {
        const raw = await wallet.signTransaction({
          type: 0,
          ...price,
          ...common,
          gasLimit: 21_000n,
          to: OTHER,
          nonce: 0,
        });
        await older.rpc('eth_sendRawTransaction', raw);
        await older.mine();
        proves(await older.rpc('eth_getBlockByNumber', 'latest', true), [raw]);
      } finally {
        await older.stop();
      }
    }
  });

  it('are not built from an incomplete or changed block', async () => {
    const [raw] = await mined([{ type: 2, ...fees, ...common }]);
    const block = await latest();
    const without = (field: string): NodeBlock => ({ ...block, [field]: undefined });
    for (const field of ['requestsHash', 'baseFeePerGas', 'withdrawalsRoot'])
      expect(() => blockProof(without(field))).toThrow(EncodingError);
    expect(() => blockProof({ ...block, transactions: [] })).toThrow(EncodingError);
    const [tx] = block.transactions;
    expect(() => blockProof({ ...block, transactions: [{ ...tx, value: '0x1' }] })).toThrow(EncodingError);
    expect(() => blockProof({ ...block, transactions: [{ ...tx, type: '0x7e' }] })).toThrow(EncodingError);
    const proof = blockProof(block)
      .inclusion(0)
      .map((item) => getBytes(item));
    const root = getBytes(block.transactionsRoot);
    expect(hexOf(includedTransaction(root, 0, proof))).toBe(raw);
    expect(() => includedTransaction(root, 1, proof)).toThrow(ProofError);
  });
});
