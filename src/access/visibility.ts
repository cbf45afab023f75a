import { sql, type SQL } from 'drizzle-orm';
import { PRESENT } from '../core/filters.ts';
import { permissionsOf, type Caller } from './principal.ts';

/** A table in a query: `a` for assets, `e` for events. */
export type Alias = 'a' | 'e';

/**
 * How far a caller reaches, which decides what SQL their reads need: whether they administer their tenancy,
 * and whether another tenancy shares anything with it. Read with every read, which is repeated when it was
 * written for another reach.
 */
export type Reach = { administrator: boolean; shared: boolean };

/**
 * What an audience may see, as SQL that looks rights up in the tables when it runs: a change of a policy
 * acts on the next statement.
 */
export interface View {
  /** Stands behind `x` in a FROM clause, and brings what the others need to know of the row's asset. */
  join(x: Alias): SQL;
  /** The row (an asset, or an event) may be seen. */
  sees(x: Alias): SQL;
  /** The attribute `name` of the row's asset may be read. */
  reads(name: SQL): SQL;
  /** False only where no right lets read the attribute `name` of any asset like the row's: costs nothing by row. */
  mightRead(x: Alias, name: string): SQL;
  /**
   * Columns for `seenAsset` and `seenEvent`: the names of its attributes that may be read, NULL for all; and of
   * an asset when these last changed, NULL where all its events may be seen.
   */
  redaction(x: Alias): SQL;
  /** Tables that the others name, for the WITH of a statement. */
  tables: Record<string, SQL>;
}

const whole = {
  join: () => sql``,
  reads: () => sql`1`,
  mightRead: () => sql`1`,
  redaction: () => sql`NULL AS readable, NULL AS seenUs`,
  tables: {},
};

/** Everybody's: public assets, whole. */
export const publicView: View = { ...whole, sees: (x) => sql`${column(x, 'public')} = 1` };

/** All of a tenancy, for its administrators. */
export const tenancyView = (tenant: string): View => ({
  ...whole,
  sees: (x) => sql`${column(x, 'tenant')} = ${tenant}`,
});

/**
 * What a caller sees, in two layers that both must let them. The tenant layer is what the caller's tenancy
 * has: all of its own records, and of another's what that one shares with it as an organisation. The user
 * layer is what the caller has of that: administrators all, others what their own tenancy's policies grant
 * them, matched on what the tenancy sees. Public assets match no policy.
 *
 * Behind a row, `h.value` is the tenant layer and `g.value` the user layer for its asset: the permissions that
 * let read something, as a JSON list of `[policy, item]`, or null where nothing is held back.
 */
export class Grants implements View {
  readonly tenant: string;
  readonly reach: Reach;
  /** Permissions (policy, item) that let read something: `mine`, of the caller's tenancy for the caller; `theirs`, of others for the caller's tenancy. */
  readonly tables: Record<string, SQL>;
  readonly #layers: ('h' | 'g')[];

  constructor(caller: Caller, reach: Reach) {
    this.tenant = caller.tenant;
    this.reach = reach;
    this.#layers = [...(reach.shared ? (['h'] as const) : []), ...(reach.administrator ? [] : (['g'] as const))];
    const reading = sql`EXISTS (SELECT 1 FROM policy_reads r WHERE r.policy = p.policy AND r.item = p.item)`;
    this.tables = {
      ...(reach.administrator
        ? {}
        : { mine: sql`SELECT p.policy, p.item FROM (${permissionsOf([caller])}) p WHERE ${reading}` }),
      ...(reach.shared
        ? {
            theirs: sql`SELECT p.policy, p.item FROM subjects s CROSS JOIN policy_subjects p ON p.subject = s.id AND p.tenant = s.tenant
              WHERE s.remote = ${caller.tenant} AND s.confirmed = 1 AND ${reading}`,
          }
        : {}),
    };
  }

