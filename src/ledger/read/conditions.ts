import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Alias, Grants } from '../../access/visibility.ts';
import { Walk } from '../../access/walk.ts';
import { matchKey } from '../../core/attributes.ts';
import type { AttributeFilter } from '../../core/filters.ts';
import { holdsInJson } from '../../store/json.ts';

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

/** One attribute filter over `asset` or `event`. An attribute that the audience may not read counts as absent. */
function filterSql(filter: AttributeFilter, alias: Alias, seen: Seen): SQL {
  if (filter.scope === 'event_attributes' && !('value' in filter))
    return holdsInJson(sql`event.event_attributes`, filter);
  const key = 'value' in filter ? sql`attribute.key = ${matchKey(filter.value)}` : sql`attribute.present = 1`;
  const found = (): SQL => {
    if (filter.scope === 'event_attributes')
      return sql`EXISTS (SELECT 1 FROM event_attributes attribute WHERE attribute.asset = event.asset AND attribute.path = ${filter.path} AND ${key} AND attribute.seq = event.seq)`;
    const own = sql.raw(alias === 'asset' ? 'asset.id' : 'event.asset');
    const row =
      filter.scope === 'asset_attributes'
        ? sql`attribute.asset = event.asset AND attribute.path = ${filter.path} AND attribute.from_us = event.accepted_us AND attribute.named = 1`
        : sql`attribute.asset = ${own} AND attribute.current = 1 AND attribute.name = ${filter.name} AND attribute.path = ${filter.path}`;
    return sql`(${seen.mightRead(alias, filter.name)} AND EXISTS (SELECT 1 FROM asset_attributes attribute WHERE ${row} AND ${key}) AND ${seen.reads(sql`${filter.name}`)})`;
  };
  const negated = filter.op === 'unequal' || filter.op === 'absent';
  return negated ? sql`NOT ${found()}` : found();
}
