import type { Cursor } from '../core/paging.ts';
import { sql, type SQL } from 'drizzle-orm';
import { policyHolds, type Grants } from './visibility.ts';

/**
 * A range of the list of assets, newest first: after a time and an id, up to and with others; `scan`: up to where
 * `Walk.stop` says that this many rows are spent.
 */
export type CursorRange = { after?: Cursor | undefined; stop?: Cursor | undefined; scan?: number };

/** Lists with conditions start from the assets of a policy where it leads to up to this many; else from the tenancy. */
const FEW = 500;

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

  /**
   * The same as tables: `few`, the assets (`id`) of tenancies whose policies lead to few; `many`, the other tenancies
   * (`tenant`). A policy leads to the assets that have the values from which its search starts, whether it matches
   * them or not, so that telling the two apart takes a bounded search.
   */
  parted(): Walk {
    const led = sql`SELECT f.asset FROM starts w CROSS JOIN ${ATTRIBUTES} AND w.start = 1 AND w.tenant = t.tenant
      UNION ALL SELECT a.id FROM starts w CROSS JOIN ${BY_TENANT} AND w.start = 2 AND w.tenant = t.tenant`;
    const size = sql`(SELECT count(*) FROM (SELECT DISTINCT asset FROM (${led}) LIMIT ${FEW + 1}))`;
    const many = sql`SELECT t.tenant FROM (SELECT DISTINCT tenant FROM starts) t WHERE ${size} > ${FEW}`;
    const starts = sql`(SELECT * FROM starts WHERE tenant NOT IN (SELECT tenant FROM many))`;
    return new Walk(
      this.#grants,
      { ...this.tables, many, few: this.#all(starts, [], {}) },
      sql`(SELECT 1 WHERE 0)`,
      this.#conditions,
    );
  }

  /** The tenancies alone, all of them as the table `many`: for conditions that few records of a tenancy meet. */
  tenancies(): Walk {
    const many = sql`SELECT DISTINCT tenant FROM starts`;
    return new Walk(this.#grants, { ...this.tables, many }, this.#starts, this.#conditions);
  }

  /**
   * SELECT k0, k1, k2 at which the first of the starts stops when each looks at a share of `scan` rows:
   * where a range ends whose rows `page` and `all` may look at.
   */
  stop({ after }: CursorRange, scan: number): SQL {
    const share = sql`${shareOf(scan, sql`starts`)} - 1`;
    const nth = (from: SQL, created: SQL, id: SQL): SQL =>
      sql`(SELECT json_array(json_array(${created}, ${id})) FROM ${from}${and(inRange(created, id, { after }))}
        ORDER BY ${created} DESC, ${id} DESC LIMIT 1 OFFSET ${share})`;
    return sql`SELECT j.value ->> 0 AS k0, j.value ->> 1 AS k1, NULL AS k2
      FROM ${this.#starts} w CROSS JOIN json_each(CASE w.start WHEN 1 THEN ${nth(ATTRIBUTES, sql`f.created_us`, sql`f.asset`)}
        ELSE ${nth(BY_TENANT, sql`a.created_us`, sql`a.id`)} END) j
      ORDER BY k0 DESC, k1 DESC LIMIT 1`;
  }

  /**
   * SELECT id, created_us, value of the first assets `a` of a range that meet `where`. `value` has the permissions of
   * all policies that lead to the asset, as `Grants.join` gives them.
   */
  page(range: CursorRange, limit: number, where: SQL[]): SQL {
    const first = (from: SQL, created: SQL, id: SQL): SQL =>
      sql`(SELECT json_group_array(json_array(c, i)) FROM (SELECT ${created} AS c, ${id} AS i FROM ${from}
        AND ${this.#meets([...this.#inRange(created, id, range), ...where])} ORDER BY ${created} DESC, ${id} DESC LIMIT ${limit}))`;
    return sql`SELECT j.value ->> 1 AS id, j.value ->> 0 AS created_us, '[' || group_concat(DISTINCT w.permissions) || ']' AS value
      FROM ${this.#starts} w CROSS JOIN json_each(CASE w.start WHEN 1 THEN ${first(BY_VALUE, sql`f.created_us`, sql`f.asset`)}
        ELSE ${first(BY_TENANT, sql`a.created_us`, sql`a.id`)} END) j
      GROUP BY 1, 2 ORDER BY created_us DESC, id DESC LIMIT ${limit}`;
  }

  /** The rows of a page tell all of the caller's standing: nothing but their own policies lets them see. */
  get tells(): boolean {
    const { administrator, shared } = this.#grants.reach;
    return !administrator && !shared;
  }

  /** SELECT id of all assets `a` of a range that meet `where`, each once, in no order. */
  all(range: CursorRange, where: SQL[]): SQL {
    return this.#all(this.#starts, where, range);
  }

  #all(starts: SQL, where: SQL[], range: CursorRange): SQL {
    const arm = (start: number, from: SQL, created: SQL, id: SQL): SQL =>
      sql`SELECT a.id AS id FROM ${starts} w CROSS JOIN ${from} AND w.start = ${start}
        AND ${this.#meets([...this.#inRange(created, id, range), ...where])}`;
    return sql`SELECT DISTINCT id FROM (${arm(1, BY_VALUE, sql`f.created_us`, sql`f.asset`)}
      UNION ALL ${arm(2, BY_TENANT, sql`a.created_us`, sql`a.id`)})`;
  }

  #inRange(created: SQL, id: SQL, range: CursorRange): SQL[] {
    const { scan } = range;
    if (scan === undefined) return inRange(created, id, range);
    // Without a stop the range goes on to the end: every time and every id is larger than these.
    const stop = sql`(SELECT coalesce(max(k0), 0), coalesce(k1, '') FROM (${this.stop(range, scan)}))`;
    return [...inRange(created, id, { after: range.after }), sql`(${created}, ${id}) >= ${stop}`];
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
const ATTRIBUTES = sql.raw(`asset_attributes f INDEXED BY asset_attributes_current
  WHERE f.current = 1 AND f.tenant = w.tenant AND f.path = w.path AND f.key = w.key`);
const BY_VALUE = sql.raw(`asset_attributes f INDEXED BY asset_attributes_current CROSS JOIN assets a ON a.id = f.asset
  WHERE f.current = 1 AND f.tenant = w.tenant AND f.path = w.path AND f.key = w.key`);
const BY_TENANT = sql.raw('assets a WHERE a.tenant = w.tenant');
/** Rows that a search looks at for each of its starts, however many these are. One of them may be where it starts. */
const LEAST_SHARE = 16;

/** How many of `scan` rows a search may look at for each row of the table `starts`. */
export const shareOf = (scan: number, starts: SQL): SQL =>
  sql`(SELECT max(CAST(${Math.max(2, Math.min(LEAST_SHARE, scan))} AS INTEGER), CAST(${scan} AS INTEGER) / max(count(*), 1)) FROM ${starts})`;

const inRange = (created: SQL, id: SQL, { after, stop }: CursorRange): SQL[] => [
  ...(after ? [sql`(${created}, ${id}) < (${after[0]}, ${after[1]})`] : []),
  ...(stop ? [sql`(${created}, ${id}) >= (${stop[0]}, ${stop[1]})`] : []),
];

const and = (conditions: SQL[]): SQL => sql.join(conditions.map((one) => sql` AND ${one}`));
