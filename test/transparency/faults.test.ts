import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fromHex } from '../../src/lib/text.ts';
import { ambient } from '../../src/lib/time.ts';
import { formatCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { parseEntry } from '../../src/formats/log/entry.ts';
import { parseNote } from '../../src/formats/log/note.ts';
import { verifyNote } from '../../src/formats/log/note-signatures.ts';
import { checkpointKey } from '../../src/transparency/sequencer/keys.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { Deployment, type LogFault } from './support/deployment.ts';

let d1: LocalD1;
let empty: Awaited<ReturnType<LocalD1['copy']>>;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  empty = await d1.copy();
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
// The audits read all logs: those of earlier tests would make each test slower than the one before.
beforeEach(() => d1.restore(empty));
let current: Deployment | undefined;
afterEach(() => current?.close());
afterEach(() => vi.mocked(crypto.subtle.sign).mockRestore?.());
afterAll(() => d1.close());

const deploy = (fault?: LogFault, completenessSeconds?: number): Deployment =>
  (current = new Deployment(d1, fault, completenessSeconds));

/** A reproducible source of numbers in [0, 1). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('all events get into their logs without faults', async () => {
  const deployment = deploy();
  await deployment.addTenancy();
  for (let i = 0; i < 5; i++) for (const asset of deployment.assets) expect(await deployment.record(asset)).toBe(true);
  const logs = await deployment.complete();
  expect(
    [...logs.values()]
      .map(({ size }) => size)
      .toSorted((a, b) => a - b)
      .slice(0, 1),
  ).toEqual([6]);
  expect(deployment.error).toBeUndefined();
});

test.each(Array.from({ length: sized({ quick: 4, long: 30, full: 200 }) }, (_, seed) => seed + 1))(
  'no leaf is lost or repeated, and no size gets two roots, regardless of what is lost, repeated or late (seed %i)',
  async (seed) => {
    const next = random(seed * 7919);
    let isFaulty = true;
    const late: (() => Promise<unknown>)[] = [];
    const fault: LogFault = async (_name, run) => {
      const dice = isFaulty ? next() : 1;
      if (dice < 0.04) throw new Error('Network connection lost.');
      if (dice < 0.08) {
        await run();
        throw new Error('Network connection lost.');
      }
      if (dice < 0.1) {
        late.push(run);
        throw new Error('Network connection lost.');
      }
      if (dice < 0.4) await new Promise((resolve) => setTimeout(resolve, 15 * next()));
      return run();
    };
    // Of every second seed, each append may be followed by one of the map.
    const deployment = deploy(fault, seed % 2 === 0 ? 0.001 : 0);
    await deployment.addTenancy();
    await deployment.addTenancy();
    for (let step = 0; step < 25; step++) {
      const dice = next();
      const pick = () => deployment.assets[Math.floor(next() * deployment.assets.length)]!;
      if (dice < 0.7) {
        const assets = [...new Set(Array.from({ length: 4 }, pick))];
        const sweeps = Array.from({ length: 3 }, async () => {
          await new Promise((resolve) => setTimeout(resolve, 20 * next()));
          await deployment.sweep();
        });
        await Promise.all([...assets.map((asset) => deployment.record(asset)), ...sweeps]);
      } else if (dice < 0.78) deployment.restartWriter();
      else if (dice < 0.86) deployment.restartSequencers();
      else if (dice < 0.94)
        await late
          .shift()?.()
          .catch(() => undefined);
      else await deployment.sweep();
      if (deployment.error) throw deployment.error;
    }
    isFaulty = false;
    await Promise.allSettled(late.map((run) => run()));
    if (seed % 2 === 0) await deployment.covered();
    else await deployment.complete();
    expect(deployment.error).toBeUndefined();
  },
);

test('nothing is appended after a restore until the loss is accepted; then a log names the former one', async () => {
  const deployment = deploy();
  const caller = await deployment.addTenancy();
  const own = deployment.assets.slice(-2);
  for (const asset of own) await deployment.record(asset);
  const before = (await deployment.complete()).get(caller.tenant)!;
  const copy = await d1.copy();
  for (let i = 0; i < 3; i++) await deployment.record(own[0]!);
  const lost = (await deployment.complete()).get(caller.tenant)!;
  expect(lost).toMatchObject({ id: before.id, size: before.size + 3 });

  await d1.restore(copy);
  expect(await deployment.record(own[0]!)).toBe(false);
  await deployment.sweep();
  expect((await deployment.audit()).get(caller.tenant)).toEqual(before);

  expect(await deployment.acceptLoss()).toBe(true);
  expect(await deployment.record(own[0]!)).toBe(true);
  const after = (await deployment.complete()).get(caller.tenant)!;
  expect(after.id).not.toBe(before.id);
  expect(after.size).toBe(before.size + 1);
  expect(after.previous).toMatchObject({ log: before.id, size: lost.size, root: lost.root });
});

test('a restore that undoes nothing of a log does not end it', async () => {
  const deployment = deploy();
  const [quiet, busy] = [await deployment.addTenancy(), await deployment.addTenancy()];
  for (const asset of deployment.assets.filter(({ isPublic }) => !isPublic)) await deployment.record(asset);
  const before = await deployment.complete();
  const copy = await d1.copy();
  await deployment.record(deployment.assets[2]!);
  await deployment.complete();
  await d1.restore(copy);
  await deployment.sweep();
  await deployment.acceptLoss();
  for (const asset of deployment.assets.filter(({ isPublic }) => !isPublic)) await deployment.record(asset);
  const after = await deployment.complete();
  expect(after.get(quiet.tenant)!.id).toBe(before.get(quiet.tenant)!.id);
  expect(after.get(busy.tenant)!.id).not.toBe(before.get(busy.tenant)!.id);
});

test('a sequencer whose storage was lost continues the log of the database', async () => {
  const deployment = deploy();
  const caller = await deployment.addTenancy();
  for (const asset of deployment.assets) await deployment.record(asset);
  const before = (await deployment.complete()).get(caller.tenant)!;
  deployment.records.clear();
  deployment.restartSequencers();
  for (const asset of deployment.assets) await deployment.record(asset);
  const after = (await deployment.complete()).get(caller.tenant)!;
  expect(after).toMatchObject({ id: before.id, size: before.size + 2 });
});

test('tiles are written when they are full, whatever the sizes of the appends', async () => {
  const deployment = deploy();
  const caller = await deployment.addTenancy();
  for (let round = 1; round <= 12; round++) {
    await deployment.record(deployment.assets[0]!, 64);
    await deployment.sweep();
    if (round % 5 === 0) deployment.restartSequencers();
  }
  expect((await deployment.complete()).get(caller.tenant)!.size).toBe(769);
});

test('logs that have lost something end in a new epoch although nothing is recorded', async () => {
  const deployment = deploy();
  const caller = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  const before = (await deployment.complete()).get(caller.tenant)!;
  const copy = await d1.copy();
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  await d1.restore(copy);
  await deployment.acceptLoss();
  await expect.poll(async () => (await deployment.audit()).get(caller.tenant)?.previous?.log).toBe(before.id);
});

test('a log that an operator ends is replaced by one with all of its events', async () => {
  const deployment = deploy();
  const caller = await deployment.addTenancy();
  for (let i = 0; i < 3; i++) await deployment.record(deployment.assets[0]!);
  const before = (await deployment.complete()).get(caller.tenant)!;
  expect(await deployment.end(caller.tenant, before.id)).toMatchObject({ size: before.size });
  expect(await deployment.end(caller.tenant, before.id)).toBeUndefined();
  await deployment.record(deployment.assets[0]!);
  const after = (await deployment.complete()).get(caller.tenant)!;
  expect(after).toMatchObject({
    size: before.size + 1,
    previous: { log: before.id, size: before.size, root: before.root },
  });
  expect(after.id).not.toBe(before.id);
});

test('new keys are named in the log, and both sign the first tree with their entry', async () => {
  const deployment = deploy();
  const caller = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  const now = ambient.now;
  try {
    await deployment.rotateKeys();
    ambient.now = () => now() + 61_000;
    await deployment.record(deployment.assets[0]!);
    expect((await deployment.complete()).get(caller.tenant)!.size).toBe(4);
    const row = async () =>
      (
        await deployment.read(
          `SELECT origin, size, root, key, key_before, checkpoint_before FROM logs WHERE scope = '${caller.tenant}'`,
        )
      )[0]!;
    const changed = await row();
    expect(changed['key']).toBe(changed['key_before'] + 1);
    const [old] = await deployment.read(`SELECT public_keys FROM log_keys WHERE number = ${changed['key_before']}`);
    const { origin } = changed as { origin: string };
    const key = checkpointKey({ number: 1, fromUs: 0, publicKeys: JSON.parse(old!['public_keys']) }, origin);
    const text = formatCheckpoint({ origin, size: 4, root: fromHex(changed['root']), extensions: [] });
    const signature = { name: origin, keyId: key.keyId, bytes: fromHex(changed['checkpoint_before']) };
    expect(await verifyNote({ text, signatures: [signature] }, [key])).toHaveLength(1);
    const [leaf] = await deployment.read(
      'SELECT lower(hex(entry)) AS entry FROM log_leaves WHERE event IS NULL AND "index" = 2',
    );
    expect(parseEntry(fromHex(leaf!['entry']))).toMatchObject({ schema: 'LOGKEYSV1' });
    const [change] = await deployment.read(
      `SELECT note FROM log_key_changes WHERE key = ${changed['key']}
      AND substr(note, 1, ${origin.length}) = '${origin}'`,
    );
    expect(await verifyNote(parseNote(change!['note']), [key])).toHaveLength(1);
    expect(parseNote(change!['note']).signatures).toHaveLength(2);
    await deployment.record(deployment.assets[0]!);
    await deployment.complete();
    expect(await row()).toMatchObject({ key: changed['key'], key_before: null, checkpoint_before: null });
  } finally {
    ambient.now = now;
  }
});

test('never signs another root after the clock has gone back', async () => {
  const deployment = deploy();
  await deployment.addTenancy();
  const now = ambient.now;
  try {
    for (const hours of [0, 5, -5, 3, 0]) {
      ambient.now = () => now() + hours * 3_600_000;
      // An asset accepts nothing before its last event, so each has its own.
      await deployment.addTenancy();
      for (const asset of deployment.assets.slice(-2)) await deployment.record(asset);
      await deployment.complete();
    }
  } finally {
    ambient.now = now;
  }
  expect(deployment.error).toBeUndefined();
});
