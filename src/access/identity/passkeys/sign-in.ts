import { PASSKEY_ISSUER } from '../../../lib/trusted-issuers.ts';
import { sql } from 'drizzle-orm';
import { APPLICATION_ISSUER, isActive, tenancySuspended, type Person } from '../../principal.ts';
import { unauthenticated } from '../../errors.ts';
import type { Config } from '../../../settings/config.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { isLoopback } from '../../../lib/loopback.ts';
import { nowMicros, type Micros } from '../../../lib/time.ts';
import { assert, onFailedCondition } from '../../../platform/database/conditions.ts';
import type { Database } from '../../../platform/database/database.ts';
import { auditOf } from '../../../platform/database/operator-audit.ts';
import type { SignedIn } from '../sessions.ts';
import { useChallenge } from './enrolment.ts';
import { endLinks, isLinkOpen, linkClosed, openLink } from './links.ts';
import { isPasskeyMember, passkeyPerson } from './person.ts';
import { verifyAssertion, type PasskeyAssertion } from './webauthn.ts';

type Row = {
  id: string;
  tenant: string;
  subject: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  email: string;
  displayName: string;
};

const refused = (): ServiceError => unauthenticated('the passkey was not accepted');

/**
 * The person who signs in with a passkey. Throws the same 401 for a passkey that does not exist or whose person is no
 * member any more, and for a response that is not valid or was used before.
 */
export async function checkPasskey(db: Database, config: Config, assertion: PasskeyAssertion): Promise<SignedIn> {
  const [[row]] = await db.batch([
    db.sql<Row>(sql`SELECT k.id, k.tenant, k.subject, k.credential_id AS credentialId, k.public_key AS publicKey,
        k.counter, m.email, m.display_name AS displayName
      FROM passkeys k CROSS JOIN members m ON m.issuer = ${PASSKEY_ISSUER} AND m.subject = k.subject
        AND m.tenant = k.tenant
      WHERE k.credential_id = ${assertion.id} AND ${isPasskeyMember}`),
  ]);
  const verified = row && (await verifyAssertion(config, row, assertion));
  if (!verified) throw refused();
  await db
    .batch([
      ...useChallenge(db, verified.challenge),
      assert(db, 'passkey', sql`EXISTS (SELECT 1 FROM passkeys WHERE id = ${row.id} AND counter = ${row.counter})`),
      db.sql(sql`UPDATE passkeys SET counter = ${verified.counter}, synced = ${Number(verified.synced)},
        used_us = ${nowMicros()} WHERE id = ${row.id}`),
    ])
    .catch((error: unknown) => onFailedCondition(error, { challenge: refused(), passkey: refused() }));
  const person: Person = passkeyPerson(row);
  return { who: { person }, secretHash: row.id };
}

/**
 * Signs in the first application of a tenancy by a link for administrators, which is then used. Only on this machine:
 * throws 403 if ORIGIN is not loopback, and 404 as `openLink`.
 */
export async function signInByLink(db: Database, config: Config, token: string, requestId: string): Promise<SignedIn> {
  if (!isLoopback(new URL(config.origin).hostname))
    throw new ServiceError('forbidden', 'a link signs in without a passkey only if ORIGIN is on this machine');
  const link = await openLink(db, token);
  if (link.purpose !== 'administrator') throw linkClosed();
  const { tenant, target } = link;
  const [, , , , rows] = await db
    .commitAudited([
      assert(db, 'suspended', isActive(tenant)),
      assert(db, 'link', isLinkOpen(link)),
      endLinks(db, link),
      auditOf(db, tenant, 'signInByLink', requestId, sql`FROM tenants WHERE id = ${tenant}`),
      db.sql<{ secretHash: string; until: Micros }>(sql`SELECT secret_hash AS secretHash FROM applications
        WHERE id = ${target} AND tenant = ${tenant}`),
    ])
    .catch((error: unknown) => onFailedCondition(error, { link: linkClosed(), suspended: tenancySuspended() }));
  const [application] = rows;
  if (!application) throw linkClosed();
  return {
    who: { application: { tenant, issuer: APPLICATION_ISSUER, subject: target } },
    secretHash: application.secretHash,
  };
}
