import { sql, type SQL } from 'drizzle-orm';
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
  /** Whether another tenancy shares anything with the caller's. */
  shared: boolean;
  claims: Record<string, string>;
  /** The wallet address of the caller's tenant. */
  wallet: string;
  /** Of the application's row: unchanged means that name and claims are. */
  revision: number;
  /** Of the tenant: unchanged means that its policies and subjects are. */
  accessRevision: number;
};

type PrincipalRow = Omit<Principal, 'administrator' | 'shared' | 'claims'> & {
  administrator: number;
  shared: number;
  claims: string;
};

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
      t.access_revision AS accessRevision,
      EXISTS (SELECT 1 FROM subjects s CROSS JOIN policy_subjects p ON p.subject = s.id AND p.tenant = s.tenant
        WHERE s.remote = a.tenant AND s.confirmed = 1) AS shared,
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
    row && {
      ...row,
      administrator: row.administrator === 1,
      shared: row.shared === 1,
      claims: JSON.parse(row.claims) as Record<string, string>,
    }
  );
}

/**
 * The condition `principals`: each of these is still exactly what it was when it was read. With it a
 * batch can act on rights that are remembered, because it happens only where they hold. `revisions`
 * says the same of the policies that the rights come from.
 */
export function assertPrincipals(
  db: Database,
  principals: readonly Principal[],
  revisions: readonly [tenant: string, accessRevision: number][],
): RawStatement<never> {
  const expected = principals.map(({ tenant, subject, revision, administrator }) => [
    tenant,
    subject,
    revision,
    Number(administrator),
  ]);
  const policies =
    revisions.length === 0
      ? sql``
      : sql` AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(revisions)}) v
          WHERE NOT EXISTS (SELECT 1 FROM tenants t WHERE t.id = v.value ->> 0 AND t.access_revision = v.value ->> 1))`;
  return assert(
    db,
    'principals',
    sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(expected)}) c WHERE NOT EXISTS (SELECT 1 FROM applications a
      WHERE a.id = c.value ->> 1 AND a.tenant = c.value ->> 0 AND a.revision = c.value ->> 2
      AND EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = a.tenant AND d.issuer = ${APPLICATION_ISSUER}
        AND d.subject = a.id) = c.value ->> 3))${policies}`,
  );
}

/** Callers as rows (caller, tenant, issuer, subject); `caller` is the place in the list. */
export const callersRows = (callers: readonly Caller[]): SQL =>
  sql`SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject
    FROM json_each(${JSON.stringify(callers.map(({ tenant, issuer, subject }) => ({ tenant, issuer, subject })))})`;

/**
 * What policies may name of callers, as rows (caller, tenant, issuer, subject, attribute, value):
 * `subject`, `email`, `group` and `jwt_<claim>`; e-mail addresses in lower case. Of an application all of
 * it comes from its row, so that a removed claim stops acting at once; its group is its custom claim `group`.
 */
export function userAttributes(callers: readonly Caller[]): SQL {
  const applications = sql`(${callersRows(callers)}) c CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant`;
  return sql`SELECT c.caller, c.tenant, c.issuer, c.subject, 'subject' AS attribute, c.subject AS value
      FROM ${applications} WHERE c.issuer = '${sql.raw(APPLICATION_ISSUER)}'
    UNION ALL SELECT c.caller, c.tenant, c.issuer, c.subject, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END, j.value
      FROM ${applications} CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]') k
      WHERE c.issuer = '${sql.raw(APPLICATION_ISSUER)}' AND (k.value = 1 OR j.key = 'group')`;
}

/** The permissions that name callers as users of their tenancy: rows (caller, tenant, issuer, subject, policy, item). */
export const permissionsOf = (callers: readonly Caller[]): SQL =>
  sql`SELECT w.caller, w.tenant, w.issuer, w.subject, u.policy, u.item FROM (${userAttributes(callers)}) w CROSS JOIN policy_users u
    WHERE u.tenant = w.tenant AND u.attribute = w.attribute AND u.value = w.value
    GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)`;

/** Whether the caller administers their tenancy. */
export function administers({ tenant, issuer, subject }: Caller): SQL {
  return sql`EXISTS (SELECT 1 FROM administrators WHERE tenant = ${tenant} AND issuer = ${issuer} AND subject = ${subject})`;
}
