import { sql, type SQL } from 'drizzle-orm';
import { ServiceError } from '../core/errors.ts';
import { AssertionFailed, type Database, type RawStatement } from './database.ts';

export { onAssertion } from './database.ts';

/** A condition of the batch it stands in: when `condition` is not true, the whole batch is undone and AssertionFailed(`what`) thrown. */
export function assert(db: Database, what: string, condition: SQL): RawStatement<never> {
  return db.sql(sql`INSERT INTO assertions (what, ok) SELECT ${what}, (${condition})`);
}

/** Resources with a quota: the names of `usage` rows and of `?service=` in caps. */
export type Quota =
  | 'access_policies'
  | 'applications'
  | 'assets'
  | 'blob_bytes'
  | 'blobs'
  | 'compliance_policies'
  | 'invites'
  | 'locations'
  | 'tls_ca_certificates';

/** How much of a resource a tenant may have; -1 is unlimited. */
export type Quotas = Record<Quota, number>;

/**
 * The condition `what` that `amount` more of a resource fits. Stated in the same batch as the insert, so that
 * concurrent creations cannot pass it together.
 */
export function assertQuota(
  db: Database,
  tenant: string,
  resource: Quota,
  cap: number,
  amount = 1,
  what = 'quota',
): RawStatement<never>[] {
  if (cap < 0) return [];
  const used = sql`coalesce((SELECT used FROM usage WHERE tenant = ${tenant} AND resource = ${resource}), 0)`;
  return [assert(db, what, sql`${used} + ${amount} <= ${cap}`)];
}

/** The 402 for a reached quota. */
export function quotaReached(resource: Quota, cap: number): ServiceError {
  return new ServiceError('quota', `quota of ${cap} ${resource} reached`);
}

const RETRIES = 5;

/** Reads, decides and writes again when another writer came between; 409 when that goes on. */
export async function retryUnchanged<T>(attempt: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AssertionFailed && error.what === 'unchanged')) throw error;
      if (i === RETRIES) throw new ServiceError('conflict', 'the resource is being changed by others; try again');
    }
  }
}
