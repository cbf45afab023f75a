import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseQuery, type SearchQuery } from '../../src/formats/records/search-terms.ts';
import type { Attributes } from '../../src/formats/records/attributes.ts';
import type { Cursor } from '../../src/lib/paging.ts';
import { searchAssets, SEARCH_BOUNDS, type SearchBounds } from '../../src/ledger/search/search.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { agree, scopeOf } from './support/ask.ts';
import { gathering } from './support/door.ts';
import { make } from './support/change.ts';
import { seenBy } from './support/model.ts';
import { naiveSearch } from './support/naive-search.ts';
import { fewAndMany } from './support/scale.ts';
import { worldOf, type World } from './support/world.ts';
import { write, type Written } from './support/write.ts';

/** ROUNDS worlds are tested; SEED repeats a failure. */
const { ROUNDS, SEED } = process.env;
const DEFAULT_ROUNDS = sized({ long: 80, full: 1_500 });
const DEFAULT_SEED = 20_263;

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  db = new Database(gathering(d1));
});
afterAll(() => d1.close());

const queryOf = (text: string): SearchQuery => {
  const parsed = parseQuery(text);
  if (typeof parsed === 'string') throw new Error(`${text}: ${parsed}`);
  return parsed;
};

/** Reads all pages of a search. */
async function searched(world: Written, i: number, text: string, size: number, bounds?: SearchBounds) {
  const found: { id: string; attributes: Attributes }[] = [];
  let complete = true;
  let total: number | undefined;
  for (let after: Cursor | undefined, more = true; more;) {
    const scope = scopeOf(db, world.callers[i]!);
    const page = await searchAssets(scope, queryOf(text), undefined, { size, after }, bounds);
    found.push(...page.rows.map(({ id, attributes }) => ({ id, attributes })));
    expect(page.rows.length).toBeLessThanOrEqual(size);
    total ??= page.total;
    expect(page.total).toBe(total);
    complete &&= page.complete;
    after = page.next;
    more = after !== undefined;
  }
  expect(found.length).toBe(total);
  return { found, complete };
}

const phrase = fc
  .array(fc.constantFrom('Pump', 'pumps', 'pump-house', 'Häfen', 'hafen', 'é', '7', '77', 'x', 'SN-07', '—'), {
    minLength: 1,
    maxLength: 4,
    size: 'max',
  })
  .map((words) => words.join(' '));
const query = fc
  .array(fc.constantFrom('pump', 'PUMPS', 'pu', 'haf', 'Häf', '7', 'x', 'y', 'sn', 'é', 'none'), {
    minLength: 1,
    maxLength: 3,
    size: 'max',
  })
  .map((words) => words.join(' '));

/** A world in which two attributes have weight and are phrases; policies still name and match them. */
function worded(world: World, phrases: string[]): World {
  const renamed = JSON.parse(
    JSON.stringify(world).replaceAll('place', 'arc_display_name').replaceAll('constructor', 'arc_description'),
  ) as World;
  let next = 0;
  const reworded = (attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [
        name,
        name.startsWith('arc_d') && next++ % 3 !== 0 ? phrases[next % phrases.length]! : value,
      ]),
    );
  return {
    ...renamed,
    assets: renamed.assets.map((asset) => ({
      ...asset,
      attributes: reworded(asset.attributes),
      events: asset.events.map((event) => ({ ...event, sets: reworded(event.sets) })),
    })),
  };
}

const met = { searches: 0, found: 0, narrowed: 0, redacted: 0, foreign: 0, bounded: 0 };

