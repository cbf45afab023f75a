import { sql, type SQL } from 'drizzle-orm';
import { APPLICATION_ISSUER, type Identified } from '../principal.ts';
import { unauthenticated } from '../errors.ts';
import type { Config, Env } from '../../settings/config.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { derivedUuid } from '../../lib/identifiers.ts';
import { toHex } from '../../lib/text.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import { PASSKEY_ISSUER, speaksForEmail } from '../../lib/trusted-issuers.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import { passkeyPersonOf, passkeyTenant } from './passkeys/person.ts';
import { claimsSession, ENDED_KEPT_SECONDS, forgery, hasCsrfToken, sessionIdIn } from './session-cookie.ts';
import type { SessionPerson } from './session-tables.ts';

/** Sessions that a person or an application has at once. One more ends the oldest. */
export const MAX_SESSIONS = 10;
/** How exactly the last use is stored: more often would be a write for each request. */
const USE_NOTED: Micros = 60_000_000;

/**
 * A session that is valid now. `uuid`: names it, and reveals neither its id nor its CSRF token. `credential`: the
 * secret or passkey that has started it, as in `SignedIn`.
 */
export type Session = { uuid: string; who: Identified; expiresUs: Micros; credential: string };

/** The UUID of the session with this hash of its id. */
export const sessionUuidOf = (idHash: string): string => derivedUuid('session', idHash);

/**
 * Who signs in, with the hash of the secret of an application, or the id of a passkey. Otherwise it is empty.
 * `untilUs`: when the session that the sign-in follows from expires, which the new one does not outlive.
 */
export type SignedIn = { who: Identified; secretHash: string; untilUs?: Micros };

/** What a session is started for. `isField`: the field page, which has an idle limit of its own. */
export type SessionPlace = { isField: boolean; device: string };

/** The columns of `sessions` that name who has signed in. */
function columnsOf(who: Identified): { issuer: string; subject: string; tenant: string } {
  if ('application' in who) return { ...who.application, issuer: APPLICATION_ISSUER };
  const { issuer, subject } = who.person;
  return { issuer: issuer.issuer, subject, tenant: passkeyTenant(who.person) ?? '' };
}

/** Condition: a row of `sessions`, named `s` in the query, is of that person or application. */
export function isOf(who: Identified): SQL {
  const { issuer, subject, tenant } = columnsOf(who);
  return sql`s.issuer = ${issuer} AND s.subject = ${subject} AND s.tenant = ${tenant}`;
}

/**
 * Starts a session and returns its id. Ends the oldest ones of the same person or application if there are too many.
 * `id`: only of a command line; by default it is random.
 */
export async function startSession(
  db: Database,
  config: Config,
  { who, secretHash, untilUs = Infinity }: SignedIn,
  { isField, device }: SessionPlace,
  id = toHex(ambient.bytes(32)),
): Promise<{ id: string; expiresUs: Micros }> {
  const now = nowMicros();
  const expiresUs = Math.min(now + config.sessions.seconds * 1_000_000, untilUs);
  const { issuer, subject, tenant } = columnsOf(who);
  const person = 'person' in who ? JSON.stringify(storedPerson(who.person)) : null;
  await db.batch([
    // Those that are no longer valid go first. Ended ones are kept only so that their devices hear of it.
    db.sql(sql`DELETE FROM sessions WHERE issuer = ${issuer} AND subject = ${subject} AND id_hash NOT IN (
      SELECT s.id_hash FROM sessions s WHERE s.issuer = ${issuer} AND s.subject = ${subject}
      ORDER BY s.ended_us IS NOT NULL OR NOT (${isLive(config, now)}), s.ended_us IS NULL, s.created_us DESC, s.id_hash
      LIMIT ${MAX_SESSIONS - 1})`),
    db.sql(sql`INSERT INTO sessions (id_hash, issuer, subject, tenant, secret_hash, person, epoch, created_us, used_us,
      expires_us, field, device)
      SELECT ${sha256Hex(id)}, ${issuer}, ${subject}, ${tenant}, ${secretHash}, ${person}, epoch, ${now}, ${now},
      ${expiresUs}, ${Number(isField)}, ${device}
      FROM database_state`),
  ]);
  return { id, expiresUs };
}

const storedPerson = ({ email, displayName, attributes, toldAt }: SessionPerson): SessionPerson => ({
  email,
  displayName,
  attributes,
  toldAt,
});

type Row = {
  issuer: string;
  subject: string;
  tenant: string;
  person: string | null;
  credential: string;
  usedUs: Micros;
  expiresUs: Micros;
};

/**
 * Condition: what has started a session, a row `s`, is still valid: the epoch of the database, and the secret of the
 * application or the passkey.
 */
const hasCredential = (now: Micros): SQL => sql`s.epoch = (SELECT epoch FROM database_state)
  AND (s.issuer <> ${APPLICATION_ISSUER} OR EXISTS (SELECT 1 FROM applications a WHERE a.id = s.subject
  AND a.tenant = s.tenant
    AND (a.secret_hash = s.secret_hash AND a.secret_until_us > ${now}
      OR a.previous_secret_hash = s.secret_hash AND a.previous_until_us > ${now})))
  AND (s.issuer <> ${PASSKEY_ISSUER} OR EXISTS (SELECT 1 FROM passkeys k WHERE k.id = s.secret_hash
    AND k.subject = s.subject AND k.tenant = s.tenant))`;

/** Condition: a session, a row `s`, is valid, as far as the database knows. */
export const isLive = ({ sessions }: Config, now: Micros): SQL => sql`s.expires_us > ${now}
  AND s.used_us > ${now} - CASE s.field WHEN 1 THEN ${sessions.fieldIdleSeconds * 1_000_000}
    ELSE ${sessions.idleSeconds * 1_000_000} END
  AND ${hasCredential(now)}`;

