import { sql, type SQL } from 'drizzle-orm';
import type { JWTPayload } from 'jose';
import {
  callerGone,
  isActive,
  tenancySuspended,
  principalOf,
  principalsQuery,
  type Caller,
  type Identified,
  type Person,
} from '../principal.ts';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { invalid, notFound, ServiceError } from '../../lib/errors.ts';
import { uuidIn } from '../../lib/identifiers.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import { asciiEmail, foldAscii, speaksForTenant, type TrustedIssuer } from '../../lib/trusted-issuers.ts';
import { assert, onFailedCondition, retryUnchanged } from '../../platform/database/conditions.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';

/** A tenancy of which a person is a member. */
export type Membership = { tenant: string; displayName: string; verifiedDomain: string; administrator: boolean };

/**
 * Claims about the token rather than the person; and those that become attributes of their own (e-mail address,
 * groups).
 */
const OF_TOKENS = new Set(
  `iss sub aud exp nbf iat jti nonce azp at_hash c_hash s_hash sid auth_time acr amr typ cnf client_id scope scp ver
  email email_verified`.split(/\s+/),
);
/** Text without lone surrogates and control characters, which can be stored and shown on one line. */
const clean = (text: string): string => text.toWellFormed().replace(/\p{Cc}/gu, ' ');
/** Length of a name in UTF-16 units. A surrogate pair is never split. */
const NAME = 128;
const nameOf = (text: string): string =>
  clean(text)
    .slice(0, NAME)
    .replace(/[\ud800-\udbff]$/, '');

/**
 * The person described by a token's claims, with the address `told`. Claims other than strings, numbers, booleans and
 * lists of these are ignored.
 */
