import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TenantScope } from '../../src/access/scope.ts';
import { MAX_TERMS } from '../../src/formats/records/filters.ts';
import { formatMicros } from '../../src/lib/time.ts';
import { eventPage } from '../../src/resources/assets/event-queries.ts';
import { assetPage } from '../../src/resources/assets/queries.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { checkAsset, checkAssets, checkEvent, checkEvents } from './support/ask.ts';
import { gathering } from './support/door.ts';
import { seenBy } from './support/model.ts';
import { checkPolicies, checkRights } from './support/rights.ts';
import { fewAndMany, twoHundredPolicies } from './support/scale.ts';
import type { Written } from './support/write.ts';

/** Limits of D1 for a statement. */
const PARAMETERS = 100;
const CHARACTERS = 100_000;

let d1: LocalD1;
let db: Database;
/** The maximum of both over all statements. */
const most = { parameters: 0, characters: 0 };
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  db = new Database(
    gathering(d1, ({ sql, params }) => {
      most.parameters = Math.max(most.parameters, params.length);
      most.characters = Math.max(most.characters, sql.length);
    }),
  );
});
afterAll(() => d1.close());

describe('two hundred policies of ten terms', () => {
  const ASSETS = sized({ long: 60, full: 300 });
  let world: Written;
  beforeAll(async () => {
    world = await twoHundredPolicies(d1, db, ASSETS);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('principal %i sees in lists and single reads what the model says', async (i) => {
    const caller = world.callers[i]!;
    const seen = seenBy(world, world.principals[i]!);
    const [order, other] = i % 2 === 0 ? (['DEFAULT', 'SIMPLEHASH'] as const) : (['SIMPLEHASH', 'DEFAULT'] as const);
    // Several page sizes: large pages start with a part of each policy.
    await checkAssets(db, caller, seen, order, [], { size: ASSETS / 2, cap: 50, short: true });
    await checkAssets(db, caller, seen, other, [], { size: Math.floor(ASSETS / 4), cap: 500, short: true });
    await checkAssets(db, caller, seen, order, [['attributes.kind=x', 'attributes.tags!=*']], {
      size: ASSETS,
      cap: 50,
      short: true,
    });
    await checkEvents(db, caller, seen, undefined, order, [], {
      size: Math.floor(ASSETS * 1.3),
      cap: 50,
      short: true,
    });
    await checkEvents(db, caller, seen, undefined, other, [['asset.attributes.kind!=x']], {
      size: Math.floor(ASSETS * 1.3),
      cap: 50,
      short: true,
    });
    await Promise.all(
      world.assets
        .slice((i * 5) % ASSETS)
        .slice(0, 20)
        .flatMap((one) => [
          checkAsset(db, caller, seen, one),
          checkAsset(db, caller, seen, one, { us: one.events[0]!.acceptedUs, attributes: one.events[0]!.after }),
          checkEvents(db, caller, seen, one.id, 'DEFAULT', [], { size: 2, cap: 1 }),
          checkEvent(db, caller, seen, one.id, one.events.at(-1)!.id),
        ]),
    );
  });

  test('the principals see many and different records', () => {
    const shown = world.principals.map((principal) => {
      const seen = seenBy(world, principal);
      return (
        `${seen.length} ${seen.flatMap(({ attributes }) => Object.keys(attributes)).length} ` +
        `${seen.flatMap(({ events }) => events).length}`
      );
    });
    // No policy grants user d anything.
    expect(shown[5]).toBe('0 0 0');
    expect(new Set(shown).size, shown.join(', ')).toBe(shown.length);
  });

  test('the rights in ledgers agree with the model', async () => {
    await Promise.all(world.assets.slice(0, 60).map((one) => checkRights(db, world, one)));
  });

  test.each([0, 1])('administrator %i reads which policies match which assets', async (i) => {
    const seen = seenBy(world, world.principals[i]!);
    const some = { ...world, policies: world.policies.filter((_, n) => n % 7 === 0) };
    await checkPolicies(db, world.callers[i]!, some, seen, { size: 200, assets: 0, short: true });
  });

  describe('the largest query that is allowed', () => {
    const groupings = [
      ['one per parameter', 1],
      ['in pairs', 2],
      ['in one parameter', MAX_TERMS],
    ] as const;
    const partnersUser = 7;
    const paged = { size: 300, cap: 10 };
    // Rights on an event cost so much that a request reads fewer rows than a page has.
    const short = { ...paged, short: true };
    /** Terms with different names, keys and values, in groups. */
    const grouped = (n: number, say: (i: number) => string): string[][] =>
      Array.from({ length: MAX_TERMS / n }, (_, g) => Array.from({ length: n }, (_, i) => say(g * n + i)));

    test.each(groupings)('the largest query of assets that is allowed succeeds with its terms %s', async (_, n) => {
      const seen = seenBy(world, world.principals[partnersUser]!);
      const most = grouped(n, (i) => (i === 7 ? 'attributes.kind!=y' : `attributes.name${i}[].key${i}!=value ${i}`));
      const driven = [['attributes.lot=3'], ...most.slice(1)];
      await checkAssets(db, world.callers[partnersUser]!, seen, n === 2 ? 'SIMPLEHASH' : 'DEFAULT', most, paged);
      await checkAssets(db, world.callers[0]!, seenBy(world, world.principals[0]!), 'DEFAULT', driven, paged);
    });

    test.each(groupings)('the largest query of events that is allowed succeeds with its terms %s', async (_, n) => {
      const seen = seenBy(world, world.principals[partnersUser]!);
      const caller = world.callers[partnersUser]!;
      const current = n === 2 ? 'asset.attributes' : 'event_attributes';
      const scope = n === 1 ? 'asset_attributes' : current;
      const say = (i: number): string => `${scope}.name${i}[].key${i}!=${i % 2 === 0 ? '*' : `value ${i}`}`;
      const groups = grouped(n, (i) => (i === 7 ? `${scope}.kind!=y` : say(i)));
      await checkEvents(db, caller, seen, undefined, n === 2 ? 'SIMPLEHASH' : 'DEFAULT', groups, short);
      await checkEvents(db, caller, seen, undefined, 'DECLARED', groups, short);
      await checkEvents(db, caller, seen, seen[0]!.asset.id, 'DEFAULT', groups, short);
      await checkEvents(db, caller, seen, seen[0]!.asset.id, 'DECLARED', groups, short);
    });

    const page = (size: number, after?: (string | number)[]) => ({ size, after, sized: true, countTo: 501 });
    const scope = (): TenantScope => new TenantScope(db, world.callers[partnersUser]!, 'member', 'test');
    const filters = (of: string): [string, string][] =>
      Array.from({ length: MAX_TERMS }, (_, i) => [`${of}.name${i}[].key${i}!`, `value ${i}`]);

    test('the largest query of assets that is allowed succeeds with every parameter of the list', async () => {
      const query = {
        order_by: 'DEFAULT',
        tracked: 'TRACKED',
        confirmation_status: 'CONFIRMED',
        proof_mechanism: 'SIMPLE_HASH',
        storage_integrity: 'TENANT_STORAGE',
        chain_id: '1',
        privacy: 'RESTRICTED',
      } as const;
      const { list } = await assetPage(scope(), query as never, filters('attributes'), page(10));
      expect(list.items).not.toEqual([]);
      const { list: rest } = await assetPage(scope(), query as never, filters('attributes'), page(10, list.next));
      expect(rest.items).not.toEqual([]);
      expect(rest.total).toBe(list.total);
    });

    const orders = ['DEFAULT', 'timestamp_declared'].flatMap((order) =>
      ['asset_attributes', 'asset.attributes', 'event_attributes'].map((of) => [of, order] as const),
    );
    test.each(orders)(
      'the largest query of events that is allowed succeeds with all parameters and %s, in the order %s',
      async (of, order) => {
        const one = seenBy(world, world.principals[partnersUser]!).find(({ events }) => events.length > 0)!.asset;
        const after = [one.createdUs + 1_000_000, 0, 99];
        const who = { issuer: 'https://evidence.example/appidpv1', subject: world.callers[0]!.subject };
        const said = (which: string) => ({
          [`principal_${which}.issuer`]: who.issuer,
          [`principal_${which}.subject`]: who.subject,
          [`principal_${which}.display_name`]: 'Application',
          [`principal_${which}.email`]: '',
        });
        const times = (which: string, i: number) => ({
          [`timestamp_${which}_since`]: formatMicros(one.createdUs - 1_000_000 - i),
          [`timestamp_${which}_before`]: formatMicros(one.createdUs + 1_000_000 + i),
        });
        const query = {
          order_by: order,
          confirmation_status: 'CONFIRMED',
          operation: 'Record',
          behaviour: 'RecordEvidence',
          proof_mechanism: 'SIMPLE_HASH',
          from: `0x${world.callers[0]!.tenant}`,
          transaction_id: '',
          ...said('declared'),
          ...said('accepted'),
          ...times('accepted', 1),
          ...times('declared', 2),
        };
        const all = {
          ...query,
          ...times('committed', 3),
          transaction_id: 'another',
          ...Object.fromEntries(Object.entries(said('declared')).map(([field]) => [field, `another ${field}`])),
        };
        const { list } = await eventPage(scope(), undefined, query as never, filters(of), page(10, after));
        expect(list.items).not.toEqual([]);
        // The longest query finds nothing.
        const { list: none } = await eventPage(scope(), undefined, all as never, filters(of), page(10, after));
        expect(none.items).toEqual([]);
        const { list: ofOne } = await eventPage(scope(), one.id, all as never, filters(of), page(10, after));
        expect(ofOne.items).toEqual([]);
      },
    );

    test("the largest query that is allowed is at D1's limits for parameters and depth of expressions", async () => {
      const numbers = Array.from({ length: PARAMETERS + 1 }, (_, i) => i);
      const list = (n: number): [string, ...number[]] => [
        `SELECT 0 IN (${numbers.slice(0, n).map((i) => `?${i + 1}`)})`,
        ...numbers.slice(0, n),
      ];
      const text = (n: number): [string] => [`SELECT '${'x'.repeat(n - 9)}'`];
      const deep = (n: number): [string] => [`SELECT ${'NOT '.repeat(n)}1`];
      await d1.rows(list(PARAMETERS), text(CHARACTERS), deep(90));
      await expect(d1.rows(list(PARAMETERS + 1))).rejects.toThrow(/too many SQL variables|variable number/);
      await expect(d1.rows(text(CHARACTERS + 10))).rejects.toThrow(/too long|too big/);
      await expect(d1.rows(deep(110))).rejects.toThrow(/depth/);
    });
  });
});

describe('policies that grant many assets and policies that grant few', () => {
  // Above a thousand assets, lists use another plan.
  const FEW = 1000;
  let world: Written;
  beforeAll(async () => {
    world = await fewAndMany(d1, db, FEW);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('principal %i sees in lists what the model says', async (i) => {
    const caller = world.callers[i]!;
    const seen = seenBy(world, world.principals[i]!);
    const paged = { size: 400, cap: 501 };
    await checkAssets(db, caller, seen, 'DEFAULT', [], paged);
    await checkAssets(db, caller, seen, 'SIMPLEHASH', [], paged);
    await checkAssets(db, caller, seen, 'DEFAULT', [['attributes.lot=3', 'attributes.hidden=z']], paged);
    await checkAssets(db, caller, seen, 'DEFAULT', [['attributes.lot=3'], ['attributes.hidden!=z']], {
      size: 20,
      cap: 3,
    });
    await checkAssets(db, caller, seen, 'SIMPLEHASH', [['attributes.lot=3'], ['attributes.kind!=y']], {
      size: 50,
      cap: 3,
    });
    await checkEvents(db, caller, seen, undefined, 'DEFAULT', [], paged);
    await checkEvents(db, caller, seen, undefined, 'SIMPLEHASH', [['asset_attributes.hidden!=*']], paged);
    await checkEvents(db, caller, seen, undefined, 'DECLARED', [], paged);
    await checkEvents(db, caller, seen, undefined, 'DECLARED', [['asset.attributes.lot=3']], { size: 50, cap: 3 });
  });

  test('the principals see few or many assets', () => {
    const counts = world.principals.map((principal) => seenBy(world, principal).length);
    expect(counts).toEqual([FEW + 10, FEW + 1, FEW, FEW + 1, FEW + 10, 0, 858, FEW + 1, 143, 0]);
  });
});

test('no statement of these tests exceeds the limits of D1', () => {
  expect(most.parameters).toBeLessThanOrEqual(PARAMETERS);
  expect(most.characters).toBeLessThanOrEqual(CHARACTERS);
});
