import { sql } from 'drizzle-orm';
import { log } from '../../platform/log.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { auditOf } from '../../platform/database/operator-audit.ts';

/**
 * The tables from which a deleted tenancy's rows are removed, in this order: first what gives rights or has secrets.
 * Ledgers, logs, windows, files, compliance policies, usage and the audit log stay: see docs/tenancies.md.
 */
export const DELETED_TABLES = [
  'administrators',
  'applications',
  'members',
  'invites',
  'passkeys',
  'sign_in_links',
  'access_policies',
  'subjects',
  'locations',
  'templates',
  'tls_ca_certificates',
  'webhooks',
  'webhook_deliveries',
  'webhook_attempts',
  'compliance_rounds',
  'compliance_states',
  'compliance_notices',
  'compliance_digests',
  'imports',
] as const;

/** Rows that one transaction deletes, and transactions of one run. The next run continues. */
const AT_ONCE = 200;
const PER_RUN = 100;
const TENANCIES = 10;
/** The clocks of machines differ: nobody can cancel a deletion for this long before it begins. */
const MARGIN: Micros = 10_000_000;

/**
 * Deletes what a tenancy has besides its evidence when its time has come (cron). Each transaction deletes some rows; a
 * run that is cut off is continued by the next one, from what is left. The sweeps of exports and devices delete files
 * and end connections; the deletion is complete when no files of exports are left.
 */
export async function deleteTenancies(db: Database): Promise<void> {
  const [due] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM tenants WHERE delete_us <= ${nowMicros() - MARGIN} AND deleted_us IS NULL
      AND delete_us IS NOT NULL ORDER BY delete_us LIMIT ${TENANCIES}`),
  ]);
  let transactions = 0;
  for (const { id } of due) {
    for (const table of DELETED_TABLES)
      for (let isLeft = true; isLeft;) {
        if (transactions++ >= PER_RUN) return;
        isLeft = await deleteSome(db, id, table);
      }
    const [, , files] = await db.batch([
      db.sql(sql`UPDATE exports SET deleted = 1 WHERE tenant = ${id}`),
      db.sql(
        sql`UPDATE bus_sources SET deleted_us = ${nowMicros()}, secret = '' WHERE tenant = ${id}
          AND deleted_us IS NULL`,
      ),
      db.sql<{ id: string }>(sql`SELECT id FROM exports WHERE tenant = ${id} AND stored = 1 LIMIT 1`),
    ]);
    if (files.length > 0) continue;
    await db.commitAudited([
      auditOf(
        db,
        id,
        'completeTenantDeletion',
        ambient.uuid(),
        sql`FROM tenants WHERE id = ${id} AND deleted_us IS NULL`,
      ),
      db.sql(
        sql`UPDATE tenants SET deleted_us = ${nowMicros()}, revision = revision + 1 WHERE id = ${id}
          AND deleted_us IS NULL`,
      ),
    ]);
    log('info', 'a tenancy was deleted', { tenant: id });
  }
}

/** Deletes some rows of a tenancy. Resolves to whether there may be more. */
async function deleteSome(db: Database, tenant: string, table: (typeof DELETED_TABLES)[number]): Promise<boolean> {
  const name = sql.raw(table);
  const [rows] = await db.batch([
    db.sql<{ tenant: string }>(sql`DELETE FROM ${name} WHERE rowid IN
      (SELECT rowid FROM ${name} WHERE tenant = ${tenant} LIMIT ${AT_ONCE}) RETURNING tenant`),
  ]);
  return rows.length === AT_ONCE;
}
