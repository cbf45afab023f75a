import { sql, type SQL } from 'drizzle-orm';
import type { Cursor } from '../lib/paging.ts';
import { columns } from '../platform/database/columns.ts';
import { built } from '../platform/database/database.ts';
import { tenantNumber } from '../platform/database/numbers.ts';
import { rangeEnd, sizeUpTo } from '../platform/database/scan-ranges.ts';
import { privateByIndex, trackedByIndex } from './asset-kinds.ts';
import { affordableAtOnce, policyHolds } from './policy-match.ts';
import type { Grants } from './visibility.ts';

/**
 * A range of the list of assets, newest first: behind the cursor `after`, up to and including `stop`. With `scan`
 * the range ends where the first of the scans has looked at its share of this many rows: `Walk.end`.
 */
export type CursorRange = {
  after?: Cursor | undefined;
  stop?: Cursor | undefined;
  scan?: number;
  /** The scans get equal shares, and the rows that they look at are not counted. */
  first?: boolean | undefined;
  /** All rights on each asset are looked up. */
  rights?: boolean;
};

/**
 * Which assets a list wants. `tracked`: the ones that are tracked or not; `where`: further conditions on `asset`;
 * `reached`: also those that a policy's search reaches but its filters exclude, for a list that checks all rights.
 */
export type AssetSelection = { tracked?: boolean | undefined; where: SQL[]; reached?: boolean };

/** FROM and WHERE of a scan for assets, and the columns by which they are listed. */
type Scan = { from: SQL; created: SQL; number: SQL };

/** A tenancy whose policies lead to at most this many assets is listed from its policies; others from its records. */
const FEW = 500;

/**
 * Finds the assets that policies grant, starting from the policies, so that a list costs what the policies match and
 * not what the tenancies hold. Its SQL needs `tables` in the statement's WITH. The table `starts` has a row for each
 * value to look up: policy, tenant (the number of that of the assets), clauses, start (1: by attribute value, 2: all
 * assets of the tenant), path, key, own (1: a policy of the caller's tenancy for the caller), and permissions (the
 * caller's by this policy, as a member of `user_layer.value`).
 */
export class Walk {
  readonly tables: Record<string, SQL>;
  readonly #grants: Grants;
  readonly #starts: SQL;
  readonly #conditions: SQL[];
  readonly #range: CursorRange;

  private constructor(
    grants: Grants,
    tables: Record<string, SQL>,
    starts: SQL,
    conditions: SQL[],
    range: CursorRange = {},
  ) {
    this.#conditions = conditions;
    this.#grants = grants;
    this.tables = tables;
    this.#starts = starts;
    this.#range = range;
  }

  /**
   * Everything that policies grant the caller: of their own tenancy unless they administer it, and what others share
   * with it.
   */
  static of(grants: Grants): Walk {
    return Walk.#from(grants, startsOf(grants));
  }

  /** As `of`, of the assets of one tenancy (SQL: its UUID), which may be that of the caller. */
  static inTenancy(grants: Grants, tenancy: SQL): Walk {
    return Walk.#from(grants, startsOf(grants, sql` AND term.tenant = ${tenancy}`));
  }

  /** What one policy of the caller's tenancy matches: the tenancy's own assets, and those that others share with it. */
  static ofPolicy(grants: Grants, policy: string): Walk {
    const own = sql`${START} 1 AS own, '' AS permissions FROM policy_terms term WHERE term.policy = ${policy}
      AND term.tenant = ${grants.tenant} AND term.start > 0`;
    const shared = grants.reach.shared ? [startsOf(grants, sql` AND granted.tenant <> ${grants.own}`)] : [];
    return Walk.#from(grants, sql.join([own, ...shared], sql` UNION ALL `), [grants.matchedBy(policy)]);
  }

