import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ambient } from '../../src/lib/time.ts';
import type { Outcome } from '../../src/ledger/append/commands.ts';
import { verifyAsset } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/platform/database/database.ts';
import { DatabaseRestored } from '../../src/platform/database/restored.ts';
import { Acknowledging, alarms, revoke } from './support/acknowledging.ts';
import { openD1, type LocalD1 } from './support/d1.ts';
import { Ledger, newCaller } from './support/ledger.ts';
import { errorsIn } from './support/scenarios.ts';
import { Writer, WriterStorage } from './support/writer.ts';
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
afterEach(async () => {
  vi.restoreAllMocks();
  // A database that one test restores must not affect the next one.
  await d1.rows([
    "UPDATE database_state SET epoch = (SELECT id FROM epochs ORDER BY started_us DESC LIMIT 1) WHERE epoch = ''",
  ]);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await d1.close();
});

const LACKS = 'the database lacks acknowledged changes: it was restored to an earlier state';
const REFUSED = {
  error: {
    kind: 'unavailable',
    message: expect.stringContaining('nothing is committed until an operator'),
    headers: { 'retry-after': '3600', 'archivist-rate-limit-reset': '3600' },
  },
};

const count = async ({ asset }: Ledger): Promise<number> =>
  (
    await d1.rows(['SELECT count(*) AS n FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?)', asset])
  )[0]![0]!['n'];

/** Expects writes to be refused and reads to work, and the events to stay as they are. */
async function refuses(ledger: Ledger, sequencer: ReturnType<Ledger['sequencer']>): Promise<void> {
  const before = await count(ledger);
  for (const command of [ledger.append(), ledger.append({}, { key: 'new' })])
    expect(await ledger.submit(sequencer, command)).toMatchObject([REFUSED]);
  const other = new Ledger(d1, ledger.caller);
  expect(await other.submit(other.sequencerOf(acknowledging.newWriter()), other.creation())).toMatchObject([REFUSED]);
  expect(await count(ledger)).toBe(before);
  expect((await verifyAsset(new Database(d1.d1()), ledger.asset)).findings).toEqual([]);
}

