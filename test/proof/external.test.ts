import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANCHOR_ADDRESS } from '../../src/proof/calldata.ts';
import { blockProof, type NodeBlock } from '../../src/anchoring/chain/block.ts';
import { bytesOf, hexOf } from '../../src/formats/ethereum/hex.ts';
import { addressOf, publicKeyOf } from '../../src/formats/ethereum/signature.ts';
import { hashOf, signTransaction } from '../../src/formats/ethereum/transaction.ts';
import { HttpTransport } from '../../src/formats/ethereum/transport.ts';
import { askNode } from '../../src/proof/node.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { CHAIN_ID, KEY, startAnvil, type Anvil } from '../chain/outbox/support/anvil.ts';
import { simpleProof, type Recorder } from './support/proofs.ts';
import type { SimpleProof } from '../../src/proof/document.ts';

const key = bytesOf(KEY, 'the key', 32);
let node: Anvil;
let proof: SimpleProof;

const ask = () => askNode(proof, new HttpTransport(node.url), 3);

/** A proof whose transaction the node has mined. */
async function minedProof(): Promise<SimpleProof> {
  let raw = new Uint8Array();
  const draft: Recorder = (data) => {
    raw = signTransaction(
      {
        type: 'eip1559',
        chainId: BigInt(CHAIN_ID),
        nonce: 0n,
        maxFeePerGas: 30_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        accessList: [],
        gas: 100_000n,
        to: ANCHOR_ADDRESS,
        value: 0n,
        data,
      },
      key,
    ) as Uint8Array<ArrayBuffer>;
    return { chain: {} as never, event: (event) => event };
  };
  simpleProof('tenant', draft);
  await node.rpc('eth_sendRawTransaction', hexOf(raw));
  await node.mine();
  const { blockHash } = await node.rpc('eth_getTransactionReceipt', hashOf(raw));
  const block: NodeBlock = await node.rpc('eth_getBlockByHash', blockHash, true);
  const { header, inclusion } = blockProof(block);
  const genesis = await node.rpc('eth_getBlockByNumber', '0x0', false);
  return simpleProof('tenant', () => ({
    chain: {
      chain_id: String(CHAIN_ID),
      kind: 'external',
      genesis_hash: genesis.hash,
      transaction: hexOf(raw),
      transaction_index: 0,
      inclusion: inclusion(0),
      block_header: header,
      block_hash: block.hash,
      validator_address: '',
      finality: 'finalized tag of the node',
    },
    event: (event) => ({
      ...event,
      transaction_id: hashOf(raw),
      block_number: Number(block.number),
      transaction_index: 0,
    }),
  }));
}

beforeAll(async () => {
  node = await startAnvil();
  await node.mine();
  proof = await minedProof();
});
afterAll(() => node?.stop());

test('a mined transaction is proven by the document, and by the node once the block is final', async () => {
  const report = verifyProof(proof, { signer: addressOf(publicKeyOf(key)) });
  expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
  expect(report.word).toMatch(/^mined on chain 4242, final by /);
  expect(await ask()).toMatchObject({ ok: false, detail: expect.stringContaining('is not final') });
  await node.mine(2);
  expect(await ask()).toMatchObject({ ok: true });
});

test('the block that was dropped from the chain is detected only by the node', async () => {
  await node.rpc('anvil_reorg', 4, []);
  await node.mine(4);
  expect(verifyProof(proof).ok).toBe(true);
  expect(await ask()).toMatchObject({ ok: false, detail: expect.stringContaining('no block') });
});
