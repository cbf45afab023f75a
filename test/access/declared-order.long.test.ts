import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PublicScope } from '../../src/access/public.ts';
import type { Scope } from '../../src/access/scope.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { checkEventsOf, scopeOf } from './support/ask.ts';
import { gathering } from './support/door.ts';
import { seenBy, type SeenAsset } from './support/model.ts';

import { worldOf, type World } from './support/world.ts';
import { write, type Written } from './support/write.ts';

/** ROUNDS worlds are tested; another SEED makes other ones. */
const { ROUNDS, SEED } = process.env;
const DEFAULT_ROUNDS = sized({ long: 20, full: 1_000 });
const PRINCIPALS = 6;
/** Lists of each world. */
const LISTS = 40;

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  db = new Database(gathering(d1));
});
afterAll(() => d1.close());

type Ends = [since: number | undefined, before: number | undefined];
/** A list of events: of which caller (the last is anonymous), asset, order, times, filters, and how it is read. */
type Asked = {
  who: number;
  asset: number | undefined;
  order: 'DECLARED' | 'DEFAULT' | 'SIMPLEHASH';
  declared: Ends;
  accepted: Ends;
  committed: Ends;
  filters: string[][];
  size: number;
  cap: number;
};
const end = fc.option(fc.integer({ min: -3, max: 12 }), { nil: undefined, freq: 2 });
const ends = fc.tuple(end, end);
const seldom = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Ends>([undefined, undefined]) },
  { weight: 1, arbitrary: ends },
);
const filter = fc.constantFrom<string[]>(
  'event_attributes.arc_display_type=t1',
  'event_attributes.arc_display_type!=t1',
  'asset_attributes.kind=x',
  'asset_attributes.kind=*',
  'asset.attributes.kind=x',
  'asset.attributes.place!=y',
);
const asked: fc.Arbitrary<Asked> = fc.record({
  who: fc.nat({ max: PRINCIPALS }),
  asset: fc.option(fc.nat({ max: 100 }), { nil: undefined, freq: 2 }),
  order: fc.constantFrom<Asked['order']>('DECLARED', 'DECLARED', 'DECLARED', 'DEFAULT', 'SIMPLEHASH'),
  declared: ends,
  accepted: fc.oneof(seldom, ends),
  committed: seldom,
  filters: fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[][]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.array(filter, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
    },
  ),
  size: fc.constantFrom(1, 3, 5, 8, 13, 30),
  cap: fc.integer({ min: 0, max: 12 }),
});

/** What anonymous callers see: public assets, unredacted. */
const publicly = (world: Written): SeenAsset[] =>
  world.assets
    .filter((asset) => asset.public)
    .map((asset) => ({
      asset,
      layers: ['everything'],
      attributes: asset.attributes,
      events: asset.events.map((event) => ({ ...event, asset: asset.id })),
    }));

/** Commits the events some time after they were accepted, or not at all. */
async function commitLater({ assets }: Written, start: number): Promise<void> {
  await d1.rows([
    'UPDATE events SET committed_us = iif(seq % 4 = 0, NULL, accepted_us + seq % 3 * 2) WHERE accepted_us >= ?',
    start,
  ]);
  for (const event of assets.flatMap(({ events }) => events))
    event.committedUs = event.seq % 4 === 0 ? 0 : event.acceptedUs + (event.seq % 3) * 2;
}

test('a list of events agrees with a plain model for every caller, order, time range and filter', async () => {
  const met = { events: 0, ownTimes: 0, ties: 0, ranges: 0, ofOne: 0 };
  const one = fc.tuple(worldOf(PRINCIPALS), fc.array(asked, { minLength: LISTS, maxLength: LISTS }));
  const ask = async ([given, lists]: [World, Asked[]]): Promise<void> => {
    // More events of each asset, and more public assets.
    const assets = given.assets.map((asset, i) => ({
      ...asset,
      public: asset.public || i % 3 === 2,
      events: [...asset.events, ...given.assets.flatMap(({ events }) => events)]
        .slice(0, 7)
        // Declared times before and after all times of acceptance.
        .map((event) => (event.declared === undefined ? event : { ...event, declared: event.declared * 3 })),
    }));
    const world = await write(d1, db, { ...given, assets });
    const start = world.assets[0]!.createdUs - assets[0]!.at;
    await commitLater(world, start);
    const range = ([since, before]: Ends) => ({
      since: since === undefined ? undefined : start + since,
      before: before === undefined ? undefined : start + before,
    });
    await Promise.all(
      lists.map(async ({ who, asset, order, declared, accepted, committed, filters, size, cap }) => {
        const anonymous = who === PRINCIPALS;
        const scope = (): Scope => (anonymous ? new PublicScope(db) : scopeOf(db, world.callers[who]!));
        if (!anonymous) await scopeOf(db, world.callers[who]!).principal();
        const seen = anonymous ? publicly(world) : seenBy(world, world.principals[who]!);
        const id = asset === undefined ? undefined : world.assets[asset % world.assets.length]!.id;
        const times = { declared: range(declared), accepted: range(accepted), committed: range(committed) };
        // Public events of the worlds before this one have earlier times.
        if (anonymous) times.declared.since ??= start - 3;
        const how = { size, cap, short: true };
        await checkEventsOf(scope, seen, id, order, filters, how, times);
        met.ranges += Number([declared, accepted].every((bounds) => bounds.some((bound) => bound !== undefined)));
        met.ofOne += Number(id !== undefined && seen.some((one) => one.asset.id === id));
        const events = seen.flatMap((of) => of.events);
        met.events += events.length;
        met.ownTimes += events.filter((event) => event.declaredUs !== event.acceptedUs).length;
        met.ties += events.length - new Set(events.map((event) => event.declaredUs)).size;
      }),
    );
  };
  await fc.assert(fc.asyncProperty(one, ask), {
    numRuns: ROUNDS ? Number(ROUNDS) : DEFAULT_ROUNDS,
    seed: SEED ? Number(SEED) : 20_270,
    endOnFailure: true,
  });
  // Both parts of the list, and equal times, are common.
  expect(met.ownTimes).toBeGreaterThan(met.events / 10);
  expect(met.ownTimes).toBeLessThan((met.events * 9) / 10);
  expect(met.ties).toBeGreaterThan(met.events / 4);
  // So are bounds on both times, and lists of one asset.
  expect(met.ranges).toBeGreaterThan(20);
  expect(met.ofOne).toBeGreaterThan(20);
}, 3_600_000);
