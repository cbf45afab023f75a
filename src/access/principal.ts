import { sql } from 'drizzle-orm';
import { assert } from '../store/conditions.ts';
import type { Database, RawStatement } from '../store/database.ts';

/**
 * How the service's own issuer (`{origin}/appidpv1`) is stored, so that records survive a change of
 * ORIGIN; rendered and recognised at the edge.
 */
export const APPLICATION_ISSUER = 'appidp';

/** Who a verified token says is calling. No right follows from it: rights are read with the data. */
export type Caller = { tenant: string; issuer: string; subject: string };

/** A caller as the database knows them at this moment. */
export type Principal = Caller & {
  displayName: string;
  email: string;
  administrator: boolean;
  claims: Record<string, string>;
  /** The wallet address of the caller's tenant. */
  wallet: string;
  /** Of the application's row: unchanged means that name and claims are. */
  revision: number;
};

type PrincipalRow = Omit<Principal, 'administrator' | 'claims'> & { administrator: number; claims: string };

/** Reads the principals of `callers`, in any order; a caller whose application is gone has no row. */
export function principalsQuery(db: Database, callers: readonly Caller[]): RawStatement<PrincipalRow> {
  const [only, ...others] = callers;
  // One caller, the common case, needs no list.
  const from =
    only && others.length === 0
      ? sql`applications a JOIN tenants t ON t.id = a.tenant
          WHERE a.id = ${only.subject} AND a.tenant = ${only.tenant} AND ${only.issuer} = ${APPLICATION_ISSUER}`
      : sql`json_each(${JSON.stringify(callers)}) c
          JOIN applications a ON a.id = c.value ->> 'subject' AND a.tenant = c.value ->> 'tenant'
          JOIN tenants t ON t.id = a.tenant
          WHERE c.value ->> 'issuer' = ${APPLICATION_ISSUER}`;
  return db.sql<PrincipalRow>(sql`
    SELECT a.tenant AS tenant, ${APPLICATION_ISSUER} AS issuer, a.id AS subject, a.display_name AS displayName,
      '' AS email, a.custom_claims AS claims, t.wallet_address AS wallet, a.revision AS revision,
      EXISTS (SELECT 1 FROM administrators d
        WHERE d.tenant = a.tenant AND d.issuer = ${APPLICATION_ISSUER} AND d.subject = a.id) AS administrator
    FROM ${from}`);
}

/** The principal of one caller among the rows of `principalsQuery`, or undefined when it is gone. */
export function principalOf(caller: Caller, rows: readonly PrincipalRow[]): Principal | undefined {
  const row = rows.find(
    (r) => r.tenant === caller.tenant && r.issuer === caller.issuer && r.subject === caller.subject,
  );
  return (
    row && { ...row, administrator: row.administrator === 1, claims: JSON.parse(row.claims) as Record<string, string> }
  );
}

/**
 * The condition `principals`: each of these is still exactly what it was when it was read. With it a
 * batch can act on rights that are remembered, because it happens only where they hold.
 */
export function assertPrincipals(db: Database, principals: readonly Principal[]): RawStatement<never> {
  const expected = principals.map(({ tenant, subject, revision, administrator }) => [
    tenant,
    subject,
    revision,
    Number(administrator),
  ]);
  return assert(
    db,
    'principals',
    sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(expected)}) c WHERE NOT EXISTS (SELECT 1 FROM applications a
      WHERE a.id = c.value ->> 1 AND a.tenant = c.value ->> 0 AND a.revision = c.value ->> 2
      AND EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = a.tenant AND d.issuer = ${APPLICATION_ISSUER}
        AND d.subject = a.id) = c.value ->> 3))`,
  );
}
