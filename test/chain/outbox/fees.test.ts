import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feesOf, raised } from '../../../src/anchoring/chain/outbox/fees.ts';
import { startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intent, intents, logged, outboxOn, drain, SETTINGS, type Bench } from './support/outbox.ts';

describe('fees', () => {
  const current = { base: 100n, tip: 10n };

  it('fees are sufficient until the base fee has doubled', () => {
    expect(feesOf(current)).toEqual({ maxFeePerGas: '210', maxPriorityFeePerGas: '10' });
    expect(feesOf({ base: undefined, tip: 7n })).toEqual({ maxFeePerGas: '7' });
  });

  it.each([
    // An eighth more, rounded up, and at least one wei.
    ['210', '10', '237', '12'],
    ['208', '1', '234', '2'],
    ['400', '0', '450', '10'],
    // The current fees are higher.
    ['20', '2', '210', '10'],
    ['20', '80', '210', '90'],
  ])('fees of %s and %s are raised to %s and %s', (max, tip, newMax, newTip) => {
    const { maxFeePerGas, maxPriorityFeePerGas } = raised({ maxFeePerGas: max, maxPriorityFeePerGas: tip }, current)!;
    expect([BigInt(maxFeePerGas) >= BigInt(newMax), maxFeePerGas]).toEqual([true, newMax]);
    expect(Number(maxPriorityFeePerGas)).toBe(Math.max(Number(newTip), 10));
  });

  it('fees are a single gas price on a chain without a base fee', () => {
    expect(raised({ maxFeePerGas: '8' }, { base: undefined, tip: 5n })).toEqual({ maxFeePerGas: '9' });
    expect(raised({ maxFeePerGas: '0' }, { base: undefined, tip: 0n })).toBeUndefined();
  });

  it('fees are not raised above ten times the current fees', () => {
    let fees = feesOf(current);
    let times = 0;
    for (let next = raised(fees, current); next; next = raised(fees, current)) [fees, times] = [next, times + 1];
    expect(Number(fees.maxFeePerGas)).toBeLessThanOrEqual(2100);
    expect(times).toBeGreaterThan(15);
  });
});

describe('a transaction that is not mined', () => {
  let node: Anvil;
  let bench: Bench;
  beforeEach(async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    node = await startAnvil();
    bench = outboxOn(node);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await node.stop();
  });

  const first = () => bench.rows()[0]!;
  const atLeastAnEighthMore = (before: string | undefined, after: string | undefined): void =>
    expect(Number(after)).toBeGreaterThanOrEqual(Number(before) * 1.125);

  it('a transaction with fees below the base fee is signed again with higher fees and the same nonce', async () => {
    bench.submit(...intents(3));
    await bench.tick();
    const before = first();
    await node.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(BigInt(before.fees.maxFeePerGas) * 3n).toString(16)}`);
    await node.mine();
    bench.wait(SETTINGS.resendMs);
    await bench.tick();
    const after = first();
    expect(after.nonce).toBe(before.nonce);
    expect(after.signed).toHaveLength(2);
    expect(after.signed[1]).toEqual(before.signed[0]);
    atLeastAnEighthMore(before.fees.maxFeePerGas, after.fees.maxFeePerGas);
    atLeastAnEighthMore(before.fees.maxPriorityFeePerGas, after.fees.maxPriorityFeePerGas);
    await drain(bench, node);
    expect(await node.inputs()).toEqual([0, 1, 2].map(inputOf));
  });

  it('a transaction that is not mined is confirmed regardless of which of its signatures is mined', async () => {
    bench.submit(intent(0));
    await bench.tick();
    const old = first().signed[0]!;
    await node.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(BigInt(first().fees.maxFeePerGas) * 2n).toString(16)}`);
    await node.mine();
    // The new signature is lost.
    bench.fault = async (method, _, ask) => (method === 'eth_sendRawTransaction' ? '0x00' : ask());
    bench.wait(SETTINGS.resendMs);
    await bench.tick();
    expect(first().signed).toHaveLength(2);
    await node.rpc('anvil_setNextBlockBaseFeePerGas', '0x1');
    await node.rpc('eth_sendRawTransaction', old.raw);
    await node.mine();
    await bench.tick();
    expect(first()).toMatchObject({ state: 'mined', signed: [old, {}] });
    bench.fault = undefined;
    await drain(bench, node);
    expect(bench.reported.get('intent 0')).toMatchObject(old);
    expect((await node.sent()).map(({ hash }) => hash)).toEqual([old.hash]);
  });

  /** Mines a block without the pending transactions. */
  const ignored = async (): Promise<void> => {
    await node.rpc('anvil_dropAllTransactions');
    await node.mine();
  };

  it('a transaction that waits for too long gets a fee bump of an eighth if it has the lowest nonce', async () => {
    bench.fault = async (method, _, ask) => (method === 'eth_sendRawTransaction' ? '0x00' : ask());
    bench.submit(...intents(3));
    await bench.tick();
    const before = bench.rows();
    bench.wait(SETTINGS.stuckMs);
    await bench.tick();
    // Without a new block, low fees are not the reason.
    expect(bench.rows().map(({ signed }) => signed.length)).toEqual([1, 1, 1]);
    await ignored();
    bench.wait(SETTINGS.resendMs);
    await bench.tick();
    expect(bench.rows().map(({ signed }) => signed.length)).toEqual([2, 1, 1]);
    atLeastAnEighthMore(before[0]!.fees.maxFeePerGas, first().fees.maxFeePerGas);
    atLeastAnEighthMore(before[0]!.fees.maxPriorityFeePerGas, first().fees.maxPriorityFeePerGas);
    expect(logged('warn')).toMatchObject([
      { message: 'a transaction is in no block', nonce: 0, next: 0, signatures: 2 },
    ]);
    bench.fault = undefined;
    await drain(bench, node);
    expect(await node.inputs()).toEqual([0, 1, 2].map(inputOf));
  });

  it('a transaction that is not mined for days costs at most ten times the current fees', async () => {
    bench.fault = async (method, _, ask) => (method === 'eth_sendRawTransaction' ? '0x00' : ask());
    bench.submit(intent(0));
    await bench.tick();
    for (let i = 0; i < 60; i++) {
      bench.wait(SETTINGS.stuckMs);
      await node.rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00');
      await ignored();
      await bench.tick();
    }
    const { baseFeePerGas } = await node.rpc('eth_getBlockByNumber', 'latest', false);
    const current = 2 * Number(baseFeePerGas) + Number(await node.rpc('eth_maxPriorityFeePerGas'));
    expect(Number(first().fees.maxFeePerGas) / current).toBeLessThanOrEqual(10);
    expect(first().signed.length).toBeLessThan(25);
    bench.fault = undefined;
    await drain(bench, node);
    expect(await node.inputs()).toEqual([inputOf(0)]);
  });
});
