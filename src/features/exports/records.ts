import { and, asc, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { TenantTable } from '../../access/tenant-rows.ts';
import { recordLine } from '../../formats/exports/lines.ts';
import { pageOf, type RecordReader } from './content.ts';

/**
 * A reader of the records of a collection, the oldest first. `live`: the condition for records that are not deleted.
 */
export function readerOf<T extends TenantTable & Record<'createdUs' | 'id', SQLiteColumn>>(
  table: T,
  present: (row: T['$inferSelect']) => { identity: string },
  live?: SQL,
): RecordReader {
  return async ({ scope }, after, limit) => {
    const [createdUs = 0, id = ''] = after;
    const [rows] = await scope.read(
      scope.rows(table, and(live, sql`(${table.createdUs}, ${table.id}) > (${createdUs}, ${id})`), {
        orderBy: [asc(table.createdUs), asc(table.id)],
        limit: limit + 1,
      }),
    );
    const lines = (rows as (T['$inferSelect'] & { createdUs: number; id: string })[]).map((row) => ({
      text: recordLine(present(row)),
      after: [row.createdUs, row.id],
    }));
    return pageOf(lines, limit);
  };
}
