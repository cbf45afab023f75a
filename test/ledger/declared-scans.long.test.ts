import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../src/access/scope.ts';
import type { EventRecord } from '../../src/ledger/records/event.ts';
import type { EventConditions } from '../../src/ledger/lists/event-conditions.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import type { Window } from '../../src/ledger/lists/page.ts';
import { acceptedUs, assetId, bulk, type Population } from '../support/bulk.ts';
import {
  administrator,
  conditions,
  FEW,
  MANY,
  member,
  nearly,
  openCrowd,
  PUBLIC_EVENTS,
  tenant,
  term,
  window,
} from './support/crowd.ts';

/** Maximum number of rows that one statement may read, as for lists in other orders. */
const MOST_READ = 40_000;

/** Events of an import: thousands. */
const EACH = 5000;
/**
 * Imports of one asset after the other, which `member` can see; and one of a public asset. All after everything else.
 */
const IMPORTS = [0, 1, 2, 3, 4, 5].map((i): Population => ({
  tenant,
  public: false,
  assets: [10_007 + i * 100, 10_008 + i * 100],
  events: EACH,
  imported: true,
  at: (i + 1) * 3_600_000_000,
}));
const PUBLIC_IMPORT: Population = { ...IMPORTS[5]!, public: true, assets: [20_000, 20_001], events: 4 * EACH };
const IMPORTED = IMPORTS.length * EACH;
/** Assets that `member` can see, with few events each. */
const OF_MEMBER = 30 * 4;
const PRIVATE = 3000 * 4 + 12_000;
/** Administrators also see the public events of their tenancy. */
const OWN = PRIVATE + PUBLIC_EVENTS + IMPORTED + 4 * EACH;

type Listed = ReturnType<typeof listed>;
const listed = ({ asset, seq, declared }: EventRecord) => ({ asset, seq, declared });

