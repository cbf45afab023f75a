/* oxlint-disable vitest/no-standalone-expect -- called inside tests */
import { expect } from 'vitest';
import type { Command, Outcome } from '../../../src/ledger/append/commands.ts';
import type { AssetSequencer } from '../../../src/ledger/append/asset-sequencer.ts';
import type { Kind, LocalD1 } from './d1.ts';
import { Ledger, newCaller, type Faults } from './ledger.ts';

/** What a sequencer and its writer do under a fault. They are new ("cold") or have committed before ("warm"). */
export type Scenario = {
  name: string;
  /** The D1 batches of both without a fault. */
  batches: Kind[];
  warm: boolean;
  keyed?: boolean;
  /** With a KHIPU asset, whose events stay PENDING here. */
  khipu?: boolean;
  /** Whether the asset exists before; otherwise the commands create it. */
  exists: boolean;
  /** The commands, made once the ledger is prepared. */
  commands: (ledger: Ledger) => Command[] | Promise<Command[]>;
};

const key = (): string => crypto.randomUUID();
const usedKey = async (ledger: Ledger): Promise<Command[]> => {
  const earlier = ledger.append({}, { key: key() });
  await ledger.succeed(ledger.sequencer(), earlier);
  return [ledger.again(earlier)];
};
const sameKeyTwice = (ledger: Ledger): Command[] => {
  const first = ledger.append({}, { key: key() });
  return [first, ledger.append(), ledger.again(first)];
};
const usedRecordId = async (ledger: Ledger): Promise<Command[]> => {
  const earlier = ledger.named();
  await ledger.succeed(ledger.sequencer(), earlier);
  return [ledger.again(earlier)];
};
const sameRecordIdTwice = (ledger: Ledger): Command[] => {
  const first = ledger.named();
  return [first, ledger.append(), ledger.again(first)];
};
/** Creation, append with and without a key or a Record-Id, and one key twice, by cold and warm sequencers. */
export const SCENARIOS: Scenario[] = [
  {
    name: 'creation',
    batches: ['read', 'state', 'commit'],
    warm: false,
    exists: false,
    commands: (l) => [l.creation()],
  },
  {
    name: 'creation with a key',
    batches: ['read', 'state', 'commit'],
    warm: false,
    exists: false,
    keyed: true,
    commands: (l) => [l.creation()],
  },
  {
    name: 'append, cold',
    batches: ['read', 'state', 'commit'],
    warm: false,
    exists: true,
    commands: (l) => [l.append()],
  },
  { name: 'append, warm', batches: ['commit'], warm: true, exists: true, commands: (l) => [l.append()] },
  {
    name: 'append with a key, cold',
    batches: ['read', 'state', 'commit'],
    warm: false,
    exists: true,
    commands: (l) => [l.append({}, { key: key() })],
  },
  {
    name: 'append with a key, warm',
    batches: ['commit'],
    warm: true,
    exists: true,
    commands: (l) => [l.append({}, { key: key() })],
  },
  {
    // The writer acknowledges the event that was stored before, and its storage has no state yet.
    name: 'append with a used key, cold',
    batches: ['read', 'answer', 'state'],
    warm: false,
    exists: true,
    commands: usedKey,
  },
  {
    // A warm sequencer does not look up keys: the commit refuses a used key, and the next attempt reads it.
    name: 'append with a used key, warm',
    batches: ['commit', 'read', 'answer'],
    warm: true,
    exists: true,
    commands: usedKey,
  },
  {
    name: 'one key twice in a pool, cold',
    batches: ['read', 'state', 'commit', 'commit', 'read', 'answer'],
    warm: false,
    exists: true,
    commands: sameKeyTwice,
  },
  {
    name: 'append with a used Record-Id, cold',
    batches: ['read', 'answer', 'state'],
    warm: false,
    exists: true,
    commands: usedRecordId,
  },
  {
    // Nothing is remembered of Record-Ids: the commit refuses the event, and the next attempt reads it.
    name: 'append with a used Record-Id, warm',
    batches: ['commit', 'read', 'answer'],
    warm: true,
    exists: true,
    commands: usedRecordId,
  },
  {
    // The first event of the commit answers both commands.
    name: 'one Record-Id twice in a pool, warm',
    batches: ['commit'],
    warm: true,
    exists: true,
    commands: sameRecordIdTwice,
  },
  {
    name: 'creation, KHIPU',
    batches: ['read', 'state', 'commit'],
    warm: false,
    khipu: true,
    exists: false,
    commands: (l) => [l.creation()],
  },
  {
    name: 'appends with and without a key, KHIPU, warm',
    batches: ['commit'],
    warm: true,
    khipu: true,
    exists: true,
    commands: (l) => [l.append(), l.append({}, { key: key() })],
  },
];

