import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getBytes } from 'ethers';
import { hexOf } from '../../../src/formats/ethereum/hex.ts';
import { signTransaction } from '../../../src/formats/ethereum/transaction.ts';
import { RpcError } from '../../../src/formats/ethereum/transport.ts';
import { CHAIN_ID, KEY, startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intents, logged, outboxOn, drain, SETTINGS, type Bench, type Fault } from './support/outbox.ts';

let node: Anvil;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  node = await startAnvil();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.stop();
});

const FOREIGN = '0xf0e1';
/** A transaction that another program has signed with the key of the outbox. */
const foreign = (nonce: number): string =>
  hexOf(
    signTransaction(
      {
        type: 'eip1559',
        chainId: BigInt(CHAIN_ID),
        nonce: BigInt(nonce),
        to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
        value: 1n,
        data: FOREIGN,
        gas: 60_000n,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 9_000_000_000n,
        accessList: [],
      },
      getBytes(KEY),
    ),
  );

const alarms = () => logged('alarm').map(({ message, nonce }) => [message, nonce]);
const REPORTED = 'a foreign transaction has used a nonce of the signer';
/** Loses every transaction that is sent. */
const unsent: Fault = async (method, _, ask) => (method === 'eth_sendRawTransaction' ? '0x00' : ask());

/** Signs `own` transactions and loses them. Foreign transactions use the first `others` nonces. */
async function overtaken(bench: Bench, own: number, others: number): Promise<void> {
  bench.fault = unsent;
  bench.submit(...intents(own));
  await bench.tick();
  for (let nonce = 0; nonce < others; nonce++) await node.rpc('eth_sendRawTransaction', foreign(nonce));
  bench.fault = undefined;
  await node.mine();
}

it('assigns a new nonce only when the foreign transaction is final, with an alarm', async () => {
  const bench = outboxOn(node);
  await overtaken(bench, 3, 1);
  await bench.tick(5);
  await node.mine();
  await bench.tick(5);
  // The transactions with higher nonces are mined already.
  expect(bench.rows().map(({ state, nonce }) => [state, nonce])).toEqual([
    ['mined', 1],
    ['mined', 2],
    ['sent', 0],
  ]);
  expect(alarms()).toEqual([]);
  await node.mine();
  await bench.tick();
  expect(alarms()).toEqual([[REPORTED, 0]]);
  expect(logged('alarm')[0]).toMatchObject({ intent: 'intent 0', block: 1 });
  await drain(bench, node);
  const sent = (await node.sent()).map(({ nonce, input }) => [Number(nonce), input]);
  expect(sent).toEqual([
    [0, FOREIGN],
    [1, inputOf(1)],
    [2, inputOf(2)],
    [3, inputOf(0)],
  ]);
  expect(bench.reported.size).toBe(3);
});

it('skips all nonces that foreign transactions used in final blocks', async () => {
  const bench = outboxOn(node);
  await overtaken(bench, 2, 9);
  await node.mine(2);
  await drain(bench, node);
  expect((await node.sent()).map(({ nonce, input }) => [Number(nonce), input]).slice(9)).toEqual([
    [9, inputOf(0)],
    [10, inputOf(1)],
  ]);
  expect(alarms()).toEqual([
    [REPORTED, 0],
    [REPORTED, 1],
  ]);
});

it('keeps the nonce if the foreign transaction leaves the chain again', async () => {
  const bench = outboxOn(node);
  await overtaken(bench, 1, 1);
  await bench.tick(3);
  await node.rpc('anvil_reorg', 1, []);
  await drain(bench, node);
  expect((await node.sent()).map(({ nonce, input }) => [Number(nonce), input])).toEqual([[0, inputOf(0)]]);
  expect(alarms()).toEqual([]);
});

it('finds the foreign transaction many blocks before the final one', async () => {
  const bench = outboxOn(node);
  await node.mine(40);
  await overtaken(bench, 1, 1);
  await node.mine(75);
  await bench.tick();
  expect(logged('alarm')).toMatchObject([{ message: REPORTED, nonce: 0, block: 41 }]);
  await drain(bench, node);
  expect((await node.inputs()).filter((input) => input === inputOf(0))).toHaveLength(1);
});

it('duplicates no transaction if the node lacks its receipts', async () => {
  const bench = outboxOn(node);
  bench.submit(...intents(3));
  await bench.tick();
  await node.mine(10);
  bench.fault = async (method, _, ask) => (method === 'eth_getTransactionReceipt' ? null : ask());
  await bench.tick(10);
  expect(bench.rows().map(({ state, nonce }) => [state, nonce])).toEqual([0, 1, 2].map((nonce) => ['sent', nonce]));
  expect(alarms()).toEqual([]);
  bench.fault = undefined;
  await drain(bench, node);
  expect(await node.inputs()).toEqual([0, 1, 2].map(inputOf));
});

it('waits, with an alarm, if the node lacks the state that shows who used the nonce', async () => {
  const bench = outboxOn(node);
  await overtaken(bench, 1, 1);
  await node.mine(50);
  const final = (await node.height()) - 2;
  // A node that stores only the last few states.
  bench.fault = async (method, [, at], ask) => {
    if (method !== 'eth_getTransactionCount' || at === 'latest' || Number(at) > final - 10) return ask();
    throw new RpcError(-32_000, 'missing trie node');
  };
  await bench.tick(3);
  expect(bench.states()).toEqual(['sent']);
  expect(logged('alarm')[0]!['message']).toMatch('lacks the old state');
  bench.fault = undefined;
  await drain(bench, node);
  expect((await node.inputs()).filter((input) => input === inputOf(0))).toHaveLength(1);
});

it('raises an alarm if the chain waits for a nonce that the outbox never used', async () => {
  const bench = outboxOn(node);
  await node.rpc('eth_sendRawTransaction', foreign(0));
  await node.mine();
  bench.submit(...intents(2));
  await bench.tick();
  // The foreign transaction has left the chain. Those of the outbox have higher nonces.
  await node.rpc('anvil_reorg', 1, []);
  await node.mine();
  bench.wait(SETTINGS.stuckMs);
  await bench.tick(2);
  expect(logged('alarm')).toMatchObject([
    { message: 'the chain waits for a nonce that the outbox never used', nonce: 1, next: 0 },
  ]);
  expect(bench.rows().map(({ nonce, signed }) => [nonce, signed.length])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  await node.rpc('eth_sendRawTransaction', foreign(0));
  await drain(bench, node);
  expect(await node.inputs()).toEqual([FOREIGN, inputOf(0), inputOf(1)]);
});
