import { sql, type SQL } from 'drizzle-orm';
import { ServiceError, TENANCY_SUSPENDED } from '../lib/errors.ts';
import type { TrustedIssuer } from '../lib/trusted-issuers.ts';
import { textOf, type Database, type RawStatement } from '../platform/database/database.ts';
import { INVALID_TOKEN } from './errors.ts';

/**
 * The stored form of the service's own issuer, `{origin}/appidpv1`, so that records survive a change of ORIGIN. It is
 * converted at the edge.
 */
export const APPLICATION_ISSUER = 'appidp';

/** The caller that a verified token names. It grants nothing: rights are read with the data. */
export type Caller = { tenant: string; issuer: string; subject: string };

/** A person that a verified token describes. They may be a member of several tenancies, or of none. */
export type Person = {
  issuer: TrustedIssuer;
  subject: string;
  email: string;
  displayName: string;
  /** The attributes that policies can name: `email`, `group`, `jwt_<claim>`, with each value. */
  attributes: [attribute: string, value: string][];
  /** `iat` of the token, in seconds. */
  toldAt: number;
};

/** The holder of a token: an application, which belongs to one tenancy, or a person. */
export type Identified = { application: Caller } | { person: Person };

/** A caller as in the database. */
export type Principal = Caller & {
  displayName: string;
  email: string;
  administrator: boolean;
  /** Whether it is a member with the role of auditor: reads what administrators read, and changes nothing. */
  auditor: boolean;
  /** Whether the tenancy is suspended: nobody of it writes. */
  suspended: boolean;
  /** Whether another tenancy shares anything with the caller's tenancy. */
  shared: boolean;
  /** The wallet address of the caller's tenant. */
  wallet: string;
  /** The revision of the caller's row: it changes with their name and claims. */
  revision: number;
  /** The access revision of the tenant: it changes with its policies, subjects, default mechanism and signed types. */
  accessRevision: number;
  /** The proof mechanism of the tenant's new assets whose creation names none; null: that of the service. */
  defaultMechanism: string | null;
  /** The display types of the tenant's assets whose events must be signed by their authors. */
  signedTypes: string[];
};

type Flag = 'administrator' | 'auditor' | 'shared' | 'suspended';
type PrincipalRow = Omit<Principal, Flag | 'signedTypes'> & Record<Flag, number> & { signedTypes: string };

const isApplication = ({ issuer }: Caller): boolean => issuer === APPLICATION_ISSUER;

/** The table of a kind of callers, with the alias `p`, and the columns that identify them. */
type CallerKind = {
  table: SQL;
  issuer: SQL;
  subject: SQL;
  email: SQL;
  present: SQL;
  /** Whether they have the role of auditor, which members have. */
  auditor: SQL;
};
const APPLICATIONS: CallerKind = {
  table: sql`applications`,
  issuer: sql`'${sql.raw(APPLICATION_ISSUER)}'`,
  subject: sql`p.id`,
  email: sql`''`,
  present: sql`1`,
  auditor: sql`0`,
};
const PEOPLE: CallerKind = {
  table: sql`members`,
  issuer: sql`p.issuer`,
  subject: sql`p.subject`,
  email: sql`p.email`,
  present: isMember(sql`p`),
  auditor: isAuditor(sql`p`),
};

/** Callers by kind, without empty kinds, so that the most frequent statement is short. */
function kindsOf<C extends Caller>(callers: readonly C[]): { kind: CallerKind; callers: C[] }[] {
  return [
    { kind: APPLICATIONS, callers: callers.filter(isApplication) },
    { kind: PEOPLE, callers: callers.filter((caller) => !isApplication(caller)) },
  ].filter((each) => each.callers.length > 0);
}

const none = (): SQL => sql`SELECT NULL WHERE 0`;

const principalsIn = (
  kind: CallerKind,
  from: SQL,
  where: SQL,
): SQL => sql`SELECT p.tenant AS tenant, ${kind.issuer} AS issuer, ${kind.subject} AS subject,
      p.display_name AS displayName, ${kind.email} AS email, t.wallet_address AS wallet, p.revision AS revision,
      t.access_revision AS accessRevision, t.default_mechanism AS defaultMechanism,
      t.require_signature AS signedTypes, ${kind.auditor} AS auditor,
      t.suspended_us IS NOT NULL AS suspended,
      EXISTS (SELECT 1 FROM subjects s CROSS JOIN policy_subjects g ON g.subject = s.id AND g.tenant = s.tenant
        WHERE s.remote = p.tenant AND s.confirmed = 1) AS shared,
      ${isAdministrator(sql`p.tenant`, kind.issuer, kind.subject)} AS administrator
    FROM ${from} JOIN tenants t ON t.id = p.tenant WHERE ${where}`;

