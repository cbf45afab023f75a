import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nowMicros } from '../../src/core/time.ts';
import type { Outcome } from '../../src/ledger/commands.ts';
import type { Sequencer } from '../../src/ledger/write/sequencer.ts';
import { verifyAsset } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/store/database.ts';
import { failing, openD1, type LocalD1 } from './support/d1.ts';
import { demote, Ledger, newCaller, restore, snapshot } from './support/ledger.ts';
import { prepare, SCENARIOS } from './support/scenarios.ts';

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1();
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => d1.close());

const errorsIn = (outcomes: Outcome[]) => outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));

/**
 * After whatever has happened: the object is evicted; the Worker repeats the call with its event id;
 * the client repeats the request with its key; the confirmation comes. All is there once.
 */
async function recovers(
  { ledger, work, act, confirms }: Awaited<ReturnType<typeof prepare>>,
  where: string,
): Promise<void> {
  await ledger.holds(where);
  const repeated = await act(ledger.seat());
  expect(errorsIn(repeated), `repeated call ${where}`).toEqual([]);
  const rows = await ledger.holds(`repeated call ${where}`);
  const keyed = (work ?? []).filter((command) => command.key !== undefined);
  if (keyed.length > 0) {
    const retried = await ledger.submit(ledger.seat(), ...keyed.map((command) => ledger.again(command)));
    const idOf = (outcome: Outcome | undefined) => outcome && ('event' in outcome ? outcome.event.id : outcome);
    expect(errorsIn(retried), `retried request ${where}`).toEqual([]);
    const first = keyed.map((command) => repeated[work!.indexOf(command)]);
    if (keyed[0]!.kind === 'append') expect(retried.map(idOf), where).toEqual(first.map(idOf));
    expect(await ledger.holds(`retried request ${where}`)).toHaveLength(rows.length);
  }
  const seat = ledger.seat();
  await seat.confirm();
  await ledger.holds(`confirmed ${where}`);
  await ledger.succeed(seat, ledger.append());
  const end = await ledger.holds(`next append ${where}`);
  expect(end, where).toHaveLength(rows.length + 1);
  expect(end.at(-2)!['confirmation'], where).toBe(confirms ? 'CONFIRMED' : 'PENDING');
}

describe.concurrent.each(SCENARIOS)('$name', (scenario) => {
  const points = scenario.batches.map((kind, i) => ({ kind, n: i + 1 }));
  const sides = ['before', 'after'] as const;
  const at = points.flatMap((point) => sides.map((side) => ({ ...point, side })));
  // Between two batches is one moment, not two.
  const moments = at.filter(({ n, side }) => side === 'before' || n === points.length);

  test('takes these batches', async () => {
    const prepared = await prepare(d1, scenario);
    expect(errorsIn(await prepared.act(prepared.seat))).toEqual([]);
    expect(prepared.seen).toEqual(scenario.batches);
    await recovers(prepared, 'without a fault');
  });

  test.each(at)('a connection lost $side batch $n ($kind)', async ({ n, side }) => {
    const prepared = await prepare(
      d1,
      scenario,
      failing(side, (batch) => batch.n === n),
    );
    if (scenario.commands) expect(errorsIn(await prepared.act(prepared.seat))).toEqual([]);
    else await expect(prepared.act(prepared.seat)).rejects.toThrow('connection lost');
    await recovers(prepared, `${side} ${n}`);
  });

  test.each(at)('no connection from $side batch $n ($kind) on', async ({ n, side }) => {
    const prepared = await prepare(
      d1,
      scenario,
      failing(side, (batch) => batch.n >= n),
    );
    if (scenario.commands) {
      const errors = errorsIn(await prepared.act(prepared.seat));
      expect(errors.length).toBeGreaterThan(0);
      for (const error of errors)
        expect(error).toMatchObject({ kind: 'unavailable', headers: { 'retry-after': expect.any(String) } });
    } else await expect(prepared.act(prepared.seat)).rejects.toThrow('connection lost');
    await recovers(prepared, `from ${side} ${n} on`);
  });

  const others = scenario.exists
    ? (['appends', 'confirms', 'repeats the call', 'does all of it'] as const)
    : (['repeats the call', 'does all of it'] as const);
  const meetings = moments.flatMap((point) => others.map((other) => ({ ...point, other })));
  test.each(meetings)(
    'a second sequencer $other while the first is held $side batch $n ($kind)',
    async ({ n, side, other }) => {
      const meanwhile = async (): Promise<void> => {
        const { ledger, act } = prepared;
        const second = ledger.seat();
        if (other === 'repeats the call' || other === 'does all of it') expect(errorsIn(await act(second))).toEqual([]);
        if (other === 'appends' || other === 'does all of it') await ledger.succeed(second, ledger.append());
        if (other === 'confirms' || other === 'does all of it') await second.confirm();
        await ledger.holds(`second sequencer, first held ${side} ${n}`);
      };
      const prepared = await prepare(d1, scenario, async (batch, run) => {
        if (batch.n !== n) return run();
        if (side === 'before') {
          await meanwhile();
          return run();
        }
        const results = await run();
        await meanwhile();
        return results;
      });
      const outcomes = prepared.act(prepared.seat);
      // A confirmation that another sequencer has overtaken may be refused: the alarm repeats it.
      expect(errorsIn(await (scenario.commands ? outcomes : outcomes.catch(() => [])))).toEqual([]);
      await prepared.ledger.holds('first goes on');
      // The first sequencer is not evicted yet: whatever it still believes must not do harm.
      await prepared.seat.confirm().catch(() => undefined);
      await prepared.ledger.holds('first confirms');
      await prepared.ledger.succeed(prepared.seat, prepared.ledger.append());
      await recovers(prepared, `${other} ${side} ${n}`);
    },
  );
});

