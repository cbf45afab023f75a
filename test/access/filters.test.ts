import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matches, parseFilters } from '../../src/access/policy.ts';
import type { Caller } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { matchKey, type Attributes } from '../../src/formats/records/attributes.ts';
import { holds, parseFilter, PRESENT, type AttributeFilter } from '../../src/formats/records/filters.ts';
import { listAssets, listMatching } from '../../src/ledger/lists/asset-lists.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { lanes } from './support/ask.ts';
import { gathering } from './support/door.ts';
import { found } from './support/model.ts';
import { applicationRows, history, policyRow, readPrincipals, tenantRow } from './support/write.ts';

/** ROUNDS filters are tested; another SEED makes other ones. */
const { ROUNDS, SEED } = process.env;
const DEFAULT_ROUNDS = sized({ quick: 100, long: 800, full: 15_000 });
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, salt: number): T[] =>
  fc.sample(arbitrary, { seed: (SEED ? Number(SEED) : 20_262) + salt, numRuns });

const LONG = 'é'.repeat(65);
const NAMES = ['kind', 'ü 😀', "q'r", 'a:b', 'a=b', '%_', 'constructor', '__proto__', '*', '"', '{}', '[0]'];
const KEYS = ['k', '"', "l'm", '*', '__proto__'];
const SHORT = [
  'x',
  'x',
  'x',
  'y',
  '',
  '*',
  '**',
  ' ',
  '%',
  '1',
  'true',
  'null',
  '{}',
  '[]',
  '"x"',
  "x'",
  'X',
  'x ',
  'a:b=c',
];
const VALUES = [...SHORT, '😀', 'é'.repeat(64), LONG, `${LONG}é`, matchKey(LONG), PRESENT, 'x\ny'];
const text = fc.constantFrom(...VALUES);
const map = fc.dictionary(fc.constantFrom(...KEYS), text, { maxKeys: 2, noNullPrototype: true });
const attributes: fc.Arbitrary<Attributes> = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(...NAMES), fc.oneof(text, text, map, fc.array(map, { maxLength: 2, size: 'max' }))),
    { selector: ([name]) => name, minLength: 1, maxLength: 6, size: 'max' },
  )
  .map((entries) => Object.fromEntries(entries));
const path = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom('', '', '', '.', '[].'), fc.constantFrom(...KEYS))
  .map(([name, nested, key]) => (nested === '' ? name : `${name}${nested}${key}`));
type Asked = { path: string; negated: boolean; value: string };
const asked: fc.Arbitrary<Asked> = fc.record({
  path,
  negated: fc.boolean(),
  value: fc.oneof({ weight: 2, arbitrary: text }, { weight: 1, arbitrary: fc.constant('*') }),
});
const groups = fc.array(fc.array(asked, { minLength: 1, maxLength: 2, size: 'max' }), {
  minLength: 1,
  maxLength: 2,
  size: 'max',
});

const parsed = (scope: AttributeFilter['scope'], { path, negated, value }: Asked): AttributeFilter => {
  const filter = parseFilter([scope], `${scope}.${path}${negated ? '!' : ''}`, value);
  if (typeof filter === 'string') throw new Error(`${path}: ${filter}`);
  return filter;
};

