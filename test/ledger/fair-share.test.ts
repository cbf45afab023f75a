import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairShare } from '../../src/ledger/append/fair-share.ts';
import type { Proposal } from '../../src/ledger/append/proposal.ts';

/** Events of a commit, where only one tenant writes and where several do. */
const EVENTS = 256;
const SHARED = 64;
const CHARACTERS = 600_000;

let assets = 0;
/** A proposal of a tenant, of an asset of its own unless named, with one event and few characters unless given. */
function proposal(
  payer: string,
  {
    asset = `asset ${++assets}`,
    events = 1,
    characters = 100,
    keys = [],
    firstAcceptedUs = 1,
  }: Partial<Proposal> & { characters?: number } = {},
): Proposal {
  const rows = {
    condition: '',
    events: 'x'.repeat(characters),
    leaves: '',
    types: '',
    versions: '',
    principals: '',
    created: '',
    replaced: '',
    removed: '',
    added: '',
    postingsReplaced: '',
    postingsRemoved: '',
    postingsAdded: '',
    updated: '',
    tracked: '',
    salts: '',
    keys: '',
    erased: '',
    kept: '',
  };
  return {
    asset,
    tenant: payer,
    payer,
    public: false,
    proofMechanism: 'SIMPLE_HASH',
    events,
    firstSeq: 1,
    firstAcceptedUs,
    keys,
    rows,
  };
}

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
/** Adds proposals; their item is the payer with the position among all. */
function waiting(...proposals: Proposal[]): FairShare<string> {
  const share = new FairShare<string>();
  proposals.forEach((one, n) => share.add(one, `${one.payer}${n}`));
  return share;
}
const payersOf = (taken: { proposal: Proposal }[]): string => taken.map(({ proposal: { payer } }) => payer).join('');
const countOf = (taken: { proposal: Proposal }[], payer: string): number =>
  taken.filter(({ proposal: one }) => one.payer === payer).length;

test('a commit takes one proposal of each tenant in turn, in the order in which they arrived', () => {
  const share = waiting(...times(4, () => proposal('a')), proposal('b'), ...times(2, () => proposal('c')));
  expect(share.isEmpty).toBe(false);
  expect(share.take().map(({ item }) => item)).toEqual(['a0', 'b4', 'c5', 'a1', 'c6', 'a2', 'a3']);
  expect(share.isEmpty).toBe(true);
  expect(share.take()).toEqual([]);
});

test('tenants with few proposals have all of them in the next commit, regardless of other tenants', () => {
  const share = waiting(...times(3000, () => proposal('a')));
  for (let i = 0; i < 10; i++) {
    share.add(proposal('b'), 'b');
    share.add(proposal('c', { events: 10 }), 'c');
    const taken = share.take();
    expect([countOf(taken, 'b'), countOf(taken, 'c'), countOf(taken, 'a')]).toEqual([1, 1, SHARED - 11]);
  }
});

test('another tenant comes first in each commit', () => {
  // Each proposal fills a commit.
  const share = waiting(...['a', 'b', 'c'].flatMap((payer) => times(3, () => proposal(payer, { events: EVENTS }))));
  expect(times(9, () => payersOf(share.take())).join('')).toBe('abcabcabc');
});

test('a commit has at most one proposal of each asset, and later ones stay in their order', () => {
  const share = waiting(
    proposal('a', { asset: 'one' }),
    proposal('a', { asset: 'one' }),
    proposal('b', { asset: 'one' }),
    proposal('a', { asset: 'two' }),
    proposal('a', { asset: 'one' }),
  );
  expect(times(4, () => share.take().map(({ item }) => item))).toEqual([['a0', 'a3'], ['b2'], ['a1'], ['a4']]);
});

test('a commit has at most one proposal with each idempotency key', () => {
  const share = waiting(
    proposal('a', { keys: ['k', 'l'] }),
    proposal('a', { keys: ['m', 'l'] }),
    proposal('a', { keys: ['m'] }),
    proposal('a'),
  );
  expect(times(2, () => share.take().map(({ item }) => item))).toEqual([['a0', 'a2', 'a3'], ['a1']]);
});

test('a commit has at most 256 events and 600,000 characters, unless one proposal has more', () => {
  const byEvents = waiting(...times(20, () => proposal('a', { events: 50 })));
  expect(times(4, () => byEvents.take().length)).toEqual([5, 5, 5, 5]);
  const byCharacters = waiting(...times(20, () => proposal('a', { characters: 150_000 })));
  expect(times(5, () => byCharacters.take().length)).toEqual([4, 4, 4, 4, 4]);
  const large = waiting(proposal('a', { events: 1000, characters: 2_000_000 }), proposal('b'), proposal('a'));
  expect(times(2, () => payersOf(large.take()))).toEqual(['a', 'ba']);
});

test('a proposal that does not fit waits at most until the other tenants have come first once', () => {
  const share = new FairShare<string>();
  for (const payer of ['a', 'b', 'c']) share.add(proposal(payer), payer);
  share.add(proposal('d', { characters: CHARACTERS }), 'large');
  const commits: string[] = [];
  while (!commits.at(-1)?.includes('large')) {
    expect(commits.length).toBeLessThan(4);
    commits.push(
      share
        .take()
        .map(({ item }) => item)
        .join(''),
    );
    for (const payer of ['a', 'b', 'c']) share.add(proposal(payer), payer);
  }
  expect(commits.at(-1)).toBe('large');
});