/**
 * The session with this id; undefined if it does not exist or has ended: by sign-out, from elsewhere, by time, with the
 * epoch of the database, with the secret of the application or the passkey, or because the issuer is no longer trusted.
 * Rights are read later, with the data.
 */
export async function findSession(
  db: Database,
  config: Config,
  id: string,
  use: 'used' | 'looked up',
): Promise<Session | undefined> {
  const now = nowMicros();
  const idHash = sha256Hex(id);
  const [[row]] = await db.batch([
    db.sql<Row>(sql`SELECT s.issuer, s.subject, s.tenant, s.person, s.used_us AS usedUs,
        s.secret_hash AS credential, s.expires_us AS expiresUs
      FROM sessions s WHERE s.id_hash = ${idHash} AND ${isLive(config, now)}`),
  ]);
  const who = row && whoOf(row, config);
  if (!row || !who) return undefined;
  if (use === 'used' && now - row.usedUs > USE_NOTED)
    await db.batch([db.sql(sql`UPDATE sessions SET used_us = ${now} WHERE id_hash = ${idHash} AND used_us < ${now}`)]);
  return { uuid: sessionUuidOf(idHash), who, expiresUs: row.expiresUs, credential: row.credential };
}

function whoOf({ issuer, subject, tenant, person }: Row, config: Config): Identified | undefined {
  if (person === null) return { application: { tenant, issuer, subject } };
  if (issuer === PASSKEY_ISSUER)
    return config.passkeys && { person: passkeyPersonOf(tenant, subject, JSON.parse(person) as SessionPerson) };
  const trusted = config.trustedIssuers.find((each) => each.issuer === issuer);
  const said = JSON.parse(person) as SessionPerson;
  return trusted && speaksForEmail(trusted, said.email) ? { person: { issuer: trusted, subject, ...said } } : undefined;
}

/** Ends a session. Afterwards, a restore of the database cannot bring it back unnoticed. */
export async function endSession(db: Database, id: string): Promise<void> {
  // It ended with the epoch in which it was started.
  await db
    .batchAcknowledged([db.sql(sql`UPDATE sessions SET expires_us = 0 WHERE id_hash = ${sha256Hex(id)}`)])
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseRestored)) throw error;
    });
}

/**
 * Whether a session was ended from elsewhere: by the person on another device, by an administrator, or with the passkey
 * or secret that started it. False if it has ended by time, and if it is not known any more. Only who has the cookie of
 * the session knows its id.
 */
export async function isEndedRemotely(db: Database, id: string): Promise<boolean> {
  const now = nowMicros();
  const [[row]] = await db.batch([
    db.sql<{ ended: number }>(sql`SELECT s.ended_us IS NOT NULL OR s.expires_us > ${now} AND NOT (${hasCredential(now)})
      AS ended FROM sessions s WHERE s.id_hash = ${sha256Hex(id)}`),
  ]);
  return row?.ended === 1;
}

/** Deletes ended sessions, links that sign in and answered challenges. */
export async function sweepSessions(env: Env): Promise<void> {
  const db = openDatabase(env);
  const now = nowMicros();
  await db.batch([
    db.sql(sql`DELETE FROM sessions WHERE expires_us <= ${now}
      AND (ended_us IS NULL OR ended_us <= ${now - ENDED_KEPT_SECONDS * 1_000_000})`),
    db.sql(sql`DELETE FROM sign_in_links WHERE expires_us <= ${now}`),
    db.sql(sql`DELETE FROM used_challenges WHERE expires_us <= ${now}`),
  ]);
}

export const OTHER_SESSION = 'the CSRF token is not that of the session';

/** The sessions of authenticated requests. */
const sessionsOf = new WeakMap<Request, Session>();

/** When the session of an authenticated request expires, in milliseconds; undefined for a request with a token. */
export const sessionExpiry = (request: Request): number | undefined => {
  const session = sessionsOf.get(request);
  return session && session.expiresUs / 1000;
};

/** The UUID of the session of an authenticated request. */
export const sessionUuid = (request: Request): string | undefined => sessionsOf.get(request)?.uuid;

/** The id of the passkey with which the session of an authenticated request was started. */
export const sessionCredential = (request: Request): string | undefined => sessionsOf.get(request)?.credential;

/**
 * The identity of a request's session; undefined if the request claims none. Throws 401 for a request of another origin
 * or without the CSRF token of the session, and if the session has ended.
 */
export async function identifySession(request: Request, config: Config, db: Database): Promise<Identified | undefined> {
  if (!claimsSession(request)) return undefined;
  const problem = forgery(request, config);
  if (problem !== undefined) throw unauthenticated(problem);
  const id = sessionIdIn(request, config);
  const session = await usedSession(db, config, id);
  // Another tab may have signed in as somebody else: the page must not act as them.
  if (!hasCsrfToken(request, id!)) throw unauthenticated(OTHER_SESSION);
  sessionsOf.set(request, session);
  return session.who;
}

/** The identity of the session of a command line, whose id its token has. Throws 401 if it has ended. */
export async function identifyCommandLine(
  request: Request,
  config: Config,
  db: Database,
  id: string,
): Promise<Identified> {
  const session = await usedSession(db, config, id);
  sessionsOf.set(request, session);
  return session.who;
}

async function usedSession(db: Database, config: Config, id: string | undefined): Promise<Session> {
  const session = id === undefined ? undefined : await findSession(db, config, id, 'used');
  if (!session) throw unauthenticated('the session has ended; sign in again');
  return session;
}
