import { sql, type SQL } from 'drizzle-orm';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import type { Database, RawStatement } from './database.ts';

/** The audit entry of an operation of the operator, for each row of `from`. */
export const auditOf = (
  db: Database,
  tenant: string,
  operation: string,
  requestId: string,
  from: SQL,
): RawStatement<never> =>
  db.sql(sql`INSERT INTO audit_log
    (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash, request_id)
    SELECT ${ambient.uuid()}, ${tenant}, ${nowMicros()}, 'operator', 'operator', ${operation}, ${`tenant/${tenant}`},
      '', ${sha256Hex(canonicalJson({ tenant, operation }))}, ${requestId} ${from}`);
