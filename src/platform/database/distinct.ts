import { sql, type SQL } from 'drizzle-orm';

/**
 * SELECT the distinct values of a column with which an index of a table begins, as `value`: each is found by one search
 * of the index, however many rows have it.
 */
export const distinctValues = (table: string, column: string): SQL =>
  sql.raw(`WITH RECURSIVE found (value) AS (SELECT min(${column}) FROM ${table}
    UNION ALL SELECT (SELECT min(x.${column}) FROM ${table} x WHERE x.${column} > found.value) FROM found
      WHERE found.value IS NOT NULL)
  SELECT value FROM found WHERE value IS NOT NULL`);