  static #from(grants: Grants, starts: SQL, conditions: SQL[] = []): Walk {
    return new Walk(grants, { starts }, sql`starts`, conditions);
  }

  /**
   * Splits the tenancies into the tables `few`, the assets (`number`) of tenancies whose policies lead to few, and
   * `many`, the other tenancies (`tenant`), whose assets the walk then finds. Assets count that have the value from
   * which a scan starts, whether the policy matches them or not: the split is bounded. `cost`: of an asset, in rows.
   */
  parted(cost?: SQL): Walk {
    const reached = sql`SELECT attribute.asset FROM starts lookup CROSS JOIN ${ATTRIBUTES} AND lookup.start = 1
      AND lookup.tenant = sharer.tenant
      UNION ALL SELECT asset.number FROM starts lookup CROSS JOIN ${BY_TENANT} AND lookup.start = 2
      AND lookup.tenant = sharer.tenant`;
    const few = affordableAtOnce(this.#grants, FEW);
    const first = sql`(SELECT DISTINCT asset AS number FROM (${reached}) LIMIT ${few} + 1) found`;
    const size = cost
      ? sql`(SELECT sum(${cost}) FROM ${first} CROSS JOIN assets asset ON asset.number = found.number)`
      : sql`(SELECT count(*) FROM ${first})`;
    const many = sql`SELECT sharer.tenant FROM (SELECT DISTINCT tenant FROM starts) sharer WHERE ${size} > ${few}`;
    const startsIn = (part: string): SQL =>
      sql.raw(`(SELECT * FROM starts WHERE tenant ${part} (SELECT tenant FROM many))`);
    return new Walk(
      this.#grants,
      { ...this.tables, many, few: this.#all(startsIn('NOT IN'), { where: [] }) },
      startsIn('IN'),
      this.#conditions,
    );
  }

  /** Lists all tenancies in the table `many`: for conditions that few records of a tenancy meet. */
  tenancies(): Walk {
    const many = sql`SELECT DISTINCT tenant FROM starts`;
    return new Walk(this.#grants, { ...this.tables, many }, this.#starts, this.#conditions);
  }

  /** Finds only the assets of a range. Its end is determined once for a statement. */
  within(range: CursorRange): Walk {
    const { scan } = range;
    const tables = scan === undefined ? this.tables : { ...this.tables, ...this.#ending(range, scan) };
    return new Walk(this.#grants, tables, this.#starts, this.#conditions, range);
  }

  /**
   * SELECT k0, k1, k2, looked: where a range with `scan` ends (`StopRow`); no row where that is the end of the list.
   */
  get end(): SQL {
    return sql`SELECT k0, k1, k2, looked FROM range_end`;
  }

  /** The tables of `rangeEnd`. */
  #ending(range: CursorRange, scan: number): Record<string, SQL> {
    const behind = (created: SQL, number: SQL): SQL => and(inRange(created, number, { after: range.after }));
    const byValue = sql`${ATTRIBUTES}${behind(sql`attribute.created_us`, sql`attribute.asset`)}`;
    const byTenant = sql`${BY_TENANT}${behind(sql`asset.created_us`, sql`asset.number`)}`;
    const either = (value: SQL, tenant: SQL): SQL => sql`CASE lookup.start WHEN 1 THEN ${value} ELSE ${tenant} END`;
    const last = (from: SQL, created: SQL, number: SQL, share: SQL): SQL =>
      sql`(SELECT json_array(json_array(${created}, ${number})) FROM ${from} ORDER BY ${created} DESC, ${number} DESC
        LIMIT 1 OFFSET ${share} - 1)`;
    const upTo = (created: SQL, number: SQL): SQL => sql` AND (${created}, ${number}) >= (upto.k0, upto.k1)`;
    const valuesInRange = sql`${byValue}${upTo(sql`attribute.created_us`, sql`attribute.asset`)}`;
    const assetsInRange = sql`${byTenant}${upTo(sql`asset.created_us`, sql`asset.number`)}`;
    const sum = (share: SQL): SQL =>
      sql`(SELECT sum(${either(sizeUpTo(share, valuesInRange), sizeUpTo(share, assetsInRange))})
        FROM ${this.#starts} lookup)`;
    const distinct = (): SQL =>
      sql`(SELECT count(*) FROM (SELECT attribute.asset FROM ${this.#starts} lookup CROSS JOIN ${valuesInRange}
        AND lookup.start = 1
        UNION SELECT asset.number FROM ${this.#starts} lookup CROSS JOIN ${assetsInRange} AND lookup.start = 2))`;
    const looksAtRights = range.rights === true || this.#looksAtRights;
    const of = looksAtRights ? 'all' : 'one';
    return rangeEnd({ ...range, rows: this.#grants.affordable(scan, of), spent: this.#grants.spent(scan, of) }, true, {
      starts: sql`${this.#starts} lookup`,
      last: (share) =>
        either(
          last(byValue, sql`attribute.created_us`, sql`attribute.asset`, share),
          last(byTenant, sql`asset.created_us`, sql`asset.number`, share),
        ),
      size: (limit) => either(sizeUpTo(limit, byValue), sizeUpTo(limit, byTenant)),
      looked: (share) => (looksAtRights ? distinct() : sum(share)),
    });
  }

  /**
   * SELECT number, created_us, key, value of the first of the wanted assets of the range. `key` and `value` have the
   * permissions of all policies that lead to the asset, in the form of those of `user_layer`.
   */
  page(limit: number | SQL, selection: AssetSelection): SQL {
    const { byValue, byTenant } = this.#scans(selection);
    const conditions = selection.reached ? [] : this.#perAsset;
    const first = ({ from, created, number }: Scan): SQL =>
      sql`(SELECT json_group_array(${PLACE_ARRAY}) FROM (SELECT ${created} AS created_us, ${number} AS number
        FROM ${from}
        ORDER BY ${created} DESC, ${number} DESC LIMIT ${conditions.length === 0 ? limit : -1}))`;
    const found = sql`SELECT ${PLACE.number} AS number, ${PLACE.created_us} AS created_us, lookup.tenant AS key,
      '{' || group_concat(DISTINCT lookup.permissions) || '}' AS value, max(lookup.own) AS own
      FROM ${this.#starts} lookup
      CROSS JOIN json_each(CASE lookup.start WHEN 1 THEN ${first(byValue)} ELSE ${first(byTenant)} END) found
      GROUP BY 1, 2`;
    const checked = conditions.length === 0 ? sql`` : sql` ${ASSET_FOUND} WHERE ${every(conditions)}`;
    return sql`SELECT found.number, found.created_us, found.key, found.value FROM (${found}) found${checked}
      ORDER BY found.created_us DESC, found.number DESC LIMIT ${limit}`;
  }

  /**
   * Whether `key` and `value` of `page` replace the join of the view: only policies of the caller's own tenancy grant
   * the assets.
   */
  get tells(): boolean {
    const { oversees, shared } = this.#grants.reach;
    return !oversees && !shared;
  }

  /** SELECT number of all wanted assets of the range, each once, in no order. */
  all(selection: AssetSelection): SQL {
    return this.#all(this.#starts, selection);
  }

  #all(starts: SQL, selection: AssetSelection): SQL {
    const { byValue, byTenant } = this.#scans(selection);
    const conditions = selection.reached ? [] : this.#perAsset;
    const arm = (start: number, { from, number }: Scan): SQL =>
      sql`SELECT ${number} AS number, lookup.own FROM ${starts} lookup CROSS JOIN ${from} AND lookup.start = ${start}`;
    const found = sql`(${arm(1, byValue)} UNION ALL ${arm(2, byTenant)})`;
    if (conditions.length === 0) return sql`SELECT DISTINCT number FROM ${found}`;
    return sql`SELECT found.number FROM (SELECT number, max(own) AS own FROM ${found}
      GROUP BY number) found ${ASSET_FOUND} WHERE ${every(conditions)}`;
  }

  /** The scans for the wanted assets of the range: of the value of `lookup`, and of its tenant. */
  #scans(selection: AssetSelection): Record<'byValue' | 'byTenant', Scan> {
    const ofRow = (from: SQL, created: SQL, number: SQL): Scan => ({
      from: sql`${from} AND ${this.#meets(selection, created, number)}`,
      created,
      number,
    });
    const [created, number] = [sql`asset.created_us`, sql`asset.number`];
    const matched = selection.reached ? [sql`1`] : [IS_PRIVATE, HOLDS];
    const alone = [...this.#inRange(created, number), ...trackedByIndex('asset', selection.tracked), ...matched];
    return {
      // Indexes tell whether an asset is public or tracked (asset-kinds.ts); other conditions need its row.
      byValue:
        selection.where.length > 0
          ? ofRow(BY_VALUE, sql`attribute.created_us`, sql`attribute.asset`)
          : { from: sql`${VALUES_ALONE} AND ${every(alone)}`, created, number },
      byTenant: ofRow(BY_TENANT, created, number),
    };
  }

  /** Whether all rights on each asset are looked up. Otherwise a row of a scan costs the terms of one policy. */
  get #looksAtRights(): boolean {
    return !this.tells || this.#conditions.length > 0;
  }

  #inRange(created: SQL, number: SQL): SQL[] {
    const { after, scan } = this.#range;
    if (scan === undefined) return inRange(created, number, this.#range);
    return [...inRange(created, number, { after }), sql`(${created}, ${number}) >= ${RANGE_END}`];
  }

  /** Administrators are granted everything that is shared with their tenancy. */
  get #isGiven(): boolean {
    const { oversees, shared } = this.#grants.reach;
    return oversees || !shared;
  }

  /**
   * Conditions on `asset`, to which some `found.own` lead: the caller is granted it. Evaluated once for an asset, not
   * for each policy.
   */
  get #perAsset(): SQL[] {
    return [...(this.#isGiven ? [] : [sql`(found.own = 1 OR ${this.#grants.given})`]), ...this.#conditions];
  }

  /** Condition on `asset`, to which `lookup` leads: it is wanted and in the range, and its policy matches. */
  #meets({ tracked, where, reached }: AssetSelection, created: SQL, number: SQL): SQL {
    return every([
      ...this.#inRange(created, number),
      ...where,
      ...(tracked === undefined ? [] : [sql`+asset.tracked = ${Number(tracked)}`]),
      ...(reached ? [sql`1`] : [sql`asset.public = 0`, HOLDS]),
    ]);
  }
}