/** The query for one caller: ?1 subject, ?2 tenant, ?3 issuer. Every read has it, so its text is built once. */
const principalOfOne = (kind: CallerKind): string => {
  const named = sql`${kind.subject} = ?1 AND p.tenant = ?2 AND ${kind.issuer} = ?3`;
  return textOf(principalsIn(kind, sql`${kind.table} p`, sql`${named} AND ${kind.present}`));
};
const ONE_APPLICATION = principalOfOne(APPLICATIONS);
const ONE_PERSON = principalOfOne(PEOPLE);

/** Reads the principals of callers, in any order. A deleted application or a former member has no row. */
export function principalsQuery(db: Database, callers: readonly Caller[]): RawStatement<PrincipalRow> {
  const [only] = callers;
  if (only && callers.length === 1) {
    const text = isApplication(only) ? ONE_APPLICATION : ONE_PERSON;
    return db.text<PrincipalRow>(text, [only.subject, only.tenant, only.issuer]);
  }
  const parts = kindsOf(callers).map(({ kind, callers: some }) =>
    principalsIn(kind, rowsOf(kind, some), present(kind, some)),
  );
  return db.sql<PrincipalRow>(parts.length > 0 ? sql.join(parts, sql` UNION ALL `) : none());
}

function rowsOf(kind: CallerKind, callers: readonly Caller[]): SQL {
  // One caller, the most frequent case, needs no list.
  if (callers.length === 1) return sql`${kind.table} p`;
  return sql`(${callersRows(callers)}) c CROSS JOIN ${kind.table} p`;
}

function present(kind: CallerKind, callers: readonly Caller[]): SQL {
  const [only, ...others] = callers;
  const same =
    only && others.length === 0
      ? sql`${kind.subject} = ${only.subject} AND p.tenant = ${only.tenant} AND ${kind.issuer} = ${only.issuer}`
      : sql`${kind.subject} = c.subject AND p.tenant = c.tenant AND ${kind.issuer} = c.issuer`;
  return sql`${same} AND ${kind.present}`;
}

/** Whether the caller still exists: an application, or a person who is a member. */
export function isPresent(caller: Caller): SQL {
  const kind = isApplication(caller) ? APPLICATIONS : PEOPLE;
  return sql`EXISTS (SELECT 1 FROM ${rowsOf(kind, [caller])} WHERE ${present(kind, [caller])})`;
}

/**
 * The error for a caller that no longer exists: 401 for the token of a deleted application, 403 for a former member.
 */
export const callerGone = (caller: Caller): ServiceError =>
  isApplication(caller)
    ? new ServiceError('unauthenticated', 'the application of this token no longer exists', {
        headers: { 'www-authenticate': INVALID_TOKEN },
      })
    : new ServiceError('forbidden', 'the caller is not a member of this tenancy');

/** The 403 error for a change by an auditor. */
export const changeByAuditor = (): ServiceError =>
  new ServiceError('forbidden', 'the caller is an auditor of the tenancy: auditors read everything and change nothing');

/** Condition: a tenancy is not suspended. */
export const isActive = (tenant: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM tenants WHERE id = ${tenant} AND suspended_us IS NOT NULL)`;

/** The 403 error for writes of members of a suspended tenancy, and for writes to its assets. */
export const tenancySuspended = (): ServiceError => new ServiceError('forbidden', TENANCY_SUSPENDED);

/** The principal of one caller among the rows of `principalsQuery`; undefined if the caller no longer exists. */
export function principalOf(caller: Caller, rows: readonly PrincipalRow[]): Principal | undefined {
  const row = rows.find(
    (r) => r.tenant === caller.tenant && r.issuer === caller.issuer && r.subject === caller.subject,
  );
  return (
    row && {
      ...row,
      administrator: row.administrator === 1,
      auditor: row.auditor === 1,
      shared: row.shared === 1,
      suspended: row.suspended === 1,
      signedTypes: JSON.parse(row.signedTypes) as string[],
    }
  );
}

/**
 * Condition: principals have not changed since they were read, so that rights from memory still hold, and no tenancy is
 * suspended. `principals` is a JSON list of [tenant, issuer, subject, revision, administrator], `revisions` one of
 * [tenant, access revision]: those of the tenants whose policies grant the rights.
 */
export function principalsHold(principals: SQL, revisions: SQL): SQL {
  const [tenant, issuer, subject] = [0, 1, 2].map((i) => sql`c.value ->> ${sql.raw(String(i))}`) as [SQL, SQL, SQL];
  const found = (kind: CallerKind): SQL => sql`EXISTS (SELECT 1 FROM ${kind.table} p WHERE p.tenant = ${tenant}
    AND ${kind.issuer} = ${issuer} AND ${kind.subject} = ${subject} AND p.revision = c.value ->> 3
    AND ${kind.present})`;
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${principals}) c
      WHERE NOT CASE ${issuer} WHEN ${APPLICATIONS.issuer} THEN ${found(APPLICATIONS)} ELSE ${found(PEOPLE)} END
      OR ${isAdministrator(tenant, issuer, subject)} <> c.value ->> 4
      OR EXISTS (SELECT 1 FROM tenants t WHERE t.id = ${tenant} AND t.suspended_us IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM json_each(${revisions}) v
      WHERE NOT EXISTS (SELECT 1 FROM tenants t WHERE t.id = v.value ->> 0 AND t.access_revision = v.value ->> 1))`;
}

