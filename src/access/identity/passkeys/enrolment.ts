import { PASSKEY_ISSUER } from '../../../lib/trusted-issuers.ts';
import { sql } from 'drizzle-orm';
import { isActive, tenancySuspended, type Person } from '../../principal.ts';
import type { Config } from '../../../settings/config.ts';
import { invalid, ServiceError } from '../../../lib/errors.ts';
import { uuidIn } from '../../../lib/identifiers.ts';
import { nowMicros } from '../../../lib/time.ts';
import { assert, onFailedCondition } from '../../../platform/database/conditions.ts';
import type { Database, Statement } from '../../../platform/database/database.ts';
import { auditOfPerson, memberRow } from '../people.ts';
import { endLinks, isLinkOpen, linkClosed, openLink, type OpenLink } from './links.ts';
import { isPasskeyMember, passkeyPerson } from './person.ts';
import { passkeys } from './tables.ts';
import { newChallenge, verifyRegistration, type NewCredential } from './webauthn.ts';

/** Passkeys of one person. */
export const MAX_PASSKEYS = 20;

const purposeOf = ({ tokenHash }: OpenLink): string => `enrolment ${tokenHash}`;

export type Prepared = {
  link: OpenLink;
  challenge: string;
  subject: string;
  /** The credentials that the person has, which authenticators do not create again. */
  known: { id: string; transports: string[] }[];
};

/** Makes the challenge of a registration for a link. Throws 404 as `openLink`. */
export async function prepareEnrolment(db: Database, config: Config, token: string): Promise<Prepared> {
  const link = await openLink(db, token);
  const subject = link.subject ?? uuidIn(link.tenant);
  const [rows] = await db.batch([
    db.sql<{ id: string; transports: string }>(sql`SELECT credential_id AS id, transports FROM passkeys
      WHERE tenant = ${link.tenant} AND subject = ${subject} ORDER BY created_us LIMIT ${MAX_PASSKEYS}`),
  ]);
  const known = rows.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] }));
  return { link, challenge: await newChallenge(config, purposeOf(link), subject), subject, known };
}

/** What a browser sends to enrol a passkey. `name` and `email` of the person: only an administrator says them. */
export type Enrolment = {
  link: string;
  passkeyName: string;
  credential: NewCredential;
  name: string | undefined;
  email: string | undefined;
};

/**
 * Enrols a passkey with a link, which is then used: the person becomes a member by an invite, or an administrator, or
 * has one more passkey. Returns the person and the id of the passkey. Throws 404 for the link, 400 for a credential
 * that is not valid, and 409 for one that exists or is one too many.
 */
export async function enrol(
  db: Database,
  config: Config,
  given: Enrolment,
  requestId: string,
): Promise<{ person: Person; passkey: string }> {
  const link = await openLink(db, given.link);
  const isNew = link.purpose === 'administrator';
  const email = isNew ? given.email : link.email;
  if (email === undefined) throw invalid([{ field: 'email', description: 'is required for an administrator' }]);
  const registered = await verifyRegistration(config, purposeOf(link), given.credential);
  if (!registered)
    throw invalid([
      { field: 'credential', description: 'must be a new passkey of this service, made with user verification' },
    ]);
  const { challenge } = registered;
  const { tenant } = link;
  const displayName = link.displayName === '' ? (given.name ?? email) : link.displayName;
  const person = passkeyPerson({ tenant, subject: challenge.subject, email, displayName });
  const passkey = uuidIn(tenant);
  await db
    .commitAudited([
      assert(db, 'suspended', isActive(tenant)),
      assert(db, 'link', isLinkOpen(link)),
      ...accept(db, link, person),
      ...useChallenge(db, challenge),
      assert(db, 'passkey', sql`NOT EXISTS (SELECT 1 FROM passkeys WHERE credential_id = ${registered.credentialId})`),
      assert(
        db,
        'passkeys',
        sql`(SELECT count(*) FROM passkeys WHERE tenant = ${tenant} AND subject = ${person.subject}) < ${MAX_PASSKEYS}`,
      ),
      db.build.insert(passkeys).values({
        id: passkey,
        tenant,
        subject: person.subject,
        displayName: given.passkeyName,
        credentialId: registered.credentialId,
        publicKey: registered.publicKey,
        counter: registered.counter,
        transports: given.credential.response.transports ?? [],
        synced: registered.synced,
        createdUs: nowMicros(),
      }),
      endLinks(db, link),
      auditOfPerson(db, person, tenant, 'createPasskey', `passkeys/${passkey}`, requestId),
    ])
    .catch((error: unknown) =>
      onFailedCondition(error, {
        suspended: tenancySuspended(),
        link: linkClosed(),
        challenge: invalid([{ field: 'credential', description: 'was already sent: start again' }]),
        passkey: new ServiceError('conflict', 'credential: this passkey is already enrolled'),
        passkeys: new ServiceError('conflict', `a person has at most ${MAX_PASSKEYS} passkeys: remove one first`),
      }),
    );
  return { person, passkey };
}

/** What a link changes besides the passkey. */
function accept(db: Database, link: OpenLink, person: Person): Statement[] {
  const { tenant, purpose, target } = link;
  if (purpose === 'invite')
    return [
      assert(
        db,
        'link',
        sql`EXISTS (SELECT 1 FROM invites WHERE id = ${target} AND tenant = ${tenant} AND expires_us > ${nowMicros()})`,
      ),
      memberRow(db, person, tenant, true),
      db.sql(sql`DELETE FROM invites WHERE id = ${target} AND tenant = ${tenant}`),
    ];
  if (purpose === 'administrator')
    return [
      memberRow(db, person, tenant, true),
      db.sql(sql`INSERT INTO administrators (tenant, issuer, subject, display_name, email, position)
        SELECT ${tenant}, ${PASSKEY_ISSUER}, ${person.subject}, ${person.displayName}, ${person.email},
          1 + (SELECT coalesce(max(position), 0) FROM administrators WHERE tenant = ${tenant})`),
      db.sql(sql`UPDATE tenants SET revision = revision + 1 WHERE id = ${tenant}`),
    ];
  return [
    assert(
      db,
      'link',
      sql`EXISTS (SELECT 1 FROM members m WHERE m.id = ${target} AND m.tenant = ${tenant}
        AND m.subject = ${person.subject} AND ${isPasskeyMember})`,
    ),
  ];
}

/** The condition that a challenge was not answered before, and the statement that notes it. */
export const useChallenge = (db: Database, { hash, expiresUs }: { hash: string; expiresUs: number }): Statement[] => [
  assert(db, 'challenge', sql`NOT EXISTS (SELECT 1 FROM used_challenges WHERE challenge_hash = ${hash})`),
  db.sql(sql`INSERT INTO used_challenges (challenge_hash, expires_us) VALUES (${hash}, ${expiresUs})`),
];
