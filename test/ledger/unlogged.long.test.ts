import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../src/access/scope.ts';
import { PUBLIC_SCOPE } from '../../src/lib/identifiers.ts';
import { listAssets } from '../../src/ledger/lists/asset-lists.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import type { ListPage, Window } from '../../src/ledger/lists/page.ts';
import { assetId, bulk, type Population } from '../support/bulk.ts';
import { administrator, conditions, nearly, openCrowd, tenant, window } from './support/crowd.ts';

/** MERKLE_LOG events: more than a list sorts, and those of other assets have the same times. */
const PRIVATE: Population = { tenant, public: false, assets: [6000, 6100], events: 140, mechanism: 'MERKLE_LOG' };
const OPEN: Population = { tenant, public: true, assets: [6200, 6300], events: 140, mechanism: 'MERKLE_LOG' };
const [ALL, OF_ONE] = [100 * 140, 140];
/** Maximum number of rows that one statement may read. */
const MOST_READ = 80_000;

let crowd: Awaited<ReturnType<typeof openCrowd>>;
beforeAll(async () => {
  crowd = await openCrowd();
  for (const population of [OPEN, PRIVATE]) for (const statement of bulk(population)) await crowd.d1.rows(statement);
  for (const scope of [tenant, PUBLIC_SCOPE])
    await crowd.d1.rows([
      `INSERT INTO logs (id, scope, origin, created_us, size, root, cursor, epoch, appended_us, key, checkpoint,
      receipt)
        VALUES (?1, ?1, '', 0, 1, x'', 0, '', 0, 0, x'', x'')`,
      scope,
    ]);
});
afterAll(() => crowd.d1.close());

const PENDING = { status: 'PENDING' as const };

/** Sets the cursors of the logs of the tenancy and of the public so that each lacks its last events. */
async function lacking(events: number): Promise<void> {
  const cursor = (only: string): string =>
    `coalesce((SELECT number FROM events WHERE proof_mechanism = 'MERKLE_LOG' AND ${only} ORDER BY number DESC ` +
    'LIMIT 1 OFFSET ?1), 0)';
  await crowd.d1.rows(
    [`UPDATE logs SET cursor = ${cursor('1')} WHERE scope = ?2`, events, tenant],
    [`UPDATE logs SET cursor = ${cursor('public = 1')} WHERE scope = ?2`, events, PUBLIC_SCOPE],
  );
}

/** Reads all pages of a list. Returns the ids, the total, and the most rows that a statement read. */
async function whole<T extends { id: string }>(page: (window: Window) => Promise<ListPage<T>>) {
  crowd.taken();
  const ids: string[] = [];
  let total: number | undefined;
  for (let after: Window['after'], more = true; more;) {
    const read = await page(window(4000, { after }));
    total ??= read.total;
    ids.push(...read.rows.map(({ id }) => id));
    after = read.next;
    more = after !== undefined;
  }
  return { ids, total, most: Math.max(...crowd.taken().map(({ rows }) => rows)) };
}

const AUDIENCES: [string, () => Scope, mayRead: string][] = [
  ['an administrator', () => crowd.scope(administrator), '1'],
  ['a member to whom a policy grants all private assets', () => crowd.scope(nearly), 'public = 0'],
  ['anonymous callers', () => crowd.anonymous(), 'public = 1'],
];

describe.each(AUDIENCES)('for %s', (_, scope, mayRead) => {
  const idsOf = async (cursor: string): Promise<string[]> =>
    (
      await crowd.d1.rows([
        `SELECT id FROM events WHERE proof_mechanism = 'MERKLE_LOG' AND ${mayRead} AND number > (SELECT cursor
        FROM logs WHERE scope = ?)
          ORDER BY accepted_us DESC, number DESC`,
        cursor,
      ])
    )[0]!.map(({ id }) => id as string);
  const log = mayRead === 'public = 1' ? PUBLIC_SCOPE : tenant;

  test.each([0, 1, 300, 5000, 2 * ALL])(
    'the events that a log lacks, %i in all, are listed and counted by reading a bounded number of rows',
    async (events) => {
      await lacking(events);
      const wanted = await idsOf(log);
      const { ids, total, most } = await whole((at) => listEvents(scope(), undefined, conditions(PENDING), at));
      expect(total).toBe(wanted.length);
      // After the last unlogged events of a log that lacks many, a list continues to the oldest events.
      expect(ids).toEqual(wanted);
      expect(most).toBeLessThan(MOST_READ);
    },
  );

  test('those of one asset are listed and counted without reading the others', async () => {
    await lacking(2 * ALL);
    const asset = assetId(mayRead === 'public = 1' ? 6207 : 6007);
    const { ids, total, most } = await whole((at) => listEvents(scope(), asset, conditions(PENDING), at));
    expect([new Set(ids).size, total]).toEqual([OF_ONE, OF_ONE]);
    expect(most).toBeLessThan(OF_ONE * 60);
    await lacking(0);
    const none = await whole((at) => listEvents(scope(), asset, conditions(PENDING), at));
    expect([none.ids, none.total]).toEqual([[], 0]);
    expect(none.most).toBeLessThan(500);
  });

  test('clients that count what is PENDING read few rows once the log has everything', async () => {
    await lacking(0);
    crowd.taken();
    const page = await listEvents(scope(), undefined, conditions(PENDING), window(1, { countTo: undefined }));
    expect([page.rows, page.total, page.next]).toEqual([[], 0, undefined]);
    expect(Math.max(...crowd.taken().map(({ rows }) => rows))).toBeLessThan(5000);
  });
});

test.each(AUDIENCES.slice(0, 2))(
  'the assets whose first event a log lacks are listed and counted, for %s',
  async (_, scope, mayRead) => {
    for (const events of [0, 300, 2 * ALL]) {
      await lacking(events);
      const [rows] = await crowd.d1.rows([
        `SELECT id FROM assets WHERE proof_mechanism = 'MERKLE_LOG' AND ${mayRead}
          AND (SELECT number FROM events WHERE asset = assets.number AND seq = 1) > (SELECT cursor FROM logs
          WHERE scope = ?)
          ORDER BY created_us DESC, number DESC`,
        tenant,
      ]);
      const { ids, total, most } = await whole((at) =>
        listAssets(scope(), { filters: [], where: [], order: 'DEFAULT', ...PENDING }, at),
      );
      expect([ids, total]).toEqual([rows!.map(({ id }) => id), rows!.length]);
      expect(most).toBeLessThan(MOST_READ);
    }
  },
);
