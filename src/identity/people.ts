import { sql } from 'drizzle-orm';
import type { JWTPayload } from 'jose';
import {
  callerGone,
  principalOf,
  principalsQuery,
  type Caller,
  type Identified,
  type Person,
} from '../access/principal.ts';
import { canonicalJson, sha256Hex } from '../core/digest.ts';
import { invalid, notFound, ServiceError } from '../core/errors.ts';
import { ambient, nowMicros } from '../core/time.ts';
import { foldAscii, speaksForTenant, type TrustedIssuer } from '../core/trust.ts';
import { assert, onFailedCondition, retryUnchanged } from '../store/conditions.ts';
import type { Database, RawStatement } from '../store/database.ts';

/** A tenancy of a person. */
export type Membership = { tenant: string; displayName: string; verifiedDomain: string; administrator: boolean };

/** What is of a token, and not of the person whom it speaks of. E-mail address and groups are attributes of their own. */
const OF_TOKENS = new Set(
  `iss sub aud exp nbf iat jti nonce azp at_hash c_hash s_hash sid auth_time acr amr typ cnf client_id scope scp ver
  email email_verified`.split(/\s+/),
);
/** As it can be stored and shown in a line. */
const clean = (text: string): string => text.toWellFormed().replace(/\p{Cc}/gu, ' ');
/** Characters of a name; half of one that takes two is not left. */
const NAME = 128;
const nameOf = (text: string): string =>
  clean(text)
    .slice(0, NAME)
    .replace(/[\ud800-\udbff]$/, '');

/** Reads who a token's claims speak of. Claims that are no texts, numbers, booleans or lists of them are left out. */
export function personIn(
  claims: JWTPayload & { sub: string; iat: number },
  email: string,
  issuer: TrustedIssuer,
): Person {
  const { groupsClaim } = issuer;
  const values = (claim: unknown): string[] =>
    (Array.isArray(claim) ? claim : [claim]).flatMap((value: unknown) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [clean(String(value))] : [],
    );
  const attributes: Person['attributes'] = [
    ['email', foldAscii(email)],
    ...(groupsClaim === undefined ? [] : values(claims[groupsClaim]).map((v): [string, string] => ['group', v])),
    ...Object.entries(claims)
      .filter(([name]) => !OF_TOKENS.has(name) && name !== groupsClaim && !name.startsWith('jit_'))
      .flatMap(([name, claim]) => values(claim).map((v): [string, string] => [`jwt_${clean(name)}`, v])),
  ];
  const { name } = claims;
  return {
    issuer,
    subject: claims.sub,
    email,
    displayName: nameOf(typeof name === 'string' && name !== '' ? name : email),
    attributes,
    toldAt: claims.iat,
  };
}

type MembershipRow = Omit<Membership, 'administrator'> & {
  administrator: number;
  /** `iat` of the token that the member's row is of; null where there is no row yet. */
  toldAt: number | null;
  /** Whether the row says what the token does. */
  same: number | null;
  /** Whether they are expected as an administrator, by e-mail address. */
  expected: number;
};

/** Whether no later token of a person has named another e-mail address: an address that they had is no longer theirs. */
const isCurrent = ({ issuer, subject, email, toldAt }: Person) =>
  sql`NOT EXISTS (SELECT 1 FROM members n WHERE n.issuer = ${issuer.issuer} AND n.subject = ${subject}
    AND n.told_at > ${toldAt} AND n.email <> ${email})`;

/** Whether a member's row says of a person what their token does. */
const says = ({ displayName, email, attributes }: Person) =>
  sql`(display_name = ${displayName} AND email = ${email} COLLATE BINARY AND attributes = ${JSON.stringify(attributes)})`;

