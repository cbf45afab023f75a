import { ServiceError } from '../lib/errors.ts';
import type { Database, Statement } from '../platform/database/database.ts';
import { run, type Scoped } from './queries.ts';
import type { TenantScope } from './scope.ts';

/** What one scope reads. */
export type Reading = { scope: TenantScope; statements: readonly Scoped<Statement>[] };

/**
 * Runs the statements of several scopes as one transaction, each with the rights of its caller, which are read in it.
 * Returns the rows of each, or the error that `TenantScope.read` would throw. A scope whose reach has changed reads
 * once more on its own.
 */
export async function readTogether(
  db: Database,
  readings: readonly Reading[],
): Promise<(unknown[][] | ServiceError)[]> {
  const begun = readings.map(({ scope, statements }) => scope.begin(statements));
  const results = await run(
    db,
    begun.flatMap(({ statements }) => statements),
  );
  return Promise.all(
    readings.map(async ({ scope, statements }, i) => {
      const own = results.splice(0, begun[i]!.statements.length);
      try {
        return begun[i]!.accept(own) ?? ((await scope.read(...statements)) as unknown as unknown[][]);
      } catch (error) {
        if (error instanceof ServiceError) return error;
        throw error;
      }
    }),
  );
}
