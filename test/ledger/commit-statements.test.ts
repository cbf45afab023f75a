import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configOf } from '../../src/settings/config.ts';
import { ambient } from '../../src/lib/time.ts';
import type { CommitResult } from '../../src/ledger/append/committer.ts';
import type { Proposal } from '../../src/ledger/append/proposal.ts';
import { verifyAsset } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/platform/database/database.ts';
import { ENGINE, sampled, sized } from '../support/size.ts';
import { failing, openD1, type Fault, type Kind, type LocalD1 } from './support/d1.ts';
import { Ledger, newCaller } from './support/ledger.ts';
import { proposalsOf, QUOTA, REFUSAL_OF, USED, type Member, type MemberKind } from './support/members.ts';
import { SETTINGS, Writer, WriterStorage } from './support/writer.ts';

const RUNS = sized({ quick: 5, long: 50, full: 1000 });
const CONFIG = configOf({ ...SETTINGS, QUOTA_ASSETS: String(QUOTA) } as never);
const KINDS = Object.keys(REFUSAL_OF) as Exclude<MemberKind, 'create'>[];

let d1: LocalD1;
let empty: Awaited<ReturnType<LocalD1['copy']>>;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  empty = await d1.copy();
});
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  // One time for all commits, so that their rows can be compared.
  vi.spyOn(ambient, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => d1.close());

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
/** A new writer; `seen` records its batches. */
const writerOf = (seen: Kind[] = [], fault?: Fault): Writer =>
  new Writer(d1.d1(fault, seen), new WriterStorage().open(), CONFIG);
const shownOf = (result: CommitResult): string => (result.result === 'refused' ? result.refusal : result.result);

/** The result of each member by its own conditions, and by the quota of its tenant in the order of the members. */
function expected(members: readonly Member[]): string[] {
  const used = [...USED];
  return members.map(({ kind, tenant }) => {
    if (kind !== 'create') return REFUSAL_OF[kind] ?? 'committed';
    if (used[tenant]! >= QUOTA) return 'asset_quota';
    used[tenant]! += 1;
    return 'committed';
  });
}

/** All rows that commits write. Random versions and the state of the database are left out. */
const contents = async (): Promise<Record<string, unknown>> => {
  const left = new Set(['database_state', 'epochs', 'public_heads']);
  return Object.fromEntries(
    (await d1.copy()).filter(({ table }) => !left.has(table)).map(({ table, rows }) => [table, rows]),
  );
};

/** Events as (asset, seq) in the order of their commit numbers. */
const committedOrder = async (): Promise<string[]> =>
  (
    await d1.rows(['SELECT a.id AS asset, e.seq FROM events e JOIN assets a ON a.number = e.asset ORDER BY e.number'])
  )[0]!.map(({ asset, seq }) => `${asset} ${seq}`);

async function allVerify(proposals: readonly Proposal[]): Promise<void> {
  for (const { asset } of proposals) expect((await verifyAsset(new Database(d1.d1()), asset)).findings).toEqual([]);
}

test('a commit of 200 proposals stores the valid ones in one batch, and refuses others with reasons', async () => {
  await d1.restore(empty);
  const members = times(200, (n): Member => {
    const kind = n % 4 === 3 ? 'create' : KINDS[(n * 7) % KINDS.length]!;
    return { kind, tenant: n % USED.length };
  });
  const wanted = expected(members);
  for (const refusal of ['head', 'rights', 'window', 'stored', 'key', 'asset_quota', 'committed'])
    expect(wanted.filter((one) => one === refusal).length, refusal).toBeGreaterThan(5);
  // Each tenant that only creates has a creation refused, and those with room have one committed.
  const proposals = await proposalsOf(d1, members);
  const before = await committedOrder();
  const seen: Kind[] = [];
  const writer = writerOf(seen);
  const results = await writer.commitTogether(proposals);
  expect(results.map(shownOf)).toEqual(wanted);
  expect(seen).toEqual(['state', 'commit']);
  const committed = proposals.filter((_, n) => wanted[n] === 'committed');
  expect(await committedOrder()).toEqual([
    ...before,
    ...committed.flatMap(({ asset, firstSeq, events }) => times(events, (i) => `${asset} ${firstSeq + i}`)),
  ]);
  const exist = proposals.filter((_, n) => members[n]!.kind !== 'create' || wanted[n] === 'committed');
  await allVerify(sampled(exist, 5));
  for (const [n, { asset }] of proposals.entries())
    if (wanted[n] === 'asset_quota')
      expect((await d1.rows(['SELECT 1 FROM assets WHERE id = ?', asset]))[0]).toEqual([]);
});

