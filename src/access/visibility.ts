import { sql, type SQL } from 'drizzle-orm';
import { BuiltFragments } from '../platform/database/database.ts';
import { lastWhere } from '../platform/database/last-where.ts';
import { PUBLIC_LEAVES, tenantNumber } from '../platform/database/numbers.ts';
import {
  column,
  COST_OF_RIGHTS,
  currentSeq,
  policyHolds,
  type Alias,
  type Readable,
  type SearchedAlias,
} from './policy-match.ts';
import { inLayer, readingPolicies, type Kind, type Layer } from './layers.ts';
import { permissionsOf, type Caller } from './principal.ts';

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
   * The column `readable`, which `seenAsset` and `seenEvent` need for redaction: as JSON, the `names` of the row's attributes
   * that the audience may read, and of an asset whose events it may not all see the time at which one of them last changed
   * (`changedUs`). NULL: the audience may read everything.
   */
  redaction(x: Alias): SQL;
  /**
   * The event whose time the audience is shown as that of the row, an `asset`: its sequence number in the asset, of the events up
   * to the commit number `upTo`. Of an asset that was created later, an event that was committed later, or 0.
   */
  shownSeq(upTo: SQL): SQL;
  /** How many rows it costs to look at `asset` and find `shownSeq`: more where each of its attributes is looked up. */
  shownCost: SQL;
  /** How many rows a statement may look at, if it may look at `rows` of them where rights cost little: at least 1. */
  affordable(rows: number): SQL;
  /** Of the `rows` that a statement may look at, how many one that looks at `affordable` rows takes from what a request may look at. */
  spent(rows: number): SQL;
  /** The tables that the fragments name, for the statement's WITH. */
  tables: Record<string, SQL>;
}

/** The last event of `asset` up to a commit number, as a sequence number; 0 without such an event. */
const lastSeq = (upTo: SQL): SQL =>
  sql`iif((SELECT head.number FROM events head WHERE head.asset = asset.number AND head.seq = asset.seq) <= ${upTo}, asset.seq,
    ${lastWhere(sql`asset.number`, sql`asset.seq`, sql`probe.number <= ${upTo}`)})`;