export function personIn(
  claims: JWTPayload & { sub: string; iat: number },
  told: string,
  issuer: TrustedIssuer,
): Person {
  const email = asciiEmail(told);
  const { groupsClaim } = issuer;
  const values = (claim: unknown): string[] =>
    (Array.isArray(claim) ? claim : [claim]).flatMap((value: unknown) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [clean(String(value))] : [],
    );
  const attributes: Person['attributes'] = [
    // Policies of 0.2.0 name an international domain as they were written.
    ...[...new Set([email, told].map(foldAscii))].map((address): [string, string] => ['email', address]),
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
  /** `iat` of the token from which the member's row was written; null: there is no row yet. */
  toldAt: number | null;
  /** Whether the row equals the token's claims. */
  same: number | null;
  /** Whether an entry in the list of administrators waits for their e-mail address. */
  expected: number;
};

/**
 * Condition: an address is the person's, with either spelling of its domain: 0.2.0 stored addresses as they were
 * written.
 */
const isOf = (email: SQL, { attributes }: Person) =>
  sql`${email} IN (${sql.join(
    attributes.filter(([name]) => name === 'email').map(([, address]) => sql`${address}`),
    sql`, `,
  )})`;

/** Condition: no newer token of the person names another e-mail address. Otherwise this address is a former one. */
const isCurrent = (person: Person) =>
  sql`NOT EXISTS (SELECT 1 FROM members n WHERE n.issuer = ${person.issuer.issuer} AND n.subject = ${person.subject}
    AND n.told_at > ${person.toldAt} AND NOT ${isOf(sql`n.email`, person)})`;

/** Condition: a member's row equals the claims of the person's token. */
const says = ({ displayName, email, attributes }: Person) =>
  sql`(display_name = ${displayName} AND email = ${email} COLLATE BINARY
    AND attributes = ${JSON.stringify(attributes)})`;

/** The tenancies of a person, by name. */
function tenanciesQuery(db: Database, person: Person): RawStatement<MembershipRow> {
  const { subject } = person;
  const { issuer } = person.issuer;
  return db.sql<MembershipRow>(sql`
      SELECT t.id AS tenant, t.display_name AS displayName, t.verified_domain AS verifiedDomain, m.told_at AS toldAt,
        m.same AS same, max(w.administrator) AS administrator, max(w.expected) AS expected
      FROM (SELECT tenant, 1 AS administrator, subject = '' AS expected FROM administrators
          WHERE issuer = ${issuer} AND (subject = ${subject} OR subject = '' AND ${isOf(sql`email`, person)}
          AND ${isCurrent(person)})
        UNION ALL SELECT tenant, 0, 0 FROM members WHERE issuer = ${issuer} AND subject = ${subject} AND invited = 1) w
      JOIN tenants t ON t.id = w.tenant
      LEFT JOIN (SELECT tenant, told_at, ${says(person)} AS same FROM members WHERE issuer = ${issuer}
      AND subject = ${subject}) m
        ON m.tenant = t.id
      GROUP BY t.id ORDER BY t.display_name, t.id`);
}

/** The tenancies of a person for which their issuer is trusted. */
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

/** The tenancies of a caller, by name: one for an application, any number for a person. */
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
 * Returns the person as a caller of the tenancy that they name, or of their only one, and stores the claims of their
 * token when they have changed. Throws 403 when they are not a member of it or of any tenancy, and 400 when they are a
 * member of several and name none.
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

/** The header in which a member of several tenancies names one. */
export const TENANT_HEADER = 'x-tenant';

/** Stores the claims of a member's token, unless those of a newer token are stored. */
function toldOf(db: Database, person: Person, tenant: string): RawStatement<never> {
  const { displayName, email, attributes, subject, toldAt } = person;
  return db.sql(sql`UPDATE members SET revision = revision + (NOT ${says(person)}), display_name = ${displayName},
    email = ${email}, attributes = ${JSON.stringify(attributes)}, told_at = ${toldAt}
    WHERE tenant = ${tenant} AND issuer = ${person.issuer.issuer} AND subject = ${subject} AND told_at <= ${toldAt}`);
}

/** Writes the row of a member. An existing row only gains the mark that the member was invited. */
export function memberRow(db: Database, person: Person, tenant: string, invited: boolean): RawStatement<never> {
  const { subject, displayName, email, attributes, toldAt } = person;
  return db.sql(sql`INSERT INTO members (id, tenant, issuer, subject, display_name, email, attributes, invited,
    told_at, created_us)
    VALUES (${uuidIn(tenant)}, ${tenant}, ${person.issuer.issuer}, ${subject}, ${displayName}, ${email},
      ${JSON.stringify(attributes)}, ${Number(invited)}, ${toldAt}, ${nowMicros()})
    ON CONFLICT (issuer, subject, tenant) DO UPDATE SET invited = max(invited, excluded.invited),
    revision = revision + 1`);
}

/**
 * The first time that an administrator signs in: from now on their subject says who they are, not their e-mail
 * address. Its condition `unchanged` fails if another request changed it first.
 */
async function admitAdministrator(db: Database, person: Person, tenant: string, requestId: string): Promise<void> {
  const { issuer } = person.issuer;
  const { subject } = person;
  const named = sql`tenant = ${tenant} AND issuer = ${issuer}`;
  const expected = sql`${named} AND subject = '' AND ${isOf(sql`email`, person)}`;
  const committed = db.commitAudited([
    assert(db, 'suspended', isActive(tenant)),
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
    auditOfPerson(db, person, tenant, 'enterTenancy', `tenant/${tenant}`, requestId),
  ]);
  await committed.catch((error: unknown) => onFailedCondition(error, { suspended: tenancySuspended() }));
}

/** The caller, if it is a person; `refused` is for applications. */
export async function personOf(db: Database, who: Identified, refused: ServiceError): Promise<Person> {
  if ('person' in who) return who.person;
  await membershipsOf(db, who);
  throw refused;
}

/** Who invites a person to which tenancy: its id and name. Microseconds until when. */
export type InviteOffer = { tenant: string; tenancy: string; inviter: string; expiresUs: number };

/** What an invite offers, for the person who can accept it. Throws `notFound` for every other one. */
export async function offerOf(db: Database, person: Person, invite: string): Promise<InviteOffer> {
  const [rows] = await db.batch([
    db.sql<InviteOffer>(sql`SELECT tenant, inviter, expires_us AS expiresUs,
      (SELECT display_name FROM tenants WHERE id = tenant) AS tenancy
      FROM invites WHERE ${acceptable(invite, person)}`),
  ]);
  if (!rows[0] || !speaksForTenant(person.issuer, rows[0].tenant)) throw notFound(`invites/${invite}`);
  return rows[0];
}

/**
 * Makes a person a member of the tenancy that invites them, and deletes the invite. Throws 404 for an invite that does
 * not exist, has expired, or is for another person; the response does not reveal which.
 */
export async function acceptInvite(
  db: Database,
  person: Person,
  invite: string,
  requestId: string,
): Promise<Membership> {
  const { tenant } = await offerOf(db, person, invite);
  const [, , , , , joined] = await db
    .commitAudited([
      assert(db, 'suspended', isActive(tenant)),
      assert(db, 'invite', sql`EXISTS (SELECT 1 FROM invites WHERE ${acceptable(invite, person)})`),
      memberRow(db, person, tenant, true),
      db.sql(sql`DELETE FROM invites WHERE id = ${invite}`),
      auditOfPerson(db, person, tenant, 'acceptInvite', `invites/${invite}`, requestId),
      tenanciesQuery(db, person),
    ])
    .catch((error: unknown) =>
      onFailedCondition(error, { invite: notFound(`invites/${invite}`), suspended: tenancySuspended() }),
    );
  return membershipOf(joined.find((membership) => membership.tenant === tenant)!);
}

const acceptable = (invite: string, person: Person) =>
  sql`id = ${invite} AND ${isOf(sql`email`, person)} AND expires_us > ${nowMicros()} AND ${isCurrent(person)}`;

/** The audit entry of what a person does to their own membership. */
export function auditOfPerson(
  db: Database,
  { issuer, subject, email }: Person,
  tenant: string,
  operation: string,
  resource: string,
  requestId: string,
): RawStatement<never> {
  return db.sql(sql`INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash,
    after_hash, request_id)
    VALUES (${ambient.uuid()}, ${tenant}, ${nowMicros()}, ${issuer.issuer}, ${subject}, ${operation}, ${resource}, '',
      ${sha256Hex(canonicalJson({ tenant, issuer: issuer.issuer, subject, email }))}, ${requestId})`);
}
