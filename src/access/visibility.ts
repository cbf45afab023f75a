import { sql, type SQL } from 'drizzle-orm';
import { PRESENT } from '../core/filters.ts';
import { PUBLIC_LEAVES, tenantNumber } from '../store/numbers.ts';
import { permissionsOf, type Caller } from './principal.ts';

/** The alias of a table in a query: `asset` for assets, `event` for events. */
export type Alias = 'asset' | 'event';
/** The alias of a table in a query that has the values by which records are searched: `attribute` for asset_values, `leaf` for event_leaves. */
export type SearchedAlias = 'attribute' | 'leaf';

/**
 * The two facts about a caller that decide which SQL their reads need: whether they administer their tenancy, and
 * whether another tenancy shares anything with it. Every read returns them; where they differ from what the statement
 * was written for, the statement is written again.
 */
export type Reach = { administrator: boolean; shared: boolean };

/**
 * The rights of an audience as SQL fragments. They look rights up when the statement runs, so a changed policy acts on
 * the next statement. In every statement the row is `asset` or `event` (`Alias`).
 */
export interface View {
  /** The audience is anonymous callers. */
  anonymous: boolean;
  /** Follows the row in FROM: joins the rights on the row's asset, which the other fragments read. */
  join(x: Alias): SQL;
  /** Condition: the audience may see the row. */
  sees(x: Alias): SQL;
  /**
   * Condition: the audience may see the record to which the row belongs, decided without reading the record. Throws
   * TypeError for an audience for which the record itself decides; never in a query of the part `own` of a tenancy.
   */
  seesRecordOf(x: SearchedAlias): SQL;
  /** Condition: the audience may read the attribute `name` of the row's asset. */
  reads(name: SQL): SQL;
  /**
   * Condition: some right lets the audience read the attribute `name` of an asset like the row's. Evaluated once per
   * query, not per row.
   */
  mightRead(x: Alias, name: string): SQL;
  /**
   * The columns `readable` and `seenUs`, which `seenAsset` and `seenEvent` need for redaction: the names of the row's
   * attributes that the audience may read (NULL: all); and of an asset the time at which one of them last changed
   * (NULL: the audience may see all of the asset's events).
   */
  redaction(x: Alias): SQL;
  /** The tables that the fragments name, for the statement's WITH. */
  tables: Record<string, SQL>;
}

const whole = {
  anonymous: false,
  join: () => sql``,
  reads: () => sql`1`,
  mightRead: () => sql`1`,
  redaction: () => sql`NULL AS readable, NULL AS seenUs`,
  tables: {},
};

/**
 * Condition: a row is of a tenancy. With `+`, so that no index leads to the rows by it: the planner would read all events
 * of a tenancy to find those of one asset.
 */
const inTenancy = (x: Alias | SearchedAlias, tenant: string): SQL =>
  sql`+${column(x, 'tenant')} = ${tenantNumber(tenant)}`;

/** The view of anonymous callers: public assets, unredacted. */
export const publicView: View = {
  ...whole,
  anonymous: true,
  sees: (x) => sql`+${column(x, 'public')} = 1`,
  seesRecordOf: (x) => {
    if (x === 'attribute') throw new TypeError('asset_values does not tell which assets are public');
    return sql`+${column(x, 'tenant')} = ${sql.raw(String(PUBLIC_LEAVES))}`;
  },
};

/** The view of a tenancy's administrators: all records of the tenancy, unredacted. */
export const tenancyView = (tenant: string): View => ({
  ...whole,
  sees: (x) => inTenancy(x, tenant),
  seesRecordOf: (x) => inTenancy(x, tenant),
});

/** The joined columns that hold the rights on a row's asset. */
type Layer = 'tenant_layer' | 'user_layer';

/**
 * The view of a caller, in two layers that both must allow a read. The tenant layer is what the caller's tenancy may
 * read: its own records whole, and of other tenancies' records what those share with it. The user layer is what the
 * caller may read of that: administrators everything, others what the policies of their own tenancy grant them; these
 * policies match only attributes that the tenancy may read. No policy matches a public asset.
 *
 * `tenant_layer.value` and `user_layer.value` hold the permissions that allow reading something of the row's asset, as
 * a JSON list of `[policy, item]`, or NULL where nothing is redacted.
 */
export class Grants implements View {
  readonly anonymous = false;
  readonly tenant: string;
  readonly reach: Reach;
  /**
   * Permissions (policy, item) that allow reading something. `mine`: those that the caller's tenancy grants the caller.
   * `theirs`: those that other tenancies grant the caller's tenancy.
   */
  readonly tables: Record<string, SQL>;
  readonly #layers: Layer[];