test('a commit of any mix of proposals has the result of committing them one after the other', async () => {
  const member = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...KINDS), tenant: fc.nat({ max: 1 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('create' as const), tenant: fc.nat({ max: USED.length - 1 }) }),
    },
  );
  const property = fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 30 }), async (members) => {
    await d1.restore(empty);
    const proposals = await proposalsOf(d1, members);
    const prepared = await d1.copy();
    const together = await writerOf().commitTogether(proposals);
    const stored = await contents();
    await d1.restore(prepared);
    const writer = writerOf();
    const alone: CommitResult[] = [];
    for (const proposal of proposals) alone.push(...(await writer.commitTogether([proposal])));
    expect(together.map(shownOf)).toEqual(expected(members));
    expect(alone).toEqual(together);
    expect(await contents()).toEqual(stored);
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_261_122 });
});

test('a commit whose response is lost has the same result', async () => {
  await d1.restore(empty);
  const members = [...KINDS, ...KINDS].map((kind, n): Member => ({ kind, tenant: n % 2 }));
  const proposals = await proposalsOf(d1, members);
  const seen: Kind[] = [];
  const writer = writerOf(
    seen,
    failing('after', ({ n }) => n === 2),
  );
  const results = await writer.commitTogether(proposals);
  expect(results.map(shownOf)).toEqual(expected(members));
  expect(seen).toEqual(['state', 'commit', 'state', 'stored']);
  await allVerify(proposals);
});

describe('a proposal that the database cannot store', () => {
  const damages: [string, (rows: Proposal['rows']) => void][] = [
    ['events that are no JSON', (rows) => (rows.events = '[[')],
    ['a condition that is no JSON', (rows) => (rows.condition = '{')],
    ['leaves that are no JSON', (rows) => (rows.leaves = '"')],
    ['versions that are no JSON', (rows) => (rows.versions = ']')],
    ['an asset that is no JSON', (rows) => (rows.updated = '[1,')],
    ['an event without an operation', (rows) => (rows.events = rows.events.replace('"Record"', 'null'))],
    ['an event with the sequence number of another one', (rows) => (rows.events = rows.events.replace('[[2,', '[[1,'))],
  ];

  test.each(sampled(damages, 2))('does not fail the others of its commit: %s', async (_name, damage) => {
    await d1.restore(empty);
    const members = times(24, (n): Member => ({
      kind: n % 5 === 0 ? 'append after another event' : 'append',
      tenant: n % 2,
    }));
    const proposals = await proposalsOf(d1, members);
    const wanted = expected(members);
    for (const n of [7, 8, 21]) {
      damage(proposals[n]!.rows);
      wanted[n] = 'unknown';
    }
    const seen: Kind[] = [];
    const results = await writerOf(seen).commitTogether(proposals);
    expect(results.map(shownOf)).toEqual(wanted);
    // Each one that cannot be stored fails at most one commit of each size.
    const commits = seen.filter((kind) => kind === 'commit').length;
    expect(commits).toBeLessThanOrEqual(1 + 3 * 2 * Math.ceil(Math.log2(24)));
    await allVerify(proposals);
    const stored = new Set(await committedOrder());
    for (const [n, { asset, firstSeq, events }] of proposals.entries()) {
      if (wanted[n] === 'committed')
        expect(stored.has(`${asset} ${firstSeq + events - 1}`), `proposal ${n}`).toBe(true);
      if (wanted[n] === 'unknown') expect(stored.has(`${asset} ${firstSeq}`), `proposal ${n}`).toBe(false);
    }
  });

  test('gets 503 after a few attempts, and the next event of its asset is stored', async () => {
    await d1.restore(empty);
    const writer = writerOf();
    const ledgers = await Promise.all(times(10, async () => new Ledger(d1, await newCaller(d1))));
    let calls = 0;
    const poisoning = Object.assign(Object.create(writer) as Writer, {
      commit: (proposal: Proposal) => {
        calls += 1;
        return writer.commit({ ...proposal, rows: { ...proposal.rows, events: '{' } });
      },
    });
    const outcomes = await Promise.all(
      ledgers.map((ledger, n) => ledger.submit(ledger.sequencerOf(n === 4 ? poisoning : writer), ledger.creation())),
    );
    expect(outcomes.map(([outcome]) => 'asset' in outcome!)).toEqual(ledgers.map((_, n) => n !== 4));
    expect(outcomes[4]).toMatchObject([{ error: { kind: 'unavailable', headers: { 'retry-after': '1' } } }]);
    expect(calls).toBe(3);
    expect(await ledgers[4]!.sequencerOf(writer).commit([ledgers[4]!.creation()])).toMatchObject([
      { asset: { seq: 1 } },
    ]);
  });
});
