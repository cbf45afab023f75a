import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Alias, Grants } from '../../access/visibility.ts';
import { Walk } from '../../access/walk.ts';
import { matchKey } from '../../core/attributes.ts';
import type { AttributeFilter } from '../../core/filters.ts';
import { holdsInJson } from '../../store/json.ts';

export type Order = 'DEFAULT' | 'SIMPLEHASH';

/** Conditions on a list: attribute filters (all of them; each a list of alternatives) and SQL over the row's alias. */
export type Conditions = {
  filters: AttributeFilter[][];
  where: SQL[];
  order: Order;
  /** No record can meet the conditions. */
  none?: boolean | undefined;
};

/** What a record's confirmation is, where the list asks for one that few records have. */
export type RareStatus = 'PENDING' | 'FAILED';

/** What policies give, where lists have conditions: see `Walk.parted`. */
export const parted = (grants: Grants): Walk => Walk.of(grants).parted();

export const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);
/** Any of the alternatives holds. What no right could read is left out before any row is looked at. */
export const anyOf = (alternatives: AttributeFilter[], alias: Alias, seen: Seen): SQL =>
  sql`(${sql.join(
    alternatives.map((filter) => filterSql(filter, alias, seen)),
    sql` OR `,
  )})`;
/** How many attribute filters are looked up for a row. */
export const termsOf = (filters: AttributeFilter[][]): number => filters.reduce((n, or) => n + or.length, 0);

export const keyOf = (filter: AttributeFilter): string => ('value' in filter ? matchKey(filter.value) : '');

/** One attribute filter over the row `a` (an asset) or `e` (an event). What may not be read is as if it were not there. */
function filterSql(filter: AttributeFilter, alias: Alias, seen: Seen): SQL {
  if (filter.scope === 'event_attributes' && !('value' in filter)) return holdsInJson(sql`e.event_attributes`, filter);
  const key = 'value' in filter ? sql`f.key = ${matchKey(filter.value)}` : sql`f.present = 1`;
  const found = (): SQL => {
    if (filter.scope === 'event_attributes')
      return sql`EXISTS (SELECT 1 FROM event_attributes f WHERE f.asset = e.asset AND f.path = ${filter.path} AND ${key} AND f.seq = e.seq)`;
    const own = sql.raw(alias === 'a' ? 'a.id' : 'e.asset');
    const row =
      filter.scope === 'asset_attributes'
        ? sql`f.asset = e.asset AND f.path = ${filter.path} AND f.from_us = e.accepted_us AND f.named = 1`
        : sql`f.asset = ${own} AND f.current = 1 AND f.name = ${filter.name} AND f.path = ${filter.path}`;
    return sql`(${seen.mightRead(alias, filter.name)} AND EXISTS (SELECT 1 FROM asset_attributes f WHERE ${row} AND ${key}) AND ${seen.reads(sql`${filter.name}`)})`;
  };
  const negated = filter.op === 'unequal' || filter.op === 'absent';
  return negated ? sql`NOT ${found()}` : found();
}
