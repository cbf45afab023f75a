import { sql, type SQL } from 'drizzle-orm';
import { BuiltFragments } from '../platform/database/database.ts';
import { tenantNumber } from '../platform/database/numbers.ts';
import {
  mayReadAttribute,
  mayReadEventType,
  mayReadSomething,
  readableIn,
  readableNames,
  readingPolicies,
  type Layer,
} from './attribute-rights.ts';
import { column, COST_OF_RIGHTS, currentSeq, policyHolds, type Alias, type ReadCondition } from './policy-match.ts';
import { permissionsOf, type Caller } from './principal.ts';
import { inTenancy, lastSeq, withTables, type View } from './view.ts';

/**
 * The two facts about a caller that decide which SQL their reads need: whether they read everything in their tenancy,
 * as an administrator or auditor, and whether another tenancy shares anything with it. Every read returns them; where
 * they differ from what the statement was written for, the statement is written again.
 */
export type Reach = { oversees: boolean; shared: boolean };

/** A caller of whom nothing is known reads what policies of their tenancy grant them: no other reach shows less. */
export const LEAST_REACH: Reach = { oversees: false, shared: false };

/** What is looked up for a row: all policies of the caller, or one of them. */
type CostOf = 'all' | 'one';

/**
 * The view of a caller, in two layers that both must allow a read. The tenant layer is what the caller's tenancy may
 * read: its own records whole, and of other tenancies' records what those share with it. The user layer is what the
 * caller may read of that: administrators everything, others what the policies of their own tenancy grant them; these
 * policies match only attributes that the tenancy may read. No policy matches a public asset.
 *
 * `tenant_layer.value` and `user_layer.value` hold the permissions that allow reading something of the row's asset, as
 * a JSON object from policies to `items`, or NULL where nothing is redacted; `key` is the number of the tenancy whose
 * policies they are. Permissions are the bits of `items`, by their position in the policy, of at most 50
 * (resources/access_policies/model.ts).
 */
export class Grants implements View {
  readonly anonymous = false;
  readonly tenant: string;
  readonly reach: Reach;
  /**
   * `granted`: the policies with permissions (`items`) that allow the caller reading something. Those of their own
   * tenancy (`tenant`: its number) for the caller, and those of other tenancies for the caller's.
   * `cost`: what it costs to look up the rights on one row.
   */
  readonly tables: Record<string, SQL>;
  readonly #layers: Layer[];