/** The tenancies of a person, by name. */
function tenanciesQuery(db: Database, person: Person): RawStatement<MembershipRow> {
  const { subject, email } = person;
  const { issuer } = person.issuer;
  return db.sql<MembershipRow>(sql`
      SELECT t.id AS tenant, t.display_name AS displayName, t.verified_domain AS verifiedDomain, m.told_at AS toldAt,
        m.same AS same, max(w.administrator) AS administrator, max(w.expected) AS expected
      FROM (SELECT tenant, 1 AS administrator, subject = '' AS expected FROM administrators
          WHERE issuer = ${issuer} AND (subject = ${subject} OR subject = '' AND email = ${email} AND ${isCurrent(person)})
        UNION ALL SELECT tenant, 0, 0 FROM members WHERE issuer = ${issuer} AND subject = ${subject} AND invited = 1) w
      JOIN tenants t ON t.id = w.tenant
      LEFT JOIN (SELECT tenant, told_at, ${says(person)} AS same FROM members WHERE issuer = ${issuer} AND subject = ${subject}) m
        ON m.tenant = t.id
      GROUP BY t.id ORDER BY t.display_name, t.id`);
}

/** Those of them that their issuer may speak for. */
async function tenanciesOf(db: Database, person: Person): Promise<MembershipRow[]> {
  const [rows] = await db.batch([tenanciesQuery(db, person)]);
  return rows.filter(({ tenant }) => speaksForTenant(person.issuer, tenant));
}

const membershipOf = ({ tenant, displayName, verifiedDomain, administrator }: MembershipRow): Membership => ({
  tenant,
  displayName,
  verifiedDomain,
  administrator: administrator === 1,
});

/** The tenancies of whoever has a token, by name: of an application one, of a person any number. */
export async function membershipsOf(db: Database, who: Identified): Promise<Membership[]> {
  if ('person' in who) return (await tenanciesOf(db, who.person)).map(membershipOf);
  const caller = who.application;
  const [principals, tenants] = await db.batch([
    principalsQuery(db, [caller]),
    db.sql<Omit<Membership, 'administrator'>>(sql`SELECT id AS tenant, display_name AS displayName,
      verified_domain AS verifiedDomain FROM tenants WHERE id = ${caller.tenant}`),
  ]);
  const principal = principalOf(caller, principals);
  if (!principal) throw callerGone(caller);
  return tenants.map((tenant) => ({ ...tenant, administrator: principal.administrator }));
}

/**
 * The caller that a person is in the tenancy that they name, or in their only one; what their token says of them
 * is kept where it is news. Throws 403 for who is a member of none or not of that one, 400 where they must name one.
 */
export function enter(db: Database, person: Person, named: string | undefined, requestId: string): Promise<Caller> {
  return retryUnchanged(() => tryToEnter(db, person, named, requestId));
}

async function tryToEnter(db: Database, person: Person, named: string | undefined, requestId: string): Promise<Caller> {
  const rows = await tenanciesOf(db, person);
  if (rows.length === 0) throw new ServiceError('forbidden', 'the caller is not a member of any tenancy');
  if (named === undefined && rows.length > 1)
    throw invalid([
      { field: TENANT_HEADER, description: 'the caller is a member of several tenancies: name one as tenant/<uuid>' },
    ]);
  const chosen = named === undefined ? rows[0] : rows.find(({ tenant }) => tenant === named);
  if (!chosen) throw new ServiceError('forbidden', 'the caller is not a member of this tenancy');
  if (chosen.toldAt === null || chosen.expected === 1) await admitAdministrator(db, person, chosen.tenant, requestId);
  else if (chosen.toldAt < person.toldAt || (chosen.toldAt === person.toldAt && chosen.same === 0))
    await db.batch([toldOf(db, person, chosen.tenant)]);
  return { tenant: chosen.tenant, issuer: person.issuer.issuer, subject: person.subject };
}

/** The header by which a member of several tenancies names one. */
export const TENANT_HEADER = 'x-tenant';

/** Keeps what a token says of a member, unless a later one has said it already. */
function toldOf(db: Database, person: Person, tenant: string): RawStatement<never> {
  const { displayName, email, attributes, subject, toldAt } = person;
  return db.sql(sql`UPDATE members SET revision = revision + (NOT ${says(person)}), display_name = ${displayName},
    email = ${email}, attributes = ${JSON.stringify(attributes)}, told_at = ${toldAt}
    WHERE tenant = ${tenant} AND issuer = ${person.issuer.issuer} AND subject = ${subject} AND told_at <= ${toldAt}`);
}

