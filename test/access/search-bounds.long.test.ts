import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import type { Attributes } from '../../src/formats/records/attributes.ts';
import type { Cursor } from '../../src/lib/paging.ts';
import { indexTerms, parseQuery, type SearchQuery } from '../../src/formats/records/search-terms.ts';
import { searchAssets, SEARCH_BOUNDS, type SearchBounds } from '../../src/ledger/search/search.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { naiveRank } from './support/naive-search.ts';
import { applicationRows, policyRow, tenantRow } from './support/write.ts';

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  db = new Database(d1.d1());
});
afterAll(() => d1.close());

/**
 * A tenancy with an administrator and a member, to whom a policy with these filters grants assets; the oldest asset
 * first.
 */
async function tenancy(
  assets: readonly Attributes[],
  filters: string[] = [],
  isUntracked: (i: number) => boolean = () => false,
) {
  const tenant = randomUUID();
  const [administrator, member] = [true, false].map((is) => ({ id: randomUUID(), is }));
  await d1.rows(
    tenantRow(tenant),
    ...[administrator!, member!].flatMap(({ id, is }) =>
      applicationRows({ tenant, id, administrator: is, claims: { may: 'yes' } }),
    ),
    ...(filters.length > 0
      ? [
          policyRow({
            id: randomUUID(),
            tenant,
            filters: [{ or: filters }],
            permissions: [
              {
                subjects: [],
                user_attributes: [{ or: ['jwt_may=yes'] }],
                behaviours: [],
                asset_attributes_read: ['*'],
                asset_attributes_write: [],
                event_arc_display_type_read: ['*'],
                event_arc_display_type_write: [],
                include_attributes: [],
              },
            ],
          }),
        ]
      : []),
  );
  const ids = assets.map(() => randomUUID());
  for (let from = 0; from < assets.length; from += 5000) {
    const rows = assets
      .slice(from, from + 5000)
      .map((attributes, i) => [
        ids[from + i],
        from + i,
        JSON.stringify(attributes),
        Number(!isUntracked(from + i)),
        [...indexTerms(attributes)],
      ]);
    const number = '(SELECT number FROM tenants WHERE id = ?2)';
    const ofAsset = 'json_each(?1) r CROSS JOIN assets a ON a.id = r.value ->> 0';
    await d1.rows(
      [
        `INSERT INTO assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked,
        confirmation, created_us, seq, head_us, head_hash)
          SELECT r.value ->> 0, ${number}, 0, 'SIMPLE_HASH', '1', '[]', r.value ->> 2, r.value ->> 3, 'CONFIRMED',
          r.value ->> 1, 1, 0, x''
          FROM json_each(?1) r`,
        JSON.stringify(rows),
        tenant,
      ],
      [
        `INSERT INTO asset_values (tenant, path, key, created_us, asset)
        SELECT a.tenant, v.key, v.value, a.created_us, a.number
          FROM ${ofAsset} CROSS JOIN json_each(a.attributes) v WHERE ?2 <> ''`,
        JSON.stringify(rows),
        tenant,
      ],
      [
        `INSERT INTO asset_attributes (asset, name, seq, path, key, present) SELECT a.number, v.key, 1, '', v.value, 1
          FROM ${ofAsset} CROSS JOIN json_each(a.attributes) v WHERE ?2 <> ''`,
        JSON.stringify(rows),
        tenant,
      ],
      [
        `INSERT INTO asset_postings (tenant, term, weight, created_us, asset)
          SELECT a.tenant, p.value ->> 0, p.value ->> 1, a.created_us, a.number FROM ${ofAsset}
          CROSS JOIN json_each(r.value, '$[4]') p WHERE ?2 <> ''`,
        JSON.stringify(rows),
        tenant,
      ],
    );
  }
  const caller = (id: string): Caller => ({ tenant, issuer: 'appidp', subject: id });
  return { ids, administrator: caller(administrator!.id), member: caller(member!.id) };
}

type Options = { size?: number; tracked?: boolean | undefined; bounds?: SearchBounds; pages?: number };