  constructor(caller: Caller, reach: Reach) {
    this.tenant = caller.tenant;
    this.reach = reach;
    this.#layers = [
      ...(reach.shared ? (['tenant_layer'] as const) : []),
      ...(reach.oversees ? [] : (['user_layer'] as const)),
    ];
    const sharing = sql`SELECT DISTINCT permission.policy, permission.item FROM subjects subject
      CROSS JOIN policy_subjects permission
      ON permission.subject = subject.id AND permission.tenant = subject.tenant
      WHERE subject.remote = ${caller.tenant} AND subject.confirmed = 1 AND subject.tenant <> ${caller.tenant}`;
    const permissions = [...(reach.shared ? [sharing] : []), ...(reach.oversees ? [] : [permissionsOf([caller])])];
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
    const matching = (tenant: SQL, readable?: ReadCondition): SQL =>
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
    const open = this.reach.oversees
      ? sql`(${column(x, 'public')} = 0 OR ${this.#isOwn(x)})`
      : sql`${column(x, 'public')} = 0`;
    const some = this.#inEachLayer((layer) =>
      x === 'asset' ? mayReadSomething(layer) : mayReadEventType(layer, DISPLAY_TYPE),
    );
    return sql.join([...(this.reach.shared ? [] : [this.#isOwn(x)]), open, ...some], sql` AND `);
  }

  seesRecordOf(): never {
    throw new TypeError('what policies grant depends on the record');
  }

  /** Only the display type of an event decides. Of types that no permission names, the newest event is looked at. */
  get seesAnEvent(): SQL {
    if (this.#layers.length === 0) return sql`1`;
    const types = sql`(SELECT '*' AS name UNION SELECT reading.name FROM granted CROSS JOIN readable_names reading
      ON reading.policy = granted.policy AND reading.kind = 'event_type' AND reading.items & granted.items)`;
    const newest = sql`SELECT max(type.seq) FROM event_types type
      WHERE type.asset = asset.number AND type.path = 'arc_display_type' AND type.key = named.name`;
    return sql`EXISTS (SELECT 1 FROM ${types} named CROSS JOIN events event
      WHERE event.asset = asset.number AND event.seq = CASE
        WHEN named.name = '*' OR length(named.name) > ${LONGEST_KEY} THEN asset.seq ELSE (${newest}) END
      AND ${this.sees('event')})`;
  }

  reads(name: SQL): SQL {
    return sql.join([sql`1`, ...this.#inEachLayer((layer) => mayReadAttribute(layer, name))], sql` AND `);
  }

  redaction(x: Alias): SQL {
    return REDACTIONS.get([x, ...this.#layers].join(' '), () => this.#redacted(x));
  }

  #redacted(x: Alias): SQL {
    const attributes = sql.raw(x === 'asset' ? 'asset.attributes' : 'event.asset_attributes');
    const reads = (name: SQL): SQL => this.reads(name);
    const names = readableNames(attributes, reads);
    if (x === 'event') return sql`${names} AS readable`;
    const changes = sql`SELECT json_group_array(listed.key) AS names,
      max(${currentSeq(sql`asset.number`, sql`listed.key`)}) AS seq FROM ${readableIn(attributes, reads)}`;
    const changedUs = sql`SELECT last.accepted_us FROM events last
      WHERE last.asset = asset.number AND last.seq = changes.seq`;
    return sql`CASE WHEN ${this.#everyEvent} THEN ${names} ELSE (SELECT json_object('names', json(changes.names),
      'changedUs', coalesce((${changedUs}), asset.created_us)) FROM (${changes}) changes) END AS readable`;
  }

  shownSeq(upTo: SQL): SQL {
    return sql`(SELECT CASE WHEN ${this.#everyEvent} THEN head.value
      ELSE coalesce((${this.#changedSeq(sql`head.value`)}), 1) END
      FROM json_each(json_array(${lastSeq(upTo)})) head)`;
  }

  get shownCost(): SQL {
    const seesAll = sql`SELECT 1 FROM readable_names reading WHERE reading.tenant = granted.tenant
      AND reading.kind = 'event_type'
      AND reading.name = '*' AND reading.policy = granted.policy AND reading.items & granted.items`;
    return sql`(1 + iif(EXISTS (SELECT 1 FROM granted WHERE NOT EXISTS (${seesAll})),
      octet_length(asset.attributes) / ${LOOKED_UP}, 0))`;
  }

  /** Condition: the audience may see all events of the row's asset. */
  get #everyEvent(): SQL {
    return sql.join([sql`1`, ...this.#inEachLayer((layer) => mayReadEventType(layer, sql`'*'`))], sql` AND `);
  }

  /**
   * SELECT the sequence number of the last event, up to `last`, that set an attribute of `asset` that the audience may
   * read; or NULL.
   */
  #changedSeq(last: SQL): SQL {
    return sql`SELECT max(${currentSeq(sql`asset.number`, sql`changed.key`, last)})
      FROM json_each(asset.attributes) changed
      WHERE ${this.reads(sql`changed.key`)}`;
  }

  affordable(rows: number, of: CostOf = 'all'): SQL {
    if (this.#layers.length === 0) return sql`${rows}`;
    return sql`(SELECT CAST(max(1, ${rows} / coalesce(max(value), 1.0)) AS INTEGER) FROM cost
      WHERE of = '${sql.raw(of)}')`;
  }

  spent(rows: number, of: CostOf = 'all'): SQL {
    if (this.#layers.length === 0) return sql`${rows}`;
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

  /**
   * Condition: a policy of the caller's tenancy matches `asset`, judged by the attributes that the tenancy may read.
   */
  matchedBy(policy: string): SQL {
    return sql`asset.public = 0 AND EXISTS (SELECT 1 FROM (SELECT 1)${this.join('asset')}
      WHERE ${policyHolds(sql`${policy}`, 'asset', this.#tenantReads)})`;
  }

  /**
   * Statement: the policies of the caller's tenancy that match an asset, judged by the attributes that the tenancy may
   * read.
   */
  matching(asset: string): SQL {
    return sql`${withTables(this.tables)}SELECT policy.id FROM assets asset${this.join('asset')}
      CROSS JOIN access_policies policy
      WHERE asset.id = ${asset} AND asset.public = 0 AND policy.tenant = ${this.tenant}
      AND ${policyHolds(sql`policy.id`, 'asset', this.#tenantReads)}`;
  }

  #isOwn(x: Alias): SQL {
    return inTenancy(x, this.tenant);
  }

  #inEachLayer(condition: (layer: Layer) => SQL): SQL[] {
    return this.#layers.map(condition);
  }

  get #tenantReads(): ReadCondition | undefined {
    return this.reach.shared ? (name) => mayReadAttribute('tenant_layer', name) : undefined;
  }
}

/** Bytes of attributes that cost as much as a row where each attribute is looked up. */
const LOOKED_UP = sql.raw('512');

/** The length of the longest display type that can be looked up (`matchKey`). */
const LONGEST_KEY = sql.raw('64');

/** What `redaction` returns depends on the record's kind and the layers, and not on the caller. */
const REDACTIONS = new BuiltFragments();

/**
 * The display type of `event`; empty when it has none. NULL for an erased event, whose type is not known any more: it
 * is shown to those who may read events of every type.
 */
const DISPLAY_TYPE = sql`CASE WHEN event.principal IS NULL THEN NULL ELSE CASE json_type(event.event_attributes,
  '$.arc_display_type') WHEN 'text' THEN event.event_attributes ->> '$.arc_display_type' ELSE '' END END`;
