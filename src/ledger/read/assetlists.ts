import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope, TenantScope } from '../../access/scope.ts';
import type { Grants } from '../../access/visibility.ts';
import { shareOf, Walk, type CursorRange } from '../../access/walk.ts';
import type { AssetRecord } from '../asset.ts';
import { listed, type Listed, type Window } from './listed.ts';
import { all, anyOf, keyOf, parted, termsOf, type Conditions, type RareStatus } from './lists.ts';
import { assetColumns, seenAsset, type AssetRow, type Redacted } from '../rows.ts';
import {
  counted,
  firstStop,
  fittingPage,
  ordered,
  spentAt,
  stopRow,
  within,
  type Keys,
  type Part,
  type Span,
} from './slices.ts';

/** Conditions on a list of assets; `tracked` and `status` have indexes of their own. */
export type AssetConditions = Conditions & { tracked?: boolean | undefined; status?: RareStatus | undefined };

type AssetRows = AssetRow & Redacted;

/** A page of assets: newest first, or by identity. */
export async function listAssets(
  scope: Scope,
  conditions: AssetConditions,
  window: Window,
): Promise<Listed<AssetRecord>> {
  const parts = partsOf(scope, conditions);
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const page = await listed<AssetRows>(
    scope,
    {
      parts,
      ...(byIdentity ? { counters: partsOf(scope, { ...conditions, order: 'DEFAULT' }) } : {}),
      countAll: conditions.status !== undefined,
      cost: 1 + conditions.where.length + termsOf(conditions.filters) - (indexedOf(conditions) ? 1 : 0),
      descending: !byIdentity,
      cursor: (row) => (byIdentity ? [row.id] : [row.createdUs, row.id]),
    },
    window,
  );
  return { ...page, rows: page.rows.map(seenAsset) };
}

/** A page of the assets that one policy of the tenancy matches, as the tenancy sees them, and their count. */
export async function listMatching(scope: TenantScope, policy: string, window: Window): Promise<Listed<AssetRecord>> {
  const page = await listed<AssetRows>(
    scope,
    {
      parts: [walkedAssets(scope, [], (grants) => Walk.ofPolicy(grants, policy))],
      countAll: false,
      cost: 2,
      descending: true,
      cursor: (row) => [row.createdUs, row.id],
    },
    window,
  );
  return { ...page, rows: page.rows.map(seenAsset) };
}

function partsOf(scope: Scope, conditions: AssetConditions): Part<AssetRows>[] {
  const { filters, order, status, none } = conditions;
  if (none) return [];
  const own = ownAssets(scope, conditions);
  if (scope.tenant === undefined) return [own];
  if (status) return [own, assetsOfMany(scope, conditions, (grants) => Walk.of(grants).tenancies())];
  if (filters.length === 0 && order === 'DEFAULT') return [own, walkedAssets(scope, fixed(conditions, false))];
  return [own, assetsOfFew(scope, conditions), assetsOfMany(scope, conditions, parted)];
}

const NEWEST_FIRST: Keys = { columns: [sql`a.created_us`, sql`a.id`], descending: true };
const BY_IDENTITY: Keys = { columns: [sql`a.id`], descending: false };
const keysOf = ({ order }: Conditions): Keys => (order === 'SIMPLEHASH' ? BY_IDENTITY : NEWEST_FIRST);

/** Bytes of the asset `a` in its JSON form, and of what is read to look at it. */
const BYTES = sql`octet_length(a.attributes) + 1024`;

/** The conditions that are not attribute filters, all of them unless an index meets them. */
const fixed = ({ where, tracked, status }: AssetConditions, indexed: boolean): SQL[] => [
  ...where,
  ...(tracked === undefined || indexed ? [] : [sql`+a.tracked = ${tracked ? 1 : 0}`]),
  ...(status ? [sql`a.confirmation = ${status}`] : []),
];

/** A page of the assets `a` that `from` (FROM and WHERE) gives, as the audience sees them. */
const shown = (seen: Seen, from: SQL, order: SQL, limit: number): SQL =>
  sql`SELECT ${assetColumns('a')}, ${seen.redaction('a')}, p.size FROM (${fittingPage(sql`a.rowid AS row`, from, BYTES, order, limit)}) p
    CROSS JOIN assets a ON a.rowid = p.row${seen.join('a')} WHERE ${seen.sees('a')}`;

/** The list of what is the audience's own: all of a tenancy for its administrators, what is public for everybody. */
function ownAssets(scope: Scope, conditions: AssetConditions): Part<AssetRows> {
  const { keys, from, residual } = assetSearch(conditions, sql`${scope.tenant ?? ''}`, true);
  const where = (seen: Seen, extra: SQL[]): SQL => sql`${from(seen.join('a'))} AND ${all([seen.sees('a'), ...extra])}`;
  return {
    ...(residual.length === 0 && scope.tenant !== undefined
      ? {}
      : {
          stop: (span) =>
            scope.query('own', (seen) => stopRow(spentAt(keys, where(seen, within(keys, span)), BYTES, span.scan))),
        }),
    rows: (span, limit) =>
      scope.query('own', (seen) =>
        shown(seen, where(seen, [...within(keys, span), ...residual.map((one) => one(seen))]), ordered(keys), limit),
      ),
    count: (span, limit) =>
      scope.query('own', (seen) =>
        counted(where(seen, [...within(keys, span), ...residual.map((one) => one(seen))]), limit),
      ),
  };
}

/** The filter whose index gives the assets, in the order of the list: the first equality. */
const indexedOf = ({ filters, order, status }: AssetConditions) =>
  order === 'SIMPLEHASH' || status ? undefined : filters.find((or) => or.length === 1 && or[0]!.op === 'equal');

