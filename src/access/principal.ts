import { sql, type SQL } from 'drizzle-orm';
import { ServiceError } from '../core/errors.ts';
import type { TrustedIssuer } from '../core/trust.ts';
import { assert } from '../store/conditions.ts';
import type { Database, RawStatement } from '../store/database.ts';

/**
 * How the service's own issuer (`{origin}/appidpv1`) is stored, so that records survive a change of
 * ORIGIN; rendered and recognised at the edge.
 */
export const APPLICATION_ISSUER = 'appidp';

/** Who a verified token says is calling. No right follows from it: rights are read with the data. */
export type Caller = { tenant: string; issuer: string; subject: string };

/** What a verified token says of a person, who may be a member of several tenancies, or of none. */
export type Person = {
  issuer: TrustedIssuer;
  subject: string;
  email: string;
  displayName: string;
  /** What policies may name of them: `email`, `group`, `jwt_<claim>`, with each value. */
  attributes: [attribute: string, value: string][];
  /** `iat` of the token, in seconds. */
  toldAt: number;
};

/** Who has a token: an application, which is of one tenancy, or a person. */
export type Identified = { application: Caller } | { person: Person };

/** A caller as the database knows them at this moment. */
export type Principal = Caller & {
  displayName: string;
  email: string;
  administrator: boolean;
  /** Whether another tenancy shares anything with the caller's. */
  shared: boolean;
  /** The wallet address of the caller's tenant. */
  wallet: string;
  /** Of the caller's row: unchanged means that name and claims are. */
  revision: number;
  /** Of the tenant: unchanged means that its policies and subjects are. */
  accessRevision: number;
};

type PrincipalRow = Omit<Principal, 'administrator' | 'shared'> & { administrator: number; shared: number };

const isApplication = ({ issuer }: Caller): boolean => issuer === APPLICATION_ISSUER;

/** Where callers of a kind have their row, as `p`, and what of it says who they are. */
type Kind = { table: SQL; issuer: SQL; subject: SQL; email: SQL; present: SQL };
const APPLICATIONS: Kind = {
  table: sql`applications`,
  issuer: sql`'${sql.raw(APPLICATION_ISSUER)}'`,
  subject: sql`p.id`,
  email: sql`''`,
  present: sql`1`,
};
const PEOPLE: Kind = {
  table: sql`members`,
  issuer: sql`p.issuer`,
  subject: sql`p.subject`,
  email: sql`p.email`,
  present: isMember(sql`p`),
};

/** Callers by kind; only kinds that have some, so that the common statement is short. */
function kindsOf<C extends Caller>(callers: readonly C[]): { kind: Kind; callers: C[] }[] {
  return [
    { kind: APPLICATIONS, callers: callers.filter(isApplication) },
    { kind: PEOPLE, callers: callers.filter((caller) => !isApplication(caller)) },
  ].filter((each) => each.callers.length > 0);
}

const none = (): SQL => sql`SELECT NULL WHERE 0`;

/** Reads the principals of `callers`, in any order; a caller whose application or membership is gone has no row. */
export function principalsQuery(db: Database, callers: readonly Caller[]): RawStatement<PrincipalRow> {
  const parts = kindsOf(callers).map(
    ({ kind, callers: some }) => sql`SELECT p.tenant AS tenant, ${kind.issuer} AS issuer, ${kind.subject} AS subject,
      p.display_name AS displayName, ${kind.email} AS email, t.wallet_address AS wallet, p.revision AS revision,
      t.access_revision AS accessRevision,
      EXISTS (SELECT 1 FROM subjects s CROSS JOIN policy_subjects g ON g.subject = s.id AND g.tenant = s.tenant
        WHERE s.remote = p.tenant AND s.confirmed = 1) AS shared,
      ${isAdministrator(sql`p.tenant`, kind.issuer, kind.subject)} AS administrator
    FROM ${rowsOf(kind, some)} JOIN tenants t ON t.id = p.tenant WHERE ${present(kind, some)}`,
  );
  return db.sql<PrincipalRow>(parts.length > 0 ? sql.join(parts, sql` UNION ALL `) : none());
}

function rowsOf(kind: Kind, callers: readonly Caller[]): SQL {
  // One caller, the common case, needs no list.
  if (callers.length === 1) return sql`${kind.table} p`;
  return sql`(${callersRows(callers)}) c CROSS JOIN ${kind.table} p`;
}

function present(kind: Kind, callers: readonly Caller[]): SQL {
  const [only, ...others] = callers;
  const same =
    only && others.length === 0
      ? sql`${kind.subject} = ${only.subject} AND p.tenant = ${only.tenant} AND ${kind.issuer} = ${only.issuer}`
      : sql`${kind.subject} = c.subject AND p.tenant = c.tenant AND ${kind.issuer} = c.issuer`;
  return sql`${same} AND ${kind.present}`;
}

/** Whether there is a caller still: an application, or a person who is a member. */
export function isPresent(caller: Caller): SQL {
  const kind = isApplication(caller) ? APPLICATIONS : PEOPLE;
  return sql`EXISTS (SELECT 1 FROM ${rowsOf(kind, [caller])} WHERE ${present(kind, [caller])})`;
}

