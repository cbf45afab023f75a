import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { isCurrent, type Alias, type Grants } from '../../access/visibility.ts';
import { Walk } from '../../access/walk.ts';
import { matchKey } from '../../core/attributes.ts';
import type { AttributeFilter } from '../../core/filters.ts';
import { PUBLIC_SCOPE } from '../../core/identity.ts';
import { foundInJson, holdsInJson } from '../../store/json.ts';
import { tenantId } from '../../store/numbers.ts';
import { TENANT_SCOPE } from '../rows.ts';

export type Order = 'DEFAULT' | 'SIMPLEHASH';

/** Conditions on a list: attribute filters (ANDed; each is a list of ORed alternatives), and SQL over `asset` or `event`. */
export type Conditions = {
  filters: AttributeFilter[][];
  where: SQL[];
  order: Order;
  /** No record meets the conditions, whatever the database holds. */
  none?: boolean | undefined;
};

/** A confirmation status that few records have, for which there is an index. */
export type RareStatus = 'PENDING' | 'FAILED';

/** The assets that policies grant, for lists with conditions: see `Walk.parted`. */
export const parted = (grants: Grants): Walk => Walk.of(grants).parted();

/** The scope of the anchors and of the log that an audience is shown, for `assetColumns` and `eventColumns`. */
export const scopeSeen = ({ anonymous }: Pick<Seen, 'anonymous'>): SQL =>
  anonymous ? sql`${PUBLIC_SCOPE}` : TENANT_SCOPE;

/** The same for conditions on `asset` or `event`, without other tables. */
export const logScope = ({ tenant }: Pick<Scope, 'tenant'>, of: Alias): SQL =>
  tenant === undefined ? sql`${PUBLIC_SCOPE}` : tenantId(sql.raw(`${of}.tenant`));

export const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);
/** Condition: one of the alternatives holds. */
export const anyOf = (alternatives: AttributeFilter[], alias: Alias, seen: Seen): SQL =>
  sql`(${sql.join(
    alternatives.map((filter) => filterSql(filter, alias, seen)),
    sql` OR `,
  )})`;
/** How many attribute filters are evaluated per row. */
export const termsOf = (filters: AttributeFilter[][]): number => filters.reduce((n, or) => n + or.length, 0);

export const keyOf = (filter: AttributeFilter): string => ('value' in filter ? matchKey(filter.value) : '');

/** Condition: `event` has a leaf with this path and key; of its own attributes (`sets` 0) or of the asset attributes that it names (1). */
const hasLeaf = (sets: 0 | 1, { path, value }: { path: string; value: string }): SQL =>
  sql`EXISTS (SELECT 1 FROM event_leaves leaf WHERE leaf.tenant = event.tenant AND leaf.sets = ${sql.raw(String(sets))}
    AND leaf.path = ${path} AND leaf.key = ${matchKey(value)} AND leaf.accepted_us = event.accepted_us AND leaf.event = event.number)`;

/** One attribute filter over `asset` or `event`. An attribute that the audience may not read counts as absent. */
function filterSql(filter: AttributeFilter, alias: Alias, seen: Seen): SQL {
  const { scope, name, path } = filter;
  if (scope === 'event_attributes' && !('value' in filter)) return holdsInJson(sql`event.event_attributes`, filter);
  const found = (): SQL => {
    if (scope === 'event_attributes') return hasLeaf(0, filter as { path: string; value: string });
    const readable = (has: SQL): SQL =>
      sql`(${seen.mightRead(alias, name)} AND ${has} AND ${seen.reads(sql`${name}`)})`;
    if (scope === 'asset_attributes')
      return readable('value' in filter ? hasLeaf(1, filter) : foundInJson(sql`event.asset_attributes`, filter));
    const key = 'value' in filter ? sql`attribute.key = ${matchKey(filter.value)}` : sql`attribute.present = 1`;
    const own = sql.raw(alias === 'asset' ? 'asset.number' : 'event.asset');
    return readable(sql`EXISTS (SELECT 1 FROM asset_attributes attribute
      WHERE ${isCurrent(own, sql`${name}`)} AND attribute.path = ${path.slice(name.length)} AND ${key})`);
  };
  const negated = filter.op === 'unequal' || filter.op === 'absent';
  return negated ? sql`NOT ${found()}` : found();
}
