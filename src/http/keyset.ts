import { asc, desc, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Cursor } from '../lib/paging.ts';

/** The order of a list, by a column and then by id, and the condition that resumes the list after a cursor. */
export type ListOrder<Row> = {
  orderBy: SQL[];
  after: (cursor: Cursor | undefined) => SQL | undefined;
  cursorOf: (row: Row) => Cursor;
};

export const newestFirst = (
  table: Record<'createdUs' | 'id', SQLiteColumn>,
): ListOrder<{ createdUs: number; id: string }> => ({
  orderBy: [desc(table.createdUs), desc(table.id)],
  after: (cursor) => cursor && sql`(${table.createdUs}, ${table.id}) < (${cursor[0]}, ${cursor[1]})`,
  cursorOf: ({ createdUs, id }) => [createdUs, id],
});

export const byDisplayName = (
  table: Record<'displayName' | 'id', SQLiteColumn>,
): ListOrder<{ displayName: string; id: string }> => ({
  orderBy: [asc(table.displayName), asc(table.id)],
  after: (cursor) => cursor && sql`(${table.displayName}, ${table.id}) > (${cursor[0]}, ${cursor[1]})`,
  cursorOf: ({ displayName, id }) => [displayName, id],
});
