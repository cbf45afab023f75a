import { afterAll, beforeAll, expect, test } from 'vitest';
import { TenantScope } from '../../src/access/scope.ts';
import { configOf } from '../../src/settings/config.ts';
import { operations } from '../../src/operations.ts';
import { Database } from '../../src/platform/database/database.ts';
import { assetId } from '../support/bulk.ts';
import { ORIGIN, SECRETS } from '../support/service.ts';
import { administrator, openCrowd, type Ran } from '../ledger/support/crowd.ts';

/**
 * Steps that read a table or an index from end to end; values of a list in the statement itself are a virtual table.
 */
const WHOLE = /^SCAN (\w+)\b(?!.* VIRTUAL TABLE)/;
/**
 * What is no table: values, and what statements gather first: what policies grant, the caller's permissions and
 * attributes.
 */
const OWN = new Set(['CONSTANT', 'granted', 'permission', 'w', 'm']);
/** Lists and searches of the ledger: test/ledger/plans.test.ts asks for these in every way. */
const OF_LEDGER = /^(list(Public)?(Assets|Events|AssetEvents|AllEvents)|searchAssets)/;

let crowd: Awaited<ReturnType<typeof openCrowd>>;
beforeAll(async () => {
  crowd = await openCrowd();
});
afterAll(() => crowd.d1.close());

const config = configOf({ ORIGIN, ...SECRETS } as never);
const lists = operations.filter(({ spec }) => spec.list && spec.auth === 'bearer' && !OF_LEDGER.test(spec.id));

test('there are lists of collections', () => expect(lists.length).toBeGreaterThan(8));

test.each(lists.map((list) => [list.spec.id, list] as const))(
  '%s reads no whole table, newest first, by name and behind a record',
  async (_, { spec, handler }) => {
    const pages: [query: object, after: (string | number)[] | undefined][] = [
      [{}, undefined],
      [{}, [1, assetId(7)]],
      ...('order_by' in (spec.query ?? {}) && spec.id !== 'getCompliance'
        ? [[{ order_by: 'DISPLAY_NAME' }, ['x', assetId(7)]] as [object, (string | number)[]]]
        : []),
    ];
    const ran: Ran[] = [];
    for (const [query, after] of pages) {
      crowd.taken();
      const scope = new TenantScope(new Database(crowd.db), administrator.caller, 'administrator', 'plans');
      await (handler as (context: object) => Promise<unknown>)({
        scope,
        config,
        env: { DB: crowd.db },
        query,
        filters: [],
        params: { uuid: assetId(7) },
        page: { size: 3, after, sized: true, countTo: 501 },
        requestId: 'plans',
      }).catch((error: { kind?: string }) => {
        // A record of that name need not be there.
        if (error.kind !== 'not_found') throw error;
      });
      ran.push(...crowd.taken());
    }
    expect(ran.length).toBeGreaterThan(0);
    const plans = await crowd.d1.rows(
      ...ran.map((one): [string, ...unknown[]] => [`EXPLAIN QUERY PLAN ${one.sql}`, ...one.params]),
    );
    const whole = plans.flatMap((steps, i) =>
      steps
        .map(({ detail }) => detail as string)
        .filter((step) => !OWN.has(WHOLE.exec(step)?.[1] ?? 'CONSTANT'))
        .map((step) => `${step} in ${ran[i]!.sql.slice(0, 300)}`),
    );
    expect(whole).toEqual([]);
  },
);
