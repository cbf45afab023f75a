import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChainUnreachable, RpcError } from '../../../src/formats/ethereum/transport.ts';
import { OTHER, SIGNER, startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intents, logged, outboxOn, drain, SETTINGS, type Bench } from './support/outbox.ts';

let node: Anvil;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  node = await startAnvil();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.stop();
});

/** A seeded generator of numbers below `limit` (mulberry32). */
const numbers = (seed: number) => (limit: number) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % limit;
};

/** The injected errors: those that the outbox handles, and that of a process that ends. */
const THROWN = [
  () => new RpcError(-32_000, 'whatever'),
  () => new ChainUnreachable('away'),
  () => new Error('the process ends'),
];

const STEPS = 90;

/** Performs one random step. Returns the number of submitted intents. */
async function randomStep(pick: (limit: number) => number, bench: Bench, submitted: number): Promise<number> {
  switch (pick(14)) {
    case 0:
    case 1: {
      const count = pick(6);
      bench.submit(...intents(count, submitted), ...intents(Math.min(submitted, 2)));
      return submitted + count;
    }
    case 2:
    case 3:
      await node.mine(1 + pick(2));
      break;
    case 4:
      if ((await node.height()) > 3) await node.rpc('anvil_reorg', 1 + pick(2), []);
      break;
    case 5:
      await node.rpc('anvil_dropAllTransactions');
      break;
    case 6:
      await node.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(10 ** (7 + pick(4))).toString(16)}`);
      break;
    case 7:
      bench.wait(SETTINGS.stuckMs);
      break;
    case 8:
      bench.restart();
      break;
    case 9:
    case 10: {
      let left = pick(12);
      const thrown = THROWN[pick(THROWN.length)]!;
      const late = pick(2) === 0;
      // One call fails, before or after it reached the node.
      bench.fault = async (_, __, ask) => {
        if (left-- !== 0) return ask();
        if (late) await ask().catch(() => undefined);
        throw thrown();
      };
      break;
    }
    case 11:
      bench.onReport = () => {
        bench.onReport = undefined;
        throw new Error('the database is away');
      };
      break;
    case 12:
      if (pick(3) === 0) await node.rpc('eth_sendTransaction', { from: SIGNER, to: OTHER, input: '0xf0e1' });
      break;
  }
  await bench.tick(1 + pick(4)).catch(() => undefined);
  bench.fault = undefined;
  return submitted;
}

it.each([1, 2, 3, 4, 5, 6])('all intents are mined exactly once under random failures (seed %i)', async (seed) => {
  const pick = numbers(seed);
  const bench = outboxOn(node, { inFlight: 5 });
  let submitted = 0;
  for (let step = 0; step < STEPS; step++) submitted = await randomStep(pick, bench, submitted);
  bench.onReport = undefined;
  bench.wait(SETTINGS.stuckMs);
  await drain(bench, node, 200);
  const ours = (await node.inputs()).filter((input) => input !== '0xf0e1');
  expect(ours.toSorted()).toEqual(Array.from({ length: submitted }, (_, i) => inputOf(i)));
  expect(bench.reported.size).toBe(submitted);
  for (const { hash, blockHash } of bench.reported.values())
    expect((await node.rpc('eth_getTransactionReceipt', hash)).blockHash).toBe(blockHash);
  expect(logged('alarm').filter(({ message }) => !String(message).startsWith('a foreign transaction'))).toEqual([]);
});