test('a large proposal is not overtaken for ever by later ones of its tenant', () => {
  const share = waiting(...times(3, () => proposal('a')), proposal('a', { characters: CHARACTERS }));
  let commits = 0;
  for (let found = false; !found; commits++) {
    expect(commits).toBeLessThan(3);
    for (let i = 0; i < 300; i++) share.add(proposal('a'), 'later');
    found = share.take().some(({ item }) => item === 'a3');
  }
});

test('a tenant may have 8,000,000 characters waiting, and gets 429 above; other tenants are not affected', () => {
  const share = waiting(...times(8, () => proposal('a', { characters: 1_000_000 })));
  const refused = expect.objectContaining({
    kind: 'rate_limited',
    headers: expect.objectContaining({ 'retry-after': '1' }),
  });
  expect(() => share.add(proposal('a', { characters: 1 }), 'more')).toThrow(refused);
  share.add(proposal('b'), 'b');
  share.take();
  share.add(proposal('a', { characters: 1_000_000 }), 'again');
  expect(() => share.add(proposal('a', { characters: 1_000_000 }), 'more')).toThrow(refused);
});

test('all tenants together may have 32,000,000 characters waiting, and get 503 above', () => {
  const share = waiting(...times(32, (i) => proposal(`tenant ${i}`, { characters: 1_000_000 })));
  const refused = expect.objectContaining({
    kind: 'unavailable',
    headers: expect.objectContaining({ 'retry-after': '1' }),
  });
  expect(() => share.add(proposal('another', { characters: 1 }), 'more')).toThrow(refused);
  // The refused proposal is not counted, and has left nothing behind.
  share.take();
  share.add(proposal('another', { characters: 1_000_000 }), 'more');
  const payers: string[] = [];
  while (!share.isEmpty) payers.push(...share.take().map(({ proposal: one }) => one.payer));
  expect(payers).toHaveLength(32);
});

test('the first proposal of a tenant is accepted whatever its size', () => {
  const share = waiting(proposal('a', { characters: 40_000_000 }));
  expect(share.take()).toHaveLength(1);
});

test('the earliest accepted time of the proposals of a scope is known until they are taken', () => {
  const share = waiting(
    proposal('a', { firstAcceptedUs: 30 }),
    proposal('a', { firstAcceptedUs: 20 }),
    proposal('b', { firstAcceptedUs: 10 }),
  );
  expect(share.earliest(({ tenant }) => tenant === 'a')).toBe(20);
  expect(share.earliest(() => true)).toBe(10);
  expect(share.earliest(({ tenant }) => tenant === 'c')).toBe(Infinity);
  share.take();
  expect(share.earliest(() => true)).toBe(Infinity);
});

test('any proposals are each taken once, within the limits, and those that fit are left only by a full commit', () => {
  const any = fc.record({
    payer: fc.constantFrom('a', 'b', 'c', 'd'),
    asset: fc.integer({ min: 1, max: 30 }).map((n) => `asset of ${n}`),
    events: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 300 })),
    characters: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 700_000 })),
    keys: fc.uniqueArray(fc.constantFrom('k', 'l', 'm', 'n'), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 60 }), (all) => {
      const share = new FairShare<number>();
      all.forEach(({ payer, ...more }, n) => share.add(proposal(payer, more), n));
      const open = new Set(all.keys());
      const recent: string[][] = [];
      while (!share.isEmpty) {
        const waits = [...open].map((n) => all[n]!.payer);
        const limit = new Set([...waits, ...recent.slice(-8).flat()]).size > 1 ? SHARED : EVENTS;
        const taken = share.take().map(({ item }) => item);
        expect(taken.length).toBeGreaterThan(0);
        for (const n of taken) expect(open.delete(n)).toBe(true);
        recent.push(taken.map((n) => all[n]!.payer));
        const sum = (of: 'events' | 'characters'): number => taken.reduce((total, n) => total + all[n]![of], 0);
        const [events, characters] = [limit - sum('events'), CHARACTERS - sum('characters')];
        if (taken.length > 1) expect(Math.min(events, characters)).toBeGreaterThanOrEqual(0);
        const used = taken.flatMap((n) => [all[n]!.asset, ...all[n]!.keys]);
        expect(new Set(used).size).toBe(used.length);
        for (const payer of 'abcd') {
          // A commit looks at 32 proposals of a tenant.
          const left = [...open].filter((n) => all[n]!.payer === payer).slice(0, 32);
          for (const n of left) {
            const one = all[n]!;
            const isUsed = [one.asset, ...one.keys].some((name) => used.includes(name));
            expect(isUsed || one.events > events || one.characters > characters).toBe(true);
          }
        }
      }
      expect(open.size).toBe(0);
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

test('a commit is smaller while several tenants write, until one has been alone for eight commits', () => {
  const share = waiting(...times(40, () => proposal('a', { events: 64 })), proposal('b'));
  const sizes = times(11, () => share.take().reduce((sum, { proposal: { events } }) => sum + events, 0));
  expect(sizes).toEqual([64, 1, 64, 64, 64, 64, 64, 64, 64, 64, 256]);
});