/** Callers as rows (caller, tenant, issuer, subject); `caller` is the index in the list. */
export const callersRows = (callers: readonly Caller[]): SQL =>
  sql`SELECT key AS caller, value ->> 'tenant' AS tenant, value ->> 'issuer' AS issuer, value ->> 'subject' AS subject
    FROM json_each(${JSON.stringify(callers.map(({ tenant, issuer, subject }) => ({ tenant, issuer, subject })))})`;

/**
 * The attributes of callers that policies can name, as rows (caller, tenant, issuer, subject, attribute, value):
 * `subject`, `email`, `group` and `jwt_<claim>`; e-mail addresses in lower case. All come from the caller's row, so
 * that removing a claim takes effect at once. The group of an application is its custom claim `group`.
 */
export function userAttributes(callers: readonly Caller[]): SQL {
  // The index of a caller is that in the whole list of both kinds.
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

/**
 * The permissions that name callers as users of their tenancy: rows (caller, tenant, issuer, subject, policy, item).
 */
export const permissionsOf = (callers: readonly Caller[]): SQL =>
  sql`SELECT w.caller, w.tenant, w.issuer, w.subject, u.policy, u.item FROM (${userAttributes(callers)}) w
    CROSS JOIN policy_users u
    WHERE u.tenant = w.tenant AND u.attribute = w.attribute AND u.value = w.value
    GROUP BY w.caller, u.policy, u.item HAVING count(DISTINCT u.clause) = max(u.clauses)`;

/** Whether the caller is an administrator of their tenancy. */
export const administers = ({ tenant, issuer, subject }: Caller): SQL =>
  isAdministrator(sql`${tenant}`, sql`${issuer}`, sql`${subject}`);

/** Whether a row of `members`, named as in the query, is a member: invited, or an administrator. */
export function isMember(row: SQL): SQL {
  return sql`(${row}.invited = 1 OR ${isAdministrator(sql`${row}.tenant`, sql`${row}.issuer`, sql`${row}.subject`)})`;
}

/** Whether the caller may read the tiles and entries of their tenancy's log, without being an administrator. */
export function readsWholeLog(caller: Caller): SQL {
  const kind = isApplication(caller) ? APPLICATIONS : PEOPLE;
  return sql`EXISTS (SELECT 1 FROM ${kind.table} p WHERE ${kind.subject} = ${caller.subject}
    AND p.tenant = ${caller.tenant}
    AND ${kind.issuer} = ${caller.issuer} AND ${kind.present} AND p.auditor)`;
}

/**
 * Whether the caller reads everything in their tenancy: as an administrator, or as a member with the role of auditor.
 */
export const oversees = (caller: Caller): SQL =>
  isApplication(caller)
    ? administers(caller)
    : sql`(${administers(caller)} OR EXISTS (SELECT 1 FROM members p WHERE ${present(PEOPLE, [caller])}
      AND p.auditor = 1))`;

/** Whether the caller may change something: all but members with the role of auditor. */
export const mayChange = (caller: Caller): SQL =>
  isApplication(caller)
    ? sql`1`
    : sql`NOT EXISTS (SELECT 1 FROM members p WHERE ${present(PEOPLE, [caller])} AND ${PEOPLE.auditor})`;

/** Whether a row of `members` has the role of auditor. An administrator is not limited by it. */
function isAuditor(row: SQL): SQL {
  return sql`(${row}.auditor = 1
    AND NOT ${isAdministrator(sql`${row}.tenant`, sql`${row}.issuer`, sql`${row}.subject`)})`;
}

function isAdministrator(tenant: SQL, issuer: SQL, subject: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = ${tenant} AND d.issuer = ${issuer}
    AND d.subject = ${subject})`;
}

/** The stored issuer of a principal -> the issuer in responses: the service's own is rendered from ORIGIN. */
export function renderIssuer(issuer: string, applicationIssuer: string): string {
  return issuer === APPLICATION_ISSUER ? applicationIssuer : issuer;
}
