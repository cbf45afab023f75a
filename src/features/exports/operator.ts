import { sql } from 'drizzle-orm';
import { APPLICATION_ISSUER, type Caller } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { uuidIn } from '../../lib/identifiers.ts';
import { nowMicros } from '../../lib/time.ts';
import { assert, onFailedCondition } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/database.ts';
import { auditOf } from '../../platform/database/operator-audit.ts';
import { MANIFEST_FILE } from '../../formats/exports/format.ts';
import { RUNNING, type ExportRow } from './tables.ts';

/** An export, and who it belongs to: the administrator with whose rights the operator started it. */
export type OperatorExport = Pick<ExportRow, 'id' | 'tenant' | 'status' | 'errorMessage'> & {
  caller: Caller;
  manifestSha256: string;
};

/**
 * Starts an export of a tenancy for the operator, with the rights of one of its administrators, an application if there
 * is one. The caller queues the job. Returns the id. Throws 404 for an unknown tenancy, 409 if it has no administrator,
 * 429 while one runs.
 */
export async function startExport(db: Database, tenant: string, blobs: boolean, requestId: string): Promise<string> {
  const [known, administrators] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM tenants WHERE id = ${tenant}`),
    db.sql<{ issuer: string; subject: string }>(sql`SELECT d.issuer, d.subject FROM administrators d
      LEFT JOIN applications a ON d.issuer = ${APPLICATION_ISSUER} AND a.id = d.subject AND a.tenant = d.tenant
      LEFT JOIN members m ON m.tenant = d.tenant AND m.issuer = d.issuer AND m.subject = d.subject
      WHERE d.tenant = ${tenant} AND (a.id IS NOT NULL OR m.id IS NOT NULL) ORDER BY a.id IS NULL, d.position LIMIT 1`),
  ]);
  if (known.length === 0) throw notFound(`tenant/${tenant}`);
  const [administrator] = administrators;
  if (!administrator)
    throw new ServiceError('conflict', 'the tenancy has no administrator with whose rights it could be exported');
  const [id, now] = [uuidIn(tenant), nowMicros()];
  await db
    .commitAudited([
      assert(db, 'exports_running', sql`NOT EXISTS (SELECT 1 FROM exports WHERE tenant = ${tenant} AND ${RUNNING})`),
      db.sql(sql`INSERT INTO exports (id, tenant, display_name, blobs, issuer, subject, status, error_message, step,
        progress, log, failures, touched_us, created_us, stored, deleted, revision)
        VALUES (${id}, ${tenant}, 'Export by the operator', ${Number(blobs)}, ${administrator.issuer},
          ${administrator.subject}, 'PENDING', '', 0, '', '', 0, ${now}, ${now}, 1, 0, 1)`),
      auditOf(db, tenant, 'exportTenant', requestId, sql``),
    ])
    .catch((error: unknown) =>
      onFailedCondition(error, {
        exports_running: new ServiceError('rate_limited', 'an export of the tenancy is running', {
          headers: { 'retry-after': '60' },
        }),
      }),
    );
  return id;
}

/** Throws 404 for an export that does not exist or was deleted. */
export async function readForOperator(db: Database, id: string): Promise<OperatorExport> {
  const [rows] = await db.batch([
    db.sql<Omit<OperatorExport, 'caller'> & { issuer: string; subject: string }>(sql`SELECT x.id, x.tenant, x.status,
      x.error_message AS errorMessage, x.issuer, x.subject, coalesce((SELECT f.sha256 FROM export_files f
        WHERE f.export = x.id AND f.name = ${MANIFEST_FILE}), '') AS manifestSha256
      FROM exports x WHERE x.id = ${id} AND x.deleted = 0`),
  ]);
  const [row] = rows;
  if (!row) throw notFound(`exports/${id}`);
  const { issuer, subject, ...rest } = row;
  return { ...rest, caller: { tenant: row.tenant, issuer, subject } };
}