async function ask(world: Written, queries: string[]): Promise<void> {
  const check = async (i: number, text: string): Promise<void> => {
    const principal = world.principals[i]!;
    const seen = seenBy(world, principal);
    const wanted = naiveSearch(seen, text);
    const [{ found, complete }, part] = await Promise.all([
      searched(world, i, text, 3),
      searched(world, i, text, 2, { ...SEARCH_BOUNDS, postings: 3, first: 2 }),
    ]);
    agree(`principal ${i} searches for ${JSON.stringify(text)}`, found, wanted);
    expect(complete).toBe(true);
    const ids = part.found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(wanted.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    if (part.complete) agree(`principal ${i} searches for ${JSON.stringify(text)}, bounded`, part.found, wanted);
    met.bounded += Number(!part.complete);
    const unredacted = seen.map((one) => ({ ...one, attributes: one.asset.attributes }));
    met.searches += 1;
    met.found += Number(wanted.length > 0);
    met.narrowed += Number(wanted.length < seen.length);
    met.redacted += Number(naiveSearch(unredacted, text).length > wanted.length);
    met.foreign += Number(
      wanted.some(({ id }) => seen.some(({ asset }) => asset.id === id && asset.tenant !== principal.tenant)),
    );
  };
  await Promise.all(world.principals.flatMap((_, i) => queries.map((text) => check(i, text))));
}

test('a search and a plain model agree on what every principal finds, also after a change', async () => {
  await fc.assert(
    fc.asyncProperty(
      worldOf(6),
      fc.array(phrase, { minLength: 7, maxLength: 7 }),
      fc.array(query, { minLength: 3, maxLength: 3 }),
      async (world, phrases, queries) => {
        const made = worded(world, phrases);
        const written = await write(d1, db, made);
        await ask(written, queries);
        for (const change of made.changes) await make(d1, written, change);
        if (made.changes.length > 0) await ask(written, queries.slice(0, 1));
      },
    ),
    { numRuns: ROUNDS ? Number(ROUNDS) : DEFAULT_ROUNDS, seed: SEED ? Number(SEED) : DEFAULT_SEED, endOnFailure: true },
  );
  for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(10);
});

describe('where policies lead to more assets than a list checks one by one', () => {
  const FEW = 500;
  let world: Written;
  const total = { every: FEW + 10, granted: FEW + 1 };
  beforeAll(async () => {
    world = await fewAndMany(d1, db, FEW);
  });

  test('a search and a plain model agree on what every principal finds', async () => {
    for (const i of world.principals.keys())
      for (const text of ['x 3', '3', 'y'])
        agree(
          `principal ${i} searches for ${text}`,
          (await searched(world, i, text, 400, WIDE)).found,
          naiveSearch(seenBy(world, world.principals[i]!), text),
        );
  });

  /** More postings than the world has. */
  const WIDE: SearchBounds = { ...SEARCH_BOUNDS, granted: 2000 };

  test('an administrator gets the best assets of a bounded search, and is informed that there are more', async () => {
    const owner = seenBy(world, world.principals[0]!);
    for (const first of [5, 150]) {
      const { found, complete } = await searched(world, 0, 'x', 7, { ...WIDE, postings: 20, first });
      expect(complete).toBe(false);
      expect(found.map(({ id }) => id)).toEqual(
        naiveSearch(owner, 'x')
          .slice(0, 20)
          .map(({ id }) => id),
      );
    }
    const whole = await searched(world, 0, 'x', 400, WIDE);
    expect([whole.found.length, whole.complete]).toEqual([total.every, true]);
  });

  test('a partner gets a part of the assets of a bounded search, and is informed that there are more', async () => {
    const newest = [...world.assets].toSorted((x, y) => y.written - x.written).map(({ id }) => id);
    const wide = await searched(world, 1, 'x', 400, WIDE);
    expect(wide.found.length).toBeGreaterThan(400);
    for (const [bounds, least, most] of [
      [{ ...WIDE, granted: 20 }, 0, 20],
      [{ ...WIDE, candidates: 30 }, 30, 30],
      [{ ...WIDE, bytes: 1000 }, 6, 30],
    ] as const) {
      const { found, complete } = await searched(world, 1, 'x', 400, bounds);
      expect(complete).toBe(false);
      expect(found.length).toBeGreaterThanOrEqual(least);
      expect(found.length).toBeLessThanOrEqual(most);
      expect(newest).toEqual(expect.arrayContaining(found.map(({ id }) => id)));
    }
  });

  test('another word makes a search complete: the word that the fewest assets have decides what is read', async () => {
    const bounds = { ...WIDE, postings: 100 };
    const wanted = naiveSearch(seenBy(world, world.principals[0]!), 'x 3');
    for (const text of ['x 3', '3 x']) {
      const { found, complete } = await searched(world, 0, text, 400, bounds);
      expect(complete).toBe(true);
      expect(found.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    }
  });
});