describe('lists by declared time after imports', () => {
  let crowd: Awaited<ReturnType<typeof openCrowd>>;
  const scope = (who: Parameters<typeof crowd.scope>[0]) => crowd.scope(who);
  const anonymous = () => crowd.anonymous();
  beforeAll(async () => {
    crowd = await openCrowd();
    for (const population of [...IMPORTS, PUBLIC_IMPORT])
      for (const statement of bulk(population)) await crowd.d1.rows(statement);
  });
  afterAll(() => crowd.d1.close());

  /** Reads all pages of a list. Returns the events, the pages without any, and the most rows that a statement read. */
  async function walk(of: () => Scope, asset: string | undefined, what: EventConditions, more: Partial<Window> = {}) {
    crowd.taken();
    const events: Listed[] = [];
    let [empty, pages] = [0, 0];
    for (let after: Window['after'], open = true; open;) {
      const page = await listEvents(of(), asset, what, window(500, { ...more, after }));
      events.push(...page.rows.map(listed));
      empty += Number(page.rows.length === 0);
      pages += 1;
      after = page.next;
      open = after !== undefined;
      if (pages > 1000) throw new Error('the pages do not end');
    }
    return { events, empty, most: Math.max(...crowd.taken().map(({ rows }) => rows)) };
  }

  /** Whether events have the order of the list, each once. */
  const inOrder = (events: Listed[]): boolean => {
    const key = ({ declared, asset, seq }: Listed): string => `${declared} ${asset} ${String(seq).padStart(8, '0')}`;
    return events.every((event, i) => i === 0 || key(event) < key(events[i - 1]!));
  };

  const declared = (more: Partial<EventConditions> = {}) => conditions({ order: 'DECLARED', ...more });
  const ONE = assetId(IMPORTS[2]!.assets[0]);
  const times = { since: acceptedUs(FEW, 0, 2), before: acceptedUs(FEW, 0, 3) };
  const LISTS: [string, () => Scope, string | undefined, EventConditions, number][] = [
    ['all events of an administrator', () => scope(administrator), undefined, declared(), OWN],
    ['the events that a policy gives a member', () => scope(member), undefined, declared(), OF_MEMBER + IMPORTED],
    ['the events that a wide policy gives', () => scope(nearly), undefined, declared(), PRIVATE + IMPORTED],
    ['all public events', anonymous, undefined, declared(), PUBLIC_EVENTS + 4 * EACH],
    ['the events of one asset', () => scope(member), ONE, declared(), EACH],
    ['the events of one public asset', anonymous, assetId(20_000), declared(), 4 * EACH],
    // Three seconds, in each of which every population but the imports has a thousand events.
    ['the events of a time range', () => scope(administrator), undefined, declared({ declared: times }), 3 * 3000],
    [
      'the events of one asset in a time range',
      () => scope(nearly),
      assetId(3000),
      declared({ declared: { since: acceptedUs(MANY, 3000, 300), before: acceptedUs(MANY, 3000, 310) } }),
      10,
    ],
    [
      'the events by an attribute',
      () => scope(member),
      undefined,
      declared({ filters: [term('event_attributes.visit=3')] }),
      30 + IMPORTS.length,
    ],
    [
      'the events by a filter that matches none',
      () => scope(administrator),
      undefined,
      declared({ where: [sql`event.operation = 'zzz'`] }),
      0,
    ],
  ];

  test.each(LISTS)(
    '%s: every event is on one page, in order, and no statement reads more than its limit',
    async (_, of, asset, what, n) => {
      const { events, most } = await walk(of, asset, what);
      expect(events.length).toBe(n);
      expect(inOrder(events)).toBe(true);
      expect(most).toBeLessThan(MOST_READ);
    },
  );

  test.each([
    ['an administrator', () => scope(administrator), undefined],
    ['a member', () => scope(member), undefined],
    ['a member with a wide policy', () => scope(nearly), undefined],
    ['anonymous callers', anonymous, undefined],
    ['a reader of one asset', () => scope(member), ONE],
  ] as [string, () => Scope, string | undefined][])(
    'a search crosses an import of thousands of events without empty pages, for %s',
    async (_, of, asset) => {
      // No event of the imports is declared in this year.
      const size = 500;
      const { events, empty } = await walk(of, asset, declared({ declared: { since: acceptedUs(FEW, 0, 1) } }), {
        size,
      });
      expect(events.length).toBeGreaterThan(0);
      expect(empty).toBe(0);
    },
  );

  test.each(['DEFAULT', 'DECLARED', 'SIMPLEHASH'] as const)(
    'an empty time range needs no search, in the order %s',
    async (order) => {
      const [early, late] = [acceptedUs(FEW, 0, 1), acceptedUs(FEW, 0, 3)];
      for (const [who, one] of [
        [() => scope(administrator), assetId(3000)],
        [() => scope(member), ONE],
        [anonymous, assetId(20_000)],
      ] as const)
        for (const asset of [undefined, one])
          for (const which of ['accepted', 'declared', 'committed'])
            for (const range of [
              { since: late, before: early },
              { since: early, before: early },
            ]) {
              crowd.taken();
              const page = await listEvents(who(), asset, conditions({ order, [which]: range }), window(10));
              expect([page.rows, page.next, page.total, page.truncated]).toEqual([[], undefined, 0, false]);
              expect(Math.max(0, ...crowd.taken().map(({ rows }) => rows))).toBeLessThan(50);
            }
    },
  );

  test('the total is exact in the same cases as in the default order', async () => {
    const total = async (what: EventConditions, countTo?: number) => {
      const page = await listEvents(scope(administrator), undefined, what, window(10, { countTo }));
      return [page.total, page.truncated];
    };
    expect(await total(declared())).toEqual([OWN, false]);
    expect(await total(declared(), 501)).toEqual([501, true]);
    const few = { since: acceptedUs(FEW, 0, 2), before: acceptedUs(FEW, 0, 2) + 50_000 };
    expect(await total(declared({ declared: few }))).toEqual(await total(conditions({ accepted: few })));
    expect((await total(declared({ declared: few })))[1]).toBe(false);
  });
});
