import type { Quota } from '../../settings/quotas.ts';
import { sql, type SQL } from 'drizzle-orm';
import { ServiceError } from '../../lib/errors.ts';
import type { Database, RawStatement } from './database.ts';
import { failedCondition, type Condition } from './failed-condition.ts';

/** A condition of its batch: if `holds` is not true, the batch is rolled back and `failedCondition` returns `name`. */
export function assert(db: Database, name: Condition, holds: SQL): RawStatement<never> {
  return db.sql(sql`INSERT INTO assertions (what, ok) SELECT ${name}, (${holds})`);
}

/** Errors for the conditions of a batch. */
export type ConditionErrors = Partial<Record<Condition, ServiceError>>;

/** Throws the error for the condition that failed, and any other error as it is. */
export function onFailedCondition(error: unknown, errors: ConditionErrors): never {
  const condition = failedCondition(error);
  throw (condition && errors[condition]) ?? error;
}

/**
 * The condition `name` that `amount` more of a resource is within the quota `cap`. State it in the batch of the insert:
 * concurrent creations then cannot exceed the quota together.
 */
export function assertQuota(
  db: Database,
  tenant: string,
  resource: Quota,
  cap: number,
  amount = 1,
  name: Condition = 'quota',
): RawStatement<never>[] {
  if (cap < 0) return [];
  const used = sql`coalesce((SELECT used FROM usage WHERE tenant = ${tenant} AND resource = ${resource}), 0)`;
  return [assert(db, name, sql`${used} + ${amount} <= ${cap}`)];
}

/** The 402 error for a quota that is used up. */
export function quotaReached(resource: Quota, cap: number): ServiceError {
  return new ServiceError('quota', `quota of ${cap} ${resource} reached`);
}

const RETRIES = 5;

/**
 * Repeats an attempt whose condition `unchanged` failed: it reads, decides and writes again. Throws 409 after five
 * attempts.
 */
export async function retryUnchanged<T>(attempt: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i++) {
    try {
      return await attempt();
    } catch (error) {
      if (failedCondition(error) !== 'unchanged') throw error;
      if (i === RETRIES) throw new ServiceError('conflict', 'the resource is being changed by others; try again');
    }
  }
}
