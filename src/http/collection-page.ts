import type { z } from '@hono/zod-openapi';
import { and, eq, type SQL } from 'drizzle-orm';
import type { TenantScope } from '../access/scope.ts';
import { fitting } from '../lib/paging.ts';
import { nowMicros } from '../lib/time.ts';
import { attributeConditions } from './attribute-filters.ts';
import type { CollectionTable, Row } from './collection-table.ts';
import type { Collection } from './declaration.ts';
import type { Pairs } from './input.ts';
import { byDisplayName, newestFirst, type ListOrder } from './keyset.ts';
import { cut, type PageRequest } from './paging.ts';

export type PageQuery = Record<string, string | undefined>;

/** A page of the list of a collection. */
export async function pageOf(
  of: Collection<CollectionTable, z.ZodType, z.ZodType, z.ZodType, object>,
  scope: TenantScope,
  query: PageQuery,
  filters: Pairs,
  page: PageRequest,
) {
  const { table, filters: equality, json } = of.fields;
  const equal = Object.entries(equality).flatMap(([name, { column, spelling }]): (SQL | undefined)[] =>
    query[name] === undefined ? [] : [eq(column, spelling?.(query[name]) ?? query[name])],
  );
  equal.push(of.live?.(nowMicros()));
  if (of.attributes) equal.push(...attributeConditions(of.attributes, filters));
  const order = query['order_by'] === 'DISPLAY_NAME' ? byDisplayName : newestFirst;
  const { orderBy, cursorOf, after }: ListOrder<Row<CollectionTable>> = order(table);
  const where = and(...equal, after(page.after));
  const sizes = of.size
    ? scope.values(table, of.size, where, { orderBy, limit: page.size, audience: of.audience })
    : undefined;
  const size = sizes ? fitting((await scope.read(sizes))[0].map(({ value }) => Number(value))) : page.size;
  const [rows, [count]] = await scope.read(
    scope.rows(table, where, { orderBy, limit: size + 1, audience: of.audience }),
    scope.count(table, and(...equal), page.countTo, of.audience),
  );
  const shown = cut(rows as Row<CollectionTable>[], size, cursorOf);
  const all = shown.rows.map((row) => json(row));
  // With an alias the response holds every record under both keys.
  const copies = of.alias ? 2 : 1;
  const items = all.slice(0, fitting(all.map((item) => copies * JSON.stringify(item).length)));
  const last = shown.rows[items.length - 1];
  const next = items.length < all.length && last ? cursorOf(last) : shown.next;
  return { list: { items, next, total: count!.n }, ...(of.alias ? { also: { [of.alias]: items } } : {}) };
}
