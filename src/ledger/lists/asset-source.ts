import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import { isUnlogged } from '../records/confirmation.ts';
import { anyOf, keyOf, type Conditions, type Order, type RareStatus } from './conditions.ts';
import type { Keys } from './parts.ts';
import { unloggedAssets, unloggedEvents } from './unlogged.ts';

/** Conditions on a list of assets; `tracked` and `status`, that of the row, have indexes of their own. */
export type AssetConditions = Omit<Conditions, 'order'> & {
  /** AT_TIME: by the time of the last event, the latest first. DISPLAY_NAME: by name. */
  order: Order | 'AT_TIME' | 'DISPLAY_NAME';
  tracked?: boolean | undefined;
  status?: RareStatus | undefined;
  /**
   * Only assets that are shown as PENDING because the log of this scope does not have their first event (`isUnlogged`);
   * no `status`.
   */
  unlogged?: SQL | undefined;
  /** With `unlogged`: in the order of the commits of the first events, to count them. */
  byCommit?: boolean;
};

const NEWEST_FIRST: Keys = { columns: [sql`asset.created_us`, sql`asset.number`], descending: true };
const BY_IDENTITY: Keys = { columns: [sql`asset.id`], descending: false };
const BY_COMMIT: Keys = { columns: [sql`first.number`], descending: true };
export const keysOf = ({ order }: AssetConditions): Keys => (order === 'SIMPLEHASH' ? BY_IDENTITY : NEWEST_FIRST);

/**
 * The conditions that are not attribute filters. `indexed`: without the one that an index meets. `joined`: each asset
 * is looked up by its identity. `+` keeps SQLite from scanning an index with `tracked`; where assets are joined, it
 * would make SQLite scan all assets of the tenancy for each of them.
 */
export const fixed = (
  { where, tracked, status, unlogged }: AssetConditions,
  indexed: boolean,
  joined = false,
): SQL[] => [
  ...where,
  ...(tracked === undefined || indexed ? [] : [sql`${sql.raw(joined ? '' : '+')}asset.tracked = ${tracked ? 1 : 0}`]),
  ...(status ? [sql`asset.confirmation = ${status}`] : []),
  ...(unlogged ? [isUnlogged('asset', unlogged)] : []),
];

const CONFIRMED_ROW = sql.raw(`asset.confirmation = 'CONFIRMED'`);

/** The filter whose index gives the assets in the order of the list: the first equality. */
export const indexedOf = ({ filters, order, status, unlogged }: AssetConditions) =>
  order === 'SIMPLEHASH' || status || unlogged
    ? undefined
    : filters.find((or) => or.length === 1 && or[0]!.op === 'equal');

/**
 * How to scan the assets of a tenancy for a list: `from` is FROM and WHERE with the index that gives them in the
 * order of the list, `values` the same without the assets, for a filter that has an index, `residual` the conditions
 * that the index does not meet. `few`: another source of the same assets, which is sorted if few events meet `size`,
 * its FROM and WHERE. `tenant`: number and id of the tenancy. `readable`: the audience may read every attribute, so
 * that this filter needs no further check.
 */
export function assetSource(conditions: AssetConditions, tenant: { number: SQL; id: SQL }, readable: boolean) {
  const { filters, tracked, status } = conditions;
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const attribute = indexedOf(conditions);
  const driver = attribute?.[0];
  const byTracked = !byIdentity && !status && !driver && tracked !== undefined;
  const filtered = filters
    .filter((or) => !readable || or !== attribute)
    .map((or) => (seen: Seen) => anyOf(or, 'asset', seen));
  const residual = [...fixed(conditions, byTracked, driver !== undefined).map((one) => () => one), ...filtered];
  const few = conditions.unlogged && {
    size: unloggedEvents(tenant.number, tenant.id),
    from: (join: SQL): SQL => unloggedAssets(tenant.number, tenant.id, join),
    residual: [
      ...[CONFIRMED_ROW, ...fixed({ ...conditions, unlogged: undefined }, false)].map((one) => () => one),
      ...filtered,
    ],
  };
  if (few && conditions.byCommit) return { keys: BY_COMMIT, ...few, few: undefined, values: undefined };
  const ofTracked = byTracked ? 'assets_tracked' : 'assets_by_creation';
  const index = byIdentity ? 'assets_by_identity' : ofTracked;
  const has =
    driver &&
    sql`attribute.tenant = ${tenant.number} AND attribute.path = ${driver.path} AND attribute.key = ${keyOf(driver)}`;
  const values = has && sql`asset_values attribute WHERE ${has}`;
  const from = (join: SQL): SQL => {
    if (has)
      return sql`asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset${join} WHERE ${has}`;
    if (status && !byIdentity)
      return sql`assets asset INDEXED BY assets_unconfirmed${join} WHERE asset.tenant = ${tenant.number}
        AND asset.confirmation <> 'CONFIRMED'`;
    return sql`assets asset INDEXED BY ${sql.raw(index)}${join}
      WHERE asset.tenant = ${tenant.number}${byTracked ? sql` AND asset.tracked = ${tracked ? 1 : 0}` : sql``}`;
  };
  const keys: Keys = driver
    ? { columns: [sql`attribute.created_us`, sql`attribute.asset`], descending: true }
    : keysOf(conditions);
  return { keys, from, values, residual, few };
}
