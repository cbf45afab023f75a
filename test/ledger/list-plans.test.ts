import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/access/principal.ts';
import { TenantScope } from '../../src/access/scope.ts';
import { configOf } from '../../src/settings/config.ts';
import { filterByFile, parseTerm, type AttributeFilter } from '../../src/formats/records/filters.ts';
import { parseQuery, type SearchQuery } from '../../src/formats/records/search-terms.ts';
import { listAssets } from '../../src/ledger/lists/asset-lists.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import type { Window } from '../../src/ledger/lists/page.ts';
import { searchAssets } from '../../src/ledger/search/search.ts';
import { operations } from '../../src/operations.ts';
import { Database } from '../../src/platform/database/database.ts';
import { applicationRows, policyRow, subjectRow, tenantRow } from '../access/support/write.ts';
import { assetId } from '../support/bulk.ts';
import { ORIGIN, SECRETS } from '../support/service.ts';
import { administrator, conditions, GROWING, member, openCrowd, tenant, term, window } from './support/crowd.ts';

/*
 * The query plans of the lists are in list-plans/: of each statement the scans and searches, in their order. After a
 * change of the queries: npx vitest run test/ledger/list-plans.test.ts -u and read the difference: each change of a
 * plan needs a reason.
 */

const partner: Caller = { tenant: randomUUID(), issuer: 'appidp', subject: randomUUID() };
const CALLERS: [string, Caller][] = [
  ['administrator', administrator.caller],
  ['member', member.caller],
  ['partner', partner],
];

let crowd: Awaited<ReturnType<typeof openCrowd>>;
beforeAll(async () => {
  crowd = await openCrowd();
  const [theirs, ours] = [randomUUID(), randomUUID()];
  await crowd.d1.rows(
    tenantRow(partner.tenant),
    ...applicationRows({ tenant: partner.tenant, id: partner.subject, administrator: true, claims: {} }),
    subjectRow({ id: theirs, tenant, remote: partner.tenant, rightKey: true }),
    subjectRow({ id: ours, tenant: partner.tenant, remote: tenant, rightKey: true }),
    policyRow({
      id: randomUUID(),
      tenant,
      filters: [{ or: ['attributes.kind=kind 7'] }],
      permissions: [
        {
          subjects: [`subjects/${theirs}`],
          user_attributes: [],
          behaviours: [],
          asset_attributes_read: ['*'],
          asset_attributes_write: [],
          event_arc_display_type_read: ['*'],
          event_arc_display_type_write: [],
          include_attributes: [],
        },
      ],
    }),
    // A key that can be shown.
    [`UPDATE subjects SET wallet_pub_key = json_array('04${'ab'.repeat(64)}')`],
  );
});
afterAll(() => crowd.d1.close());

type Run = (scope: TenantScope) => Promise<{ total?: number } | object>;
const assetFilter = (text: string): AttributeFilter[][] => [[parseTerm(['attributes'], text) as AttributeFilter]];
const assets =
  (order: 'DEFAULT' | 'DISPLAY_NAME', filters: AttributeFilter[][] = [], more: Partial<Window> = {}): Run =>
  (scope) =>
    listAssets(scope, { filters, where: [], order, tracked: true }, window(3, more));
const events =
  (of: Parameters<typeof conditions>[0], asset?: string, more: Partial<Window> = {}): Run =>
  (scope) =>
    listEvents(scope, asset, conditions(of), window(3, more));
const config = configOf({ ORIGIN, ...SECRETS } as never);
/** The list of a collection, by the id of its operation. */
const collection = (id: string): Run => {
  const { spec, handler } = operations.find((one) => one.spec.id === id)!;
  expect(spec.list).toBeTruthy();
  return (scope) =>
    (handler as (context: object) => Promise<object>)({
      scope,
      config,
      env: { DB: crowd.db },
      query: {},
      filters: [],
      params: { uuid: assetId(7) },
      page: { size: 3, after: undefined, sized: true, countTo: 501 },
      requestId: 'plans',
    });
};

/**
 * `…-in-ranges`: a statement looks at so few rows that a page needs further ranges, whose statements differ from
 * those of the first.
 */
const LISTS: Record<string, Run> = {
  assets: assets('DEFAULT'),
  'assets-by-name': assets('DISPLAY_NAME'),
  'assets-with-attribute': assets('DEFAULT', assetFilter('attributes.kind=kind 7')),
  'assets-in-ranges': assets('DEFAULT', [], { size: 12, scan: 5 }),
  events: events({}),
  'events-of-asset': events({}, assetId(7)),
  'events-with-attribute': events({ filters: [term('event_attributes.visit=3')] }),
  'events-with-file': events({ filters: [[filterByFile('a'.repeat(64))]] }),
  'events-in-ranges': events({ filters: [term('event_attributes.note=no')] }, undefined, { scan: 200 }),
  'events-by-identity-in-ranges': events(
    { order: 'SIMPLEHASH', filters: [term('event_attributes.visit=3')] },
    undefined,
    { scan: 100 },
  ),
  locations: (scope) => collection('listLocations')(scope),
  'access-policies': (scope) => collection('listAccessPolicies')(scope),
  subjects: (scope) => collection('listSubjects')(scope),
  'compliance-policies': (scope) => collection('listCompliancePolicies')(scope),
  search: (scope) => searchAssets(scope, parseQuery('kind 7') as SearchQuery, true, window(3)),
};

/** Steps that read a table or an index, or sort. */
const STORED = /^(?!SCAN \(subquery|.* VIRTUAL TABLE)(?:SCAN|SEARCH|USE TEMP)/;

/**
 * The statements of a list without those that read rights (`known`), with the scans and searches of their plans in
 * order.
 */
async function described(run: Run, [who, caller]: [string, Caller], known: Map<string, string>): Promise<string> {
  const scope = () => new TenantScope(new Database(crowd.db), caller, 'member', 'plans');
  // The first read may be written again for the reach of the caller, which is then known.
  await run(scope());
  crowd.taken();
  await run(scope());
  const parts: string[] = [];
  for (const { sql, params } of crowd.taken()) {
    const before = known.get(sql);
    if (before !== undefined) {
      parts.push(before);
      continue;
    }
    const [steps] = await crowd.d1.rows([`EXPLAIN QUERY PLAN ${sql}`, ...params]);
    const plan = (steps as { detail: string }[]).map(({ detail }) => detail);
    expect(plan.filter((step) => GROWING.test(step))).toEqual([]);
    const read = new Set(plan.filter((step) => STORED.test(step)));
    parts.push([`statement ${parts.length + 1}`, ...read].join('\n'));
    known.set(sql, `statement ${parts.length} of ${who}`);
  }
  return parts.join('\n\n');
}

const rights: Run = async (scope) => ({ principal: await scope.principal() });

test.each(['rights', ...Object.keys(LISTS)])(
  'the plans of the list "%s" are those that were reviewed, for each caller, without a scan of a growing table',
  async (name) => {
    const sections: string[] = [];
    const known = new Map<string, string>();
    for (const [who, caller] of CALLERS) {
      if (name !== 'rights') {
        await rights(new TenantScope(new Database(crowd.db), caller, 'member', 'plans'));
        for (const { sql } of crowd.taken()) known.set(sql, 'the rights of the caller: rights.txt');
      }
      sections.push(`== ${who}\n\n${await described(LISTS[name] ?? rights, [who, caller], known)}`);
    }
    await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, `list-plans/${name}.txt`));
  },
);