/** All pages of a search, or the first ones: the ids, and what the first page says of the number of matches. */
async function search(caller: Caller, text: string, { size = 500, tracked, bounds, pages = 1000 }: Options = {}) {
  const ids: string[] = [];
  let first: { total: number; complete: boolean } | undefined;
  for (let after: Cursor | undefined, more = true; more;) {
    const scope = new TenantScope(db, caller, 'member', 'test');
    const page = await searchAssets(scope, parseQuery(text) as SearchQuery, tracked, { size, after }, bounds);
    ids.push(...page.rows.map(({ id }) => id));
    first ??= { total: page.total, complete: page.complete };
    after = page.next;
    more = after !== undefined && --pages > 0;
  }
  return { ids, ...first! };
}

/** The indexes of the assets that match, best first. */
const ranked = (assets: readonly Attributes[], text: string): number[] =>
  assets
    .map((attributes, i) => ({ i, rank: naiveRank(attributes, text) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((x, y) => y.rank - x.rank || y.i - x.i)
    .map(({ i }) => i);

const WORDS = ['ab', 'abc', 'cd', 'ce', 'ef'];
const NAMES = ['arc_display_name', 'arc_display_type', 'arc_description', 'note'];
const asset = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.subarray(WORDS).map((words) => words.join(' ')),
  { minKeys: 1 },
);

test('a search that ends early has the same pages as one that reads all, in the order of a plain model', async () => {
  let bounded = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(asset, { minLength: 40, maxLength: 120, size: 'max' }), async (assets) => {
      const { ids, administrator } = await tenancy(assets);
      for (const text of ['ab', 'a', 'abc', 'c', 'cd ab', 'ef cd', 'cd ef', 'ef a', 'ab cd e', 'ef cd ab']) {
        const wanted = ranked(assets, text).map((i) => ids[i]!);
        expect(await search(administrator, text, { size: 30 }), text).toEqual({
          ids: wanted,
          total: wanted.length,
          complete: true,
        });
        const bounds = { ...SEARCH_BOUNDS, postings: 30 };
        const late = await search(administrator, text, { bounds: { ...bounds, first: 30 } });
        // With 30, the first batch reads fewer rows of a word that more assets have.
        for (const first of [10, 30]) {
          const early = await search(administrator, text, { size: 2, pages: 4, bounds: { ...bounds, first } });
          expect(early.ids, text).toEqual(late.ids.slice(0, 8));
          expect(early.complete).toBe(late.complete);
        }
        expect(wanted).toEqual(expect.arrayContaining(late.ids));
        if (late.complete) expect(late.ids, text).toEqual(wanted);
        else bounded += 1;
        // A search for a single word finds the best assets, whatever their number.
        if (text === 'abc') expect(late.ids, text).toEqual(wanted.slice(0, 30));
      }
    }),
    { numRuns: sized({ long: 12, full: 100 }), seed: 7, endOnFailure: true },
  );
  expect(bounded).toBeGreaterThan(5);
});

test('a prefix of many words beside common words has the same pages in one batch as in two', async () => {
  const words = ['ab', 'cd', 'x', 'xa', 'xb', 'xc', 'xd', 'xe', 'xf', 'xg', 'xh', 'xi', 'xj'];
  const crowded = fc.dictionary(
    fc.constantFrom(...NAMES),
    fc.subarray(words, { minLength: 3 }).map((some) => some.join(' ')),
    { minKeys: 1 },
  );
  let [early, several] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(crowded, { minLength: 60, maxLength: 120, size: 'max' }), async (assets) => {
      const { ids, administrator } = await tenancy(assets, [], (i) => i % 7 === 0);
      for (const text of ['ab x', 'cd x', 'ab cd x', 'x ab', 'xa x'])
        for (const tracked of [true, undefined]) {
          const wanted = ranked(assets, text).flatMap((i) => (tracked && i % 7 === 0 ? [] : [ids[i]!]));
          const bounds = { ...SEARCH_BOUNDS, postings: 30 };
          // A first page of 2 takes the best 14, so fewer than all that the first batch reads only with 30.
          for (const first of [12, 30]) {
            const pages = await search(administrator, text, {
              size: 2,
              pages: 4,
              tracked,
              bounds: { ...bounds, first },
            });
            const whole = await search(administrator, text, { tracked, bounds: { ...bounds, first } });
            expect(pages.ids, text).toEqual(whole.ids.slice(0, 8));
            expect([pages.complete, whole.complete]).toEqual([false, false]);
            expect(wanted).toEqual(expect.arrayContaining(whole.ids));
            several += 1;
            if (pages.total < whole.total) early += 1;
          }
        }
    }),
    { numRuns: sized({ long: 12, full: 100 }), seed: 11, endOnFailure: true },
  );
  // Most of them end early.
  expect(early).toBeGreaterThan(several / 3);
});

