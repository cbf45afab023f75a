import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../access/queries.ts';
import type { Scope, TenantScope } from '../access/scope.ts';
import type { Grants } from '../access/visibility.ts';
import { Walk } from '../access/walk.ts';
import type { AssetRecord } from './asset.ts';
import {
  all,
  anyOf,
  ascending,
  counted,
  joined,
  keyOf,
  parted,
  type Conditions,
  type ListPart,
  type Order,
  type Window,
} from './lists.ts';
import { assetColumns, seenAsset, type AssetRow, type Redacted } from './rows.ts';

/** A page of assets: newest first, or by identity. */
export async function listAssets(
  scope: Scope,
  conditions: Conditions,
  window: Window,
): Promise<{ assets: AssetRecord[]; total: number }> {
  const { filters, where, order: by } = conditions;
  const { rows, total } =
    filters.length > 0
      ? await joined(scope, window, [
          ownAssets(scope, conditions, window),
          fewAssets(scope, conditions, window),
          manyAssets(scope, conditions, window),
        ])
      : await sparingly((sparing) =>
          joined(scope, window, [
            ownAssets(scope, conditions, window),
            grantedAssets(scope, where, by, window, sparing),
          ]),
        );
  const order = (x: AssetRecord, y: AssetRecord): number =>
    by === 'SIMPLEHASH' ? ascending(x.id, y.id) : y.createdUs - x.createdUs || ascending(y.id, x.id);
  return { assets: rows.map(seenAsset).toSorted(order).slice(0, window.limit), total };
}

/** A page of the assets that one policy of the tenancy matches, as the tenancy sees them, and their count. */
export async function listMatching(
  scope: TenantScope,
  policy: string,
  window: Window,
): Promise<{ assets: AssetRecord[]; total: number }> {
  const { rows, total } = await joined(scope, window, [
    grantedAssets(scope, [], 'DEFAULT', window, false, (grants) => Walk.ofPolicy(grants, policy)),
  ]);
  return { assets: rows.map(seenAsset), total };
}

type AssetRows = AssetRow &
  Redacted & {
    /** See `Walk.page`. */
    cut?: number;
  };

/** Reads a page sparingly, and in full where that may have left something out. */
async function sparingly<R extends { rows: { cut?: number }[] }>(read: (sparing: boolean) => Promise<R>): Promise<R> {
  const page = await read(true);
  return page.rows.some(({ cut }) => cut === 1) ? read(false) : page;
}

/** The list of what is the audience's own: all of a tenancy for its administrators, what is public for everybody. */
function ownAssets(scope: Scope, conditions: Conditions, window: Window): ListPart<AssetRows> {
  const { order, start, body } = assetSearch(conditions, window, scope.tenant);
  return [
    scope.query(
      'own',
      (seen) =>
        sql`SELECT ${assetColumns('a')}, ${seen.redaction('a')} FROM ${body(seen, start)} ORDER BY ${order} LIMIT ${window.limit}`,
    ),
    scope.query('own', (seen) => counted(body(seen, []), window.countTo)),
  ];
}

/**
 * The search for a list's assets among all of a tenancy (SQL, or a value), `start` being where the page
 * starts. Of filters the first equality drives it: its index gives the list's own order, so that it costs
 * what it returns.
 */
function assetSearch({ filters, where, order }: Conditions, { after }: Window, tenant: string | SQL | undefined) {
  const byIdentity = order === 'SIMPLEHASH';
  const driver = byIdentity ? undefined : filters.find((or) => or.length === 1 && or[0]!.op === 'equal')?.[0];
  const source = driver
    ? sql`asset_attributes f CROSS JOIN assets a ON a.id = f.asset AND a.created_us = f.created_us`
    : sql`assets a`;
  const driven = driver
    ? [sql`f.current = 1 AND f.tenant = ${tenant ?? ''} AND f.path = ${driver.path} AND f.key = ${keyOf(driver)}`]
    : [];
  const [created, id] = driver ? [sql`f.created_us`, sql`f.asset`] : [sql`a.created_us`, sql`a.id`];
  return {
    driver,
    order: byIdentity ? id : sql`${created} DESC, ${id} DESC`,
    start: !after
      ? []
      : [byIdentity ? sql`${id} > ${after[0]}` : sql`(${created}, ${id}) < (${after[0]}, ${after[1]})`],
    body: (seen: Seen, extra: SQL[]): SQL =>
      sql`${source}${seen.standing('a')} WHERE ${all([...driven, ...extra, ...where, ...filters.map((or) => anyOf(or, 'a', seen)), seen.sees('a')])}`,
  };
}