describe('a window of anchors that closes', () => {
  const times = (outcomes: Outcome[]) =>
    outcomes.flatMap((outcome) => ('event' in outcome ? [outcome.event.acceptedUs] : []));
  const isCommit = ({ kind }: { kind: string }): boolean => kind === 'commit';
  const committing = SCENARIOS.filter(({ batches, khipu }) => batches.includes('commit') && !khipu);

  test.each(committing)('between stamp and commit, $name: stamped anew, nothing twice', async (scenario) => {
    let closings = 0;
    const prepared = await prepare(d1, scenario, async (batch, run) => {
      // Twice, so that what was stamped anew is too early again.
      if (isCommit(batch) && closings < 2) {
        closings += 1;
        await prepared.ledger.closeWindow(nowMicros() + 1);
      }
      return run();
    });
    const before = (await prepared.ledger.holds()).length;
    const outcomes = await prepared.act(prepared.seat);
    expect(errorsIn(outcomes)).toEqual([]);
    const used = scenario.name.includes('used key');
    expect(closings).toBe(used ? 1 : 2);
    const rows = await prepared.ledger.holds();
    // A used key answers with what was accepted before, a key used twice with one event for both.
    const made = new Set(outcomes.map((outcome) => ('event' in outcome ? outcome.event.id : outcome)));
    expect(rows.length - before).toBe(used ? 0 : made.size);
    for (const row of rows.slice(before)) expect(row['us']).toBeGreaterThanOrEqual(prepared.ledger.closedUs);
    await recovers(prepared, 'after windows');
  });

  test.each(['new', 'running'] as const)(
    'ahead of the clock: a %s object accepts nothing before its end',
    async (which) => {
      const ledger = new Ledger(d1, await newCaller(d1));
      const running = ledger.seat();
      await ledger.succeed(running, ledger.creation());
      await ledger.succeed(running, ledger.append());
      const endUs = nowMicros() + 400_000;
      await ledger.closeWindow(endUs);
      const seat = which === 'new' ? ledger.seat() : running;
      const outcomes = await ledger.succeed(seat, ledger.append(), ledger.append({}, { key: 'k' }), ledger.append());
      const [first, ...rest] = times(outcomes) as [number, ...number[]];
      expect(first).toBeGreaterThanOrEqual(endUs);
      // The window's end is waited for: no event is ahead of the clock.
      expect(first).toBeLessThan(nowMicros() + 1000);
      expect(rest).toEqual([first + 1, first + 2]);
      expect(times(await ledger.succeed(seat, ledger.append()))[0]).toBeGreaterThan(endUs);
      expect(await ledger.holds()).toHaveLength(6);
      // What was there before stays where it is.
      expect((await ledger.holds()).filter((row) => row['us'] < endUs)).toHaveLength(2);
    },
  );

  test('of another tenant binds nobody else', async () => {
    const others = new Ledger(d1, await newCaller(d1));
    await others.closeWindow(nowMicros() + 3_600_000_000);
    const ledger = new Ledger(d1, await newCaller(d1));
    const seat = ledger.seat();
    await ledger.succeed(seat, ledger.creation());
    const [outcome] = await ledger.succeed(seat, ledger.append());
    expect(times([outcome!])[0]).toBeLessThan(nowMicros() + 1000);
  });

  test('a connection lost after a commit into the next window: it is found, not made again', async () => {
    const ledger = new Ledger(d1, await newCaller(d1));
    await ledger.succeed(ledger.seat(), ledger.creation());
    let lost = false;
    const seat = ledger.seat(async (batch, run) => {
      if (!isCommit(batch) || lost) return run();
      lost = true;
      await run();
      await ledger.closeWindow(nowMicros() + 1);
      throw new Error('D1_ERROR: Network connection lost.');
    });
    const [outcome] = await ledger.succeed(seat, ledger.append());
    expect(times([outcome!])[0]).toBeLessThan(ledger.closedUs);
    expect(await ledger.holds()).toHaveLength(2);
  });
});

