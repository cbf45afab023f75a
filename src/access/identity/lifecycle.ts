import { sql, type SQL } from 'drizzle-orm';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { auditOf } from '../../platform/database/operator-audit.ts';

/** A tenancy as the operator sees it. `usage`: JSON, how much of each quota is used; `entries`: the size of its log. */
export type TenancyRow = {
  id: string;
  displayName: string;
  createdUs: Micros;
  suspendedUs: Micros | null;
  deleteUs: Micros | null;
  deletedUs: Micros | null;
  usage: string;
  entries: number;
};

const columns = sql`t.id, t.display_name AS displayName, t.created_us AS createdUs, t.suspended_us AS suspendedUs,
  t.delete_us AS deleteUs, t.deleted_us AS deletedUs,
  (SELECT json_group_object(u.resource, u.used) FROM usage_now u WHERE u.tenant = t.id) AS usage,
  coalesce((SELECT l.size FROM logs l WHERE l.scope = t.id AND l.ended = 0), 0) AS entries`;

/** Tenancies by identity, at most `limit` after `after`. */
export async function listTenancies(db: Database, after: string, limit: number): Promise<TenancyRow[]> {
  const [rows] = await db.batch([
    db.sql<TenancyRow>(sql`SELECT ${columns} FROM tenants t WHERE t.id > ${after} ORDER BY t.id LIMIT ${limit}`),
  ]);
  return rows;
}

/** Throws 404 for an unknown tenancy. */
export async function readTenancy(db: Database, tenant: string): Promise<TenancyRow> {
  const [rows] = await db.batch([db.sql<TenancyRow>(sql`SELECT ${columns} FROM tenants t WHERE t.id = ${tenant}`)]);
  if (!rows[0]) throw notFound(`tenant/${tenant}`);
  return rows[0];
}

export type Transition = 'suspend' | 'resume' | 'delete' | 'undelete';

/**
 * Of each transition: the operation of its audit entry, what it sets, where it changes something, and what else it
 * needs.
 */
const transitionsAt = (
  now: Micros,
  waitUs: Micros,
): Record<Transition, { operation: string; set: SQL; changes: SQL; requires: SQL; refusal: string }> => ({
  suspend: {
    operation: 'suspendTenant',
    set: sql`suspended_us = ${now}`,
    changes: sql`suspended_us IS NULL`,
    requires: sql`TRUE`,
    refusal: '',
  },
  resume: {
    operation: 'resumeTenant',
    set: sql`suspended_us = NULL`,
    changes: sql`suspended_us IS NOT NULL`,
    requires: sql`delete_us IS NULL`,
    refusal: 'the tenancy was deleted, or will be: cancel its deletion first, which is possible until it begins',
  },
  delete: {
    operation: 'deleteTenant',
    set: sql`suspended_us = coalesce(suspended_us, ${now}), delete_us = ${now + waitUs}`,
    changes: sql`delete_us IS NULL`,
    requires: sql`TRUE`,
    refusal: '',
  },
  undelete: {
    operation: 'undeleteTenant',
    set: sql`delete_us = NULL`,
    changes: sql`delete_us IS NOT NULL`,
    requires: sql`coalesce(delete_us > ${now}, TRUE)`,
    refusal: 'the deletion of the tenancy has begun',
  },
});

/**
 * Suspends or resumes a tenancy, requests its deletion (which suspends it) in `waitUs`, or cancels that, with an audit
 * entry. Does nothing if the tenancy is in that state. Throws 404 for an unknown tenancy, and 409 where its deletion
 * forbids it.
 */
export async function changeTenancy(
  db: Database,
  tenant: string,
  transition: Transition,
  waitUs: Micros,
  requestId: string,
): Promise<TenancyRow> {
  const now = nowMicros();
  const { operation, set, changes, requires, refusal } = transitionsAt(now, waitUs)[transition];
  const moves = sql`id = ${tenant} AND ${changes} AND ${requires}`;
  // A policy of the tenancy gives no right to write any more: ledgers read rights again when the access revision
  // changes.
  const [allowed, , , rows] = await db.commitAudited([
    db.sql<{ ok: number }>(sql`SELECT ${requires} AS ok FROM tenants WHERE id = ${tenant}`),
    auditOf(db, tenant, operation, requestId, sql`FROM tenants WHERE ${moves}`),
    db.sql(
      sql`UPDATE tenants SET ${set}, revision = revision + 1, access_revision = access_revision + 1 WHERE ${moves}`,
    ),
    db.sql<TenancyRow>(sql`SELECT ${columns} FROM tenants t WHERE t.id = ${tenant}`),
  ]);
  if (!rows[0]) throw notFound(`tenant/${tenant}`);
  if (allowed[0]!.ok !== 1) throw new ServiceError('conflict', refusal);
  return rows[0];
}