describe('random filters find the same records in every implementation', () => {
  let d1: LocalD1;
  let db: Database;
  const tenant = randomUUID();
  const caller: Caller = { tenant, issuer: 'appidp', subject: randomUUID() };
  const assets = sample(attributes, 60, 1).map((of, i) => ({
    id: randomUUID(),
    attributes: of,
    event: { id: randomUUID(), attributes: sample(attributes, 60, 2)[i]!, sets: sample(attributes, 60, 3)[i]! },
  }));
  const scope = (of: 'member' | 'administrator' = 'member'): TenantScope => new TenantScope(db, caller, of, 'test');
  const window = { size: 1000, after: undefined, countTo: undefined, lanes };

  beforeAll(async () => {
    d1 = await openD1(ENGINE);
    db = new Database(gathering(d1));
    await d1.rows(
      tenantRow(tenant),
      ...applicationRows({ tenant, id: caller.subject, administrator: true, claims: {} }),
    );
    const [author] = await readPrincipals(db, [caller]);
    const statements = assets.flatMap(({ id, attributes, event }, i) => {
      const says = event.attributes;
      const events = [{ says, sets: event.sets }];
      const ids = { asset: id, events: [randomUUID(), event.id] };
      const written = history(
        db,
        author!,
        ids,
        { tenant: 0, public: false, at: i, attributes, events, atOnce: false },
        1,
      );
      return written.statements;
    });
    await db.batch(statements);
  });
  afterAll(() => d1.close());

  /** The attributes of an asset after its last event. */
  const current = (of: (typeof assets)[number]): Attributes => ({ ...of.attributes, ...of.event.sets });
  const inMemory = (of: Attributes, groups: Asked[][], scope: AttributeFilter['scope']): boolean =>
    groups.every((or) => or.some((one) => holds(parsed(scope, one), of)));
  const plainly = (of: Attributes, groups: Asked[][]): boolean =>
    groups.every((or) => or.some(({ path, negated, value }) => found(of, path, value) !== negated));

  /** Returns the filters that do not find the same records in all three implementations. */
  async function differing(
    scopeName: AttributeFilter['scope'],
    attributesOf: (of: (typeof assets)[number]) => Attributes,
    list: (filters: AttributeFilter[][], i: number) => Promise<string[]>,
    salt: number,
  ): Promise<string[]> {
    const all = sample(groups, ROUNDS ? Number(ROUNDS) : DEFAULT_ROUNDS, salt);
    const wrong: string[] = [];
    let many = 0;
    await Promise.all(
      all.map(async (groups, i) => {
        const listed = await list(
          groups.map((or) => or.map((one) => parsed(scopeName, one))),
          i,
        );
        const plain = assets.filter((of) => plainly(attributesOf(of), groups)).map(({ id }) => id);
        const held = assets.filter((of) => inMemory(attributesOf(of), groups, scopeName)).map(({ id }) => id);
        if (plain.length > 0 && plain.length < assets.length) many += 1;
        for (const [how, ids] of Object.entries({ SQL: listed, memory: held })) {
          const at = assets.find(({ id }) => ids.includes(id) !== plain.includes(id));
          if (at)
            wrong.push(
              `${how} differs over ${JSON.stringify(groups)} on ${JSON.stringify(attributesOf(at))}, which ` +
                `${plain.includes(at.id) ? 'has' : 'lacks'} it`,
            );
        }
      }),
    );
    expect(many, 'filters that find some and not all').toBeGreaterThan(all.length / 3);
    return wrong;
  }

  const assetsOf = async (filters: AttributeFilter[][], order: 'DEFAULT' | 'SIMPLEHASH'): Promise<string[]> => {
    const { rows: assets, total } = await listAssets(scope(), { filters, where: [], order }, window);
    expect(total).toBe(assets.length);
    return assets.map(({ id }) => id);
  };
  const eventsOf = async (filters: AttributeFilter[][], order: 'DEFAULT' | 'SIMPLEHASH'): Promise<string[]> => {
    const conditions = { filters, where: [], order };
    const { rows: events, total } = await listEvents(scope(), undefined, conditions, window);
    expect(total).toBe(events.length);
    return events.flatMap(({ id }) => assets.find(({ event }) => event.id === id)?.id ?? []);
  };
  const order = (i: number): 'DEFAULT' | 'SIMPLEHASH' => (i % 3 === 0 ? 'SIMPLEHASH' : 'DEFAULT');

  test('random filters of asset lists find the same records in every implementation', async () => {
    expect(await differing('attributes', current, (filters, i) => assetsOf(filters, order(i)), 4)).toEqual([]);
  });

  test("random filters by an event's own attributes find the same records in every implementation", async () => {
    const wrong = await differing(
      'event_attributes',
      ({ event }) => event.attributes,
      (f, i) => eventsOf(f, order(i)),
      5,
    );
    expect(wrong).toEqual([]);
  });

  test("random filters by assets' attributes set by events find the same records in every implementation", async () => {
    const wrong = await differing(
      'asset_attributes',
      ({ event }) => event.sets,
      (f, i) => eventsOf(f, order(i)),
      6,
    );
    expect(wrong).toEqual([]);
  });

  test("random filters of events by the asset's attributes find the same records in every implementation", async () => {
    expect(await differing('asset.attributes', current, (f, i) => eventsOf(f, order(i)), 7)).toEqual([]);
  });

  test('random filters of policies find the same records in every implementation', async () => {
    // Only terms that a text can express: no separator in a path, no value that means presence.
    const says = ({ path, negated, value }: Asked): string => `attributes.${path}${negated ? '!=' : '='}${value}`;
    const all = sample(groups, ROUNDS ? Number(ROUNDS) : DEFAULT_ROUNDS, 8).filter((groups) =>
      groups.flat().every(({ path }) => !/[=:]/.test(path)),
    );
    const policies = all.map((groups) => ({
      id: randomUUID(),
      tenant,
      filters: groups.map((or) => ({ or: or.map(says) })),
      permissions: [],
    }));
    await d1.rows(...policies.map(policyRow));
    const wrong = await Promise.all(
      policies.map(async ({ id, filters }, i) => {
        const { rows: listed, total } = await listMatching(scope('administrator'), id, window);
        expect(total).toBe(listed.length);
        return assets.flatMap((of) => {
          const plain = plainly(current(of), all[i]!);
          const answers = {
            SQL: listed.some((one) => one.id === of.id),
            memory: matches(parseFilters(filters), current(of)),
          };
          return Object.entries(answers)
            .filter(([, answer]) => answer !== plain)
            .map(([how]) => `${how} differs over ${JSON.stringify(filters)} on ${JSON.stringify(current(of))}`);
        });
      }),
    );
    expect(wrong.flat()).toEqual([]);
  });
});
