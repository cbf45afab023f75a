import { sql } from 'drizzle-orm';
import { APPLICATION_ISSUER, type Identified } from '../principal.ts';
import { unauthenticated } from '../errors.ts';
import type { Config, Env } from '../../settings/config.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { toHex } from '../../lib/text.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import { PASSKEY_ISSUER, speaksForEmail } from '../../lib/trusted-issuers.ts';
import { Database } from '../../platform/database/database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import { passkeyPersonOf, passkeyTenant } from './passkeys/person.ts';
import { claimsSession, forgery, hasCsrfToken, sessionIdIn } from './session-cookie.ts';
import type { SessionPerson } from './session-tables.ts';

/** Sessions that a person or an application has at once. One more ends the oldest. */
export const MAX_SESSIONS = 10;
/** How exactly the last use is stored: more often would be a write for each request. */
const USE_NOTED: Micros = 60_000_000;

/** A session that is valid now. `credential`: the secret or passkey that has started it, as in `SignedIn`. */
export type Session = { who: Identified; expiresUs: Micros; credential: string };

/** Who signs in, with the hash of the secret of an application, or the id of a passkey. Otherwise it is empty. */
export type SignedIn = { who: Identified; secretHash: string };

/**
 * Starts a session and returns its id. Ends the oldest ones of the same person or application if there are too many.
 */
export async function startSession(
  db: Database,
  config: Config,
  { who, secretHash }: SignedIn,
): Promise<{ id: string; expiresUs: Micros }> {
  const id = toHex(ambient.bytes(32));
  const now = nowMicros();
  const expiresUs = now + config.sessions.seconds * 1_000_000;
  const [issuer, subject, tenant, person] =
    'person' in who
      ? [
          who.person.issuer.issuer,
          who.person.subject,
          passkeyTenant(who.person) ?? '',
          JSON.stringify(storedPerson(who.person)),
        ]
      : [APPLICATION_ISSUER, who.application.subject, who.application.tenant, null];
  await db.batch([
    db.sql(sql`DELETE FROM sessions WHERE issuer = ${issuer} AND subject = ${subject} AND id_hash NOT IN (
      SELECT id_hash FROM sessions WHERE issuer = ${issuer} AND subject = ${subject}
      ORDER BY created_us DESC, id_hash LIMIT ${MAX_SESSIONS - 1})`),
    db.sql(sql`INSERT INTO sessions (id_hash, issuer, subject, tenant, secret_hash, person, epoch, created_us, used_us,
      expires_us)
      SELECT ${sha256Hex(id)}, ${issuer}, ${subject}, ${tenant}, ${secretHash}, ${person}, epoch, ${now}, ${now},
      ${expiresUs}
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
 * The session with this id; undefined if it does not exist or has ended: by sign-out, by time, with the epoch of the
 * database, with the secret of the application or the passkey, or because the issuer is no longer trusted. Rights are
 * read later, with the data.
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
      FROM sessions s WHERE s.id_hash = ${idHash} AND s.expires_us > ${now}
        AND s.used_us > ${now - config.sessions.idleSeconds * 1_000_000}
        AND s.epoch = (SELECT epoch FROM database_state)
        AND (s.issuer <> ${APPLICATION_ISSUER} OR EXISTS (SELECT 1 FROM applications a WHERE a.id = s.subject
        AND a.tenant = s.tenant
          AND (a.secret_hash = s.secret_hash AND a.secret_until_us > ${now}
            OR a.previous_secret_hash = s.secret_hash AND a.previous_until_us > ${now})))
        AND (s.issuer <> ${PASSKEY_ISSUER} OR EXISTS (SELECT 1 FROM passkeys k WHERE k.id = s.secret_hash
          AND k.subject = s.subject AND k.tenant = s.tenant))`),
  ]);
  const who = row && whoOf(row, config);
  if (!row || !who) return undefined;
  if (use === 'used' && now - row.usedUs > USE_NOTED)
    await db.batch([db.sql(sql`UPDATE sessions SET used_us = ${now} WHERE id_hash = ${idHash} AND used_us < ${now}`)]);
  return { who, expiresUs: row.expiresUs, credential: row.credential };
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

/** Deletes ended sessions, links that sign in and answered challenges. */
export async function sweepSessions(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const now = nowMicros();
  await db.batch([
    db.sql(sql`DELETE FROM sessions WHERE expires_us <= ${now}`),
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
  const session = id === undefined ? undefined : await findSession(db, config, id, 'used');
  if (id === undefined || !session) throw unauthenticated('the session has ended; sign in again');
  // Another tab may have signed in as somebody else: the page must not act as them.
  if (!hasCsrfToken(request, id)) throw unauthenticated(OTHER_SESSION);
  sessionsOf.set(request, session);
  return session.who;
}
