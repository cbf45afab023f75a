import { decodeJwt, errors, jwtVerify } from 'jose';
import { APPLICATION_ISSUER, type Caller, type Identified } from '../principal.ts';
import { tokenRequired, unauthenticated } from '../errors.ts';
import type { Config, Env } from '../../settings/config.ts';
import { invalid, ServiceError } from '../../lib/errors.ts';
import { UUID_V4, uuidOf } from '../../lib/identifiers.ts';
import { ambient } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { commandLineSession } from './command-line.ts';
import { issuerNamedIn, verifyPerson } from './issuers.ts';
import { enter, TENANT_HEADER } from './people.ts';
import { identifyCommandLine, identifySession, sessionExpiry } from './sessions.ts';
import { verificationKey } from './signing.ts';

/** Tokens that were verified within the last minute. A verified token grants no rights by itself. */
const verified = new Map<string, { who: Identified; issuer: string; until: number }>();
const VERIFIED_MS = 60_000;
const VERIFIED_MAX = 1000;
/** Maximum length of a token in characters. */
const MAX_TOKEN = 16_384;

/**
 * Verifies the bearer token of a request: an application's by the service's keys, a person's by those of their trusted
 * issuer, a command line's by its session. Without a token, the session of the console (`identifySession`). Throws 401
 * with WWW-Authenticate (RFC 6750), and 503 when an issuer's keys could not be fetched. The caller's rights are read
 * later, with the data.
 */
export async function identify(request: Request, config: Config, env: Env, db: Database): Promise<Identified> {
  const header = request.headers.get('authorization');
  if (header === null) {
    const who = await identifySession(request, config, db);
    if (!who) throw tokenRequired();
    return who;
  }
  const commandLine = commandLineSession(request);
  if (commandLine !== undefined) return identifyCommandLine(request, config, db, commandLine);
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header)?.[1];
  if (!token) throw unauthenticated('the authorization header is not a bearer token');
  return verifyToken(token, config, env);
}

/** Verifies a token, as `identify`. */
export async function verifyToken(token: string, config: Config, env: Env): Promise<Identified> {
  if (token.length > MAX_TOKEN) throw unauthenticated(`the token is too long: at most ${MAX_TOKEN} characters`);
  const known = verified.get(token);
  if (known && known.until > ambient.now() && known.issuer === config.issuer) return known.who;
  try {
    const issuer = issuerNamedIn(token, config);
    const { who, expires } = issuer
      ? await verifyPerson(token, issuer, config).then(({ person, expires: at }) => ({ who: { person }, expires: at }))
      : await verifyApplication(token, config, env);
    if (verified.size >= VERIFIED_MAX) verified.clear();
    verified.set(token, { who, issuer: config.issuer, until: Math.min(expires * 1000, ambient.now() + VERIFIED_MS) });
    return who;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated('the token has expired');
    if (error instanceof errors.JOSEError) throw unauthenticated('the token is not valid');
    throw error;
  }
}

/**
 * Verifies an application's token: ES256 by the service's key that `kid` names (a key or address inside the token is
 * ignored), `typ` at+jwt (RFC 9068), the service's issuer and audience, not expired.
 */
async function verifyApplication(
  token: string,
  config: Config,
  env: Env,
): Promise<{ who: { application: Caller }; expires: number }> {
  const { payload } = await jwtVerify(
    token,
    async ({ kid }) => {
      const key =
        typeof kid === 'string' && kid.length <= 128 ? await verificationKey(() => openDatabase(env), kid) : undefined;
      if (!key) throw new errors.JWKSNoMatchingKey();
      return key;
    },
    {
      algorithms: ['ES256'],
      issuer: config.issuer,
      audience: config.baseUrl,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'iat', 'sub', 'jit_tenant_id'],
      clockTolerance: 2,
      currentDate: new Date(ambient.now()),
    },
  );
  const tenant = uuidOf('tenant', String(payload['jit_tenant_id']));
  // jose does not check the types of claims.
  const subject: unknown = payload.sub;
  if (!tenant || typeof subject !== 'string' || !UUID_V4.test(subject)) throw unauthenticated('the token is not valid');
  return {
    who: { application: { tenant, issuer: APPLICATION_ISSUER, subject } },
    expires: payload.exp!,
  };
}

/**
 * Authenticates a request. The caller is an application in its own tenancy, or a person in the tenancy that they enter.
 * Throws as `identify` and `enter` do, and 403 for an application that names a tenancy other than its own.
 */
export async function authenticate(
  request: Request,
  config: Config,
  env: Env,
  db: Database,
  requestId: string,
): Promise<Caller> {
  const who = await identify(request, config, env, db);
  const named = tenantNamed(request);
  if ('person' in who) return enter(db, who.person, named, requestId);
  if (named !== undefined && named !== who.application.tenant)
    throw new ServiceError('forbidden', 'the caller is not a member of this tenancy');
  return who.application;
}

/** Milliseconds after which a stream of a session ends, because the session may have ended meanwhile. */
const SESSION_STREAM_MS = 60_000;

/** The time at which the token of an authenticated request expires, in milliseconds. */
export function tokenExpiry(request: Request): number {
  const expires = sessionExpiry(request);
  if (expires !== undefined) return Math.min(expires, ambient.now() + SESSION_STREAM_MS);
  const [, token = ''] = /^Bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return decodeJwt(token).exp! * 1000;
}

/** The tenancy that a request names; undefined for none. Throws 400 for a malformed name. */
function tenantNamed(request: Request): string | undefined {
  const header = request.headers.get(TENANT_HEADER)?.trim() ?? '';
  if (header === '') return undefined;
  const tenant = header.toLowerCase().replace(/^tenant\//, '');
  if (UUID_V4.test(tenant)) return tenant;
  throw invalid([{ field: TENANT_HEADER, description: 'must be tenant/<uuid>' }]);
}