/** Prepares a ledger for the scenario. The faults apply to its sequencer and writer from then on. */
export async function prepare(
  d1: LocalD1,
  { warm, keyed, khipu, exists, commands }: Scenario,
  { batch: fault, call, put }: Faults = {},
) {
  const ledger = new Ledger(d1, await newCaller(d1), keyed ? key() : undefined, khipu ? 'KHIPU' : 'SIMPLE_HASH');
  let armed = false;
  let [calls, puts] = [0, 0];
  const seen: Kind[] = [];
  const sequencer = ledger.sequencer({
    batch: (batch, run) => {
      if (!armed) return run();
      seen.push(batch.kind);
      return fault ? fault({ kind: batch.kind, n: seen.length }, run) : run();
    },
    call: (_call, run) => (armed && call ? call({ n: ++calls }, run) : run()),
    put: (_write, act) => (armed && put ? put({ n: ++puts }, act) : act()),
  });
  if (exists) await ledger.succeed(ledger.sequencer(), ledger.creation());
  const work = await commands(ledger);
  if (warm) await ledger.succeed(sequencer, ledger.append());
  armed = true;
  const act = (by: AssetSequencer): Promise<Outcome[]> => ledger.submit(by, ...work);
  return { ledger, sequencer, work, act, seen, khipu: khipu === true };
}

/** The errors among outcomes. */
export const errorsIn = (outcomes: Outcome[]) =>
  outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));

/**
 * Expects recovery from a fault: after an eviction of the objects, a repeated call of the Worker with the same event
 * id, and a repeated request of the client with the same key, every event exists exactly once.
 */
export async function recovers(
  { ledger, work, act, khipu }: Awaited<ReturnType<typeof prepare>>,
  where: string,
): Promise<void> {
  await ledger.holds(where);
  const repeated = await act(ledger.sequencer());
  expect(errorsIn(repeated), `repeated call ${where}`).toEqual([]);
  const rows = await ledger.holds(`repeated call ${where}`);
  const keyed = work.filter((command) => command.key !== undefined || command.namedBy);
  if (keyed.length > 0) {
    const retried = await ledger.submit(ledger.sequencer(), ...keyed.map((command) => ledger.again(command)));
    const idOf = (outcome: Outcome | undefined) => outcome && ('event' in outcome ? outcome.event.id : outcome);
    expect(errorsIn(retried), `retried request ${where}`).toEqual([]);
    const first = keyed.map((command) => repeated[work.indexOf(command)]);
    if (keyed[0]!.kind === 'append') expect(retried.map(idOf), where).toEqual(first.map(idOf));
    expect(await ledger.holds(`retried request ${where}`)).toHaveLength(rows.length);
  }
  await ledger.succeed(ledger.sequencer(), ledger.append());
  const end = await ledger.holds(`next append ${where}`);
  expect(end, where).toHaveLength(rows.length + 1);
  expect(end.at(-2)!['confirmation'], where).toBe(khipu ? 'PENDING' : 'CONFIRMED');
}
