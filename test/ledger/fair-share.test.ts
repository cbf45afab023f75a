import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairShare, type WaitingAppend } from '../../src/ledger/append/fair-share.ts';

/** Events of a commit, where only one tenant writes and where several do. */
const EVENTS = 256;
const SHARED = 64;
const CHARACTERS = 600_000;

let assets = 0;
type Append = WaitingAppend & { item: string };
/** An append of a tenant, to an asset of its own unless named, with few characters unless given. */
function append(
  payer: string,
  { asset = `asset ${++assets}`, characters = 100, key }: Partial<WaitingAppend> = {},
  item = payer,
): Append {
  return { asset, payer, key, characters, item };
}

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
/** Adds appends; their item is the payer with the position among all. */
function waiting(...appends: Append[]): FairShare<Append> {
  const share = new FairShare<Append>();
  appends.forEach((one, n) => share.add({ ...one, item: `${one.payer}${n}` }));
  return share;
}
const isEmpty = (share: FairShare<Append>): boolean => share.size.events === 0;
const itemsOf = (taken: Append[]): string[] => taken.map(({ item }) => item);
const payersOf = (taken: Append[]): string => taken.map(({ payer }) => payer).join('');
const countOf = (taken: Append[], payer: string): number => taken.filter((one) => one.payer === payer).length;

test('a commit takes one append of each tenant in turn, in the order in which they arrived', () => {
  const share = waiting(...times(4, () => append('a')), append('b'), ...times(2, () => append('c')));
  expect(share.size).toEqual({ tenancies: 3, assets: 7, events: 7, characters: 700 });
  expect(itemsOf(share.take())).toEqual(['a0', 'b4', 'c5', 'a1', 'c6', 'a2', 'a3']);
  expect(share.size).toEqual({ tenancies: 0, assets: 0, events: 0, characters: 0 });
  expect(share.take()).toEqual([]);
});

test('tenants with few appends have all of them in the next commit, regardless of other tenants', () => {
  const share = waiting(...times(3000, () => append('a')));
  for (let i = 0; i < 10; i++) {
    share.add(append('b'));
    for (let j = 0; j < 10; j++) share.add(append('c', { asset: 'one' }));
    const taken = share.take();
    expect([countOf(taken, 'b'), countOf(taken, 'c'), countOf(taken, 'a')]).toEqual([1, 10, SHARED - 11]);
  }
});

test('another tenant comes first in each commit', () => {
  // Each append fills a commit.
  const share = waiting(
    ...['a', 'b', 'c'].flatMap((payer) => times(3, () => append(payer, { characters: CHARACTERS }))),
  );
  expect(times(9, () => payersOf(share.take())).join('')).toBe('abcabcabc');
});

test('a commit takes several appends to an asset, in the order of their callers, and none to a busy one', () => {
  const share = waiting(
    append('a', { asset: 'one' }),
    append('a', { asset: 'one' }),
    append('b', { asset: 'one' }),
    append('a', { asset: 'two' }),
    append('a', { asset: 'one' }),
  );
  const isBusy = (asset: string): boolean => asset === 'one';
  expect(share.hasAppend(isBusy)).toBe(true);
  expect(itemsOf(share.take(isBusy))).toEqual(['a3']);
  expect(share.hasAppend(isBusy)).toBe(false);
  expect(share.hasAppend(() => false)).toBe(true);
  expect(itemsOf(share.take()).toSorted()).toEqual(['a0', 'a1', 'a4', 'b2']);
  expect(share.hasAppend(() => false)).toBe(false);
});

test('a commit has at most one append with each idempotency key', () => {
  const share = waiting(append('a', { key: 'k' }), append('a', { key: 'k' }), append('a', { key: 'm' }), append('a'));
  expect(times(2, () => itemsOf(share.take()))).toEqual([['a0', 'a2', 'a3'], ['a1']]);
});

test('a commit has at most 256 events and 600,000 characters, unless one append has more', () => {
  const byEvents = waiting(...times(600, () => append('a')));
  expect(times(3, () => byEvents.take().length)).toEqual([256, 256, 88]);
  const byCharacters = waiting(...times(20, () => append('a', { characters: 150_000 })));
  expect(times(5, () => byCharacters.take().length)).toEqual([4, 4, 4, 4, 4]);
  const large = waiting(append('a', { characters: 2_000_000 }), append('b'), append('a'));
  expect(times(2, () => payersOf(large.take()))).toEqual(['a', 'ba']);
});

test('an append that does not fit waits at most until the other tenants have come first once', () => {
  const share = new FairShare<Append>();
  for (const payer of ['a', 'b', 'c']) share.add(append(payer));
  share.add(append('d', { characters: CHARACTERS }, 'large'));
  const commits: string[] = [];
  while (!commits.at(-1)?.includes('large')) {
    expect(commits.length).toBeLessThan(4);
    commits.push(itemsOf(share.take()).join(''));
    for (const payer of ['a', 'b', 'c']) share.add(append(payer));
  }
  expect(commits.at(-1)).toBe('large');
});