describe('after a restore of the database', () => {
  test.each(['new', 'running'] as const)('a %s writer refuses commits until the changes are back', async (which) => {
    const { ledger, sequencer, earlier, now } = await acknowledging.aged();
    await d1.restore(earlier);
    const used = which === 'running' ? sequencer : ledger.sequencerOf(acknowledging.newWriter());
    await refuses(ledger, used);
    expect(alarms()[0]).toEqual({
      level: 'alarm',
      message: LACKS,
      acknowledged: acknowledging.storage.acknowledged!.counter,
      found: acknowledging.storage.acknowledged!.counter - 2,
      epoch: acknowledging.storage.acknowledged!.epoch,
    });
    await d1.restore(now);
    vi.spyOn(ambient, 'now').mockReturnValue(Date.now() + 1000);
    await ledger.succeed(used, ledger.append());
    expect(await ledger.holds()).toHaveLength(5);
  });

  test.each(['new', 'running'] as const)(
    'a %s writer refuses commits to another history of the same length',
    async (which) => {
      const { ledger, sequencer, earlier } = await acknowledging.aged();
      await d1.restore(earlier);
      const other = ledger.sequencerOf(new Writer(d1.d1(), new WriterStorage().open()));
      for (const command of [ledger.append(), ledger.append()]) await other.commit([command]);
      expect((await acknowledging.state()).counter).toBe(acknowledging.storage.acknowledged!.counter);
      await refuses(ledger, which === 'new' ? ledger.sequencerOf(acknowledging.newWriter()) : sequencer);
      expect(alarms()[0]).toMatchObject({ message: LACKS });
    },
  );

  test.each(['new', 'running'] as const)(
    'a %s writer does not accept events of an administrator whose removal was undone',
    async (which) => {
      const { ledger, sequencer, writer } = await acknowledging.aged();
      const earlier = await d1.copy();
      await revoke(d1, ledger.caller, (found) => writer.acknowledge(found));
      await d1.restore(earlier);
      const used = which === 'new' ? ledger.sequencerOf(acknowledging.newWriter()) : sequencer;
      expect(await ledger.submit(used, ledger.append())).toMatchObject([REFUSED]);
      expect(alarms()).toMatchObject([{ found: acknowledging.storage.acknowledged!.counter - 1 }]);
    },
  );

  test('raises one alarm a minute, by the check of every minute even if it runs early', async () => {
    const { earlier } = await acknowledging.aged();
    await d1.restore(earlier);
    const start = Date.now();
    const now = vi.spyOn(ambient, 'now').mockReturnValue(start);
    const { keeper } = acknowledging.newWriter();
    const raised: number[] = [];
    for (const seconds of [0, 1, 10, 30, 59, 60, 90, 119, 170, 180]) {
      now.mockReturnValue(start + seconds * 1000);
      const before = alarms().length;
      expect(await keeper.compare()).toMatchObject({ restored: true });
      if (alarms().length > before) raised.push(seconds);
    }
    expect(raised).toEqual([0, 59, 119, 170]);
  });

  test('compares the database at most once a second for refused commits', async () => {
    const { ledger, earlier } = await acknowledging.aged();
    await d1.restore(earlier);
    const start = Date.now();
    const now = vi.spyOn(ambient, 'now').mockReturnValue(start);
    let reads = 0;
    const writer = acknowledging.newWriter(async ({ kind }, run) => {
      if (kind === 'state') reads += 1;
      return run();
    });
    const sequencer = ledger.sequencerOf(writer);
    // The first comparison reads the state, and clears the epoch.
    for (let i = 0; i < 5; i++) expect(await ledger.submit(sequencer, ledger.append())).toMatchObject([REFUSED]);
    const first = reads;
    now.mockReturnValue(start + 1000);
    expect(await ledger.submit(sequencer, ledger.append())).toMatchObject([REFUSED]);
    expect([first, reads]).toEqual([2, 3]);
  });

  test.each(['new', 'running'] as const)(
    'a %s writer detects that an audited change was undone, although more have followed before the first comparison',
    async (which) => {
      const { ledger, sequencer, writer } = await acknowledging.aged();
      const earlier = await d1.copy();
      await revoke(d1, await newCaller(d1, ledger.caller.tenant), (found) => writer.acknowledge(found));
      await d1.restore(earlier);
      await acknowledging.audit(ledger.caller.tenant, 3);
      await refuses(ledger, which === 'new' ? ledger.sequencerOf(acknowledging.newWriter()) : sequencer);
      expect(alarms()[0]).toMatchObject({ message: LACKS, found: acknowledging.storage.acknowledged!.counter + 2 });
    },
  );

  test.each([1, 40, 300])('%i audited changes without an acknowledgement are no sign of one', async (changes) => {
    const { ledger, sequencer } = await acknowledging.aged();
    await acknowledging.audit(ledger.caller.tenant, changes);
    const other = acknowledging.newWriter();
    expect(await other.compare()).toMatchObject({ restored: false });
    await ledger.succeed(ledger.sequencerOf(other), ledger.append());
    await acknowledging.audit(ledger.caller.tenant, changes);
    await ledger.succeed(sequencer, ledger.append());
    const [[{ earlier }]] = (await d1.rows(['SELECT earlier FROM database_state'])) as [[{ earlier: string }]];
    expect(earlier.length).toBeLessThanOrEqual(2000);
    expect(alarms()).toEqual([]);
  });

  test('audited changes that are under way do not make it count as complete', async () => {
    const { ledger, earlier, writer } = await acknowledging.aged();
    await d1.restore(earlier);
    expect(await writer.compare()).toMatchObject({ restored: true });
    await acknowledging.audit(ledger.caller.tenant, 5);
    const found = await acknowledging.state();
    expect(found.counter).toBeGreaterThan(acknowledging.storage.acknowledged!.counter);
    for (const checked of [writer, acknowledging.newWriter(), new Writer(d1.d1(), new WriterStorage().open())]) {
      await expect(checked.acknowledge(found)).rejects.toBeInstanceOf(DatabaseRestored);
      expect(await checked.compare()).toMatchObject({ restored: true, found: found.counter });
    }
    await refuses(ledger, ledger.sequencerOf(acknowledging.newWriter()));
  });

  test('refuses an audited change, and stores it only if the restore was not known before', async () => {
    const { ledger, writer } = await acknowledging.aged();
    const [first, second] = [await newCaller(d1, ledger.caller.tenant), await newCaller(d1, ledger.caller.tenant)];
    const earlier = await d1.copy();
    await ledger.succeed(ledger.sequencerOf(acknowledging.newWriter()), ledger.append());
    await d1.restore(earlier);
    const removed = async (): Promise<boolean[]> => {
      const [rows] = await d1.rows(['SELECT subject FROM administrators WHERE tenant = ?', ledger.caller.tenant]);
      return [first, second].map(({ subject }) => !rows!.some((row) => row['subject'] === subject));
    };
    for (const caller of [first, second]) {
      const refused = revoke(d1, caller, (found) => writer.acknowledge(found));
      await expect(refused).rejects.toMatchObject({ kind: 'unavailable', headers: { 'retry-after': '3600' } });
      expect(await removed()).toEqual([true, false]);
    }
  });

  test('does not mark a database that is complete again when it is marked', async () => {
    const { ledger, earlier, now } = await acknowledging.aged();
    await d1.restore(earlier);
    let isBack = false;
    const { keeper } = acknowledging.newWriter(async ({ kind }, run) => {
      const results = await run();
      if (kind === 'state' && !isBack) {
        isBack = true;
        await d1.restore(now);
      }
      return results;
    });
    expect(await keeper.compare()).toMatchObject({ restored: true });
    expect(await keeper.compare()).toMatchObject({ restored: false });
    await ledger.succeed(ledger.sequencerOf(acknowledging.newWriter()), ledger.append());
    expect(await ledger.holds()).toHaveLength(5);
  });

  test('continues in a new epoch, after both histories, when an operator accepts the loss', async () => {
    const { ledger, sequencer, writer, earlier, now } = await acknowledging.aged();
    const lost = acknowledging.storage.acknowledged!;
    await d1.restore(earlier);
    await refuses(ledger, sequencer);
    const { counter: found } = await acknowledging.state();
    const accepted = await writer.acceptLoss();
    expect(accepted).toMatchObject({ accepted: true, restored: false, acknowledged: lost.counter, found });
    expect(accepted.epoch).not.toBe(lost.epoch);
    expect(acknowledging.storage.acknowledged).toMatchObject({ epoch: accepted.epoch, counter: lost.counter + 1 });
    const [epochs] = await d1.rows(['SELECT acknowledged, found FROM epochs WHERE id = ?', accepted.epoch]);
    expect(epochs).toEqual([{ acknowledged: lost.counter, found }]);
    expect(alarms().at(-1)).toMatchObject({
      message: expect.stringContaining('an operator accepted'),
      epoch: accepted.epoch,
    });
    expect(await writer.acceptLoss()).toMatchObject({ accepted: false, epoch: accepted.epoch });
    expect(errorsIn(await ledger.submit(sequencer, ledger.append()))).toEqual([]);
    expect(await count(ledger)).toBe(3);
    expect((await verifyAsset(new Database(d1.d1()), ledger.asset)).findings).toEqual([]);
    // An older copy is detected again, and so is the history that was lost.
    const current = await d1.copy();
    for (const copy of [earlier, now]) {
      await d1.restore(copy);
      expect(await acknowledging.newWriter().compare()).toMatchObject({ restored: true });
      await d1.restore(current);
      expect(await acknowledging.newWriter().compare()).toMatchObject({ restored: false });
    }
  });

  test('accepting the loss can be repeated when its outcome is unknown', async () => {
    for (const side of ['before', 'after'] as const) {
      const { ledger, earlier } = await acknowledging.aged();
      await d1.restore(earlier);
      let isLost = true;
      const writer = acknowledging.newWriter(async ({ kind }, run) => {
        if (kind !== 'epoch' || !isLost) return run();
        isLost = false;
        if (side === 'after') await run();
        throw new Error('D1_ERROR: Network connection lost.');
      });
      await expect(writer.acceptLoss()).rejects.toThrow('connection lost');
      await refuses(ledger, ledger.sequencerOf(writer));
      expect(await writer.acceptLoss()).toMatchObject({ accepted: true });
      expect(errorsIn(await ledger.submit(ledger.sequencerOf(writer), ledger.append()))).toEqual([]);
    }
  });

  test('acknowledges nothing under load until the loss is accepted, and loses nothing after', async () => {
    const writer = acknowledging.newWriter();
    const ledgers = await Promise.all(Array.from({ length: 20 }, async () => new Ledger(d1, await newCaller(d1))));
    const running = ledgers.map((ledger) => ({ ledger, sequencer: ledger.sequencerOf(writer) }));
    await Promise.all(running.map(({ ledger, sequencer }) => ledger.succeed(sequencer, ledger.creation())));
    const earlier = await d1.copy();
    const counts = (): Promise<number[]> => Promise.all(ledgers.map(count));
    /** Appends three events to each asset, one after the other. */
    const load = async (): Promise<Outcome[]> => {
      const outcomes = running.map(async ({ ledger, sequencer }) => {
        const all: Outcome[] = [];
        for (let i = 0; i < 3; i++) all.push(...(await ledger.submit(sequencer, ledger.append())));
        return all;
      });
      return (await Promise.all(outcomes)).flat();
    };
    expect(errorsIn(await load())).toEqual([]);
    const loading = load();
    await d1.restore(earlier);
    const refused = errorsIn(await loading);
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject(REFUSED.error);
    expect(await load()).toMatchObject(Array.from({ length: 60 }, () => REFUSED));
    expect(await counts()).toEqual(ledgers.map(() => 1));
    await writer.acceptLoss();
    expect(errorsIn(await load())).toEqual([]);
    expect(await counts()).toEqual(ledgers.map(() => 4));
    for (const { asset } of ledgers) expect((await verifyAsset(new Database(d1.d1()), asset)).findings).toEqual([]);
  });
});