  join(x: Alias): SQL {
    const list = (tenant: SQL, permissions: string, readable?: Readable): SQL => {
      const among = sql.raw(` AND t.policy IN (SELECT policy FROM ${permissions})`);
      return sql`json((SELECT json_group_array(json_array(q.policy, q.item)) FROM ${matched(tenant, x, among, readable)} m
        CROSS JOIN ${sql.raw(permissions)} q ON q.policy = m.policy))`;
    };
    const parts = this.#layers.map((layer) =>
      layer === 'h'
        ? sql` CROSS JOIN json_each(json_array(CASE WHEN ${this.#own(x)} THEN NULL ELSE ${list(column(x, 'tenant'), 'theirs')} END)) h`
        : sql` CROSS JOIN json_each(json_array(${list(sql`${this.tenant}`, 'mine', this.#tenantReads)})) g`,
    );
    return sql.join(parts);
  }

  sees(x: Alias): SQL {
    const reading = x === 'a' ? undefined : sql`r.kind = 'event_type' AND r.name IN ('*', ${displayType})`;
    const open = this.reach.administrator
      ? sql`(${column(x, 'public')} = 0 OR ${this.#own(x)})`
      : sql`${column(x, 'public')} = 0`;
    return sql.join([...(this.reach.shared ? [] : [this.#own(x)]), open, ...this.#all(reading)], sql` AND `);
  }

  reads(name: SQL): SQL {
    return sql.join([sql`1`, ...this.#all(attributeNamed(name))], sql` AND `);
  }

  redaction(x: Alias): SQL {
    const names = sql.raw(x === 'a' ? 'a.attributes' : 'e.asset_attributes');
    const readable = sql`(SELECT json_group_array(j.key) FROM json_each(${names}) j WHERE ${this.reads(sql`j.key`)}) AS readable`;
    if (x === 'e') return sql`${readable}, NULL AS seenUs`;
    const everyEvent = sql.join([sql`1`, ...this.#all(sql`r.kind = 'event_type' AND r.name = '*'`)], sql` AND `);
    const changed = sql`SELECT max(f.from_us) FROM asset_attributes f INDEXED BY asset_attributes_of_asset
      WHERE f.asset = a.id AND f.current = 1 AND f.path = f.name AND ${this.reads(sql`f.name`)}`;
    return sql`${readable}, CASE WHEN ${everyEvent} THEN NULL ELSE coalesce((${changed}), a.created_us) END AS seenUs`;
  }

  mightRead(x: Alias, name: string): SQL {
    const some = (permissions: string): SQL =>
      sql`EXISTS (SELECT 1 FROM ${sql.raw(permissions)} q CROSS JOIN policy_reads r ON r.policy = q.policy AND r.item = q.item
        WHERE r.kind = 'attribute' AND r.name IN ('*', ${name}))`;
    return sql.join(
      this.#layers.map((layer) => (layer === 'g' ? some('mine') : sql`(${this.#own(x)} OR ${some('theirs')})`)),
      sql` AND `,
    );
  }

  /** The asset `a` may be seen, where nothing stands behind it. */
  get given(): SQL {
    return sql`EXISTS (SELECT 1 FROM (SELECT 1)${this.join('a')} WHERE ${this.sees('a')})`;
  }

  /** A policy of the caller's tenancy matches the asset `a`, as the tenancy sees it. */
  matchedBy(policy: string): SQL {
    return sql`a.public = 0 AND EXISTS (SELECT 1 FROM (SELECT 1)${this.join('a')} WHERE ${policyHolds(sql`${policy}`, 'a', this.#tenantReads)})`;
  }

  /** The policies of the caller's tenancy that match an asset, as the tenancy sees it. */
  matching(asset: string): SQL {
    const own = matched(sql`${this.tenant}`, 'a', sql``, this.#tenantReads);
    return sql`${tables(this.tables)}SELECT j.value FROM assets a${this.join('a')} CROSS JOIN json_each((SELECT json_group_array(DISTINCT policy) FROM ${own})) j
      WHERE a.id = ${asset} AND a.public = 0`;
  }

  #own(x: Alias): SQL {
    return sql`${column(x, 'tenant')} = ${this.tenant}`;
  }

  /** Of each layer: it holds back nothing, or lets read something (`r`) for which `condition` holds. */
  #all(condition: SQL | undefined): SQL[] {
    return this.#layers.map((layer) => inLayer(layer, condition));
  }

  get #tenantReads(): Readable | undefined {
    return this.reach.shared ? (name) => inLayer('h', attributeNamed(name)) : undefined;
  }
}

const attributeNamed = (name: SQL): SQL => sql`r.kind = 'attribute' AND r.name IN ('*', ${name})`;

const inLayer = (layer: 'h' | 'g', condition: SQL | undefined): SQL => {
  const value = sql.raw(`${layer}.value`);
  const has = condition
    ? sql`EXISTS (SELECT 1 FROM json_each(${value}) l CROSS JOIN policy_reads r ON r.policy = l.value ->> 0 AND r.item = l.value ->> 1 WHERE ${condition})`
    : sql`${value} <> '[]'`;
  return layer === 'h' ? sql`(${value} IS NULL OR ${has})` : has;
};

/** Tables that a statement names, in front of it. */
export function tables(of: Record<string, SQL>): SQL {
  const named = Object.entries(of).map(([name, table]) => sql`${sql.raw(name)} AS MATERIALIZED (${table})`);
  return named.length === 0 ? sql`` : sql`WITH ${sql.join(named, sql`, `)} `;
}

/** Attributes that are left out are as if the asset had them not. */
type Readable = (name: SQL) => SQL;

const present = sql.raw(`'${PRESENT}'`);
const column = (x: Alias, name: string): SQL => sql.raw(`${x}.${name}`);
const assetId = (x: Alias): SQL => (x === 'a' ? sql`a.id` : sql`e.asset`);

/** The display type of the event `e`: empty when it has none. */
const displayType = sql`CASE json_type(e.event_attributes, '$.arc_display_type') WHEN 'text' THEN e.event_attributes ->> '$.arc_display_type' ELSE '' END`;

/**
 * The policies of a tenant that match the row's asset, some perhaps twice: found from its current
 * attributes, so that it costs what the asset has, not how many policies there are. `among`: a condition
 * on the policies' terms `t`.
 */
function matched(tenant: SQL, x: Alias, among: SQL, readable?: Readable): SQL {
  const visible = readable ? sql` AND ${readable(sql`f.name`)}` : sql``;
  const holds = policyHolds(sql`t.policy`, x, readable);
  return sql`(SELECT t.policy FROM asset_attributes f INDEXED BY asset_attributes_of_asset
      CROSS JOIN policy_terms t INDEXED BY policy_terms_by_value ON t.tenant = ${tenant} AND t.path = f.path AND t.key = f.key AND t.start = 1
      WHERE f.asset = ${assetId(x)} AND f.current = 1${among}${visible} AND (t.clauses = 1 OR ${holds})
    UNION ALL SELECT t.policy FROM policy_terms t INDEXED BY policy_terms_without_value
      WHERE t.tenant = ${tenant} AND t.start = 2${among} AND ${holds})`;
}

/** One policy matches the row's asset. */
export function policyHolds(policy: SQL, x: Alias, readable?: Readable): SQL {
  const held = sql`SELECT max(${termFound(x, readable)} <> y.negated) AS held FROM policy_terms y WHERE y.policy = ${policy} GROUP BY y.clause`;
  return sql`coalesce((SELECT min(held) FROM (${held})), 0)`;
}

/** The asset has what the term `y` names, whether the term negates it or not. */
function termFound(x: Alias, readable?: Readable): SQL {
  const visible = readable ? sql` AND ${readable(sql`y.name`)}` : sql``;
  return sql`EXISTS (SELECT 1 FROM asset_attributes f INDEXED BY asset_attributes_of_asset WHERE f.asset = ${assetId(x)}
    AND f.name = y.name AND f.current = 1 AND f.path = y.path AND (f.key = y.key OR y.key = ${present} AND f.present = 1)${visible})`;
}
