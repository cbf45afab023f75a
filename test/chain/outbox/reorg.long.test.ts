import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RpcError } from '../../../src/formats/ethereum/transport.ts';
import { startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intent, intents, logged, outboxOn, drain, type Fault } from './support/outbox.ts';

let node: Anvil;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  node = await startAnvil();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.stop();
});

it('a reorganization of two blocks returns their transactions to the outbox, and they are mined again', async () => {
  const bench = outboxOn(node);
  bench.submit(...intents(2));
  await bench.tick();
  await node.mine();
  await bench.tick();
  bench.submit(...intents(2, 2));
  await bench.tick();
  await node.mine();
  await bench.tick();
  expect(bench.states()).toEqual(['mined', 'mined', 'mined', 'mined']);
  const before = bench.rows().map(({ position }) => position!.blockHash);
  await node.rpc('anvil_reorg', 2, []);
  await bench.tick();
  expect(bench.reports).toBe(0);
  expect(bench.rows().filter(({ position }) => position && before.includes(position.blockHash))).toEqual([]);
  await drain(bench, node);
  expect(await node.inputs()).toEqual([0, 1, 2, 3].map(inputOf));
  for (const each of bench.reported.values()) {
    expect(before).not.toContain(each.blockHash);
    expect((await node.rpc('eth_getTransactionReceipt', each.hash)).blockHash).toBe(each.blockHash);
  }
  expect(logged('warn').filter(({ message }) => message === 'a transaction has left the chain')).toHaveLength(4);
});

it('a reorganization that moves a transaction to another block updates its position and sends nothing', async () => {
  const bench = outboxOn(node);
  bench.submit(intent(0));
  await bench.tick();
  const raw = bench.rows()[0]!.signed[0]!.raw;
  await node.mine();
  await bench.tick();
  await node.rpc('anvil_reorg', 1, [[raw, 0]]);
  bench.calls.length = 0;
  await bench.tick();
  const [row] = bench.rows();
  expect(row!.position!.blockHash).toBe((await node.rpc('eth_getBlockByNumber', 'latest', false)).hash);
  expect(bench.calls).not.toContain('eth_sendRawTransaction');
  await drain(bench, node);
  expect(await node.inputs()).toEqual([inputOf(0)]);
});

it('a reorganization is detected although the node still returns old receipts and counts', async () => {
  const bench = outboxOn(node);
  bench.submit(intent(0));
  await bench.tick();
  const { hash } = bench.rows()[0]!.signed[0]!;
  await node.mine();
  const receipt = await node.rpc('eth_getTransactionReceipt', hash);
  await node.rpc('anvil_reorg', 1, []);
  await node.mine(5);
  bench.fault = async (method, [, at], ask) => {
    if (method === 'eth_getTransactionReceipt') return receipt;
    return method === 'eth_getTransactionCount' && at === 'latest' ? '0x1' : ask();
  };
  await bench.tick(3);
  expect(bench.states()).toEqual(['sent']);
  expect(bench.reports).toBe(0);
  bench.fault = undefined;
  await drain(bench, node);
  expect(await node.inputs()).toEqual([inputOf(0)]);
});

it('a reorganization of a final block is followed if the transaction was not reported yet', async () => {
  const bench = outboxOn(node);
  bench.submit(intent(0));
  await bench.tick();
  await node.mine(4);
  bench.onReport = () => {
    throw new Error('away');
  };
  await expect(bench.tick()).rejects.toThrow('away');
  await node.rpc('anvil_reorg', 4, []);
  bench.onReport = undefined;
  await bench.tick();
  await drain(bench, node);
  expect(await node.inputs()).toEqual([inputOf(0)]);
});

it('a reorganization does not bump fees, regardless of when the transaction was sent', async () => {
  const bench = outboxOn(node);
  bench.submit(intent(0));
  await bench.tick();
  await node.mine();
  await bench.tick();
  bench.wait(600_000);
  await node.rpc('anvil_reorg', 1, []);
  await bench.tick();
  expect(bench.rows().map(({ state, signed }) => [state, signed.length])).toEqual([['sent', 1]]);
  await drain(bench, node);
});

describe('finality', () => {
  const withoutTag: Fault = async (method, [which], ask) => {
    if (method === 'eth_getBlockByNumber' && which === 'finalized') throw new RpcError(-32_602, 'unknown tag');
    return ask();
  };

  it('is determined by depth if the node never returns a final block', async () => {
    const bench = outboxOn(node, { confirmations: 5 });
    bench.fault = withoutTag;
    bench.submit(intent(0));
    await bench.tick();
    await node.mine();
    await bench.tick(10);
    // depth = head - block + 1
    await node.mine(3);
    await bench.tick();
    expect(bench.reports).toBe(0);
    await node.mine();
    await bench.tick();
    expect(bench.reported.get('intent 0')!.finality).toBe('depth of 5 blocks');
  });

  it.each(['error', 'null'])(
    'is not determined by depth if the query for the tag fails now and then (%s)',
    async (how) => {
      const bench = outboxOn(node, { confirmations: 1 });
      bench.submit(intent(0));
      let refused = 0;
      bench.fault = async (method, [which], ask) => {
        if (which !== 'finalized' || method !== 'eth_getBlockByNumber' || refused++ >= 4) return ask();
        if (how === 'null') return null;
        throw new RpcError(-32_000, 'finalized block not found');
      };
      await bench.tick();
      await node.mine();
      await bench.tick(3);
      expect(bench.reports).toBe(0);
      await bench.tick(10);
      // The node has named a final block before, so depth is no longer used.
      expect(bench.reports).toBe(0);
      bench.fault = withoutTag;
      bench.restart();
      await bench.tick(20);
      expect(bench.reports).toBe(0);
      bench.fault = undefined;
      await node.mine(2);
      await bench.tick();
      expect(bench.reported.get('intent 0')!.finality).toBe('finalized tag of the node');
    },
  );
});
