import { sql, type SQL } from 'drizzle-orm';
import type { AttributeFilter } from '../../formats/records/filters.ts';

/** The condition that a filter holds for the attributes that a column has as JSON. */
export function holdsInJson(column: SQL, filter: AttributeFilter): SQL {
  const negated = filter.op === 'unequal' || filter.op === 'absent';
  return negated ? sql`NOT ${foundInJson(column, filter)}` : foundInJson(column, filter);
}

/**
 * Whether the JSON has the filter's attribute: with its value, or, for a filter for presence, with any value that is
 * not empty.
 */
export function foundInJson(column: SQL, filter: AttributeFilter): SQL {
  const { name, path } = filter;
  const own = sql`FROM json_each(${column}) j`;
  if (path === name) {
    const found =
      'value' in filter
        ? sql`j.type = 'text' AND j.value = ${filter.value}`
        : sql`CASE j.type WHEN 'text' THEN j.value <> '' ELSE j.value NOT IN ('{}', '[]') END`;
    return sql`EXISTS (SELECT 1 ${own} WHERE j.key = ${name} AND ${found})`;
  }
  const value = 'value' in filter ? sql`k.value = ${filter.value}` : sql`k.value <> ''`;
  const found = sql`j.key = ${name} AND k.key = ${path.slice(path.lastIndexOf('.') + 1)} AND ${value}`;
  if (path.startsWith(`${name}[]`)) {
    const items = sql`json_each(CASE j.type WHEN 'array' THEN j.value ELSE '[]' END) i, json_each(i.value) k`;
    return sql`EXISTS (SELECT 1 ${own}, ${items} WHERE ${found})`;
  }
  const entries = sql`json_each(CASE j.type WHEN 'object' THEN j.value ELSE '{}' END) k`;
  return sql`EXISTS (SELECT 1 ${own}, ${entries} WHERE ${found})`;
}
