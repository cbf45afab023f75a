import { getTableName, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { oversees, userAttributes, type Caller } from './principal.ts';

/**
 * The records of a table that a caller may read. An administrator may read all records of their tenancy, and those of
 * other tenancies whose readers name their tenancy as a mutually confirmed organization. Other callers may read the
 * records whose readers name them. `readers` names a record as `<table>/<id>`.
 */
export function readable(caller: Caller, table: SQLiteTable & { tenant: SQLiteColumn }): SQL {
  const prefix = `${getTableName(table)}/`;
  const identity = sql`${prefix} || ${table}.id`;
  const asUser = sql`EXISTS (SELECT 1 FROM (${userAttributes([caller])}) w CROSS JOIN readers r
    WHERE r.tenant = ${caller.tenant} AND r.resource = ${identity} AND r.attribute = w.attribute
      AND r.value = w.value)`;
  // The partial index needs the condition that the subject is not empty.
  const shared = sql`SELECT substr(r.resource, ${prefix.length + 1}) FROM subjects s CROSS JOIN readers r
    WHERE s.remote = ${caller.tenant} AND s.confirmed = 1 AND r.subject = s.id AND r.subject <> ''
    AND r.tenant = s.tenant
      AND substr(r.resource, 1, ${prefix.length}) = ${prefix} AND ${oversees(caller)}`;
  return sql`(${table.tenant} = ${caller.tenant} AND (${oversees(caller)} OR ${asUser}) OR ${table}.id IN (${shared}))`;
}
