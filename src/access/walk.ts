import { sql, type SQL } from 'drizzle-orm';
import { policyHolds, type Grants } from './visibility.ts';

/** Where a page of a list starts and how it is ordered: newest first after (time, id), or by identity after an id. */
export type Place = { byIdentity: boolean; after: (string | number)[] | undefined; limit: number };

/** Of a tenancy that gives a caller up to this many assets, lists with conditions start from these; else from the tenancy. */
const FEW = 1000;

/**
 * The assets that policies give, found from the policies, so that a list of them costs what they match.
 * Its SQL needs `tables` in the statement's WITH. `starts` has a row for each value to look up: policy,
 * tenant (of the assets), clauses, start, path, key, own (1: of the caller's tenancy, for the caller), and
 * permissions (the caller's of the policy, as JSON without brackets).
 */
export class Walk {
  readonly tables: Record<string, SQL>;
  readonly #grants: Grants;
  readonly #starts: SQL;
  readonly #conditions: SQL[];

  private constructor(grants: Grants, tables: Record<string, SQL>, starts: SQL, conditions: SQL[]) {
    this.#conditions = conditions;
    this.#grants = grants;
    this.tables = tables;
    this.#starts = starts;
  }

  /** All that the caller sees by policies: of their own tenancy unless they administer it, and what others share with it. */
  static of(grants: Grants): Walk {
    const own = sql`${START} 1 AS own, q.permissions
      FROM (SELECT policy, group_concat(json_array(policy, item)) AS permissions FROM mine GROUP BY policy) q
      CROSS JOIN policy_terms t ON t.policy = q.policy WHERE t.start > 0`;
    return Walk.#from(grants, [...(grants.reach.administrator ? [] : [own]), ...Walk.#shared(grants)]);
  }

  /** What matches one policy of the caller's tenancy: of its own, and of what others share with it. */
  static ofPolicy(grants: Grants, policy: string): Walk {
    const own = sql`${START} 1 AS own, '' AS permissions FROM policy_terms t WHERE t.policy = ${policy} AND t.tenant = ${grants.tenant} AND t.start > 0`;
    return Walk.#from(grants, [own, ...Walk.#shared(grants)], [grants.matchedBy(policy)]);
  }

  static #from(grants: Grants, starts: SQL[], conditions: SQL[] = []): Walk {
    return new Walk(grants, { starts: sql.join(starts, sql` UNION ALL `) }, sql`starts`, conditions);
  }

  static #shared(grants: Grants): SQL[] {
    if (!grants.reach.shared) return [];
    return [
      sql`${START} 0 AS own, '' AS permissions FROM (SELECT DISTINCT policy FROM theirs) q
        CROSS JOIN policy_terms t ON t.policy = q.policy WHERE t.start > 0`,
    ];
  }

  /** The same in two parts: the assets of tenancies that give few, and the tenancies (`many`, a table) that give many. */
  parted(): Walk {
    const size = sql`(SELECT count(*) FROM (${this.#all(sql`starts`, [sql`w.tenant = t.tenant`])} LIMIT ${FEW + 1}))`;
    const many = sql`SELECT t.tenant FROM (SELECT DISTINCT tenant FROM starts) t WHERE ${size} > ${FEW}`;
    return new Walk(
      this.#grants,
      { ...this.tables, many },
      sql`(SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))`,
      this.#conditions,
    );
  }

  /**
   * SELECT id, created_us, cut, value of the first assets `a` that meet `where`. Each start gives up to `limit`,
   * or when `sparing` a share of it, which of many mostly is enough: behind a row with `cut` others may be
   * missing. Where none is, `value` has the permissions of all policies that lead to the asset, as
   * `Grants.standing` gives them.
   */
  page({ byIdentity, after, limit }: Place, where: SQL[], sparing: boolean): SQL {
    const order = (created: SQL, id: SQL): SQL => (byIdentity ? id : sql`${created} DESC, ${id} DESC`);
    const first = (from: SQL, created: SQL, id: SQL): SQL => {
      const start = !after
        ? []
        : byIdentity
          ? [sql`${id} > ${after[0]}`]
          : [sql`(${created}, ${id}) < (${after[0]}, ${after[1]})`];
      return sql`(SELECT json_group_array(json_array(c, i)) FROM (SELECT ${created} AS c, ${id} AS i FROM ${from}
        AND ${this.#meets([...start, ...where])} ORDER BY ${order(created, id)} LIMIT (SELECT n FROM share)))`;
    };
    const share = sparing
      ? sql`SELECT CAST(min(${limit}, 8 + ${4 * limit} / max(count(*), 1)) AS INTEGER) AS n FROM starts`
      : sql`SELECT ${limit} AS n`;
    return sql`WITH share AS MATERIALIZED (${share})
      SELECT j.value ->> 1 AS id, j.value ->> 0 AS created_us, max(j.key = n - 1 AND n < ${limit}) AS cut,
        '[' || group_concat(DISTINCT w.permissions) || ']' AS value
      FROM share CROSS JOIN ${this.#starts} w CROSS JOIN json_each(CASE w.start WHEN 1 THEN ${first(BY_VALUE, sql`f.created_us`, sql`f.asset`)}
        ELSE ${first(BY_TENANT, sql`a.created_us`, sql`a.id`)} END) j
      GROUP BY 1, 2 ORDER BY ${order(sql`created_us`, sql`id`)} LIMIT ${limit}`;
  }

  /** The rows of a page tell all of the caller's standing: nothing but their own policies lets them see. */
  get tells(): boolean {
    const { administrator, shared } = this.#grants.reach;
    return !administrator && !shared;
  }

  /** SELECT id of all assets `a` that meet `where`, each once, in no order. */
  all(where: SQL[]): SQL {
    return this.#all(this.#starts, where);
  }

  #all(starts: SQL, where: SQL[]): SQL {
    const arm = (start: number, from: SQL): SQL =>
      sql`SELECT a.id AS id FROM ${starts} w CROSS JOIN ${from} AND w.start = ${start} AND ${this.#meets(where)}`;
    return sql`SELECT DISTINCT id FROM (${arm(1, BY_VALUE)} UNION ALL ${arm(2, BY_TENANT)})`;
  }

  /** Of the assets `a` to which a start `w` leads: those that its policy matches, and that the caller is given. */
  #meets(where: SQL[]): SQL {
    const held = sql`(w.clauses = 1 AND w.start = 1 OR ${policyHolds(sql`w.policy`, 'a')})`;
    const { reach } = this.#grants;
    // An administrator is given whatever is shared.
    const given = reach.shared && !reach.administrator ? [sql`(w.own = 1 OR ${this.#grants.given})`] : [];
    return sql.join([...where, sql`a.public = 0`, held, ...given, ...this.#conditions], sql` AND `);
  }
}

const START = sql.raw('SELECT t.policy, t.tenant, t.clauses, t.start, t.path, t.key,');
const BY_VALUE = sql.raw(`asset_attributes f INDEXED BY asset_attributes_current CROSS JOIN assets a ON a.id = f.asset
  WHERE f.current = 1 AND f.tenant = w.tenant AND f.path = w.path AND f.key = w.key`);
const BY_TENANT = sql.raw('assets a WHERE a.tenant = w.tenant');
