import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nowMicros } from '../../src/lib/time.ts';
import type { Outcome } from '../../src/ledger/append/commands.ts';
import { verifyAsset } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/platform/database/database.ts';
import { failing, openD1, type Fault, type LocalD1 } from './support/d1.ts';
import { demote, Ledger, newCaller } from './support/ledger.ts';
import { errorsIn, prepare, recovers, SCENARIOS } from './support/scenarios.ts';
import { ENGINE, sampled } from '../support/size.ts';

const UNKNOWN =
  'the ledger could not commit; the outcome of a write is unknown: it may have been stored. Repeat it only with ' +
  'its Idempotency-Key, or read first';
const NOTHING_STORED = 'the ledger could not commit, and has stored nothing; try again';

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => d1.close());

describe.each(SCENARIOS)('$name', (scenario) => {
  const points = scenario.batches.map((kind, i) => ({ kind, n: i + 1 }));
  const sides = ['before', 'after'] as const;
  const at = points.flatMap((point) => sides.map((side) => ({ ...point, side })));
  const index = SCENARIOS.indexOf(scenario);
  // After one batch is the same moment as before the next.
  const moments = at.filter(({ n, side }) => side === 'before' || n === points.length);

  test('runs the expected D1 batches without a fault', async () => {
    const prepared = await prepare(d1, scenario);
    expect(errorsIn(await prepared.act(prepared.sequencer))).toEqual([]);
    expect(prepared.seen).toEqual(scenario.batches);
    await recovers(prepared, 'without a fault');
  });

  test.each(sampled(at, 5, index))(
    'recovers when the connection is lost once, $side batch $n ($kind)',
    async ({ n, side }) => {
      const prepared = await prepare(d1, scenario, { batch: failing(side, (batch) => batch.n === n) });
      expect(errorsIn(await prepared.act(prepared.sequencer))).toEqual([]);
      await recovers(prepared, `${side} ${n}`);
    },
  );

  test.each(sampled(at, 5, index + 2))(
    'recovers when the connection stays lost from $side batch $n ($kind)',
    async ({ n, side }) => {
      const prepared = await prepare(d1, scenario, { batch: failing(side, (batch) => batch.n >= n) });
      const stored = async (): Promise<unknown> =>
        (
          await d1.rows([
            'SELECT count(*) AS n FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?)',
            prepared.ledger.asset,
          ])
        )[0]![0]!['n'];
      const before = await stored();
      const errors = errorsIn(await prepared.act(prepared.sequencer));
      expect(errors.length).toBeGreaterThan(0);
      const isStored = (await stored()) !== before;
      for (const error of errors) {
        expect(error).toMatchObject({ kind: 'unavailable', headers: { 'retry-after': expect.any(String) } });
        if (isStored) expect(error.message).toBe(UNKNOWN);
        else expect([UNKNOWN, NOTHING_STORED]).toContain(error.message);
      }
      await recovers(prepared, `from ${side} ${n} on`);
    },
  );

  const others = scenario.exists
    ? (['appends', 'repeats the call', 'does all of it'] as const)
    : (['repeats the call', 'does all of it'] as const);
  const meetings = moments.flatMap((point) => others.map((other) => ({ ...point, other })));
  test.each(sampled(meetings, 7, index))(
    'loses and duplicates nothing when a second sequencer $other while the first waits $side batch $n ($kind)',
    async ({ n, side, other }) => {
      const meanwhile = async (): Promise<void> => {
        const { ledger, act } = prepared;
        const second = ledger.sequencer();
        if (other === 'repeats the call' || other === 'does all of it') expect(errorsIn(await act(second))).toEqual([]);
        if (other === 'appends' || other === 'does all of it') await ledger.succeed(second, ledger.append());
        await ledger.holds(`second sequencer, first held ${side} ${n}`);
      };
      const hold: Fault = async (batch, run) => {
        if (batch.n !== n) return run();
        if (side === 'before') {
          await meanwhile();
          return run();
        }
        const results = await run();
        await meanwhile();
        return results;
      };
      const prepared = await prepare(d1, scenario, { batch: hold });
      expect(errorsIn(await prepared.act(prepared.sequencer))).toEqual([]);
      await prepared.ledger.holds('first goes on');
      // The first sequencer still runs: its outdated state must do no harm.
      await prepared.ledger.succeed(prepared.sequencer, prepared.ledger.append());
      await recovers(prepared, `${other} ${side} ${n}`);
    },
  );
});