const PLACES = columns('created_us', 'number');
const PLACE_ARRAY = sql.raw(PLACES.array({ created_us: 'created_us', number: 'number' }));
const PLACE = PLACES.sqlOf('found.value');
const START = built(
  sql`SELECT term.policy, ${tenantNumber(sql`term.tenant`)} AS tenant, term.clauses, term.start, term.path, term.key,`,
);
/** What the policies of the table `granted` of the grants start from. */
const startsOf = (grants: Grants, where: SQL = sql``): SQL =>
  sql`${START} granted.tenant = ${grants.own} AS own, json_quote(granted.policy) || ':' || granted.items AS permissions
    FROM granted CROSS JOIN policy_terms term ON term.policy = granted.policy WHERE term.start > 0${where}`;
const ATTRIBUTES = sql.raw(`asset_values attribute
  WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key`);
const BY_VALUE = sql.raw(`asset_values attribute CROSS JOIN assets asset ON asset.number = attribute.asset
  WHERE attribute.tenant = lookup.tenant AND attribute.path = lookup.path AND attribute.key = lookup.key`);
/** The same with only the columns that `asset_values` has: the rows of assets may be on as many pages. */
const VALUES_ALONE = sql.raw(`(SELECT tenant, path, key, created_us, asset AS number FROM asset_values) asset
  WHERE asset.tenant = lookup.tenant AND asset.path = lookup.path AND asset.key = lookup.key`);
const HOLDS = built(sql`(lookup.clauses = 1 AND lookup.start = 1 OR ${policyHolds(sql`lookup.policy`, 'asset')})`);
const ASSET_FOUND = sql.raw('CROSS JOIN assets asset ON asset.number = found.number');
const IS_PRIVATE = privateByIndex('asset');
const BY_TENANT = sql.raw('assets asset WHERE asset.tenant = lookup.tenant');
/** Without a row the range extends to the end of the list: every time and every number is larger than these. */
const RANGE_END = sql.raw('(SELECT coalesce(max(k0), 0), coalesce(k1, 0) FROM range_end)');
const inRange = (created: SQL, number: SQL, { after, stop }: CursorRange): SQL[] => [
  ...(after ? [sql`(${created}, ${number}) < (${after[0]}, ${after[1]})`] : []),
  ...(stop ? [sql`(${created}, ${number}) >= (${stop[0]}, ${stop[1]})`] : []),
];

const and = (conditions: SQL[]): SQL => sql.join(conditions.map((one) => sql` AND ${one}`));
const every = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);