/** The list of what policies give, without filters. */
function grantedAssets(
  scope: Scope,
  where: SQL[],
  order: Order,
  { limit, after, countTo }: Window,
  sparing: boolean,
  walk: (grants: Grants) => Walk = (grants) => Walk.of(grants),
): ListPart<AssetRows> {
  const byIdentity = order === 'SIMPLEHASH';
  return [
    scope.query('granted', (seen) => {
      const walked = seen.walk(walk);
      const page = walked.page({ byIdentity, after, limit }, where, sparing);
      const from = walked.tells
        ? sql`(${page}) g CROSS JOIN assets a ON a.id = g.id`
        : sql`(${page}) c CROSS JOIN assets a ON a.id = c.id${seen.standing('a')}`;
      return sql`SELECT ${assetColumns('a')}, ${seen.redaction('a')}, cut FROM ${from}
          WHERE ${seen.sees('a')} ORDER BY ${byIdentity ? sql`a.id` : sql`a.created_us DESC, a.id DESC`}`;
    }),
    scope.query('granted', (seen) => counted(sql`(${seen.walk(walk).all(where)})`, countTo)),
  ];
}

/** The list of what policies give, with filters, of tenancies that give few assets: each of these is looked at. */
function fewAssets(
  scope: Scope,
  { filters, where, order }: Conditions,
  { limit, after, countTo }: Window,
): ListPart<AssetRows> {
  const byIdentity = order === 'SIMPLEHASH';
  const start = !after
    ? []
    : [byIdentity ? sql`a.id > ${after[0]}` : sql`(a.created_us, a.id) < (${after[0]}, ${after[1]})`];
  const body = (seen: Seen, extra: SQL[]): SQL =>
    sql`(${seen.walk(parted).all([])}) c CROSS JOIN assets a ON a.id = c.id${seen.standing('a')}
      WHERE ${all([...extra, ...where, ...filters.map((or) => anyOf(or, 'a', seen)), seen.sees('a')])}`;
  return [
    scope.query(
      'granted',
      (seen) => sql`SELECT ${assetColumns('a')}, ${seen.redaction('a')} FROM ${body(seen, start)}
        ORDER BY ${byIdentity ? sql`a.id` : sql`a.created_us DESC, a.id DESC`} LIMIT ${limit}`,
    ),
    scope.query('granted', (seen) => counted(body(seen, []), countTo)),
  ];
}

/** The same of tenancies that give many: their assets are searched, and each that is found is looked at. */
function manyAssets(scope: Scope, conditions: Conditions, window: Window): ListPart<AssetRows> {
  const { order, start, body, driver } = assetSearch(conditions, window, sql`t.tenant`);
  const ofTenant = driver ? [] : [sql`a.tenant = t.tenant`];
  const byIdentity = conditions.order === 'SIMPLEHASH';
  return [
    scope.query('granted', (seen) => {
      seen.walk(parted);
      const first = sql`(SELECT json_group_array(i) FROM (SELECT a.id AS i FROM ${body(seen, [...ofTenant, ...start])} ORDER BY ${order} LIMIT ${window.limit}))`;
      return sql`SELECT ${assetColumns('a')}, ${seen.redaction('a')} FROM many t CROSS JOIN json_each(${first}) j CROSS JOIN assets a ON a.id = j.value${seen.standing('a')}
        WHERE ${seen.sees('a')} ORDER BY ${byIdentity ? sql`a.id` : sql`a.created_us DESC, a.id DESC`} LIMIT ${window.limit}`;
    }),
    scope.query('granted', (seen) => {
      seen.walk(parted);
      return counted(sql`many t CROSS JOIN ${body(seen, ofTenant)}`, window.countTo);
    }),
  ];
}