/**
 * The search for a list's assets among all of a tenancy (SQL): the index that gives them in the order of the list, and
 * the conditions that it leaves to look at. Of filters the first equality has an index; whether the audience may read
 * the attribute is looked at unless all is `readable`.
 */
function assetSearch(conditions: AssetConditions, tenant: SQL, readable: boolean) {
  const { filters, tracked, status } = conditions;
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const attribute = indexedOf(conditions);
  const driver = attribute?.[0];
  const byTracked = !byIdentity && !status && !driver && tracked !== undefined;
  const residual = [
    ...fixed(conditions, byTracked).map((one) => () => one),
    ...filters.filter((or) => !readable || or !== attribute).map((or) => (seen: Seen) => anyOf(or, 'a', seen)),
  ];
  const index = byIdentity ? 'assets_by_identity' : byTracked ? 'assets_tracked' : 'assets_by_creation';
  const from = (join: SQL): SQL => {
    if (driver)
      return sql`asset_attributes f INDEXED BY asset_attributes_current CROSS JOIN assets a ON a.id = f.asset${join}
        WHERE f.current = 1 AND f.tenant = ${tenant} AND f.path = ${driver.path} AND f.key = ${keyOf(driver)}`;
    if (status && !byIdentity)
      return sql`assets a INDEXED BY assets_unconfirmed${join} WHERE a.tenant = ${tenant} AND a.confirmation <> 'CONFIRMED'`;
    return sql`assets a INDEXED BY ${sql.raw(index)}${join}
      WHERE a.tenant = ${tenant}${byTracked ? sql` AND a.tracked = ${tracked ? 1 : 0}` : sql``}`;
  };
  const keys: Keys = driver ? { columns: [sql`f.created_us`, sql`f.asset`], descending: true } : keysOf(conditions);
  return { keys, from, residual };
}

/** The list of what policies give, without filters, newest first. */
function walkedAssets(
  scope: Scope,
  where: SQL[],
  walk: (grants: Grants) => Walk = (grants) => Walk.of(grants),
): Part<AssetRows> {
  return {
    stop: (span) => scope.query('granted', (seen) => stopRow(seen.walk(walk).stop(span, span.scan))),
    early: 'range',
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        const walked = seen.walk(walk);
        const page = sql`(${walked.page(cursorRangeOf(span), limit, where)})`;
        if (walked.tells)
          // The permissions that a row brings are the caller's standing, in the name that the view has for it.
          return sql`SELECT ${assetColumns('a')}, ${seen.redaction('a')}, ${BYTES} AS size FROM (${fitted(page)}) g
            CROSS JOIN assets a ON a.rowid = g.row WHERE ${seen.sees('a')}`;
        return sql`SELECT ${assetColumns('a')}, ${seen.redaction('a')}, ${BYTES} AS size FROM (${fitted(page)}) c
          CROSS JOIN assets a ON a.rowid = c.row${seen.join('a')} WHERE ${seen.sees('a')}`;
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => counted(sql`(${seen.walk(walk).all(cursorRangeOf(span), where)})`, limit)),
  };
}

const cursorRangeOf = ({ after, stop, scan, early }: Span): CursorRange => (early ? { after, scan } : { after, stop });

/** The first assets of a page of `Walk` whose sizes make a page, and one more. */
const fitted = (page: SQL): SQL =>
  sql`SELECT f.row, f.value FROM (${fittingPage(sql`a.rowid AS row, w.value`, sql`${page} w CROSS JOIN assets a ON a.id = w.id`, BYTES, sql`w.created_us DESC, w.id DESC`, -1)}) f`;

/** The list of what policies give, with filters, of tenancies that give few assets: each of these is looked at. */
function assetsOfFew(scope: Scope, conditions: AssetConditions): Part<AssetRows> {
  const keys = keysOf(conditions);
  const from = (seen: Seen, extra: SQL[]): SQL => {
    seen.walk(parted);
    const filtered = conditions.filters.map((or) => anyOf(or, 'a', seen));
    return sql`few c CROSS JOIN assets a ON a.id = c.id${seen.join('a')}
      WHERE ${all([...extra, ...fixed(conditions, false), ...filtered, seen.sees('a')])}`;
  };
  return {
    rows: (span, limit) =>
      scope.query('granted', (seen) => shown(seen, from(seen, within(keys, span)), ordered(keys, '+'), limit)),
    count: (span, limit) => scope.query('granted', (seen) => counted(from(seen, within(keys, span)), limit)),
  };
}

/** The same of tenancies that give many: their assets are searched, and each that is found is looked at. */
function assetsOfMany(scope: Scope, conditions: AssetConditions, walk: (grants: Grants) => Walk): Part<AssetRows> {
  const { keys, from, residual } = assetSearch(conditions, sql`t.tenant`, false);
  const found = (seen: Seen, extra: SQL[]): SQL =>
    sql`${from(seen.join('a'))} AND ${all([...extra, ...residual.map((one) => one(seen)), seen.sees('a')])}`;
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const share = shareOf(span.scan, sql`many`);
        const each = sql`${from(sql``)}${sql.join(within(keys, span).map((one) => sql` AND ${one}`))}`;
        return sql`${stopRow(firstStop(keys, sql`many t`, each, share))} WHERE EXISTS (SELECT 1 FROM many)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const first = sql`(SELECT json_group_array(i) FROM (SELECT a.id AS i FROM ${found(seen, within(keys, span))} ORDER BY ${ordered(keys)} LIMIT ${limit}))`;
        const from = sql`many t CROSS JOIN json_each(${first}) j CROSS JOIN assets a ON a.id = j.value`;
        return shown(seen, from, ordered(keysOf(conditions), '+'), limit);
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        return counted(sql`many t CROSS JOIN ${found(seen, within(keys, span))}`, limit);
      }),
  };
}
