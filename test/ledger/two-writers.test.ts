import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Command, Outcome } from '../../src/ledger/append/commands.ts';
import type { AssetSequencer } from '../../src/ledger/append/asset-sequencer.ts';
import { Database } from '../../src/platform/database/database.ts';
import { failing, openD1, type Fault, type LocalD1 } from './support/d1.ts';
import { Ledger, newCaller } from './support/ledger.ts';
import { Writer, WriterStorage } from './support/writer.ts';
import { ENGINE, sized } from '../support/size.ts';

const ASSETS = 8;
const ROUNDS = sized({ quick: 4, long: 12, full: 50 });

let d1: LocalD1;
const lines: string[] = [];
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await d1.close();
});

/** Makes an audited change, which this writer acknowledges. */
async function auditedChange(writer: Writer): Promise<void> {
  const db = new Database(d1.d1(), 'primary', undefined, (state) => writer.acknowledge(state));
  await db.commitAudited([
    db.text(
      `INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash,
      request_id)
        VALUES (?1, ?1, 1, '', '', 'x', 'x', '', '', 'x')`,
      [crypto.randomUUID()],
    ),
  ]);
}

/** Repeats the commands that fail with 503, as the Worker and clients do, until all are acknowledged. */
async function succeed(ledger: Ledger, sequencer: AssetSequencer, commands: Command[]): Promise<void> {
  let open = commands;
  for (let tries = 0; open.length > 0; tries++) {
    expect(tries, 'commands are never acknowledged').toBeLessThan(50);
    const outcomes = await ledger.submit(sequencer, ...open);
    for (const outcome of outcomes)
      if ('error' in outcome) expect(outcome.error).toMatchObject({ kind: 'unavailable' });
    open = open.filter((_, i) => 'error' in outcomes[i]!);
  }
}

const hashIn = (outcome: Outcome): string | undefined => ('event' in outcome ? outcome.event.hash : undefined);

/** Delays the responses of D1 in an order that differs from that of their batches. */
function shuffled(): Fault {
  let n = 0;
  return async (_batch, run) => {
    const turns = (n++ * 7) % 5;
    const results = await run();
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    return results;
  };
}

describe.each(['shared', 'stale'] as const)('two writers of one database at once, with %s storage', (kind) => {
  test('lose and duplicate nothing, and do not take each other for a restore', async () => {
    lines.length = 0;
    const storage = new WriterStorage();
    const open = (): Writer => new Writer(d1.d1(shuffled()), storage.open(kind));
    const writers = [open(), open()];
    const ledgers = await Promise.all(
      Array.from({ length: ASSETS }, async () => {
        const ledger = new Ledger(d1, await newCaller(d1));
        ledger.storage = storage;
        return ledger;
      }),
    );
    const sequencers = ledgers.map((ledger) => writers.map((writer) => ledger.sequencerOf(writer)));
    for (const [i, ledger] of ledgers.entries()) await succeed(ledger, sequencers[i]![i % 2]!, [ledger.creation()]);
    let sent = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const appends = ledgers.flatMap((ledger, i) =>
        sequencers[i]!.map((sequencer) => {
          const commands = Array.from({ length: 1 + ((round + i) % 3) }, (_, k) =>
            ledger.append({}, k === 0 ? { key: crypto.randomUUID() } : {}),
          );
          sent += commands.length;
          return succeed(ledger, sequencer, commands);
        }),
      );
      const others = [...writers.map(auditedChange), ...writers.map((writer) => writer.compare())];
      await Promise.all([...appends, ...others]);
      for (const writer of writers) expect(await writer.compare()).toMatchObject({ restored: false });
      for (const ledger of ledgers) await ledger.holds(`round ${round}`);
      if (round % 4 === 3) {
        // One of them is evicted; its successor starts from the storage.
        writers[round % 2] = open();
        for (const [i, ledger] of ledgers.entries())
          sequencers[i]![round % 2] = ledger.sequencerOf(writers[round % 2]!);
      }
    }
    let stored = 0;
    for (const ledger of ledgers) stored += (await ledger.holds()).length - 1;
    expect(stored).toBe(sent);
    const [states] = await d1.rows(['SELECT counter, tag FROM database_state']);
    expect(storage.acknowledged).toMatchObject(states![0]!);
    expect(lines.filter((line) => line.includes('"alarm"'))).toEqual([]);
  });

  test('store one of two proposals for the same event, and the other sequencer continues after it', async () => {
    const storage = new WriterStorage();
    const writers = [0, 1].map(() => new Writer(d1.d1(), storage.open(kind)));
    const ledger = new Ledger(d1, await newCaller(d1));
    ledger.storage = storage;
    const sequencers = writers.map((writer) => ledger.sequencerOf(writer));
    await succeed(ledger, sequencers[0]!, [ledger.creation()]);
    // The same calls reach both, as when an asset's object is replaced while it commits.
    for (let round = 0; round < sized({ quick: 4, long: 10, full: 10 }); round++) {
      const commands = [ledger.append(), ledger.append({}, { key: `key ${round}` })];
      await Promise.all(sequencers.map((sequencer) => succeed(ledger, sequencer, commands)));
      expect(await ledger.holds(`round ${round}`)).toHaveLength(1 + 2 * (round + 1));
    }
  });

  test.each(['comparison', 'commit'] as const)(
    'do not take it for a restore when the response to a %s arrives after a commit of the other writer',
    async (what) => {
      const storage = new WriterStorage();
      const other = new Writer(d1.d1(), storage.open(kind));
      const ledger = new Ledger(d1, await newCaller(d1));
      ledger.storage = storage;
      const sequencer = ledger.sequencerOf(other);
      await succeed(ledger, sequencer, [ledger.creation()]);
      const second = new Ledger(d1, ledger.caller);
      second.storage = storage;
      let isHeld = true;
      const hold: Fault = async (batch, run) => {
        const results = await run();
        if (isHeld && batch.kind === (what === 'commit' ? 'commit' : 'state')) {
          isHeld = false;
          await succeed(ledger, sequencer, [ledger.append()]);
        }
        return results;
      };
      const slow = new Writer(d1.d1(hold), storage.open(kind));
      if (what === 'commit') await succeed(second, second.sequencerOf(slow), [second.creation()]);
      else expect(await slow.compare()).toMatchObject({ restored: false });
      expect(isHeld).toBe(false);
      for (const writer of [slow, other]) expect(await writer.compare()).toMatchObject({ restored: false });
      await ledger.holds();
      await second.holds();
      await succeed(second, second.sequencerOf(slow), [what === 'commit' ? second.append() : second.creation()]);
      await succeed(ledger, sequencer, [ledger.append()]);
      await second.holds();
      expect(await ledger.holds()).toHaveLength(3);
    },
  );
});

test('a repeated event is returned as it is stored, also if the response to its refused commit is lost', async () => {
  const ledger = new Ledger(d1, await newCaller(d1));
  let isLost = false;
  const writer = ledger.writer({ batch: failing('after', ({ kind }) => isLost && kind === 'commit') });
  const [first, second] = [ledger.sequencerOf(writer), ledger.sequencerOf(writer)];
  await ledger.succeed(first, ledger.creation());
  const command = ledger.append();
  const [stored] = await ledger.succeed(second, command);
  expect(hashIn(stored!)).toMatch(/^[0-9a-f]{64}$/);
  isLost = true;
  const [again] = await ledger.succeed(first, command);
  // An event that is read also has the time and the number of its commit.
  expect(hashIn(again!)).toBe(hashIn(stored!));
  isLost = false;
  await ledger.holds('at the end');
});