describe('rights that end between what is remembered and the commit', () => {
  const remove = (who: Ledger['caller']) => d1.rows(['DELETE FROM applications WHERE id = ?', who.subject]);
  const rename = (who: Ledger['caller']) =>
    d1.rows(["UPDATE applications SET display_name = 'Renamed', revision = revision + 1 WHERE id = ?", who.subject]);

  async function warmed() {
    const ledger = new Ledger(d1, await newCaller(d1));
    const other = await newCaller(d1, ledger.caller.tenant);
    let before: (() => Promise<unknown>) | undefined;
    const seat = ledger.seat(async (batch, run) => {
      if (batch.kind === 'commit') {
        const act = before;
        before = undefined;
        await act?.();
      }
      return run();
    });
    await ledger.succeed(ledger.seat(), ledger.creation());
    await ledger.succeed(seat, ledger.append(), ledger.append({}, { by: other }));
    return { ledger, other, seat, beforeCommit: (act: () => Promise<unknown>) => (before = act) };
  }

  test.each([
    ['a deleted application', remove, 'unauthenticated'],
    ['a demoted administrator', (who: Ledger['caller']) => demote(d1, who), 'not_found'],
  ] as const)('%s: nothing of it is committed, and what others asked for is', async (_name, end, kind) => {
    const { ledger, other, seat, beforeCommit } = await warmed();
    beforeCommit(() => end(other));
    const [own, theirs, keyed] = await ledger.submit(
      seat,
      ledger.append(),
      ledger.append({}, { by: other }),
      ledger.append({}, { by: other, key: 'k' }),
    );
    expect(own).toHaveProperty('event');
    expect([theirs, keyed]).toMatchObject([{ error: { kind } }, { error: { kind } }]);
    expect(await ledger.holds()).toHaveLength(4);
    expect(await ledger.submit(ledger.seat(), ledger.append({}, { by: other }))).toMatchObject([{ error: { kind } }]);
    expect(await ledger.holds()).toHaveLength(4);
  });

  test('a demoted administrator alone: the commit does not happen', async () => {
    const { ledger, other, seat, beforeCommit } = await warmed();
    beforeCommit(() => demote(d1, other));
    expect(await ledger.submit(seat, ledger.append({}, { by: other }))).toMatchObject([
      { error: { kind: 'not_found' } },
    ]);
    expect(await ledger.holds()).toHaveLength(3);
  });

  test('an application renamed meanwhile is recorded under its new name', async () => {
    const { ledger, other, seat, beforeCommit } = await warmed();
    beforeCommit(() => rename(other));
    const [outcome] = await ledger.succeed(seat, ledger.append({}, { by: other }));
    expect(outcome).toMatchObject({ event: { principalAccepted: { display_name: 'Renamed' } } });
    await ledger.holds();
  });
});