/** Writes the row of a member; where there is one, only whether they are invited is added. */
function memberRow(db: Database, person: Person, tenant: string, invited: boolean): RawStatement<never> {
  const { subject, displayName, email, attributes, toldAt } = person;
  return db.sql(sql`INSERT INTO members (id, tenant, issuer, subject, display_name, email, attributes, invited, told_at, created_us)
    VALUES (${ambient.uuid()}, ${tenant}, ${person.issuer.issuer}, ${subject}, ${displayName}, ${email},
      ${JSON.stringify(attributes)}, ${Number(invited)}, ${toldAt}, ${nowMicros()})
    ON CONFLICT (issuer, subject, tenant) DO UPDATE SET invited = max(invited, excluded.invited), revision = revision + 1`);
}

/**
 * The first time that an administrator signs in: from now on their subject says who they are, not their e-mail
 * address. Its condition `unchanged` fails where somebody else was first.
 */
async function admitAdministrator(db: Database, person: Person, tenant: string, requestId: string): Promise<void> {
  const { issuer } = person.issuer;
  const { subject, email } = person;
  const named = sql`tenant = ${tenant} AND issuer = ${issuer}`;
  const expected = sql`${named} AND subject = '' AND email = ${email}`;
  await db.batch([
    assert(
      db,
      'unchanged',
      sql`EXISTS (SELECT 1 FROM administrators WHERE ${expected})
        OR EXISTS (SELECT 1 FROM administrators WHERE ${named} AND subject = ${subject})
          AND NOT EXISTS (SELECT 1 FROM members WHERE ${named} AND subject = ${subject})`,
    ),
    db.sql(sql`UPDATE tenants SET revision = revision + 1 WHERE id = ${tenant}
      AND EXISTS (SELECT 1 FROM administrators WHERE ${expected})`),
    db.sql(sql`UPDATE administrators SET subject = ${subject} WHERE ${expected}
      AND NOT EXISTS (SELECT 1 FROM administrators WHERE ${named} AND subject = ${subject})`),
    db.sql(sql`DELETE FROM administrators WHERE ${expected}`),
    memberRow(db, person, tenant, false),
    audit(db, person, tenant, 'enterTenancy', `tenant/${tenant}`, requestId),
  ]);
}

/**
 * Makes a person a member of the tenancy that invites them; the invite is gone then. Throws 404 for an invite that
 * does not exist, is over, or is another person's: nobody learns which.
 */
export async function acceptInvite(
  db: Database,
  person: Person,
  invite: string,
  requestId: string,
): Promise<Membership> {
  const [rows] = await db.batch([
    db.sql<{ tenant: string }>(sql`SELECT tenant FROM invites WHERE ${acceptable(invite, person)}`),
  ]);
  const tenant = rows[0]?.tenant;
  if (tenant === undefined || !speaksForTenant(person.issuer, tenant)) throw notFound(`invites/${invite}`);
  const [, , , , joined] = await db
    .batch([
      assert(db, 'invite', sql`EXISTS (SELECT 1 FROM invites WHERE ${acceptable(invite, person)})`),
      memberRow(db, person, tenant, true),
      db.sql(sql`DELETE FROM invites WHERE id = ${invite}`),
      audit(db, person, tenant, 'acceptInvite', `invites/${invite}`, requestId),
      tenanciesQuery(db, person),
    ])
    .catch((error: unknown) => onFailedCondition(error, { invite: notFound(`invites/${invite}`) }));
  return membershipOf(joined.find((membership) => membership.tenant === tenant)!);
}

const acceptable = (invite: string, person: Person) =>
  sql`id = ${invite} AND email = ${person.email} AND expires_us > ${nowMicros()} AND ${isCurrent(person)}`;

function audit(
  db: Database,
  { issuer, subject, email }: Person,
  tenant: string,
  operation: string,
  resource: string,
  requestId: string,
): RawStatement<never> {
  return db.sql(sql`INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash, request_id)
    VALUES (${ambient.uuid()}, ${tenant}, ${nowMicros()}, ${issuer.issuer}, ${subject}, ${operation}, ${resource}, '',
      ${sha256Hex(canonicalJson({ tenant, issuer: issuer.issuer, subject, email }))}, ${requestId})`);
}
