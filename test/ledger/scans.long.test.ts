import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope, TenantScope } from '../../src/access/scope.ts';
import { parseAlternatives, parseTerm, type AttributeFilter } from '../../src/formats/records/filters.ts';
import { parseQuery, type SearchQuery } from '../../src/formats/records/search-terms.ts';
import { listAssets } from '../../src/ledger/lists/asset-lists.ts';
import type { AssetConditions } from '../../src/ledger/lists/asset-source.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import type { EventConditions } from '../../src/ledger/lists/event-conditions.ts';
import type { ListPage, Window } from '../../src/ledger/lists/page.ts';
import { searchAssets } from '../../src/ledger/search/search.ts';
import { assetNumber } from '../../src/platform/database/numbers.ts';
import { auditLog } from '../../src/platform/database/tables.ts';
import { acceptedUs, assetId, bulk, type Population } from '../support/bulk.ts';
import {
  administrator,
  conditions,
  EVENT,
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

/** Maximum number of rows that one statement may read: those that it scans, and those that it looks up for each. */
const MOST_READ = 40_000;

describe('lists read a bounded number of rows', () => {
  let crowd: Awaited<ReturnType<typeof openCrowd>>;
  const scope = (who: Parameters<typeof crowd.scope>[0]) => crowd.scope(who);
  const anonymous = () => crowd.anonymous();
  beforeAll(async () => {
    crowd = await openCrowd();
  });
  afterAll(() => crowd.d1.close());

  /**
   * Reads all pages of a list. Returns the rows, whether a page before the last was short, and the most rows that a
   * statement read.
   */
  async function walk<T extends { id: string }>(size: number, page: (window: Window) => Promise<ListPage<T>>) {
    crowd.taken();
    const ids: string[] = [];
    let pages = 0;
    let short = false;
    for (let after: Window['after'], more = true; more;) {
      const { rows, next } = await page(window(size, { after }));
      ids.push(...rows.map(({ id }) => id));
      short ||= next !== undefined && rows.length < size;
      after = next;
      more = next !== undefined;
      if (++pages > 500) throw new Error('the pages do not end');
    }
    return { ids, pages, short, most: Math.max(...crowd.taken().map(({ rows }) => rows)) };
  }

  const zzz = [sql`event.operation = 'zzz'`];
  const missing = Array.from({ length: 20 }, (_, i) => `asset.attributes.z${i}=*`).join(' OR ');
  const terms = [parseAlternatives(EVENT, missing) as AttributeFilter[]];
  const LISTS: [string, () => Scope, EventConditions, number][] = [
    ['public events by a filter that matches none', anonymous, conditions({ where: zzz }), 0],
    ['public events by twenty attributes that none has', anonymous, conditions({ filters: terms }), 0],
    [
      'public events by identity, by a filter that matches none',
      anonymous,
      conditions({ where: zzz, order: 'SIMPLEHASH' }),
      0,
    ],
    [
      'public events by an attribute that is present',
      anonymous,
      conditions({ filters: [term('event_attributes.visit=*')] }),
      PUBLIC_EVENTS,
    ],
    ['all events by a filter that matches none', () => scope(administrator), conditions({ where: zzz }), 0],
    [
      'all events by an attribute of few assets',
      () => scope(administrator),
      conditions({ filters: [term('asset.attributes.kind=kind 7')] }),
      720,
    ],
    [
      'all events by an attribute of few assets, by identity',
      () => scope(administrator),
      conditions({ filters: [term('asset.attributes.kind=kind 7')], order: 'SIMPLEHASH' }),
      720,
    ],
    ["a member's events", () => scope(member), conditions(), 120],
    ["a member's events by identity", () => scope(member), conditions({ order: 'SIMPLEHASH' }), 120],
    ["a member's events by a filter that matches none", () => scope(member), conditions({ where: zzz }), 0],
    [
      'the events that a wide policy gives, by a filter that matches none',
      () => scope(nearly),
      conditions({ where: zzz }),
      0,
    ],
    [
      'the events that a wide policy gives',
      () => scope(nearly),
      conditions({ filters: [term('event_attributes.visit=11000')] }),
      1,
    ],
  ];

  test.each(LISTS)(
    '%s: every record is on a page, and no statement reads more than its limit',
    async (_, of, what, n) => {
      const { ids, most } = await walk(100, (at) => listEvents(of(), undefined, what, at));
      expect(new Set(ids).size).toBe(n);
      expect(ids.length).toBe(n);
      expect(most).toBeLessThan(MOST_READ);
    },
  );

  test.each([
    ['an administrator', administrator],
    ['a member to whom a policy grants few assets', member],
    ['a member to whom a policy grants all assets', nearly],
  ])('a page and the total of assets with an attribute look up each asset once, for %s', async (_, who) => {
    for (const tracked of [true, false, undefined])
      for (const text of ['attributes.state=1', 'attributes.kind=kind 7']) {
        const filters = [[parseTerm(['attributes'], text) as AttributeFilter]];
        crowd.taken();
        await listAssets(scope(who), { filters, where: [], order: 'DEFAULT', tracked }, window(50));
        expect(Math.max(...crowd.taken().map(({ rows }) => rows))).toBeLessThan(MOST_READ);
      }
  });

  test.each([
    ['an administrator', administrator, 3021, 31],
    ['a member to whom a policy grants few assets', member, 30, 30],
    ['a member to whom a policy grants all assets', nearly, 3001, 30],
  ])(
    'lists of assets by time and by name read a bounded number of rows, and have all assets, for %s',
    async (_, who, n, of7) => {
      const lists = (
        [
          [undefined, n],
          ['attributes.kind=kind 7', of7],
          ['attributes.kind!=kind 7', n - of7],
        ] as const
      ).flatMap(([text, some]) => (['AT_TIME', 'DISPLAY_NAME'] as const).map((order) => ({ text, some, order })));
      for (const { text, some, order } of lists) {
        const filters = text === undefined ? [] : [[parseTerm(['attributes'], text) as AttributeFilter]];
        const what = { filters, where: [], order, tracked: true };
        // With few rows for each statement, the assets of the tenancy are too many to be sorted.
        for (const scan of text === undefined ? [undefined, 300] : [undefined]) {
          const { ids, most } = await walk(400, (at) =>
            listAssets(scope(who), what, { ...at, ...(scan ? { scan } : {}) }),
          );
          expect([order, text, ids.length, new Set(ids).size]).toEqual([order, text, some, some]);
          expect(most).toBeLessThan(MOST_READ);
        }
      }
      // A list whose first page was read before most of the events were recorded.
      const after = [acceptedUs(MANY, 3000, 12_000), 1_000_000, 14_000];
      crowd.taken();
      await listAssets(
        scope(who),
        { filters: [], where: [], order: 'AT_TIME', tracked: true },
        window(50, { after, scan: 300 }),
      );
      expect(Math.max(...crowd.taken().map(({ rows }) => rows))).toBeLessThan((MOST_READ * 300) / 1000);
    },
  );

  test.each([
    ['an administrator', administrator],
    ['a member to whom a policy grants few assets', member],
    ['a member to whom a policy grants all assets', nearly],
  ])('a search reads a bounded number of rows, for %s', async (_, who) => {
    for (const text of ['asset', 'asset kind', 'k', 'asset kind 7', '1 asset kind 2 3 4 5 a']) {
      crowd.taken();
      await searchAssets(scope(who), parseQuery(text) as SearchQuery, true, { size: 50, after: undefined });
      expect(Math.max(...crowd.taken().map(({ rows }) => rows)), text).toBeLessThan(MOST_READ);
    }
  });

  test('events of one asset by a filter that matches none are empty pages with a token until the end', async () => {
    const asset = assetId(3000);
    const { ids, pages, short, most } = await walk(100, (at) =>
      listEvents(scope(administrator), asset, conditions({ where: zzz }), at),
    );
    expect([ids.length, pages > 1, short]).toEqual([0, true, true]);
    expect(most).toBeLessThan(MOST_READ);
  });

  test('a list of a time range of one asset does not read events outside of the range', async () => {
    const asset = assetId(3000);
    const accepted = { since: acceptedUs(MANY, 3000, 300), before: acceptedUs(MANY, 3000, 310) };
    crowd.taken();
    const { rows, total } = await listEvents(scope(administrator), asset, conditions({ accepted }), window(50));
    expect([rows.length, total, rows[0]!.seq]).toEqual([10, 10, 309]);
    expect(Math.max(...crowd.taken().map((one) => one.rows))).toBeLessThan(500);
  });

  test.each([
    ['of all assets', undefined],
    ['of one asset', assetId(3000)],
  ])('a search in a time range, %s, reads no row twice', async (_, asset) => {
    const accepted = { since: acceptedUs(FEW, 0, 1), before: acceptedUs(MANY, 3000, 13_000) };
    const what = conditions({ where: zzz, accepted });
    const scan = 200;
    const { ids, pages, most } = await walk(100, (at) =>
      listEvents(scope(administrator), asset, what, { ...at, scan }),
    );
    expect([ids.length, pages > 5]).toEqual([0, true]);
    expect(most).toBeLessThan(5 * scan);
  });

  test('a small page with records far apart is 503, a large one is short and has a token', async () => {
    const one = listEvents(
      anonymous(),
      undefined,
      conditions({ filters: [term('event_attributes.none=*')] }),
      window(1, { scan: 500 }),
    );
    await expect(one).rejects.toMatchObject({ kind: 'unavailable', headers: { 'retry-after': '10' } });
    const page = await listEvents(anonymous(), undefined, conditions({ where: zzz }), window(3, { scan: 500 }));
    expect([page.rows, page.next === undefined]).toEqual([[], false]);
  });

  test('a total is exact up to the limit of counting, and marked as truncated above it', async () => {
    const whole = await listEvents(anonymous(), undefined, conditions(), window(10));
    expect([whole.total, whole.truncated]).toEqual([501, true]);
    const asked = await listEvents(anonymous(), undefined, conditions(), window(10, { countTo: undefined }));
    expect([asked.total, asked.truncated]).toEqual([PUBLIC_EVENTS, false]);
    const searched = await listEvents(anonymous(), undefined, conditions({ where: zzz }), window(10, { scan: 100 }));
    expect([searched.total, searched.truncated]).toEqual([501, true]);
  });

  test('the total of a first page without another page is exact, even if the count stopped before', async () => {
    const scan = Math.ceil(PUBLIC_EVENTS / 10) * 2;
    const none = await listEvents(anonymous(), undefined, conditions({ where: zzz }), window(1, { scan }));
    expect([none.rows, none.next, none.total, none.truncated]).toEqual([[], undefined, 0, false]);
  });

  test('records of a collection are counted up to 100,000', async () => {
    const count = async (): Promise<number> => {
      const all = crowd.scope(administrator) as TenantScope;
      const [[row]] = await all.read(all.count(auditLog, undefined, undefined));
      return row!.n;
    };
    const write = (n: number): [string, ...unknown[]] => [
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
        INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash,
        request_id)
        SELECT '', ?1, 0, '', '', '', '', '', '', '' FROM n`,
      tenant,
      n,
    ];
    await crowd.d1.rows(write(99_999));
    expect(await count()).toBe(99_999);
    await crowd.d1.rows(write(10));
    expect(await count()).toBe(100_001);
  });

  test('PENDING and FAILED records are counted exactly, regardless of the distance between them', async () => {
    await crowd.d1.rows(
      [
        `UPDATE events SET confirmation = 'FAILED' WHERE asset IN (SELECT number FROM assets WHERE id >= ?1
        AND id < ?2) AND seq % 20 = 3`,
        assetId(4000),
        assetId(4100),
      ],
      [
        `UPDATE events SET confirmation = 'FAILED' WHERE asset = (SELECT number FROM assets WHERE id = ?1)
        AND seq % 20 = 3`,
        assetId(3000),
      ],
    );
    const failed = conditions({ status: 'FAILED' });
    const open = await listEvents(anonymous(), undefined, failed, window(10, { scan: 50 }));
    expect([open.total, open.truncated]).toEqual([600, false]);
    const own = await listEvents(scope(administrator), undefined, failed, window(10, { scan: 50 }));
    expect([own.total, own.truncated]).toEqual([1200, false]);
    const ofOne = await listEvents(scope(administrator), assetId(3000), failed, window(10, { scan: 50 }));
    expect([ofOne.total, ofOne.truncated]).toEqual([600, false]);
    const given = await listEvents(scope(nearly), undefined, failed, window(10, { scan: 50 }));
    expect([given.total, given.truncated]).toEqual([600, false]);
  });

  test('a page has at most about 1.8 MB of records, and the next page continues after them', async () => {
    const wide: Population = { tenant, public: true, assets: [5000, 5004], events: 30, padding: 40_000 };
    for (const statement of bulk(wide)) await crowd.d1.rows(statement);
    const at = { since: acceptedUs(wide, 5000, 1), before: acceptedUs(wide, 5003, 30) + 1 };
    const inTime = conditions({ accepted: at, where: [sql`event.asset >= ${assetNumber(assetId(5000))}`] });
    const first = await listEvents(anonymous(), undefined, inTime, window(500));
    const bytes = JSON.stringify(first.rows).length;
    expect(bytes).toBeGreaterThan(1_500_000);
    expect(bytes).toBeLessThan(1_900_000);
    const { ids } = await walk(500, (w) => listEvents(anonymous(), undefined, inTime, w));
    expect(ids.length).toBe(120);
  });

  test('assets by a filter that matches none, by identity and newest first', async () => {
    for (const order of ['DEFAULT', 'SIMPLEHASH'] as const)
      for (const who of [administrator, member, nearly]) {
        const filters = [[parseTerm(['attributes'], 'attributes.state!=1') as AttributeFilter]];
        const what: AssetConditions = { filters, where: [], order, tracked: true };
        const { ids, most } = await walk(100, (at) => listAssets(scope(who), what, at));
        expect(ids).toEqual([]);
        expect(most).toBeLessThan(MOST_READ);
      }
  });

  test('a filter that has an index is counted without reading the records', async () => {
    const rowsOfCount = (): number =>
      Math.max(
        ...crowd
          .taken()
          .filter((one) => one.sql.startsWith('SELECT count(*)'))
          .map(({ rows }) => rows),
      );
    const first = window(50);
    for (const who of [() => scope(administrator), anonymous]) {
      crowd.taken();
      const filters = [term('event_attributes.arc_display_type=type 3')];
      const events = await listEvents(who(), undefined, conditions({ filters }), first);
      expect([events.total, events.truncated]).toEqual([501, true]);
      expect(rowsOfCount()).toBeLessThan(510);
    }
    const state = [[parseTerm(['attributes'], 'attributes.state=1') as AttributeFilter]];
    const assets = await listAssets(scope(administrator), { filters: state, where: [], order: 'DEFAULT' }, first);
    expect([assets.total, assets.truncated]).toEqual([501, true]);
    expect(rowsOfCount()).toBeLessThan(510);
  });

  test.each([
    ['an administrator', administrator, ''],
    ['a member to whom a policy grants all private assets', nearly, 'AND public = 0'],
  ])('assets with an attribute, tracked or not, are all listed and counted, for %s', async (_, who, visible) => {
    await crowd.d1.rows(['UPDATE assets SET tracked = number % 7 < 4']);
    const filters = [[parseTerm(['attributes'], 'attributes.state=1') as AttributeFilter]];
    for (const tracked of [true, false, undefined]) {
      const what: AssetConditions = { filters, where: [], order: 'DEFAULT', tracked };
      const condition = tracked === undefined ? '' : `AND tracked = ${Number(tracked)}`;
      const [all] = await crowd.d1.rows([
        `SELECT id FROM assets WHERE 1 ${visible} ${condition} ORDER BY created_us DESC, number DESC`,
      ]);
      const scan = 250;
      const { ids, most } = await walk(100, (at) => listAssets(scope(who), what, { ...at, scan }));
      expect(ids).toEqual(all!.map(({ id }) => id));
      expect(most).toBeLessThan(MOST_READ);
      const page = await listAssets(scope(who), what, window(10, { countTo: undefined, scan: 250 }));
      expect([page.total, page.truncated]).toEqual([all!.length, false]);
    }
  });
});
