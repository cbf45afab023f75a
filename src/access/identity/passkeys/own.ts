import { sql } from 'drizzle-orm';
import { isActive, tenancySuspended, type Identified, type Person } from '../../principal.ts';
import type { Config } from '../../../settings/config.ts';
import { notFound, ServiceError } from '../../../lib/errors.ts';
import { nowMicros, type Micros } from '../../../lib/time.ts';
import { assert, onFailedCondition } from '../../../platform/database/conditions.ts';
import type { Database, RawStatement } from '../../../platform/database/database.ts';
import { auditOfPerson } from '../people.ts';
import { linkAddress, linkStatements, LINK_SECONDS } from './links.ts';
import { MAX_PASSKEYS } from './enrolment.ts';
import { isPasskeyMember, passkeyTenant } from './person.ts';

export type OwnPasskey = {
  id: string;
  displayName: string;
  synced: number;
  createdUs: Micros;
  usedUs: Micros | null;
};

/** A person with passkeys, in their tenancy. */
type Owner = { person: Person; tenant: string; subject: string };

/** The owner of passkeys who calls. Throws 403 for applications and people of identity providers. */
export function ownerOf(who: Identified): Owner {
  const tenant = 'person' in who ? passkeyTenant(who.person) : undefined;
  if (tenant === undefined || !('person' in who))
    throw new ServiceError('forbidden', 'the caller has no passkeys: only people who sign in with a passkey do');
  return { person: who.person, tenant, subject: who.person.subject };
}

const isOwn = ({ tenant, subject }: Owner) => sql`tenant = ${tenant} AND subject = ${subject}`;

const listQuery = (db: Database, owner: Owner): RawStatement<OwnPasskey> =>
  db.sql<OwnPasskey>(sql`SELECT id, display_name AS displayName, synced, created_us AS createdUs, used_us AS usedUs
    FROM passkeys WHERE ${isOwn(owner)} ORDER BY created_us, id LIMIT ${MAX_PASSKEYS}`);

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Database, owner: Owner): Promise<OwnPasskey[]> {
  const [rows] = await db.batch([listQuery(db, owner)]);
  return rows;
}

/** Gives a passkey another name. Throws 404. */
export async function renamePasskey(
  db: Database,
  owner: Owner,
  id: string,
  name: string,
  requestId: string,
): Promise<OwnPasskey> {
  const [, , , rows] = await db
    .commitAudited([
      isTheirs(db, owner, id),
      db.sql(sql`UPDATE passkeys SET display_name = ${name} WHERE id = ${id} AND ${isOwn(owner)}`),
      auditOfPerson(db, owner.person, owner.tenant, 'updatePasskey', `passkeys/${id}`, requestId),
      listQuery(db, owner),
    ])
    .catch((error: unknown) => onFailedCondition(error, { passkey: notFound(`passkeys/${id}`) }));
  return rows.find((row) => row.id === id)!;
}

/**
 * Removes a passkey, and with it the sessions that it has started. `last`: also the only one, after which the person
 * needs an administrator to sign in again; without it, 409. Throws 404.
 */
export async function removePasskey(
  db: Database,
  owner: Owner,
  id: string,
  last: boolean,
  requestId: string,
): Promise<void> {
  await db
    .commitAudited([
      isTheirs(db, owner, id),
      assert(db, 'passkeys', sql`${Number(last)} OR (SELECT count(*) FROM passkeys WHERE ${isOwn(owner)}) > 1`),
      db.sql(sql`DELETE FROM passkeys WHERE id = ${id} AND ${isOwn(owner)}`),
      auditOfPerson(db, owner.person, owner.tenant, 'deletePasskey', `passkeys/${id}`, requestId),
    ])
    .catch((error: unknown) =>
      onFailedCondition(error, {
        passkey: notFound(`passkeys/${id}`),
        passkeys: new ServiceError(
          'conflict',
          'this is the only passkey: without it, only an administrator can let you in again; to remove it all the ' +
            'same, set last=true',
        ),
      }),
    );
}

const isTheirs = (db: Database, owner: Owner, id: string): RawStatement<never> =>
  assert(db, 'passkey', sql`EXISTS (SELECT 1 FROM passkeys WHERE id = ${id} AND ${isOwn(owner)})`);

/** Makes the link by which a person enrols another device. Throws 403 for a former member. */
export async function linkDevice(
  db: Database,
  config: Config,
  owner: Owner,
  requestId: string,
): Promise<{ url: string; expiresUs: Micros }> {
  const gone = new ServiceError('forbidden', 'the caller is not a member of this tenancy');
  const { person, tenant, subject } = owner;
  const [[member]] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT m.id FROM members m WHERE m.tenant = ${tenant} AND m.subject = ${subject}
      AND ${isPasskeyMember}`),
  ]);
  if (!member) throw gone;
  const expiresUs = nowMicros() + LINK_SECONDS.device * 1_000_000;
  const { token, statements } = linkStatements(db, tenant, { purpose: 'device', target: member.id, expiresUs });
  await db
    .commitAudited([
      assert(db, 'suspended', isActive(tenant)),
      ...statements,
      auditOfPerson(db, person, tenant, 'createDeviceLink', `users/${member.id}`, requestId),
    ])
    .catch((error: unknown) => onFailedCondition(error, { suspended: tenancySuspended() }));
  return { url: linkAddress(config, token), expiresUs };
}
