import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from '../../src/lib/text.ts';
import { emptyRoot, leafHash, rootOf } from '../../src/formats/log/tree.ts';
import { LogAppender, type LogPorts } from '../../src/transparency/sequencer/appender.ts';
import {
  newLog,
  type TreeLeaf,
  type LogHead,
  type SequencerState,
} from '../../src/transparency/sequencer/sequencing.ts';
import { sized } from '../support/size.ts';
import { FAULTS, World, type Action } from './support/world.ts';

const SETTINGS = { seed: 20_261_123, numRuns: sized({ long: 10_000, full: 500_000 }) };
const LIMIT = 3_600_000;
const lacks = 'the database lacks acknowledged changes';
const behind = 'the storage of the sequencer of a log is behind its row';

const instance = fc.integer({ min: 0, max: 1 });
const healthyStep = fc.record({ do: fc.constant('step' as const), instance, fault: fc.constant('none' as const) });
const faultyStep = fc.record({ do: fc.constant('step' as const), instance, fault: fc.constantFrom(...FAULTS) });
const commit = fc.record({ do: fc.constant('commit events' as const), count: fc.integer({ min: 1, max: 4 }) });
const restore = fc.record({ do: fc.constant('restore' as const), back: fc.integer({ min: 1, max: 6 }) });
const just = (action: Action) => fc.constant(action);

/** Steps of one instance that succeed, so that there is progress between faults. */
const progress = fc
  .tuple(instance, fc.integer({ min: 1, max: 20 }))
  .map(([n, count]): Action[] => Array.from({ length: count }, () => ({ do: 'step', instance: n, fault: 'none' })));
const scheduleOf = (...weighted: { weight: number; arbitrary: fc.Arbitrary<Action> }[]): fc.Arbitrary<Action[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: progress },
        ...weighted.map(({ weight, arbitrary }) => ({ weight, arbitrary: arbitrary.map((action) => [action]) })),
      ),
      { maxLength: 80, size: 'max' },
    )
    .map((actions) => actions.flat());
const faults = [
  { weight: 4, arbitrary: healthyStep },
  { weight: 6, arbitrary: faultyStep },
  { weight: 4, arbitrary: commit },
  { weight: 2, arbitrary: just({ do: 'late call' }) },
];

/**
 * Runs the actions and then, without faults, until nothing changes any more. Checks that the last log has every
 * event once, in the order of commits. That no size gets two roots, no smaller tree is signed and no leaf is added
 * twice is checked by the world with every step.
 */
async function runAll(actions: readonly Action[]): Promise<World> {
  const world = new World();
  for (const action of actions) await world.run(action);
  await world.settle();
  for (const [log, { size, root, leaves }] of world.database.logs) {
    expect({ size, root }).toEqual({ size: leaves.length, root: rootOf(leaves.map(({ hash }) => hash)) });
    expect(world.signed.get(log)!.get(size)).toBe(toHex(root));
  }
  const logs = world.logs();
  const { log, previous } = logs.at(-1)!;
  const [genesis, ...events] = (world.database.logs.get(log)?.leaves ?? []).map(({ name }) => name);
  expect(events).toEqual(world.database.events.map(({ name }) => name));
  if (events.length > 0) expect(genesis).toBe(`genesis of ${log}, after ${previous}`);
  // Of a log that was replaced, nothing was signed that does not agree with what the genesis of the next one names.
  for (const { ended } of logs)
    for (const [size, root] of (ended && world.signed.get(ended.log)) ?? [])
      expect(size < ended!.size || (size === ended!.size && root === ended!.root)).toBe(true);
  return world;
}

