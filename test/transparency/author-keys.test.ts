import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseEntry } from '../../src/formats/log/entry.ts';
import { fromHex } from '../../src/lib/text.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import type { Caller } from '../ledger/support/ledger.ts';
import { ENGINE } from '../support/size.ts';
import { Deployment, type LogFault } from './support/deployment.ts';

/** The order of events and of changes of authors' keys in a log. */

let d1: LocalD1;
let empty: Awaited<ReturnType<LocalD1['copy']>>;
let current: Deployment | undefined;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  empty = await d1.copy();
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
beforeEach(() => d1.restore(empty));
afterEach(() => current?.close());
afterEach(() => vi.mocked(crypto.subtle.sign).mockRestore?.());
afterAll(() => d1.close());

const deploy = (fault?: LogFault): Deployment => (current = new Deployment(d1, fault));

/** Stores changes of keys, as their transactions do. */
async function change({ tenant }: Caller, kind: 'enrolled' | 'revoked', keys: readonly string[]): Promise<void> {
  await d1.rows([
    `INSERT INTO author_key_changes (number, tenant, thumbprint, change, at_us, issuer, subject, salt)
      SELECT coalesce((SELECT max(number) FROM author_key_changes), 0) + 1 + key.key, ?1, key.value, ?2, 1, '', '', ''
      FROM json_each(?3) key`,
    tenant,
    kind,
    JSON.stringify(keys),
  ]);
}

/** The leaves of the current log of a tenancy after its genesis: `event`, or the change and its key. */
async function leavesOf(deployment: Deployment, { tenant }: Caller): Promise<string[]> {
  const rows = await deployment.read(
    `SELECT event, lower(hex(entry)) AS entry FROM log_leaves
      WHERE log = (SELECT number FROM logs WHERE scope = '${tenant}' AND ended = 0) ORDER BY "index"`,
  );
  return rows.slice(1).map(({ event, entry }) => {
    if (event !== null) return 'event';
    const { change: kind, thumbprint } = parseEntry(fromHex(entry));
    return `${String(kind)} ${String(thumbprint)}`;
  });
}

const grown = (deployment: Deployment, caller: Caller, size: number): Promise<void> =>
  expect
    .poll(async () => {
      await deployment.sweep();
      return (await leavesOf(deployment, caller)).length;
    })
    .toBe(size);

test('a revocation comes after the events that were committed before it, although it is read before them', async () => {
  let isHeld = false;
  let failed = 0;
  const deployment = deploy(async (name, run) => {
    if (isHeld && name === 'batch of the writer') {
      failed += 1;
      throw new Error('Network connection lost.');
    }
    return run();
  });
  const caller = await deployment.addTenancy();
  await change(caller, 'enrolled', ['a']);
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  isHeld = true;
  await deployment.record(deployment.assets[0]!, 3);
  await change(caller, 'revoked', ['a']);
  await change(caller, 'enrolled', ['b']);
  for (let round = 0; round < 5; round++) await deployment.sweep();
  expect(failed).toBeGreaterThan(0);
  expect(await leavesOf(deployment, caller)).not.toContain('revoked a');
  isHeld = false;
  await grown(deployment, caller, 7);
  const leaves = await leavesOf(deployment, caller);
  expect(leaves.filter((leaf) => leaf !== 'enrolled b')).toEqual([
    'enrolled a',
    'event',
    'event',
    'event',
    'event',
    'revoked a',
  ]);
  expect(deployment.error).toBeUndefined();
});

test('a revocation gets into a log whose tenancy records nothing, while others do', async () => {
  const deployment = deploy();
  const [quiet] = [await deployment.addTenancy(), await deployment.addTenancy()];
  await change(quiet, 'enrolled', ['a']);
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  await deployment.record(deployment.assets[2]!, 40);
  await change(quiet, 'revoked', ['a']);
  await grown(deployment, quiet, 3);
  expect(await leavesOf(deployment, quiet)).toEqual(['enrolled a', 'event', 'revoked a']);
});

test('an enrolment comes before the events that were committed after it, although these are read first', async () => {
  let recordNow: (() => Promise<void>) | undefined;
  let isTaking = false;
  const deployment = deploy(async (name, run) => {
    // No other instance takes the event meanwhile.
    if (name === 'wake' && isTaking) throw new Error('Network connection lost.');
    const made = name === 'takeEvents' ? recordNow : undefined;
    if (made) {
      recordNow = undefined;
      isTaking = true;
      await made();
      isTaking = false;
    }
    return run();
  });
  const caller = await deployment.addTenancy();
  await deployment.record(deployment.assets[0]!);
  await deployment.complete();
  recordNow = async () => {
    // An append has begun to take what waits.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await change(caller, 'enrolled', ['a']);
    await deployment.record(deployment.assets[0]!);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await grown(deployment, caller, 3);
  expect(await leavesOf(deployment, caller)).toEqual(['event', 'enrolled a', 'event']);
});

test('a log that replaces another one starts with all enrolments, regardless of their number', async () => {
  const deployment = deploy();
  const caller = await deployment.addTenancy();
  const keys = Array.from({ length: 450 }, (_, n) => `k${n}`);
  await change(caller, 'enrolled', keys);
  await deployment.record(deployment.assets[0]!, 2);
  await grown(deployment, caller, 452);
  await change(caller, 'revoked', keys.slice(0, 250));
  await grown(deployment, caller, 702);
  const { id } = (await deployment.complete()).get(caller.tenant)!;
  await deployment.end(caller.tenant, id);
  await grown(deployment, caller, 702);
  expect((await deployment.complete()).get(caller.tenant)!.id).not.toBe(id);
  const expected = [
    ...keys.map((key) => `enrolled ${key}`),
    'event',
    'event',
    ...keys.slice(0, 250).map((key) => `revoked ${key}`),
  ];
  expect(await leavesOf(deployment, caller)).toEqual(expected);
  // What the log has is read from its leaves after the storage was lost.
  deployment.records.clear();
  deployment.restartSequencers();
  await deployment.record(deployment.assets[0]!);
  await change(caller, 'enrolled', ['later']);
  await grown(deployment, caller, 704);
  expect((await leavesOf(deployment, caller)).slice(0, 702)).toEqual(expected);
});
