import { sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { invalid } from '../lib/errors.ts';
import { MAX_TERMS, parseFilter, type AttributeFilter } from '../formats/records/filters.ts';
import { printable } from '../lib/text.ts';
import { holdsInJson } from '../platform/database/json.ts';
import type { Pairs } from './input.ts';

/** How the values of attribute filters are written. */
export const FILTER_VALUES =
  'The value `*` selects records in which the attribute is present and not empty; a name that ends in `!` ' +
  'negates the filter.';

/** List filters `attributes.<name>` of records with attributes. */
export const ATTRIBUTE_FILTERS = {
  documented: { 'attributes.{name}': `Only records with this value of the attribute. ${FILTER_VALUES}` },
  // Other unknown parameters are ignored, as on every collection.
  problem: (key: string, value: string) => {
    const parsed = key.startsWith('attributes.') ? parseFilter(['attributes'], key, value) : undefined;
    return typeof parsed === 'string' ? { field: printable(key), description: parsed } : undefined;
  },
};

/** The SQL conditions of attribute filters. Throws 400 if there are too many. */
export function attributeConditions(column: SQLiteColumn, filters: Pairs): SQL[] {
  const parsed = filters
    .filter(([key]) => key.startsWith('attributes.'))
    .map(([key, value]) => parseFilter(['attributes'], key, value) as AttributeFilter);
  if (parsed.length > MAX_TERMS)
    throw invalid([{ field: 'attributes', description: `a query can have at most ${MAX_TERMS} attribute terms` }]);
  return parsed.map((filter) => holdsInJson(sql`${column}`, filter));
}