const times = (outcomes: Outcome[]) =>
  outcomes.flatMap((outcome) => ('event' in outcome ? [outcome.event.acceptedUs] : []));
const isCommit = ({ kind }: { kind: string }): boolean => kind === 'commit';
const committing = SCENARIOS.filter(({ batches, khipu }) => batches.includes('commit') && !khipu);

test.each(committing)(
  'closing a window of anchors between timestamp and commit gives events new timestamps ($name)',
  async (scenario) => {
    let closings = 0;
    const close: Fault = async (batch, run) => {
      // Twice, so that the second timestamp is too early as well.
      if (isCommit(batch) && closings < 2) {
        closings += 1;
        await prepared.ledger.closeWindow(nowMicros() + 1);
      }
      return run();
    };
    const prepared = await prepare(d1, scenario, { batch: close });
    const before = (await prepared.ledger.holds()).length;
    const outcomes = await prepared.act(prepared.sequencer);
    expect(errorsIn(outcomes)).toEqual([]);
    const used = /used (?:key|Record-Id)/.test(scenario.name);
    expect(closings).toBe(used ? 1 : 2);
    const rows = await prepared.ledger.holds();
    // A used key returns the event accepted before; a key used twice returns one event for both.
    const made = new Set(outcomes.map((outcome) => ('event' in outcome ? outcome.event.id : outcome)));
    expect(rows.length - before).toBe(used ? 0 : made.size);
    for (const row of rows.slice(before)) expect(row['us']).toBeGreaterThanOrEqual(prepared.ledger.closedUs);
    await recovers(prepared, 'after windows');
  },
);

test.each(['new', 'running'] as const)(
  'closing a window of anchors ahead of the clock makes a %s object accept events only after its end',
  async (which) => {
    const ledger = new Ledger(d1, await newCaller(d1));
    const running = ledger.sequencer();
    await ledger.succeed(running, ledger.creation());
    await ledger.succeed(running, ledger.append());
    const endUs = nowMicros() + 400_000;
    await ledger.closeWindow(endUs);
    const sequencer = which === 'new' ? ledger.sequencer() : running;
    const outcomes = await ledger.succeed(sequencer, ledger.append(), ledger.append({}, { key: 'k' }), ledger.append());
    const [first, ...rest] = times(outcomes) as [number, ...number[]];
    expect(first).toBeGreaterThanOrEqual(endUs);
    // The sequencer waits for the end of the window: no event is ahead of the clock.
    expect(first).toBeLessThan(nowMicros() + 1000);
    expect(rest).toEqual([first + 1, first + 2]);
    expect(times(await ledger.succeed(sequencer, ledger.append()))[0]).toBeGreaterThan(endUs);
    expect(await ledger.holds()).toHaveLength(6);
    // Earlier events are unchanged.
    expect((await ledger.holds()).filter((row) => row['us'] < endUs)).toHaveLength(2);
  },
);

test('closing a window of anchors does not affect other tenants', async () => {
  const others = new Ledger(d1, await newCaller(d1));
  await others.closeWindow(nowMicros() + 3_600_000_000);
  const ledger = new Ledger(d1, await newCaller(d1));
  const sequencer = ledger.sequencer();
  await ledger.succeed(sequencer, ledger.creation());
  const [outcome] = await ledger.succeed(sequencer, ledger.append());
  expect(times([outcome!])[0]).toBeLessThan(nowMicros() + 1000);
});

