import { sql, type SQL } from 'drizzle-orm';
import { lastWhere } from '../platform/database/last-where.ts';
import { PUBLIC_LEAVES, tenantNumber } from '../platform/database/numbers.ts';
import { column, type Alias, type KeyedAlias } from './policy-match.ts';

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
  seesRecordOf(x: KeyedAlias): SQL;
  /**
   * Condition: the audience may see an event of the row, an `asset`. Looks at the newest one of each display type that
   * a permission names.
   */
  seesAnEvent: SQL;
  /** Condition: the audience may read the attribute `name` of the row's asset. */
  reads(name: SQL): SQL;
  /**
   * Condition: some right lets the audience read the attribute `name` of an asset like the row's. Evaluated once per
   * query, not per row.
   */
  mightRead(x: Alias, name: string): SQL;
  /**
   * The column `readable`, which `seenAsset` and `seenEvent` need for redaction: as JSON, the `names` of the row's
   * attributes that the audience may read, and of an asset whose events it may not all see the time at which one of
   * them last changed (`changedUs`). NULL: the audience may read everything.
   */
  redaction(x: Alias): SQL;
  /**
   * The event whose time the audience is shown as that of the row, an `asset`: its sequence number in the asset, of the
   * events up to the commit number `upTo`. Of an asset that was created later, an event that was committed later, or 0.
   */
  shownSeq(upTo: SQL): SQL;
  /** How many rows it costs to look at `asset` and find `shownSeq`: more where each of its attributes is looked up. */
  shownCost: SQL;
  /** How many rows a statement may look at, if it may look at `rows` of them where rights cost little: at least 1. */
  affordable(rows: number): SQL;
  /**
   * Of the `rows` that a statement may look at, how many one that looks at `affordable` rows takes from what a request
   * may look at.
   */
  spent(rows: number): SQL;
  /** The tables that the fragments name, for the statement's WITH. */
  tables: Record<string, SQL>;
}

/** The last event of `asset` up to a commit number, as a sequence number; 0 without such an event. */
export const lastSeq = (upTo: SQL): SQL =>
  sql`iif((SELECT head.number FROM events head WHERE head.asset = asset.number AND head.seq = asset.seq) <= ${upTo},
    asset.seq,
    ${lastWhere(sql`asset.number`, sql`asset.seq`, sql`probe.number <= ${upTo}`)})`;

const whole = {
  anonymous: false,
  join: () => sql``,
  seesAnEvent: sql`1`,
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
 * Condition: a row is of a tenancy. With `+`, so that no index leads to the rows by it: the planner would read all
 * events of a tenancy to find those of one asset.
 */
export const inTenancy = (x: Alias | KeyedAlias, tenant: string): SQL =>
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

/** WITH and the tables that a statement names. */
export function withTables(of: Record<string, SQL>): SQL {
  const named = Object.entries(of).map(([name, table]) => sql`${sql.raw(name)} AS MATERIALIZED (${table})`);
  return named.length === 0 ? sql`` : sql`WITH ${sql.join(named, sql`, `)} `;
}
