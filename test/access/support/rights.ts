import { sql } from 'drizzle-orm';
import {
  grantsQuery,
  readableAttributes,
  rightsOn,
  callerRightsOf,
  type PermissionList,
} from '../../../src/access/rights.ts';
import { principalOf, principalsQuery, type Caller } from '../../../src/access/principal.ts';
import { accessPolicies } from '../../../src/access/tables.ts';
import { listMatching } from '../../../src/ledger/lists/asset-lists.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { accessToAsset } from '../../../src/resources/access_policies/asset-access.ts';
import { agree, agreeOnAssets, pages, scopeOf } from './ask.ts';
import { allOf, known, layersOf, may, readable, termHolds, type ModelAsset, type SeenAsset } from './model.ts';
import type { Written } from './write.ts';

/** Compares the matches between policies and assets of an administrator's tenancy with the model. */
export async function checkPolicies(
  db: Database,
  caller: Caller,
  world: Written,
  seen: SeenAsset[],
  { size, assets, short = false }: { size: number; assets: number; short?: boolean } = { size: 3, assets: seen.length },
): Promise<void> {
  const own = world.policies.filter(({ tenant }) => tenant === caller.tenant);
  const matches = ({ asset, attributes }: SeenAsset, { filters }: (typeof own)[number]): boolean =>
    !asset.public && allOf(filters, (text) => termHolds(text, { attributes }));
  await Promise.all([
    ...own.map(async (policy) => {
      const what = `assets of a policy ${JSON.stringify(policy.filters)}`;
      const { items, total } = await pages(what, { size, cap: 2, short }, (window) =>
        listMatching(scopeOf(db, caller, 'administrator'), policy.id, window),
      );
      const wanted = seen
        .filter((of) => matches(of, policy))
        .sort(({ asset: x }, { asset: y }) => y.createdUs - x.createdUs || y.written - x.written);
      agreeOnAssets(what, { items, total }, wanted);
    }),
    ...seen.slice(0, assets).map(async (of) => {
      const scope = scopeOf(db, caller, 'administrator');
      const [rows] = await scope.read(
        scope.rows(accessPolicies, sql`${accessPolicies.id} IN (${scope.grants.matching(of.asset.id)})`),
      );
      agree(
        `policies of assets/${of.asset.id}`,
        rows.map(({ id }) => id).sort(),
        own
          .filter((policy) => matches(of, policy))
          .map(({ id }) => id)
          .sort(),
      );
    }),
  ]);
}

const LISTS: PermissionList[] = [
  'behaviours',
  'asset_attributes_read',
  'asset_attributes_write',
  'event_arc_display_type_read',
  'event_arc_display_type_write',
];

/** Compares who can read and write an asset, as administrators of its tenancy are told, with the model. */
export async function checkAccess(db: Database, world: Written, asset: ModelAsset): Promise<void> {
  const owner = world.principals.findIndex(({ tenant, administrator }) => administrator && tenant === asset.tenant);
  const { groups } = await accessToAsset(scopeOf(db, world.callers[owner]!, 'auditor'), asset.id);
  const lists = { attributes: 'asset_attributes', event_types: 'event_arc_display_type' } as const;
  world.principals.forEach((principal, i) => {
    const own = principal.tenant === asset.tenant;
    // Of another tenancy, its administrators are told.
    if (principal.administrator === own) return;
    const identities = own
      ? [`applications/${principal.id}`]
      : world.subjects
          .filter(({ tenant, remote }) => tenant === asset.tenant && remote === principal.tenant)
          .map(({ id }) => `subjects/${id}`);
    const found = groups.find(({ holders }) => holders.some(({ identity }) => identities.includes(identity)));
    const layers = layersOf(world, principal, asset);
    const what = `who can see assets/${asset.id}: principal ${i}`;
    const records = found?.behaviours.some(({ name }) => name === 'RecordEvidence') ?? false;
    agree(
      `${what} records`,
      records,
      may(layers, 'behaviours', 'RecordEvidence') &&
        [...Object.keys(asset.attributes), 't1', 't2', 't3', 't4', ''].some((name) =>
          may(layers, 'event_arc_display_type_write', name),
        ),
    );
    for (const [kind, list] of Object.entries(lists) as [keyof typeof lists, 'asset_attributes'][])
      for (const name of ['kind', 'place', 'box', 'tags', 'constructor', 'arc_attachments', 'other', 't1', 't4', ''])
        for (const right of ['read', 'write'] as const) {
          const said = found?.[kind].some((each) => [name, '*'].includes(each.name) && each[right].length > 0) ?? false;
          const isRecorded = right === 'read' || (found?.behaviours.length ?? 0) > 0;
          agree(`${what} ${kind} ${name} ${right}`, said, isRecorded && may(layers, `${list}_${right}`, name));
        }
  });
}

/** Compares the rights of all callers that the ledger of an asset reads in one pool with the model. */
export async function checkRights(db: Database, world: Written, asset: ModelAsset): Promise<void> {
  const { callers } = world;
  const [principals, grants] = await db.batch([principalsQuery(db, callers), grantsQuery(db, callers, asset.id)]);
  callers.forEach((caller, i) => {
    const principal = principalOf(caller, principals)!;
    const rights = rightsOn(callerRightsOf(principal, i, grants), asset);
    const layers = layersOf(world, world.principals[i]!, asset);
    const what = `the ledger's rights of principal ${i} on assets/${asset.id}`;
    agree(`${what}: known`, rights.known, known(layers));
    agree(
      `${what}: readable`,
      readableAttributes(rights, asset.attributes),
      layers ? readable(layers, asset.attributes) : {},
    );
    const names = [...Object.keys(asset.attributes), 'other', 't1', 't2', '', 'RecordEvidence', 'Attachments'];
    const table = (may: (list: PermissionList, name: string) => boolean) =>
      LISTS.map((list) => [list, names.filter((name) => may(list, name))]);
    agree(
      `${what}: lists`,
      table((list, name) => rights.may(list, name)),
      table((list, name) => may(layers, list, name)),
    );
  });
}