test('a large append is not overtaken for ever by later ones of its tenant', () => {
  const share = waiting(...times(3, () => append('a')), append('a', { characters: CHARACTERS }));
  let commits = 0;
  for (let found = false; !found; commits++) {
    expect(commits).toBeLessThan(3);
    for (let i = 0; i < 300; i++) share.add(append('a', {}, 'later'));
    found = share.take().some(({ item }) => item === 'a3');
  }
});

const refused = (kind: string): unknown =>
  expect.objectContaining({ kind, headers: expect.objectContaining({ 'retry-after': '1' }) });

test('an asset may have 2,000 appends and 4,000,000 characters waiting, and gets 429 above', () => {
  const share = waiting(...times(2000, () => append('a', { asset: 'one' })));
  for (const payer of ['a', 'b'])
    expect(() => share.add(append(payer, { asset: 'one' }))).toThrow(refused('rate_limited'));
  share.add(append('a', { asset: 'two', characters: 4_000_000 }));
  expect(() => share.add(append('b', { asset: 'two', characters: 1 }))).toThrow(refused('rate_limited'));
  share.take();
  share.add(append('b', { asset: 'one' }));
});

test('a tenant may have 8,000,000 characters waiting, and gets 429 above; other tenants are not affected', () => {
  const share = waiting(...times(8, () => append('a', { characters: 1_000_000 })));
  expect(() => share.add(append('a', { characters: 1 }))).toThrow(refused('rate_limited'));
  share.add(append('b'));
  share.take();
  share.add(append('a', { characters: 1_000_000 }));
  expect(() => share.add(append('a', { characters: 1_000_000 }))).toThrow(refused('rate_limited'));
});

test('all tenants together may have 16,000,000 characters waiting, and get 503 above', () => {
  const share = waiting(...times(16, (i) => append(`tenant ${i}`, { characters: 1_000_000 })));
  expect(() => share.add(append('another', { characters: 1 }))).toThrow(refused('unavailable'));
  // The refused append is not counted, and has left nothing behind.
  share.take();
  share.add(append('another', { characters: 1_000_000 }));
  const payers: string[] = [];
  while (!isEmpty(share)) payers.push(...share.take().map(({ payer }) => payer));
  expect(payers).toHaveLength(16);
});

test('the first append of a tenant is accepted whatever its size', () => {
  const share = waiting(append('a', { characters: 40_000_000 }));
  expect(share.take()).toHaveLength(1);
});

test('any appends are each taken once, within the limits, and those that fit are left only by a full commit', () => {
  const any = fc.record({
    payer: fc.constantFrom('a', 'b', 'c', 'd'),
    asset: fc.integer({ min: 1, max: 30 }).map((n) => `asset of ${n}`),
    characters: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 700_000 })),
    key: fc.option(fc.constantFrom('k', 'l', 'm', 'n'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 300 }), (all) => {
      const share = new FairShare<WaitingAppend & { n: number }>();
      const open = new Set<number>();
      const isRefused = (n: number): boolean => {
        try {
          share.add({ ...all[n]!, n });
          return false;
        } catch {
          return true;
        }
      };
      for (const n of all.keys()) if (!isRefused(n)) open.add(n);
      const recent: string[][] = [];
      while (share.size.events > 0) {
        const waits = [...open].map((n) => all[n]!.payer);
        const limit = new Set([...waits, ...recent.slice(-8).flat()]).size > 1 ? SHARED : EVENTS;
        const taken = share.take().map(({ n }) => n);
        expect(taken.length).toBeGreaterThan(0);
        for (const n of taken) expect(open.delete(n)).toBe(true);
        recent.push(taken.map((n) => all[n]!.payer));
        const events = limit - taken.length;
        const characters = CHARACTERS - taken.reduce((total, n) => total + all[n]!.characters, 0);
        if (taken.length > 1) expect(Math.min(events, characters)).toBeGreaterThanOrEqual(0);
        const used = taken.flatMap((n) => all[n]!.key ?? []);
        expect(new Set(used).size).toBe(used.length);
        for (const payer of 'abcd') {
          // A commit looks at 32 appends of a tenant.
          const left = [...open].filter((n) => all[n]!.payer === payer).slice(0, 32);
          for (const n of left) {
            const one = all[n]!;
            const isUsed = one.key !== undefined && used.includes(one.key);
            expect(isUsed || events === 0 || one.characters > characters).toBe(true);
          }
        }
      }
      expect(open.size).toBe(0);
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
});

test('a commit is smaller while several tenants write, until one has been alone for eight commits', () => {
  const share = waiting(...times(1000, () => append('a')), append('b'));
  const sizes = times(11, () => share.take().length);
  expect(sizes).toEqual([64, 64, 64, 64, 64, 64, 64, 64, 64, 256, 169]);
});
