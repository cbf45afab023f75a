import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feesOf, raised } from '../../../src/chain/outbox/fees.ts';
import { startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intent, intents, logged, outboxOn, settle, SETTINGS, type Bench } from './support/outbox.ts';

describe('fees', () => {
  const going = { base: 100n, tip: 10n };

  it('hold while the base fee doubles', () => {
    expect(feesOf(going)).toEqual({ maxFeePerGas: '210', maxPriorityFeePerGas: '10' });
    expect(feesOf({ base: undefined, tip: 7n })).toEqual({ maxFeePerGas: '7' });
  });

  it.each([
    // An eighth more, rounded up, and at least one wei.
    ['210', '10', '237', '12'],
    ['208', '1', '234', '2'],
    ['400', '0', '450', '10'],
    // What goes now is more.
    ['20', '2', '210', '10'],
    ['20', '80', '210', '90'],
  ])('of %s and %s are raised to %s and %s', (max, tip, newMax, newTip) => {
    const { maxFeePerGas, maxPriorityFeePerGas } = raised({ maxFeePerGas: max, maxPriorityFeePerGas: tip }, going)!;
    expect([BigInt(maxFeePerGas) >= BigInt(newMax), maxFeePerGas]).toEqual([true, newMax]);
    expect(Number(maxPriorityFeePerGas)).toBe(Math.max(Number(newTip), 10));
  });

  it('of a chain without a base fee are one price', () => {
    expect(raised({ maxFeePerGas: '8' }, { base: undefined, tip: 5n })).toEqual({ maxFeePerGas: '9' });
    expect(raised({ maxFeePerGas: '0' }, { base: undefined, tip: 0n })).toBeUndefined();
  });

  it('end where more is no help', () => {
    let fees = feesOf(going);
    let times = 0;
    for (let next = raised(fees, going); next; next = raised(fees, going)) [fees, times] = [next, times + 1];
    expect(Number(fees.maxFeePerGas)).toBeLessThanOrEqual(2100);
    expect(times).toBeGreaterThan(15);
  });
});

describe('a transaction that does not get in', () => {
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

  it('because the base fee has risen above its fees, is signed again with higher ones and the same nonce', async () => {
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
    await settle(bench, node);
    expect(await node.inputs()).toEqual([0, 1, 2].map(inputOf));
  });

  it('is followed whichever of its signatures wins', async () => {
    bench.submit(intent(0));
    await bench.tick();
    const old = first().signed[0]!;
    await node.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(BigInt(first().fees.maxFeePerGas) * 2n).toString(16)}`);
    await node.mine();
    // The new one never arrives.
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
    await settle(bench, node);
    expect(bench.reported.get('intent 0')).toMatchObject(old);
    expect((await node.sent()).map(({ hash }) => hash)).toEqual([old.hash]);
  });

  /** A node that knows of the transactions and of new blocks, but never puts the ones into the others. */
  const ignored = async (): Promise<void> => {
    await node.rpc('anvil_dropAllTransactions');
    await node.mine();
  };

  it('for too long, is raised by an eighth when blocks have come and it is the next', async () => {
    bench.fault = async (method, _, ask) => (method === 'eth_sendRawTransaction' ? '0x00' : ask());
    bench.submit(...intents(3));
    await bench.tick();
    const before = bench.rows();
    bench.wait(SETTINGS.stuckMs);
    await bench.tick();
    // No block has come: fees are not why.
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
    await settle(bench, node);
    expect(await node.inputs()).toEqual([0, 1, 2].map(inputOf));
  });

  it('for days, costs no more than ten times what goes', async () => {
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
    const going = 2 * Number(baseFeePerGas) + Number(await node.rpc('eth_maxPriorityFeePerGas'));
    expect(Number(first().fees.maxFeePerGas) / going).toBeLessThanOrEqual(10);
    expect(first().signed.length).toBeLessThan(25);
    bench.fault = undefined;
    await settle(bench, node);
    expect(await node.inputs()).toEqual([inputOf(0)]);
  });
});
