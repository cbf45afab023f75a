import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openD1, slow, type LocalD1 } from './support/d1.ts';
import type { Faults } from './support/ledger.ts';
import { errorsIn, prepare, recovers, SCENARIOS } from './support/scenarios.ts';
import type { CallFault } from './support/writer.ts';
import { ENGINE, sampled } from '../support/size.ts';

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => d1.close());

const lost = (): Error => new Error('Network connection lost.');

describe.each(SCENARIOS)('$name', (scenario) => {
  const points = scenario.batches.map((kind, i) => ({ kind, n: i + 1 }));
  const index = SCENARIOS.indexOf(scenario);
  /** The numbers of the calls of the writer. */
  const calls = scenario.batches.filter((kind) => kind === 'commit').map((_, i) => i + 1);

  test.each(
    sampled(
      points.flatMap((point) => {
        const moments = [
          ['after', 'batch'],
          ['before', 'commit'],
          ['after', 'commit'],
          ['after', 'response'],
        ] as const;
        // A batch that only reads has no effect that could be late.
        const some = point.kind === 'commit' ? moments : moments.slice(0, 1);
        return some.map(([side, next]) => ({ ...point, side, next }));
      }),
      5,
      index,
    ),
  )('recovers when batch $n ($kind) takes effect late, $side the next $next', async ({ n, side, next }) => {
    const late = slow<{ kind: string; n: number }, D1Result[]>(
      (batch) => batch.n === n,
      ({ kind }) => next === 'batch' || kind === next,
      side === 'before' ? 'before' : 'after',
    );
    const prepared = await prepare(d1, scenario, { batch: late.fault });
    expect(errorsIn(await prepared.act(prepared.sequencer))).toEqual([]);
    await prepared.ledger.holds('before the rest');
    await late.arrive();
    await recovers(prepared, `late batch ${n}`);
    // The sequencer and the writer still run: what they remember does no harm.
    await prepared.ledger.succeed(prepared.sequencer, prepared.ledger.append());
    await prepared.ledger.holds('at the end');
  });

  test.each(
    sampled(
      calls.flatMap((n) =>
        (['before', 'after', 'late before', 'late after', 'last', 'twice'] as const).map((what) => ({ n, what })),
      ),
      5,
      index,
    ),
  )('recovers when call $n of the writer is lost or repeated: $what', async ({ n, what }) => {
    const late = slow<{ n: number }, Awaited<ReturnType<Parameters<CallFault>[1]>>>(
      (call) => call.n === n,
      () => what.startsWith('late'),
      what === 'late before' ? 'before' : 'after',
    );
    const once: CallFault = async (call, run) => {
      if (call.n !== n) return run();
      if (what === 'twice') return (await Promise.all([run(), run()]))[1];
      if (what === 'after') await run();
      throw lost();
    };
    const fault = what.startsWith('late') || what === 'last' ? late.fault : once;
    const prepared = await prepare(d1, scenario, { call: fault });
    expect(errorsIn(await prepared.act(prepared.sequencer))).toEqual([]);
    await late.arrive();
    await recovers(prepared, `${what} call ${n}`);
    await prepared.ledger.succeed(prepared.sequencer, prepared.ledger.append());
    await prepared.ledger.holds('at the end');
  });

  // A scenario that stores nothing does not call the writer.
  test.each(calls.length === 0 ? [] : sampled(['before', 'after'] as const, 2, index))(
    'responds with 503 when every call of the writer is lost, %s it takes effect, and recovers',
    async (side) => {
      const fault: CallFault = async (_call, run) => {
        if (side === 'after') await run();
        throw lost();
      };
      const faults: Faults = { call: fault };
      const prepared = await prepare(d1, scenario, faults);
      const errors = errorsIn(await prepared.act(prepared.sequencer));
      // The second attempt finds what the first one has stored, and what an earlier request has.
      const isStored = ['append with a used key, warm', 'append with a used Record-Id, warm'].includes(scenario.name);
      if (side === 'before' && !isStored) expect(errors.length).toBeGreaterThan(0);
      for (const error of errors) expect(error).toMatchObject({ kind: 'unavailable' });
      await recovers(prepared, `all calls, ${side}`);
    },
  );

  test.each(sampled(['before', 'after'] as const, 2, index + 1))(
    'recovers when one write to the storage of the writer fails %s it takes effect, whichever it is',
    async (side) => {
      for (let n = 1, isReached = true; isReached; n++) {
        isReached = false;
        const put: Faults['put'] = (write, act) => {
          if (write.n !== n) return act();
          isReached = true;
          if (side === 'after') act();
          throw new Error('storage: kv.put failed');
        };
        const prepared = await prepare(d1, scenario, { put });
        expect(errorsIn(await prepared.act(prepared.sequencer)), `${side} ${n}`).toEqual([]);
        await recovers(prepared, `put ${n}, ${side}`);
        if (!isReached) expect(n).toBeGreaterThan(1);
      }
    },
  );

  test('acknowledges nothing while every write to the storage of the writer fails', async () => {
    const put: Faults['put'] = () => {
      throw new Error('storage: kv.put failed');
    };
    const prepared = await prepare(d1, scenario, { put });
    const outcomes = await prepared.act(prepared.sequencer);
    expect(errorsIn(outcomes)).toEqual(outcomes.map(() => expect.objectContaining({ kind: 'unavailable' })));
    await recovers(prepared, 'all writes');
  });
});