const whole = {
  anonymous: false,
  join: () => sql``,
  reads: () => sql`1`,
  mightRead: () => sql`1`,
  redaction: () => sql`NULL AS readable`,
  shownSeq: lastSeq,
  shownCost: sql`1`,
  affordable: (rows: number) => sql`${rows}`,
  spent: (rows: number) => sql`${rows}`,
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

/** What is looked up for a row: all policies of the caller, or one of them. */
type CostOf = 'all' | 'one';

/**
 * The view of a caller, in two layers that both must allow a read. The tenant layer is what the caller's tenancy may
 * read: its own records whole, and of other tenancies' records what those share with it. The user layer is what the
 * caller may read of that: administrators everything, others what the policies of their own tenancy grant them; these
 * policies match only attributes that the tenancy may read. No policy matches a public asset.
 *
 * `tenant_layer.value` and `user_layer.value` hold the permissions that allow reading something of the row's asset, as
 * a JSON object from policies to `items`, or NULL where nothing is redacted; `key` is the number of the tenancy whose policies they
 * are. Permissions are the bits of `items`, by their position in the policy, of at most 50 (resources/access_policies/model.ts).
 */
export class Grants implements View {
  readonly anonymous = false;
  readonly tenant: string;
  readonly reach: Reach;
  /**
   * `granted`: the policies with permissions (`items`) that allow the caller reading something. Those of their own tenancy
   * (`tenant`: its number) for the caller, and those of other tenancies for the caller's.
   * `cost`: what it costs to look up the rights on one row.
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
    const sharing = sql`SELECT DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission
      ON permission.subject = subject.id AND permission.tenant = subject.tenant
      WHERE subject.remote = ${caller.tenant} AND subject.confirmed = 1 AND subject.tenant <> ${caller.tenant}`;
    const permissions = [...(reach.shared ? [sharing] : []), ...(reach.administrator ? [] : [permissionsOf([caller])])];
    this.tables =
      permissions.length === 0
        ? {}
        : { granted: sql.join(permissions.map(readingPolicies), sql` UNION ALL `), cost: COST_OF_RIGHTS };
  }

  /** The number of the caller's tenancy. */
  get own(): SQL {
    return tenantNumber(this.tenant);
  }

  join(x: Alias): SQL {
    const matching = (tenant: SQL, readable?: Readable): SQL =>
      sql`(SELECT json_group_object(candidate.policy, candidate.items) FROM granted candidate
        WHERE candidate.tenant = ${tenant} AND ${policyHolds(sql`candidate.policy`, x, readable)})`;
    const parts = this.#layers.map((layer) => {
      const tenant = layer === 'tenant_layer' ? column(x, 'tenant') : this.own;
      const value =
        layer === 'tenant_layer'
          ? sql`CASE WHEN ${this.#isOwn(x)} THEN NULL ELSE ${matching(tenant)} END`
          : matching(tenant, this.#tenantReads);
      return sql` CROSS JOIN json_each(json_object(${tenant} || '', json(${value}))) ${sql.raw(layer)}`;
    });
    return sql.join(parts);
  }

  sees(x: Alias): SQL {
    const open = this.reach.administrator
      ? sql`(${column(x, 'public')} = 0 OR ${this.#isOwn(x)})`
      : sql`${column(x, 'public')} = 0`;
    const some = x === 'asset' ? this.#some() : this.#some('event_type', displayType);
    return sql.join([...(this.reach.shared ? [] : [this.#isOwn(x)]), open, ...some], sql` AND `);
  }

  seesRecordOf(): never {
    throw new TypeError('what policies grant depends on the record');
  }

  reads(name: SQL): SQL {
    return sql.join([sql`1`, ...this.#some('attribute', name)], sql` AND `);
  }

  redaction(x: Alias): SQL {
    return REDACTIONS.get([x, ...this.#layers].join(' '), () => this.#redacted(x));
  }

  #redacted(x: Alias): SQL {
    const attributes = sql.raw(x === 'asset' ? 'asset.attributes' : 'event.asset_attributes');
    const from = sql`FROM json_each(${attributes}) listed WHERE ${this.reads(sql`listed.key`)}`;
    const names = sql`(SELECT json_object('names', json_group_array(listed.key)) ${from})`;
    if (x === 'event') return sql`${names} AS readable`;
    const changes = sql`SELECT json_group_array(listed.key) AS names, max(${currentSeq(sql`asset.number`, sql`listed.key`)}) AS seq ${from}`;
    const changedUs = sql`SELECT last.accepted_us FROM events last WHERE last.asset = asset.number AND last.seq = changes.seq`;
    return sql`CASE WHEN ${this.#everyEvent} THEN ${names} ELSE (SELECT json_object('names', json(changes.names),
      'changedUs', coalesce((${changedUs}), asset.created_us)) FROM (${changes}) changes) END AS readable`;
  }

  shownSeq(upTo: SQL): SQL {
    return sql`(SELECT CASE WHEN ${this.#everyEvent} THEN head.value ELSE coalesce((${this.#changedSeq(sql`head.value`)}), 1) END
      FROM json_each(json_array(${lastSeq(upTo)})) head)`;
  }

  get shownCost(): SQL {
    const seesAll = sql`SELECT 1 FROM readable_names reading WHERE reading.tenant = granted.tenant AND reading.kind = 'event_type'
      AND reading.name = '*' AND reading.policy = granted.policy AND reading.items & granted.items`;
    return sql`(1 + iif(EXISTS (SELECT 1 FROM granted WHERE NOT EXISTS (${seesAll})), octet_length(asset.attributes) / ${LOOKED_UP}, 0))`;
  }

  /** Condition: the audience may see all events of the row's asset. */
  get #everyEvent(): SQL {
    return sql.join([sql`1`, ...this.#some('event_type', sql`'*'`)], sql` AND `);
  }

  /** SELECT the sequence number of the last event, up to `last`, that set an attribute of `asset` that the audience may read; or NULL. */
  #changedSeq(last: SQL): SQL {
    return sql`SELECT max(${currentSeq(sql`asset.number`, sql`changed.key`, last)}) FROM json_each(asset.attributes) changed
      WHERE ${this.reads(sql`changed.key`)}`;
  }

  affordable(rows: number, of: CostOf = 'all'): SQL {
    if (this.#layers.length === 0) return whole.affordable(rows);
    return sql`(SELECT CAST(max(1, ${rows} / coalesce(max(value), 1.0)) AS INTEGER) FROM cost WHERE of = '${sql.raw(of)}')`;
  }

  spent(rows: number, of: CostOf = 'all'): SQL {
    if (this.#layers.length === 0) return whole.spent(rows);
    return sql`(SELECT ${rows} * coalesce(max(share), 1.0) FROM cost WHERE of = '${sql.raw(of)}')`;
  }

  mightRead(x: Alias, name: string): SQL {
    const some = (of: SQL): SQL =>
      sql`EXISTS (SELECT 1 FROM granted CROSS JOIN readable_names reading ON reading.tenant = granted.tenant
        AND reading.kind = 'attribute' AND reading.name IN ('*', ${name}) AND reading.policy = granted.policy
        WHERE ${of} AND reading.items & granted.items)`;
    return sql.join(
      this.#layers.map((layer) =>
        layer === 'user_layer'
          ? some(sql`granted.tenant = ${this.own}`)
          : sql`(${this.#isOwn(x)} OR ${some(sql`granted.tenant <> ${this.own}`)})`,
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
    return sql`${tables(this.tables)}SELECT policy.id FROM assets asset${this.join('asset')} CROSS JOIN access_policies policy
      WHERE asset.id = ${asset} AND asset.public = 0 AND policy.tenant = ${this.tenant} AND ${policyHolds(sql`policy.id`, 'asset', this.#tenantReads)}`;
  }

  #isOwn(x: Alias): SQL {
    return inTenancy(x, this.tenant);
  }

  /** For each layer: it redacts nothing, or one of its permissions allows reading something; or the name. */
  #some(kind?: Kind, name?: SQL): SQL[] {
    return this.#layers.map((layer) => inLayer(layer, kind, name));
  }

  get #tenantReads(): Readable | undefined {
    return this.reach.shared ? (name) => inLayer('tenant_layer', 'attribute', name) : undefined;
  }
}

/** Bytes of attributes that cost as much as a row where each attribute is looked up. */
const LOOKED_UP = sql.raw('512');

/** What `redaction` returns depends on the record's kind and the layers, and not on the caller. */
const REDACTIONS = new BuiltFragments();

/** WITH and the tables that a statement names. */
export function tables(of: Record<string, SQL>): SQL {
  const named = Object.entries(of).map(([name, table]) => sql`${sql.raw(name)} AS MATERIALIZED (${table})`);
  return named.length === 0 ? sql`` : sql`WITH ${sql.join(named, sql`, `)} `;
}

/**
 * The display type of `event`; empty when it has none. NULL for an erased event, whose type is not known any more: it is
 * shown to those who may read events of every type.
 */
const displayType = sql`CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes, '$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END`;