test('an append after a commit whose connection is lost does not duplicate the event', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  await ledger.succeed(ledger.sequencer(), ledger.creation());
  let lost = false;
  const batch: Fault = async (each, run) => {
    if (!isCommit(each) || lost) return run();
    lost = true;
    await run();
    await ledger.closeWindow(nowMicros() + 1);
    throw new Error('D1_ERROR: Network connection lost.');
  };
  const sequencer = ledger.sequencer({ batch });
  const [outcome] = await ledger.succeed(sequencer, ledger.append());
  expect(times([outcome!])[0]).toBeLessThan(ledger.closedUs);
  expect(await ledger.holds()).toHaveLength(2);
});

describe('a caller whose rights change between the last read and the commit', () => {
  const remove = (who: Ledger['caller']) => d1.rows(['DELETE FROM applications WHERE id = ?', who.subject]);
  const rename = (who: Ledger['caller']) =>
    d1.rows(["UPDATE applications SET display_name = 'Renamed', revision = revision + 1 WHERE id = ?", who.subject]);

  async function warmed() {
    const ledger = new Ledger(d1, await newCaller(d1));
    const other = await newCaller(d1, ledger.caller.tenant);
    let before: (() => Promise<unknown>) | undefined;
    const batch: Fault = async ({ kind }, run) => {
      if (kind === 'commit') {
        const act = before;
        before = undefined;
        await act?.();
      }
      return run();
    };
    const sequencer = ledger.sequencer({ batch });
    await ledger.succeed(ledger.sequencer(), ledger.creation());
    await ledger.succeed(sequencer, ledger.append(), ledger.append({}, { by: other }));
    return { ledger, other, sequencer, beforeCommit: (act: () => Promise<unknown>) => (before = act) };
  }

  test.each([
    ['a deleted application', remove, 'unauthenticated'],
    ['a demoted administrator', (who: Ledger['caller']) => demote(d1, who), 'not_found'],
  ] as const)('%s commits nothing, while the commands of other callers are committed', async (_name, end, kind) => {
    const { ledger, other, sequencer, beforeCommit } = await warmed();
    beforeCommit(() => end(other));
    const [own, theirs, keyed] = await ledger.submit(
      sequencer,
      ledger.append(),
      ledger.append({}, { by: other }),
      ledger.append({}, { by: other, key: 'k' }),
    );
    expect(own).toHaveProperty('event');
    expect([theirs, keyed]).toMatchObject([{ error: { kind } }, { error: { kind } }]);
    expect(await ledger.holds()).toHaveLength(4);
    expect(await ledger.submit(ledger.sequencer(), ledger.append({}, { by: other }))).toMatchObject([
      { error: { kind } },
    ]);
    expect(await ledger.holds()).toHaveLength(4);
  });

  test('a demoted administrator who is the only caller commits nothing', async () => {
    const { ledger, other, sequencer, beforeCommit } = await warmed();
    beforeCommit(() => demote(d1, other));
    expect(await ledger.submit(sequencer, ledger.append({}, { by: other }))).toMatchObject([
      { error: { kind: 'not_found' } },
    ]);
    expect(await ledger.holds()).toHaveLength(3);
  });

  test('a renamed application is recorded under its new name', async () => {
    const { ledger, other, sequencer, beforeCommit } = await warmed();
    beforeCommit(() => rename(other));
    const [outcome] = await ledger.succeed(sequencer, ledger.append({}, { by: other }));
    expect(outcome).toMatchObject({ event: { principalAccepted: { display_name: 'Renamed' } } });
    await ledger.holds();
  });
});

test('the verification finds events after an earlier head, and the database refuses to delete an asset', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  const sequencer = ledger.sequencer();
  await ledger.succeed(sequencer, ledger.creation({}));
  await ledger.succeed(sequencer, ledger.append({ assetAttributes: {} }));
  await d1.rows([
    `UPDATE assets SET (seq, head_us, head_hash) = (SELECT seq, accepted_us, hash FROM events
    WHERE asset = assets.number AND seq = 1) WHERE id = ?1`,
    ledger.asset,
  ]);
  const { findings } = await verifyAsset(new Database(d1.d1()), ledger.asset);
  expect(findings).toContainEqual({ asset: ledger.asset, seq: expect.any(Number), problem: 'head' });
  await expect(d1.rows(['DELETE FROM assets WHERE id = ?', ledger.asset])).rejects.toThrow('never deleted');
});
