import { sql, type SQL } from 'drizzle-orm';
import { BuiltFragments } from '../store/database.ts';
import { lastWhere } from '../store/lastwhere.ts';
import { PUBLIC_LEAVES, tenantNumber } from '../store/numbers.ts';
import {
  column,
  costOfRights,
  currentSeq,
  matched,
  named,
  ofRow,
  policyHolds,
  type Readable,
  type Tenancy,
  type Alias,
  type SearchedAlias,
} from './policymatch.ts';
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
   * The columns `readable` and `seenUs`, which `seenAsset` and `seenEvent` need for redaction: the names of the row's
   * attributes that the audience may read (NULL: all); and of an asset the time at which one of them last changed
   * (NULL: the audience may see all of the asset's events).
   */
  redaction(x: Alias): SQL;
  /**
   * The event whose time the audience is shown as that of the row, an `asset`: its sequence number in the asset, of the events up
   * to the commit number `upTo`. Of an asset that was created later, an event that was committed later, or 0.
   */
  shownSeq(upTo: SQL): SQL;
  /** How many rows a statement may look at, if it may look at `rows` of them where rights cost little: at least 1. */
  affordable(rows: number): SQL;
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
  redaction: () => sql`NULL AS readable, NULL AS seenUs`,
  shownSeq: lastSeq,
  affordable: (rows: number) => sql`${rows}`,
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
 * a JSON list of `[policy, items]`, or NULL where nothing is redacted. Permissions are the bits of `items`, by their position in
 * the policy, of at most 50 (resources/access_policies/model.ts).
 */
export class Grants implements View {
  readonly anonymous = false;
  readonly tenant: string;
  readonly reach: Reach;
  /**
   * Policies with permissions (`items`) that allow reading something. `mine`: those that the caller's tenancy grants the caller.
   * `theirs`: those that other tenancies grant the caller's tenancy. `cost`: what it costs to look up the rights on one row.
   */
  readonly tables: Record<string, SQL>;
  /** SELECT policy, items of `mine` and `theirs`. */
  readonly granted: SQL;
  readonly #layers: Layer[];

  constructor(caller: Caller, reach: Reach) {
    this.tenant = caller.tenant;
    this.reach = reach;
    this.#layers = [
      ...(reach.shared ? (['tenant_layer'] as const) : []),
      ...(reach.administrator ? [] : (['user_layer'] as const)),
    ];
    const tables = {
      ...(reach.administrator
        ? {}
        : {
            mine: sql`SELECT permission.policy, sum(1 << permission.item) AS items FROM (${permissionsOf([caller])}) permission WHERE ${READS} GROUP BY permission.policy`,
          }),
      ...(reach.shared
        ? {
            theirs: sql`SELECT policy, sum(1 << item) AS items FROM (SELECT DISTINCT permission.policy, permission.item FROM subjects subject CROSS JOIN policy_subjects permission ON permission.subject = subject.id AND permission.tenant = subject.tenant
              WHERE subject.remote = ${caller.tenant} AND subject.confirmed = 1 AND ${READS}) GROUP BY policy`,
          }
        : {}),
    };
    this.granted = sql.join(
      Object.keys(tables).map((name) => sql.raw(`SELECT policy, items FROM ${name}`)),
      sql` UNION ALL `,
    );
    this.tables = this.#layers.length === 0 ? tables : { ...tables, cost: costOfRights(this.granted) };
  }

  join(x: Alias): SQL {
    const list = (tenancy: Tenancy, permissions: string, readable?: Readable): SQL => {
      const among = sql.raw(` AND candidate.policy IN (SELECT policy FROM ${permissions})`);
      return sql`json((SELECT json_group_array(json_array(granted.policy, granted.items)) FROM (SELECT DISTINCT policy FROM ${matched(tenancy, x, among, readable)}) matching
        CROSS JOIN ${sql.raw(permissions)} granted ON granted.policy = matching.policy))`;
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
    return REDACTIONS.get([x, ...this.#layers].join(' '), () => this.#redacted(x));
  }

  #redacted(x: Alias): SQL {
    const names = sql.raw(x === 'asset' ? 'asset.attributes' : 'event.asset_attributes');
    const readable = sql`(SELECT json_group_array(listed.key) FROM json_each(${names}) listed WHERE ${this.reads(sql`listed.key`)}) AS readable`;
    if (x === 'event') return sql`${readable}, NULL AS seenUs`;
    const changedUs = sql`SELECT last.accepted_us FROM events last WHERE last.asset = asset.number AND last.seq = (${this.#changedSeq()})`;
    return sql`${readable}, CASE WHEN ${this.#everyEvent} THEN NULL ELSE coalesce((${changedUs}), asset.created_us) END AS seenUs`;
  }

  shownSeq(upTo: SQL): SQL {
    return sql`(SELECT CASE WHEN ${this.#everyEvent} THEN head.value ELSE coalesce((${this.#changedSeq(sql`head.value`)}), 1) END
      FROM json_each(json_array(${lastSeq(upTo)})) head)`;
  }

  /** Condition: the audience may see all events of the row's asset. */
  get #everyEvent(): SQL {
    return sql.join([sql`1`, ...this.#all(sql`reading.kind = 'event_type' AND reading.name = '*'`)], sql` AND `);
  }

  /** SELECT the sequence number of the last event, up to `last`, that set an attribute of `asset` that the audience may read; or NULL. */
  #changedSeq(last?: SQL): SQL {
    return sql`SELECT max(${currentSeq(sql`asset.number`, sql`changed.key`, last)}) FROM json_each(asset.attributes) changed
      WHERE ${this.reads(sql`changed.key`)}`;
  }

  affordable(rows: number): SQL {
    if (this.#layers.length === 0) return whole.affordable(rows);
    return sql`(SELECT CAST(max(1, ${rows} / coalesce(value, 1.0)) AS INTEGER) FROM cost)`;
  }

  mightRead(x: Alias, name: string): SQL {
    const some = (permissions: string): SQL =>
      sql`EXISTS (SELECT 1 FROM ${sql.raw(permissions)} granted CROSS JOIN policy_reads reading ON ${readBy('granted.policy', 'granted.items')}
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

/** Condition on `permission`: it allows reading something. */
const READS = sql.raw(
  'EXISTS (SELECT 1 FROM policy_reads reading WHERE reading.policy = permission.policy AND reading.item = permission.item)',
);
/** What `redaction` returns depends on the record's kind and the layers, and not on the caller. */
const REDACTIONS = new BuiltFragments();

const attributeNamed = (name: SQL): SQL => sql`reading.kind = 'attribute' AND reading.name IN ('*', ${name})`;

/** Condition: `reading` is of one of the permissions `items` of a policy. */
export const readBy = (policy: string, items: string): SQL =>
  sql.raw(`reading.policy = ${policy} AND (${items} >> reading.item) & 1`);

const inLayer = (layer: Layer, condition: SQL | undefined): SQL => {
  const value = sql.raw(`${layer}.value`);
  const has = condition
    ? sql`EXISTS (SELECT 1 FROM json_each(${value}) granted CROSS JOIN policy_reads reading ON ${readBy('granted.value ->> 0', 'granted.value ->> 1')} WHERE ${condition})`
    : sql`${value} <> '[]'`;
  return layer === 'tenant_layer' ? sql`(${value} IS NULL OR ${has})` : has;
};

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
