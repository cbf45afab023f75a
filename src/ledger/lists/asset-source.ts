import { sql, type SQL } from 'drizzle-orm';
import { isUnlogged } from '../records/confirmation.ts';
import {
  anyOf,
  keyOf,
  mostSorted,
  unloggedAssets,
  unloggedEvents,
  type Conditions,
  type Order,
  type Owner,
} from './conditions.ts';
import type { Keys } from './keys.ts';
import type { Filter, ListSource } from './list.ts';

/** Conditions on a list of assets; `tracked` and `status` have indexes of their own. */
export type AssetConditions = Omit<Conditions, 'order'> & {
  /** AT_TIME: by the time of the last event, the latest first. DISPLAY_NAME: by name. */
  order: Order | 'AT_TIME' | 'DISPLAY_NAME';
  tracked?: boolean | undefined;
};

const NEWEST_FIRST: Keys = { columns: [sql`asset.created_us`, sql`asset.number`], descending: true };
const BY_VALUE: Keys = { columns: [sql`attribute.created_us`, sql`attribute.asset`], descending: true };
const BY_IDENTITY: Keys = { columns: [sql`asset.id`], descending: false };
const BY_COMMIT: Keys = { columns: [sql`first.number`], descending: true };

/**
 * The conditions on an asset. `indexed`: without the one on `tracked`, which the index meets. `joined`: each asset is
 * looked up by its identity. `+` keeps SQLite from scanning an index with `tracked`; where assets are joined, it would
 * make SQLite scan all assets of the tenancy for each of them. `met`: a filter that the index meets.
 */
export function assetFilters(
  { where, filters, tracked, status, unlogged }: AssetConditions,
  { indexed = false, joined = false, met }: { indexed?: boolean; joined?: boolean; met?: unknown } = {},
): Filter[] {
  const fixed = [
    ...where,
    ...(tracked === undefined || indexed ? [] : [sql`${sql.raw(joined ? '' : '+')}asset.tracked = ${tracked ? 1 : 0}`]),
    ...(status ? [sql`asset.confirmation = ${status}`] : []),
    ...(unlogged ? [isUnlogged('asset', unlogged)] : []),
  ];
  return [
    ...fixed.map((one) => () => one),
    ...filters
      .filter((or) => or !== met)
      .map(
        (or): Filter =>
          (seen) =>
            anyOf(or, 'asset', seen),
      ),
  ];
}

/** The filter whose index gives the assets in the order of the list: the first equality. */
export const indexedOf = ({ filters, order, status, unlogged }: AssetConditions) =>
  order === 'SIMPLEHASH' || status || unlogged
    ? undefined
    : filters.find((or) => or.length === 1 && or[0]!.op === 'equal');

/** The assets of an owner, newest first or by identity. */
export function assetSource(conditions: AssetConditions, owner: Owner): ListSource {
  const { order, tracked, status, unlogged } = conditions;
  const indexed = indexedOf(conditions);
  if (unlogged) return sourceOfUnlogged(conditions, owner);
  if (indexed?.[0]) {
    const { path } = indexed[0];
    const has = sql`attribute.tenant = ${owner.tenant} AND attribute.path = ${path}
      AND attribute.key = ${keyOf(indexed[0])}`;
    return {
      of: 'asset',
      keys: BY_VALUE,
      from: (join) =>
        sql`asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset${join} WHERE ${has}`,
      filters: assetFilters(conditions, { joined: true, met: owner.whole ? indexed : undefined }),
      index: { alias: 'attribute', rows: sql`asset_values attribute WHERE ${has}` },
    };
  }
  if (order === 'SIMPLEHASH')
    return ofIndex('assets_by_identity', sql`asset.tenant = ${owner.tenant}`, BY_IDENTITY, assetFilters(conditions));
  if (status) {
    const unconfirmed = sql`asset.tenant = ${owner.tenant} AND asset.confirmation <> 'CONFIRMED'`;
    return ofIndex('assets_unconfirmed', unconfirmed, NEWEST_FIRST, assetFilters(conditions));
  }
  return newestOf(conditions, owner, assetFilters(conditions, { indexed: tracked !== undefined }));
}

const ofIndex = (index: string, where: SQL, keys: Keys, filters: Filter[]): ListSource => ({
  of: 'asset',
  keys,
  from: (join) => sql`assets asset INDEXED BY ${sql.raw(index)}${join} WHERE ${where}`,
  filters,
});

/** All assets, or those that are tracked or not. */
export const newestOf = ({ tracked }: AssetConditions, { tenant }: Owner, filters: Filter[]): ListSource =>
  tracked === undefined
    ? ofIndex('assets_by_creation', sql`asset.tenant = ${tenant}`, NEWEST_FIRST, filters)
    : ofIndex(
        'assets_tracked',
        sql`asset.tenant = ${tenant} AND asset.tracked = ${tracked ? 1 : 0}`,
        NEWEST_FIRST,
        filters,
      );

/** The assets whose first event the log does not have: few, in the order of commits, or else in that of the list. */
function sourceOfUnlogged(conditions: AssetConditions, owner: Owner): ListSource {
  const few = {
    from: (join: SQL): SQL => unloggedAssets(owner, join),
    filters: [
      () => sql.raw(`asset.confirmation = 'CONFIRMED'`),
      ...assetFilters({ ...conditions, unlogged: undefined }),
    ],
  };
  if (conditions.byCommit) return { of: 'asset', keys: BY_COMMIT, ...few };
  return {
    ...newestOf(conditions, owner, assetFilters(conditions, { indexed: conditions.tracked !== undefined })),
    few: { ...few, size: unloggedEvents(owner), most: mostSorted(owner) },
  };
}

/** The assets of the table `few` (`Walk.parted`), which are sorted. */
export const assetsOfFew = (conditions: AssetConditions): ListSource => ({
  of: 'asset',
  keys: conditions.order === 'SIMPLEHASH' ? BY_IDENTITY : NEWEST_FIRST,
  from: (join) => sql`few CROSS JOIN assets asset${join} WHERE asset.number = few.number`,
  filters: assetFilters(conditions),
});