describe('a restored backup: D1 is behind what was acknowledged', () => {
  const everything = (ledger: Ledger) => snapshot(d1, ledger);

  /** A ledger of four events, and what D1 held before the first, after the second and now. */
  async function aged() {
    const ledger = new Ledger(d1, await newCaller(d1));
    const nothing = await everything(ledger);
    const seat = ledger.seat();
    await ledger.succeed(seat, ledger.creation());
    await ledger.succeed(seat, ledger.append());
    const earlier = await everything(ledger);
    await ledger.succeed(seat, ledger.append({}, { key: 'k' }));
    await ledger.succeed(seat, ledger.append());
    return { ledger, seat, nothing, earlier, now: await everything(ledger) };
  }

  async function frozen(ledger: Ledger, seat: Sequencer): Promise<void> {
    const logged = vi.spyOn(console, 'log').mockClear();
    const before = await everything(ledger);
    for (const command of [ledger.append(), ledger.append({}, { key: 'k' })]) {
      expect(await ledger.submit(seat, command)).toMatchObject([
        {
          error: {
            kind: 'unavailable',
            message: `the ledger of assets/${ledger.asset} is frozen: the database is behind what it has acknowledged`,
            headers: { 'retry-after': '3600' },
          },
        },
      ]);
    }
    await expect(seat.confirm()).rejects.toThrow('frozen');
    expect(await everything(ledger)).toEqual(before);
    const alarm = logged.mock.calls.map(([line]) => JSON.parse(String(line))).find(({ level }) => level === 'alarm');
    expect(alarm).toMatchObject({
      asset: ledger.asset,
      acknowledged: 4,
      message: expect.stringContaining('frozen'),
    });
  }

  test.each(['nothing', 'earlier'] as const)('a new object on %s refuses until the rows are back', async (then) => {
    const aging = await aged();
    await restore(d1, aging.ledger, aging[then]);
    const seat = aging.ledger.seat();
    await frozen(aging.ledger, seat);
    await restore(d1, aging.ledger, aging.now);
    await aging.ledger.succeed(seat, aging.ledger.append());
    expect(await aging.ledger.holds()).toHaveLength(5);
  });

  test.each(['nothing', 'earlier'] as const)('an object that was running, on %s, refuses as well', async (then) => {
    const { ledger, seat, ...states } = await aged();
    await restore(d1, ledger, states[then]);
    await frozen(ledger, seat);
    await restore(d1, ledger, states.now);
    await ledger.succeed(seat, ledger.append());
    expect(await ledger.holds()).toHaveLength(5);
  });

  test('a running object confirms nothing on a restored database', async () => {
    const { ledger, seat, earlier } = await aged();
    await restore(d1, ledger, earlier);
    await seat.confirm().catch(() => undefined);
    expect(await everything(ledger)).toEqual(earlier);
    await frozen(ledger, seat);
  });

  test.each(['new', 'running'] as const)('another history of the same length: a %s object refuses', async (which) => {
    const { ledger, seat, earlier } = await aged();
    await restore(d1, ledger, earlier);
    // What an operator who only empties the object's storage would get.
    const watermark = ledger.watermark;
    ledger.watermark = undefined;
    const seatOfOther = ledger.seat();
    for (const command of [ledger.append(), ledger.append()]) await seatOfOther.commit([command]);
    ledger.watermark = watermark;
    await frozen(ledger, which === 'new' ? ledger.seat() : seat);
  });

  test('what a failed connection has left is remembered as acknowledged', async () => {
    const { ledger, earlier } = await aged();
    const seat = ledger.seat(failing('after', ({ kind, n }) => kind === 'commit' && n === 2));
    await ledger.succeed(seat, ledger.append());
    await restore(d1, ledger, earlier);
    expect(ledger.watermark?.seq).toBe(5);
  });
});

test.each([
  [
    'a head that was set back',
    'UPDATE assets SET (seq, head_us, head_hash) = (SELECT seq, accepted_us, hash FROM events WHERE asset = ?1 AND seq = 1) WHERE id = ?1',
  ],
  ["an asset's row that is gone", 'DELETE FROM assets WHERE id = ?1'],
])('the verification finds events beyond the head: %s', async (_name, damage) => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const seat = ledger.seat();
  await ledger.succeed(seat, ledger.creation({}));
  await ledger.succeed(seat, ledger.append({ assetAttributes: {} }));
  await d1.rows([damage, ledger.asset]);
  const { findings } = await verifyAsset(new Database(d1.d1()), ledger.asset);
  expect(findings).toContainEqual({ asset: ledger.asset, seq: expect.any(Number), problem: 'head' });
});
