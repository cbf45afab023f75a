import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intent, outboxOn, drain } from './support/outbox.ts';

let node: Anvil;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  node = await startAnvil();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.stop();
});

/** Seconds since the epoch: later than all blocks of the node so far. */
const THEN = 1_900_000_000;
const late = (n: number, notBefore = THEN) => ({ ...intent(n), notBefore });

/** Makes a block of this time. */
async function mineAt(seconds: number): Promise<void> {
  await node.rpc('evm_setNextBlockTimestamp', seconds);
  await node.mine();
}

it('sends to an external chain only when no block can be older than the recorded event', async () => {
  const bench = outboxOn(node);
  bench.submit(late(0), intent(1), late(2, THEN + 1));
  await bench.tick(3);
  expect(bench.states()).toEqual(['sent', 'waiting', 'waiting']);
  await mineAt(THEN - 1);
  await bench.tick();
  expect(bench.states()).toEqual(['mined', 'waiting', 'waiting']);
  await mineAt(THEN);
  await bench.tick();
  expect(bench.rows().map(({ intent, state }) => [intent, state])).toEqual([
    ['intent 1', 'mined'],
    ['intent 0', 'sent'],
    ['intent 2', 'waiting'],
  ]);
  await mineAt(THEN + 1);
  await drain(bench, node);
  expect(await node.inputs()).toEqual([1, 0, 2].map(inputOf));
  for (const { blockUs, intent } of bench.reported.values())
    if (intent !== 'intent 1') expect(blockUs).toBeGreaterThanOrEqual(THEN * 1_000_000);
});

it('does not wait for blocks on a chain that makes none without transactions', async () => {
  const bench = outboxOn(node);
  const notBefore = bench.now / 1000 + 100;
  bench.submit(late(0, notBefore));
  bench.wait((notBefore + 13) * 1000 - bench.now);
  await bench.tick();
  expect(bench.states()).toEqual(['waiting']);
  bench.wait(2000);
  await bench.tick();
  expect(bench.states()).toEqual(['sent']);
});

it('sends to the embedded chain by its own clock, and polls less often while no intent may be sent yet', async () => {
  const bench = outboxOn(node, { sealed: true, pollMs: 250 });
  const notBefore = bench.now / 1000 + 60;
  bench.submit(late(0, notBefore));
  expect(await bench.tick(3)).toBe(5000);
  expect(bench.states()).toEqual(['waiting']);
  bench.wait(notBefore * 1000 - bench.now);
  expect(await bench.tick()).toBe(250);
  expect(bench.states()).toEqual(['sent']);
});
