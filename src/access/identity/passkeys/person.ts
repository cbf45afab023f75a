import { sql } from 'drizzle-orm';
import { isMember, type Person } from '../../principal.ts';
import { nowMicros } from '../../../lib/time.ts';
import { PASSKEY_ISSUER, type TrustedIssuer } from '../../../lib/trusted-issuers.ts';
import { personIn } from '../people.ts';

/**
 * The service itself as the issuer of a person. An administrator vouches for the e-mail address, so that it is trusted
 * for one tenancy only: a person with passkeys is a member of no other one, whatever address their invite had.
 */
const passkeyIssuer = (tenant: string): TrustedIssuer => ({
  issuer: PASSKEY_ISSUER,
  displayName: 'Passkey',
  audience: [],
  jwksUri: undefined,
  algorithms: [],
  tenants: [tenant],
  emailDomains: ['*'],
  groupsClaim: undefined,
});

/** A person with passkeys, with the attributes that a token with the claims `name` and `email` gives. */
export function passkeyPerson(of: { tenant: string; subject: string; email: string; displayName: string }): Person {
  const claims = { sub: of.subject, iat: Math.floor(nowMicros() / 1_000_000), name: of.displayName };
  return personIn(claims, of.email, passkeyIssuer(of.tenant));
}

/** The person of a stored session. */
export const passkeyPersonOf = (tenant: string, subject: string, said: Omit<Person, 'issuer' | 'subject'>): Person => ({
  ...said,
  issuer: passkeyIssuer(tenant),
  subject,
});

/** The tenancy of a person with passkeys; undefined for other people. */
export const passkeyTenant = ({ issuer }: Person): string | undefined =>
  issuer.issuer === PASSKEY_ISSUER ? issuer.tenants[0] : undefined;

/** Condition: a row of `members`, named `m` in the query, is of a member who signs in with passkeys. */
export const isPasskeyMember = sql`m.issuer = ${PASSKEY_ISSUER} AND ${isMember(sql`m`)}`;
