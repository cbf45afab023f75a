import type { Scoped } from '../access/queries.ts';
import type { TenantScope } from '../access/scope.ts';
import { canonicalJson, sha256Hex } from '../lib/digest.ts';
import { ServiceError } from '../lib/errors.ts';
import type { Statement } from '../platform/database/database.ts';
import { failedCondition } from '../platform/database/failed-condition.ts';

/** Conditions and statements that a creation adds to its transaction. */
export type KeyWrite = { conditions: Statement[]; statements: Scoped<Statement>[] };

/** A request that creates a record: its key, its operation id and its body. */
export type KeyedRequest = { key: string | undefined; operation: string; body: unknown };

/** A concurrent request with the same key can win once; another attempt then finds its record. */
const ATTEMPTS = 3;

/**
 * Creates a record once for each Idempotency-Key of the caller within 24 hours. `create` writes the record `resource`
 * with `write` in its transaction; `again` returns a record that an earlier request with the key has created,
 * undefined if it was deleted. Throws 409 for a key that was used for another request, or whose record was deleted.
 */
export async function createOnce<T>(
  scope: TenantScope,
  { key, operation, body }: KeyedRequest,
  resource: string,
  create: (write: KeyWrite) => Promise<T>,
  again: (resource: string) => Promise<T | undefined>,
): Promise<T> {
  if (key === undefined) return create({ conditions: [], statements: [] });
  const fingerprint = sha256Hex(canonicalJson([operation, body]));
  for (let attempt = 1; ; attempt++) {
    const [[used]] = await scope.read(scope.keyUse(key));
    if (used) {
      if (used.fingerprint !== fingerprint)
        throw new ServiceError('conflict', 'this Idempotency-Key was used for another request');
      const found = await again(used.resource);
      if (found !== undefined) return found;
      throw new ServiceError(
        'conflict',
        `this Idempotency-Key created ${used.resource}, which was deleted; use a new key`,
      );
    }
    const { condition, statement } = scope.useKey(key, { fingerprint, resource });
    try {
      return await create({ conditions: [condition], statements: [statement] });
    } catch (error) {
      if (failedCondition(error) !== 'idempotency_key' || attempt === ATTEMPTS) throw error;
    }
  }
}