describe('the sequencer of a log', () => {
  test('has every event in the log once if calls fail, and raises no alarm', { timeout: LIMIT }, async () => {
    const calls = new Set<string>();
    await fc.assert(
      fc.asyncProperty(scheduleOf(...faults), async (actions) => {
        const world = await runAll(actions);
        expect(world.alarms).toEqual([]);
        expect(world.logs()).toHaveLength(1);
        for (const call of world.calls) calls.add(call);
      }),
      SETTINGS,
    );
    expect(calls).toEqual(new Set(['wait', 'load', 'read the row', 'take leaves', 'store', 'sign', 'append']));
  });

  test('has every event that is left in the last log once after restores', { timeout: LIMIT }, async () => {
    const acceptLoss = just({ do: 'accept the loss' });
    const schedule = scheduleOf(...faults, { weight: 1, arbitrary: restore }, { weight: 2, arbitrary: acceptLoss });
    let longest = 0;
    await fc.assert(
      fc.asyncProperty(schedule, async (actions) => {
        const world = await runAll(actions);
        expect(world.alarms.filter((alarm) => alarm !== lacks)).toEqual([]);
        longest = Math.max(longest, world.logs().length);
      }),
      SETTINGS,
    );
    // The first log, and three that replaced the one before them.
    expect(longest).toBeGreaterThanOrEqual(4);
  });

  test('continues from the row if the storage is lost, and raises an alarm', { timeout: LIMIT }, async () => {
    let alarms = 0;
    await fc.assert(
      fc.asyncProperty(
        scheduleOf(...faults, { weight: 1, arbitrary: just({ do: 'lose the storage' }) }),
        async (actions) => {
          const world = await runAll(actions);
          expect(world.alarms.filter((alarm) => alarm !== behind)).toEqual([]);
          expect(world.logs()).toHaveLength(1);
          alarms += world.alarms.length;
        },
      ),
      SETTINGS,
    );
    expect(alarms).toBeGreaterThan(0);
  });
});

/** Ports without faults, to a log whose row is given. */
function portsTo(row: LogHead, events: number): LogPorts<TreeLeaf, string> & { alarms: string[] } {
  const leaf = (event?: number): TreeLeaf => ({ hash: leafHash(utf8(`event ${event}`)), event });
  let stored: SequencerState<TreeLeaf> = newLog();
  const alarms: string[] = [];
  return {
    alarms,
    load: async () => stored,
    store: async (next) => Boolean((stored = next)),
    readRow: async () => row,
    takeLeaves: async (after) => ({
      epoch: row.epoch,
      leaves: Array.from({ length: events }, (_, n) => leaf(n + 1)).filter(({ event }) => event! > after),
    }),
    genesis: async () => leaf(),
    sign: async ({ size }) => `signature of ${size}`,
    append: async () => undefined,
    readTree: async () => ({ edge: [leaf().hash], cursor: 0, signedRoot: emptyRoot() }),
    alarm: (message) => void alarms.push(message),
  };
}

describe('a run', () => {
  const row = { size: 0, root: emptyRoot(), epoch: 'e1', appendedIn: '' };

  test('signs and appends what waits, and then is idle', async () => {
    const ports = portsTo(row, 2);
    const appended: unknown[] = [];
    const append = async ({ bundle }: SequencerState<TreeLeaf>, signature: string): Promise<void> => {
      appended.push([bundle!.tree.size, bundle!.leaves.map(({ event }) => event), signature]);
    };
    const appender = new LogAppender({ ...ports, append });
    expect(await appender.run()).toBe('idle');
    expect(await appender.run()).toBe('idle');
    expect(appended).toEqual([[3, [undefined, 1, 2], 'signature of 3']]);
    expect(ports.alarms).toEqual([]);
  });

  test('is idle without events, and signs nothing', async () => {
    const ports = portsTo(row, 0);
    const sign = (): never => expect.fail('signed');
    expect(await new LogAppender({ ...ports, sign }).run()).toBe('idle');
  });

  test('is stopped while the database lacks changes, and if the row has another tree than its leaves', async () => {
    const lacking = portsTo({ ...row, epoch: '' }, 1);
    expect(await new LogAppender(lacking).run()).toBe('stopped');
    expect(lacking.alarms).toEqual([lacks]);
    const damaged = portsTo({ ...row, size: 1, root: emptyRoot() }, 1);
    expect(await new LogAppender(damaged).run()).toBe('stopped');
    expect(damaged.alarms).toEqual([behind, 'the log does not continue what was signed']);
  });

  test('ends a log after an accepted loss, and does nothing afterwards', async () => {
    const found = { ...row };
    const ports = portsTo(found, 1);
    const appender = new LogAppender(ports);
    expect(await appender.run()).toBe('idle');
    found.epoch = 'e2';
    expect(await appender.run()).toBe('ended');
    expect(await appender.run()).toBe('ended');
    expect((await ports.load()).ended).toMatchObject({ size: 2 });
  });
});
