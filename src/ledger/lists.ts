import { sql, type SQL } from 'drizzle-orm';
import type { Scoped, Seen } from '../access/queries.ts';
import type { Scope } from '../access/scope.ts';
import type { Alias, Grants } from '../access/visibility.ts';
import { Walk } from '../access/walk.ts';
import { matchKey } from '../core/attributes.ts';
import type { AttributeFilter } from '../core/filters.ts';
import type { RawStatement } from '../store/database.ts';
import { holdsInJson } from '../store/json.ts';

export type Order = 'DEFAULT' | 'SIMPLEHASH';

/** One page of a list: at most `limit` rows after a position, and the count of all, no further than `countTo`. */
export type Window = { limit: number; after: (string | number)[] | undefined; countTo: number | undefined };

/** Conditions on a list: attribute filters (all of them; each a list of alternatives) and SQL over the row's alias. */
export type Conditions = { filters: AttributeFilter[][]; where: SQL[]; order: Order };

export type Counted = { n: number };
/** A page of a list's part, and the part's count. Parts of one list have nothing in common. */
export type ListPart<Row> = readonly [Scoped<RawStatement<Row>>, Scoped<RawStatement<Counted>>];

/** All parts, read at once: their rows in no order, and the sum of their counts, no further than `countTo`. */
export async function joined<Row>(
  scope: Scope,
  { countTo }: Window,
  parts: ListPart<Row>[],
): Promise<{ rows: Row[]; total: number }> {
  const results: unknown[][] = await scope.read(...parts.flat());
  const counts = results.filter((_, i) => i % 2 === 1).flat() as Counted[];
  return {
    rows: results.filter((_, i) => i % 2 === 0).flat() as Row[],
    total: Math.min(
      counts.reduce((sum, { n }) => sum + n, 0),
      countTo ?? Infinity,
    ),
  };
}

/** SELECT count(*), no further than `countTo`. */
export const counted = (from: SQL, countTo: number | undefined): SQL =>
  sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ${countTo ?? -1})`;

/** What policies give, where lists have conditions: see `Walk.parted`. */
export const parted = (grants: Grants): Walk => Walk.of(grants).parted();

export const ascending = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);

export const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);
/** Any of the alternatives holds. What no right could read is left out before any row is looked at. */
export const anyOf = (alternatives: AttributeFilter[], alias: Alias, seen: Seen): SQL =>
  sql`(${sql.join(
    alternatives.map((filter) => filterSql(filter, alias, seen)),
    sql` OR `,
  )})`;
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
