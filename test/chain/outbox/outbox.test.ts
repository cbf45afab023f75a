import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intent, intents, outboxOn, drain } from './support/outbox.ts';

let node: Anvil;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  node = await startAnvil();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.stop();
});

const inputs = (count: number): string[] => Array.from({ length: count }, (_, i) => inputOf(i));

it('gives 25 concurrent intents 25 consecutive nonces, in order', async () => {
  const bench = outboxOn(node);
  await Promise.all(intents(25).map(async (each) => bench.submit(each)));
  await drain(bench, node);
  const sent = await node.sent();
  expect(sent.map(({ nonce }) => Number(nonce))).toEqual(Array.from({ length: 25 }, (_, i) => i));
  expect(sent.map(({ input }) => input)).toEqual(inputs(25));
  expect(bench.reported.size).toBe(25);
});

it('deduplicates intents, also after they were reported', async () => {
  const bench = outboxOn(node);
  bench.submit(intent(0), intent(0));
  bench.submit(intent(0));
  await drain(bench, node);
  bench.submit(intent(0));
  expect(await bench.tick()).toBeUndefined();
  expect(await node.inputs()).toEqual([inputOf(0)]);
  expect(bench.reports).toBe(1);
});

it('limits the number of transactions that wait for a block', async () => {
  const bench = outboxOn(node, { inFlight: 4 });
  bench.submit(...intents(10));
  await bench.tick(3);
  expect(Number((await node.rpc('txpool_status')).pending)).toBe(4);
  await node.mine();
  // Mined transactions do not count, final or not.
  await bench.tick();
  expect(Number((await node.rpc('txpool_status')).pending)).toBe(4);
  await drain(bench, node);
  expect(await node.inputs()).toEqual(inputs(10));
});

it('reports a transaction only when its block is final, with its position and time', async () => {
  const bench = outboxOn(node);
  bench.submit(intent(0));
  await bench.tick();
  await node.mine();
  await bench.tick();
  expect(bench.states()).toEqual(['mined']);
  // The tag is two blocks behind the newest one.
  await node.mine();
  await bench.tick();
  expect(bench.reports).toBe(0);
  await node.mine();
  expect(await bench.tick()).toBeUndefined();
  const [sent] = await node.sent();
  const block = await node.rpc('eth_getBlockByNumber', sent!.blockNumber, false);
  expect(bench.reported.get('intent 0')).toMatchObject({
    hash: sent!.hash,
    blockNumber: 1,
    blockHash: block.hash,
    transactionIndex: 0,
    blockUs: Number(block.timestamp) * 1_000_000,
    finality: 'finalized tag of the node',
  });
});

it('starts after the nonces that the key has used before, regardless of the pool', async () => {
  await node.rpc('eth_sendTransaction', { from: (await node.rpc('eth_accounts'))[0], to: intent(0).to, nonce: '0x0' });
  await node.mine();
  const bench = outboxOn(node);
  bench.submit(intent(7));
  await drain(bench, node);
  expect((await node.sent()).map(({ nonce, input }) => [Number(nonce), input])).toEqual([
    [0, '0x'],
    [1, inputOf(7)],
  ]);
});

it('sends four calls per tick while nothing changes', async () => {
  const bench = outboxOn(node);
  bench.submit(...intents(16));
  await bench.tick();
  await node.mine();
  await bench.tick();
  bench.calls.length = 0;
  await bench.tick();
  // The newest block, the transaction count, the final block, and the block that contains all transactions.
  expect(bench.calls.toSorted()).toEqual([
    'eth_getBlockByNumber',
    'eth_getBlockByNumber',
    'eth_getBlockByNumber',
    'eth_getTransactionCount',
  ]);
});

it('sends legacy transactions to a chain without a base fee', async () => {
  const old = await startAnvil({ more: ['--hardfork', 'berlin'] });
  try {
    const bench = outboxOn(old);
    bench.submit(...intents(3));
    await drain(bench, old);
    expect((await old.sent()).map(({ type, input }) => [type, input])).toEqual(inputs(3).map((x) => ['0x0', x]));
    expect(bench.reported.get('intent 2')?.header).toMatch(/^0xf9/);
  } finally {
    await old.stop();
  }
});

it('reports in batches, and does not repeat a successful batch', async () => {
  const bench = outboxOn(node, { inFlight: 250 });
  bench.submit(...intents(250));
  await bench.tick();
  await node.mine(3);
  let reports = 0;
  bench.onReport = () => {
    if (++reports === 2) throw new Error('away');
  };
  await expect(bench.tick()).rejects.toThrow('away');
  expect([bench.reported.size, bench.rows().length]).toEqual([100, 150]);
  expect(await bench.tick()).toBeUndefined();
  expect([bench.reported.size, reports]).toEqual([250, 4]);
});

it('reports transactions again that the database lacks, with the same data', async () => {
  const bench = outboxOn(node);
  bench.submit(...intents(5));
  await drain(bench, node);
  bench.submit(...intents(3, 5));
  await drain(bench, node);
  const before = [...bench.reported.values()];
  bench.reported.clear();
  bench.restart();
  const [missing, ...done] = bench.done().toReversed();
  expect(await bench.outbox.reportAgain([{ ...missing!, hash: `0x${'00'.repeat(32)}` }, ...done])).toBe(7);
  expect([...bench.reported.values()]).toEqual(before.slice(1));
  expect(await bench.tick()).toBeUndefined();
  expect(await node.inputs()).toEqual(inputs(8));
});
