import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DatabaseState } from '../../src/platform/database/state.ts';
import { Acknowledging, alarms, revoke } from './support/acknowledging.ts';
import { openD1, type LocalD1 } from './support/d1.ts';
import { newCaller } from './support/ledger.ts';
import { Writer } from './support/writer.ts';
import { ENGINE } from '../support/size.ts';

let d1: LocalD1;
let acknowledging: Acknowledging;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
});
beforeEach(() => {
  acknowledging = new Acknowledging(d1);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  vi.unstubAllGlobals();
  await d1.close();
});

describe('is not taken for a restore', () => {
  test('a crash between a commit and its acknowledgement', async () => {
    const { ledger } = await acknowledging.aged();
    const before = acknowledging.storage.acknowledged;
    const sequencer = ledger.sequencerOf(
      new Writer(
        d1.d1(),
        acknowledging.storage.open('shared', () => {
          throw new Error('crashed');
        }),
      ),
    );
    expect(await ledger.submit(sequencer, ledger.append())).toMatchObject([{ error: { kind: 'unavailable' } }]);
    expect(acknowledging.storage.acknowledged).toEqual(before);
    expect((await acknowledging.state()).counter).toBeGreaterThan(before!.counter);
    const next = acknowledging.newWriter();
    expect(await next.compare()).toMatchObject({ restored: false });
    await ledger.succeed(ledger.sequencerOf(next), ledger.append());
    expect(alarms()).toEqual([]);
    await ledger.holds();
  });

  test('a comparison for a read stores nothing, and the next commit acknowledges what it has found', async () => {
    const { ledger } = await acknowledging.aged();
    const before = acknowledging.storage.acknowledged;
    const other = await newCaller(d1, ledger.caller.tenant);
    await expect(revoke(d1, other, () => Promise.reject(new Error('crashed')))).rejects.toThrow('crashed');
    const next = acknowledging.newWriter();
    const { counter } = await acknowledging.state();
    expect(await next.compare()).toMatchObject({ restored: false, acknowledged: before!.counter, found: counter });
    expect(acknowledging.storage.acknowledged).toEqual(before);
    await ledger.succeed(ledger.sequencerOf(next), ledger.append());
    expect(acknowledging.storage.acknowledged!.counter).toBe(counter + 1);
    expect(alarms()).toEqual([]);
  });

  test('a crash between an audited change and its acknowledgement', async () => {
    const { ledger, sequencer } = await acknowledging.aged();
    const other = await newCaller(d1, ledger.caller.tenant);
    const crashed = revoke(d1, other, () => Promise.reject(new Error('crashed')));
    await expect(crashed).rejects.toThrow('crashed');
    await ledger.succeed(sequencer, ledger.append());
    await ledger.succeed(ledger.sequencerOf(acknowledging.newWriter()), ledger.append());
    expect(alarms()).toEqual([]);
    await ledger.holds();
  });

  test('an audited change that is observed while the database is compared', async () => {
    const { ledger, writer } = await acknowledging.aged();
    const other = await newCaller(d1, ledger.caller.tenant);
    let isFirst = true;
    const { keeper } = new Writer(
      d1.d1(async ({ kind }, run) => {
        const results = await run();
        if (kind === 'state' && isFirst) {
          isFirst = false;
          await revoke(d1, other, (found) => writer.acknowledge(found));
        }
        return results;
      }),
      acknowledging.storage.open(),
    );
    expect(await keeper.compare()).toMatchObject({ restored: false });
    expect(acknowledging.storage.acknowledged).toMatchObject({ counter: (await acknowledging.state()).counter });
    expect(await keeper.compare()).toMatchObject({ restored: false });
    expect(alarms()).toEqual([]);
  });

  test('audited changes that are observed in another order', async () => {
    const { ledger, writer } = await acknowledging.aged();
    const others = [await newCaller(d1, ledger.caller.tenant), await newCaller(d1, ledger.caller.tenant)];
    const states: DatabaseState[] = [];
    for (const other of others) await revoke(d1, other, async (found) => void states.push(found));
    await writer.acknowledge(states[1]!);
    await writer.acknowledge(states[0]!);
    expect(acknowledging.storage.acknowledged).toEqual(states[1]);
    await ledger.succeed(ledger.sequencerOf(writer), ledger.append());
    expect(alarms()).toEqual([]);
  });
});

test('detects a restore that undoes a change which was observed before the commit that it followed', async () => {
  const { ledger } = await acknowledging.aged();
  const other = await newCaller(d1, ledger.caller.tenant);
  let earlier: Awaited<ReturnType<LocalD1['copy']>> | undefined;
  const writer: Writer = acknowledging.newWriter(async ({ kind }, run) => {
    const results = await run();
    if (kind === 'commit' && !earlier) {
      earlier = await d1.copy();
      await revoke(d1, other, (found) => writer.acknowledge(found));
    }
    return results;
  });
  const sequencer = ledger.sequencerOf(writer);
  await ledger.succeed(sequencer, ledger.append());
  expect(acknowledging.storage.acknowledged!.counter).toBe((await acknowledging.state()).counter);
  // The writer goes on in one attempt.
  await ledger.succeed(sequencer, ledger.append());
  await ledger.holds();
  await d1.restore(earlier!);
  expect(await acknowledging.newWriter().compare()).toMatchObject({ restored: true });
});
