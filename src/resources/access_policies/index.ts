import { and, eq, sql } from 'drizzle-orm';
import { compile } from '../../access/policy.ts';
import { accessPolicies as table } from '../../access/tables.ts';
import { notFound } from '../../lib/errors.ts';
import { collection } from '../../http/collection.ts';
import { newestFirst } from '../../http/keyset.ts';
import { operation } from '../../http/operation.ts';
import { cut, listOf } from '../../http/paging.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import { listMatching } from '../../ledger/lists/asset-lists.ts';
import { AssetList } from '../assets/model.ts';
import { AT_TIME } from '../assets/queries.ts';
import { assetView } from '../assets/queries.ts';
import { AssetAccess, accessToAsset } from './asset-access.ts';
import { accessPolicies } from './group.ts';
import { accessPolicy } from './model.ts';
import { AssetView, ViewAs, viewOf } from './view-as.ts';

const ITEM = [200, 400, 401, 403, 404, 429, 500];
const common = {
  group: accessPolicies,
  method: 'get',
  auth: 'bearer',
  permission: 'auditor',
  rate: 'api',
} as const;

export default [
  ...collection({
    fields: accessPolicy,
    noun: { one: 'an access policy', many: 'access policies' },
    about:
      'An access policy gives users of the tenancy (ABAC) and other organizations (OBAC) permissions on ' +
      'the assets that match its filters.',
    notes: {
      update: 'The change applies to the next request of the users concerned.',
      delete: 'The permissions end with the next request of the users concerned.',
    },
    many: 'AccessPolicies',
    plural: 'access_policies',
    quota: 'access_policies',
    group: accessPolicies,
    audience: 'administrators',
    statuses: {
      list: [200, 400, 401, 403, 429, 500],
      create: [200, 400, 401, 402, 403, 429, 500],
      read: ITEM,
    },
    values: ({ filters = [], access_permissions = [] }) => ({
      values: { compiled: compile(filters, access_permissions) },
    }),
    changes: (_patch, after) => ({ compiled: compile(after.filters, after.accessPermissions) }),
  }),
  operation(
    {
      ...common,
      id: 'listAssetsOfAccessPolicy',
      path: '/iam/v1/access_policies/{uuid}/assets',
      summary: 'List the assets that an access policy matches',
      description:
        'Returns the assets whose current attributes match the filters, newest first. Assets that other ' +
        'organizations share are matched by the attributes that they share.',
      statuses: ITEM,
      list: 'assets',
      response: AssetList,
    },
    async ({ scope, params, page }) => {
      const id = params['uuid']!;
      const [found] = await scope.read(scope.rows(table, eq(table.id, id)));
      if (!found[0]) throw notFound(`access_policies/${id}`);
      const { rows, ...list } = await listMatching(scope, id, page);
      return { list: { ...list, items: rows.map((asset) => assetJson(asset)) } };
    },
  ),
  operation(
    {
      ...common,
      id: 'listAccessPoliciesOfAsset',
      path: '/iam/v1/assets/{uuid}/access_policies',
      summary: 'List the access policies that match an asset',
      description:
        'Returns the policies of the tenancy, newest first. Policies match the current attributes of the ' +
        'asset, also with `at_time`.',
      statuses: ITEM,
      query: AT_TIME,
      list: 'access_policies',
      response: listOf('access_policies', accessPolicy.response),
    },
    async ({ scope, params, query, page }) => {
      const id = params['uuid']!;
      await assetView(scope, id, query.at_time);
      const matching = sql`${table.id} IN (${scope.grants.matching(id)})`;
      const order = newestFirst(table);
      const [rows, [count]] = await scope.read(
        scope.rows(table, and(matching, order.after(page.after)), {
          orderBy: order.orderBy,
          limit: page.size + 1,
        }),
        scope.count(table, matching, page.countTo),
      );
      const shown = cut(rows, page.size, order.cursorOf);
      return { list: { items: shown.rows.map((row) => accessPolicy.json(row)), next: shown.next, total: count!.n } };
    },
  ),
  operation(
    {
      ...common,
      id: 'getAssetAccess',
      path: '/iam/v1/assets/{uuid}/access',
      summary: 'Read who can read and write an asset',
      description:
        'Returns the people, applications and partners with any right on an asset of the tenancy, and for each ' +
        'attribute and type of event the policies that grant it. Callers with the same rights are one group.',
      statuses: ITEM,
      response: AssetAccess,
    },
    async ({ scope, params }) => ({ json: await accessToAsset(scope, params['uuid']!) }),
  ),
  operation(
    {
      ...common,
      id: 'getAssetView',
      path: '/iam/v1/assets/{uuid}:view',
      summary: 'Read an asset as somebody else reads it',
      description:
        'Returns the asset and its events as a person or an application of the tenancy reads them, or the ' +
        'administrators of a partner; without `as`, as the caller does.',
      statuses: ITEM,
      query: { as: ViewAs.optional() },
      strictQuery: true,
      response: AssetView,
    },
    async ({ scope, params, query }) => ({ json: await viewOf(scope, params['uuid']!, query.as) }),
  ),
];