test('an untracked asset is neither found nor counted unless the search asks for it', async () => {
  const assets = Array.from({ length: 60 }, (_, i) => ({ arc_display_name: `crate ${i}` }));
  const { ids, administrator } = await tenancy(assets, [], (i) => i % 3 === 0);
  const of = (wanted: (i: number) => boolean): string[] => ids.filter((_, i) => wanted(i)).toReversed();
  for (const [tracked, wanted] of [
    [true, of((i) => i % 3 !== 0)],
    [false, of((i) => i % 3 === 0)],
    [undefined, of(() => true)],
  ] as const)
    for (const text of ['crate', 'crat', 'crate crat'])
      expect(await search(administrator, text, { size: 7, tracked }), text).toEqual({
        ids: wanted,
        total: wanted.length,
        complete: true,
      });
});

describe('in a tenancy of 20,000 assets', () => {
  const SEEN = 1000;
  let made: Awaited<ReturnType<typeof tenancy>>;
  let crowd: Awaited<ReturnType<typeof tenancy>>;
  beforeAll(async () => {
    const assets = Array.from({ length: 20_000 }, (_, i) => ({
      arc_display_name: `valve ${i}`,
      part: i % SEEN === 0 ? 'yes' : 'no',
      lot: `lot ${i % 20}`,
    }));
    made = await tenancy(assets, ['attributes.part=yes']);
    crowd = await tenancy(assets, ['attributes.lot=lot 7']);
  });

  test('a member who may see one asset in 1,000 finds all of these by a word of every asset, best first', async () => {
    const wanted = made.ids.filter((_, i) => i % SEEN === 0).toReversed();
    expect(await search(made.member, 'valve', { size: 6 })).toEqual({ ids: wanted, total: 20, complete: true });
    expect(await search(made.member, 'valve 5000')).toMatchObject({ ids: [made.ids[5000]], complete: true });
    expect(await search(made.member, 'valve 5001')).toMatchObject({ ids: [], complete: true });
  });

  test('a member who may see too many assets gets some of them, and is informed that there are more', async () => {
    const { ids, total, complete } = await search(crowd.member, 'valve');
    const wanted = crowd.ids.filter((_, i) => i % 20 === 7).toReversed();
    expect([ids, total, complete]).toEqual([wanted.slice(0, 25), 25, false]);
    expect(await search(crowd.member, 'valve 13007')).toMatchObject({ ids: [crowd.ids[13_007]], complete: true });
  });

  test('an administrator pages through the best 2,000 assets, and is informed that there are more', async () => {
    const { ids, total, complete } = await search(made.administrator, 'valve');
    expect([ids, total, complete]).toEqual([made.ids.toReversed().slice(0, 2000), 2000, false]);
    expect(await search(made.administrator, 'lot valve 1234')).toMatchObject({ total: 11, complete: true });
  });
});

test('a search by two common words says that it is not complete, and a third word finds the asset', async () => {
  const one = { arc_display_name: 'left right centre' };
  const side = (name: string) => Array.from({ length: 2500 }, () => ({ arc_display_name: name }));
  const { ids, administrator } = await tenancy([one, ...side('left'), ...side('right')]);
  for (const text of ['left right', 'right left', 'left righ'])
    expect(await search(administrator, text, { size: 20 }), text).toEqual({ ids: [], total: 0, complete: false });
  for (const text of ['left right centre', 'centre left', 'left cen'])
    expect(await search(administrator, text, { size: 20 }), text).toEqual({ ids: [ids[0]], total: 1, complete: true });
});

test('an asset with too many words for the index takes its place among the others', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [
      `a${n}`,
      Array.from({ length: 100 }, (__, i) => `w${n * 100 + i}`).join(' '),
    ]),
  );
  const assets: Attributes[] = [
    { note: 'hoist' },
    { ...many, arc_description: 'hoist' },
    { arc_display_name: 'hoist' },
    { note: 'hoist' },
  ];
  const { ids, administrator } = await tenancy(assets);
  for (const size of [1, 2, 500])
    expect(await search(administrator, 'hoist', { size })).toEqual({
      ids: [2, 1, 3, 0].map((i) => ids[i]),
      total: 4,
      complete: true,
    });
});