/** The error for a caller that is no more: 401 for a token that outlived its application, 403 for a former member. */
export const callerGone = (caller: Caller): ServiceError =>
  isApplication(caller)
    ? new ServiceError('unauthenticated', 'the application of this token no longer exists', {
        headers: { 'www-authenticate': INVALID_TOKEN },
      })
    : new ServiceError('forbidden', 'the caller is not a member of this tenancy');

/** RFC 6750 3.1. */
export const INVALID_TOKEN = 'Bearer realm="archivist", error="invalid_token"';

/** The principal of one caller among the rows of `principalsQuery`, or undefined when it is gone. */
export function principalOf(caller: Caller, rows: readonly PrincipalRow[]): Principal | undefined {
  const row = rows.find(
    (r) => r.tenant === caller.tenant && r.issuer === caller.issuer && r.subject === caller.subject,
  );
  return row && { ...row, administrator: row.administrator === 1, shared: row.shared === 1 };
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
  const same = kindsOf(principals).map(({ kind, callers }) => {
    const expected = callers.map(({ tenant, issuer, subject, revision, administrator }) => [
      tenant,
      issuer,
      subject,
      revision,
      Number(administrator),
    ]);
    return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(expected)}) c WHERE NOT EXISTS (SELECT 1 FROM ${kind.table} p
      WHERE p.tenant = c.value ->> 0 AND ${kind.issuer} = c.value ->> 1 AND ${kind.subject} = c.value ->> 2
      AND p.revision = c.value ->> 3 AND ${kind.present}
      AND ${isAdministrator(sql`p.tenant`, kind.issuer, kind.subject)} = c.value ->> 4))`;
  });
  if (revisions.length > 0)
    same.push(sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(revisions)}) v
      WHERE NOT EXISTS (SELECT 1 FROM tenants t WHERE t.id = v.value ->> 0 AND t.access_revision = v.value ->> 1))`);
  return assert(db, 'principals', same.length > 0 ? sql.join(same, sql` AND `) : sql`1`);
}

/** Callers as rows (caller, tenant, issuer, subject); `caller` is the place in the list. */
export const callersRows = (callers: readonly Caller[]): SQL =>
  sql`SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject
    FROM json_each(${JSON.stringify(callers.map(({ tenant, issuer, subject }) => ({ tenant, issuer, subject })))})`;

/**
 * What policies may name of callers, as rows (caller, tenant, issuer, subject, attribute, value):
 * `subject`, `email`, `group` and `jwt_<claim>`; e-mail addresses in lower case. All of it comes from the caller's
 * row, so that a removed claim stops acting at once; an application's group is its custom claim `group`.
 */
export function userAttributes(callers: readonly Caller[]): SQL {
  // A caller's place counts in the whole list, whatever kind the others are.
  const all = sql`(${callersRows(callers)}) c`;
  const applications = sql`${all} CROSS JOIN applications p ON p.id = c.subject AND p.tenant = c.tenant`;
  const own = sql`c.issuer = '${sql.raw(APPLICATION_ISSUER)}'`;
  const who = sql`c.caller, c.tenant, c.issuer, c.subject`;
  const parts: SQL[] = [];
  if (callers.some(isApplication))
    parts.push(
      sql`SELECT ${who}, 'subject' AS attribute, c.subject AS value FROM ${applications} WHERE ${own}`,
      sql`SELECT ${who}, CASE k.value WHEN 1 THEN 'jwt_' || j.key ELSE 'group' END AS attribute, j.value AS value
      FROM ${applications} CROSS JOIN json_each(p.custom_claims) j CROSS JOIN json_each('[1,2]') k
      WHERE ${own} AND (k.value = 1 OR j.key = 'group')`,
    );
  if (!callers.every(isApplication))
    parts.push(sql`SELECT ${who}, j.value ->> 0 AS attribute, j.value ->> 1 AS value
      FROM ${all} CROSS JOIN members p ON p.issuer = c.issuer AND p.subject = c.subject AND p.tenant = c.tenant
      CROSS JOIN json_each(p.attributes) j WHERE ${PEOPLE.present}`);
  return sql.join(parts, sql` UNION ALL `);
}

/** The permissions that name callers as users of their tenancy: rows (caller, tenant, issuer, subject, policy, item). */
export const permissionsOf = (callers: readonly Caller[]): SQL =>
  sql`SELECT w.caller, w.tenant, w.issuer, w.subject, u.policy, u.item FROM (${userAttributes(callers)}) w CROSS JOIN policy_users u
    WHERE u.tenant = w.tenant AND u.attribute = w.attribute AND u.value = w.value
    GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)`;

/** Whether the caller administers their tenancy. */
export const administers = ({ tenant, issuer, subject }: Caller): SQL =>
  isAdministrator(sql`${tenant}`, sql`${issuer}`, sql`${subject}`);

/** Whether a row of `members`, by the name it has in the query, is a member's: who was not invited is one as an administrator only. */
export function isMember(row: SQL): SQL {
  return sql`(${row}.invited = 1 OR ${isAdministrator(sql`${row}.tenant`, sql`${row}.issuer`, sql`${row}.subject`)})`;
}

function isAdministrator(tenant: SQL, issuer: SQL, subject: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = ${tenant} AND d.issuer = ${issuer} AND d.subject = ${subject})`;
}