  constructor(caller: Caller, reach: Reach) {
    this.tenant = caller.tenant;
    this.reach = reach;
    this.#layers = [
      ...(reach.shared ? (['tenant_layer'] as const) : []),
      ...(reach.administrator ? [] : (['user_layer'] as const)),
    ];
    const reading = sql`EXISTS (SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item = permission.item)`;
    this.tables = {
      ...(reach.administrator
        ? {}
        : {
            mine: sql`SELECT permission.policy, permission.item FROM (${permissionsOf([caller])}) permission WHERE ${reading}`,
          }),
      ...(reach.shared
        ? {
            theirs: sql`SELECT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id AND permission.tenant = subject.tenant
              WHERE subject.remote = ${caller.tenant} AND subject.confirmed = 1 AND ${reading}`,
          }
        : {}),
    };
  }

  join(x: Alias): SQL {
    const list = (tenancy: Tenancy, permissions: string, readable?: Readable): SQL => {
      const among = sql.raw(` AND candidate.policy IN (SELECT policy FROM ${permissions})`);
      return sql`json((SELECT json_group_array(json_array(permission.policy, permission.item)) FROM ${matched(tenancy, x, among, readable)} matching
        CROSS JOIN ${sql.raw(permissions)} permission ON permission.policy = matching.policy))`;
    };
    const parts = this.#layers.map((layer) =>
      layer === 'tenant_layer'
        ? sql` CROSS JOIN json_each(json_array(CASE WHEN ${this.#own(x)} THEN NULL ELSE ${list(ofRow(x), 'theirs')} END)) tenant_layer`
        : sql` CROSS JOIN json_each(json_array(${list(named(this.tenant), 'mine', this.#tenantReads)})) user_layer`,
    );
    return sql.join(parts);
  }

  sees(x: Alias): SQL {
    const reading =
      x === 'asset' ? undefined : sql`reading.kind = 'event_type' AND reading.name IN ('*', ${displayType})`;
    const open = this.reach.administrator
      ? sql`(${column(x, 'public')} = 0 OR ${this.#own(x)})`
      : sql`${column(x, 'public')} = 0`;
    return sql.join([...(this.reach.shared ? [] : [this.#own(x)]), open, ...this.#all(reading)], sql` AND `);
  }

  seesRecordOf(): never {
    throw new TypeError('what policies grant depends on the record');
  }

  reads(name: SQL): SQL {
    return sql.join([sql`1`, ...this.#all(attributeNamed(name))], sql` AND `);
  }

  redaction(x: Alias): SQL {
    const names = sql.raw(x === 'asset' ? 'asset.attributes' : 'event.asset_attributes');
    const readable = sql`(SELECT json_group_array(listed.key) FROM json_each(${names}) listed WHERE ${this.reads(sql`listed.key`)}) AS readable`;
    if (x === 'event') return sql`${readable}, NULL AS seenUs`;
    const everyEvent = sql.join(
      [sql`1`, ...this.#all(sql`reading.kind = 'event_type' AND reading.name = '*'`)],
      sql` AND `,
    );
    const changed = sql`SELECT max(${currentSeq(sql`asset.number`, sql`changed.key`)}) FROM json_each(asset.attributes) changed
      WHERE ${this.reads(sql`changed.key`)}`;
    const changedUs = sql`SELECT last.accepted_us FROM events last WHERE last.asset = asset.number AND last.seq = (${changed})`;
    return sql`${readable}, CASE WHEN ${everyEvent} THEN NULL ELSE coalesce((${changedUs}), asset.created_us) END AS seenUs`;
  }

  mightRead(x: Alias, name: string): SQL {
    const some = (permissions: string): SQL =>
      sql`EXISTS (SELECT 1 FROM ${sql.raw(permissions)} permission CROSS JOIN policy_reads reading ON reading.policy = permission.policy AND reading.item = permission.item
        WHERE reading.kind = 'attribute' AND reading.name IN ('*', ${name}))`;
    return sql.join(
      this.#layers.map((layer) =>
        layer === 'user_layer' ? some('mine') : sql`(${this.#own(x)} OR ${some('theirs')})`,
      ),
      sql` AND `,
    );
  }

  /** Condition: the caller may see `asset`. Needs no `join` after the row. */
  get given(): SQL {
    return sql`EXISTS (SELECT 1 FROM (SELECT 1)${this.join('asset')} WHERE ${this.sees('asset')})`;
  }

  /** Condition: a policy of the caller's tenancy matches `asset`, judged by the attributes that the tenancy may read. */
  matchedBy(policy: string): SQL {
    return sql`asset.public = 0 AND EXISTS (SELECT 1 FROM (SELECT 1)${this.join('asset')} WHERE ${policyHolds(sql`${policy}`, 'asset', this.#tenantReads)})`;
  }

  /** Statement: the policies of the caller's tenancy that match an asset, judged by the attributes that the tenancy may read. */
  matching(asset: string): SQL {
    const own = matched(named(this.tenant), 'asset', sql``, this.#tenantReads);
    return sql`${tables(this.tables)}SELECT listed.value FROM assets asset${this.join('asset')} CROSS JOIN json_each((SELECT json_group_array(DISTINCT policy) FROM ${own})) listed
      WHERE asset.id = ${asset} AND asset.public = 0`;
  }

  #own(x: Alias): SQL {
    return inTenancy(x, this.tenant);
  }

  /** For each layer: it redacts nothing, or one of its permissions allows a `reading` for which `condition` holds. */
  #all(condition: SQL | undefined): SQL[] {
    return this.#layers.map((layer) => inLayer(layer, condition));
  }

  get #tenantReads(): Readable | undefined {
    return this.reach.shared ? (name) => inLayer('tenant_layer', attributeNamed(name)) : undefined;
  }
}

const attributeNamed = (name: SQL): SQL => sql`reading.kind = 'attribute' AND reading.name IN ('*', ${name})`;

const inLayer = (layer: Layer, condition: SQL | undefined): SQL => {
  const value = sql.raw(`${layer}.value`);
  const has = condition
    ? sql`EXISTS (SELECT 1 FROM json_each(${value}) permission CROSS JOIN policy_reads reading ON reading.policy = permission.value ->> 0 AND reading.item = permission.value ->> 1 WHERE ${condition})`
    : sql`${value} <> '[]'`;
  return layer === 'tenant_layer' ? sql`(${value} IS NULL OR ${has})` : has;
};

/** WITH and the tables that a statement names. */
export function tables(of: Record<string, SQL>): SQL {
  const named = Object.entries(of).map(([name, table]) => sql`${sql.raw(name)} AS MATERIALIZED (${table})`);
  return named.length === 0 ? sql`` : sql`WITH ${sql.join(named, sql`, `)} `;
}

/** Condition on the name of an attribute. An attribute that may not be read counts as absent. */
type Readable = (name: SQL) => SQL;

const present = sql.raw(`'${PRESENT}'`);
const column = (x: Alias | SearchedAlias, name: string): SQL => sql.raw(`${x}.${name}`);
const assetNumber = (x: Alias): SQL => (x === 'asset' ? sql`asset.number` : sql`event.asset`);
const assetAttributes = (x: Alias): SQL =>
  x === 'asset' ? sql`asset.attributes` : sql`(SELECT own.attributes FROM assets own WHERE own.number = event.asset)`;

/** A tenancy in a query: its UUID, and the table that FROM needs first to find it. */
type Tenancy = { id: SQL; from: SQL; where: SQL };
const named = (id: string): Tenancy => ({ id: sql`${id}`, from: sql``, where: sql`` });
/** The tenancy of the row. Its UUID is looked up once per row. */
const ofRow = (x: Alias): Tenancy => ({
  id: sql`owner.id`,
  from: sql`tenants owner CROSS JOIN `,
  where: sql` AND owner.number = ${column(x, 'tenant')}`,
});

/** The event that set the current version of an asset attribute, as a sequence number; NULL for an unknown name. */
const currentSeq = (asset: SQL, name: SQL): SQL =>
  sql`(SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = ${asset} AND version.name = ${name})`;

/** The conditions that `attribute` is a leaf of the current version of an asset attribute. */
export const isCurrent = (asset: SQL, name: SQL): SQL =>
  sql`attribute.asset = ${asset} AND attribute.name = ${name} AND attribute.seq = ${currentSeq(asset, name)}`;

/**
 * The display type of `event`; empty when it has none. NULL for an erased event, whose type is not known any more: it is
 * shown to those who may read events of every type.
 */
const displayType = sql`CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END`;

/**
 * The policies of a tenancy that match the row's asset; a policy may be listed more than once. The search starts from the asset's
 * current attributes, so its cost depends on the asset and not on the number of policies. `among`: a condition on the
 * policies' terms, `candidate`.
 */
function matched(tenancy: Tenancy, x: Alias, among: SQL, readable?: Readable): SQL {
  const visible = readable ? sql` AND ${readable(sql`attribute.name`)}` : sql``;
  const holds = policyHolds(sql`candidate.policy`, x, readable);
  const { id, from, where } = tenancy;
  return sql`(SELECT candidate.policy FROM ${from}json_each(${assetAttributes(x)}) current
      CROSS JOIN asset_attributes attribute ON ${isCurrent(assetNumber(x), sql`current.key`)}
      CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = ${id}
        AND candidate.path = attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start = 1
      WHERE (candidate.clauses = 1 OR ${holds})${where}${among}${visible}
    UNION ALL SELECT candidate.policy FROM ${from}policy_terms candidate INDEXED BY policy_terms_without_value
      WHERE candidate.tenant = ${id} AND candidate.start = 2${where}${among} AND ${holds})`;
}

/** Condition: one policy matches the row's asset. */
export function policyHolds(policy: SQL, x: Alias, readable?: Readable): SQL {
  const held = sql`SELECT max(${termFound(x, readable)} <> term.negated) AS held FROM policy_terms term WHERE term.policy = ${policy} GROUP BY term.clause`;
  return sql`coalesce((SELECT min(held) FROM (${held})), 0)`;
}

/** Condition: the asset has the attribute that `term` names, whether or not the term is negated. */
function termFound(x: Alias, readable?: Readable): SQL {
  const visible = readable ? sql` AND ${readable(sql`term.name`)}` : sql``;
  return sql`EXISTS (SELECT 1 FROM asset_attributes attribute WHERE ${isCurrent(assetNumber(x), sql`term.name`)}
    AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = ${present} AND attribute.present = 1)${visible})`;
}
