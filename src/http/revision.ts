import { and, eq } from 'drizzle-orm';
import type { Scoped } from '../access/queries.ts';
import type { TenantScope } from '../access/scope.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Statement } from '../platform/database/database.ts';
import type { CollectionTable } from './collection-table.ts';

/** Throws 403 if a record, which the caller may read, belongs to another tenancy. */
export function refuseForeign(scope: TenantScope, row: { tenant: string }, identity: string): void {
  if (row.tenant !== scope.tenant)
    throw new ServiceError(
      'forbidden',
      `${identity} is shared by another tenancy; only administrators of that tenancy can change it`,
    );
}

/** The update of a record to its next revision, and the condition that it is unchanged since it was read. */
export function revised<T extends CollectionTable>(
  scope: TenantScope,
  table: T,
  before: { id: string; revision: number },
  changes: object,
): { condition: Statement; statement: Scoped<Statement> } {
  return {
    condition: unchanged(scope, table, before),
    statement: scope.update(table, eq(table.id, before.id), { ...changes, revision: before.revision + 1 } as never),
  };
}

/** The condition that a record still has the revision that was read. */
export function unchanged<T extends CollectionTable>(
  scope: TenantScope,
  table: T,
  row: { id: string; revision: number },
): Statement {
  return scope.assertRow('unchanged', table, and(eq(table.id, row.id), eq(table.revision, row.revision))!);
}
