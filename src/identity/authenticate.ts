import { errors, jwtVerify } from 'jose';
import { APPLICATION_ISSUER, type Caller } from '../access/principal.ts';
import { unauthenticated } from '../access/scope.ts';
import type { Config, Env } from '../config.ts';
import { ServiceError } from '../core/errors.ts';
import { UUID_V4, uuidOf } from '../core/identity.ts';
import { ambient } from '../core/time.ts';
import { Database } from '../store/database.ts';
import { verificationKey } from './signing.ts';

/** Tokens whose signature was verified lately: that is a fact about the token, not a right. Each is looked at again after a minute. */
const verified = new Map<string, { caller: Caller; issuer: string; until: number }>();
const VERIFIED_MS = 60_000;
const VERIFIED_MAX = 1000;

/**
 * Verifies the bearer token of a request: ES256 by a key of our ring, named by `kid` alone (a key or
 * address inside the token is never looked at), `typ` at+jwt (RFC 9068), our issuer and audience, not expired.
 * Throws 401 with WWW-Authenticate (RFC 6750). What the caller may do is read later, with the data.
 */
export async function authenticate(request: Request, config: Config, env: Env): Promise<Caller> {
  const header = request.headers.get('authorization');
  if (header === null) {
    throw new ServiceError('unauthenticated', 'a bearer token is required', {
      headers: { 'www-authenticate': 'Bearer realm="archivist"' },
    });
  }
  const token = /^Bearer +([A-Za-z0-9._~+/=-]{1,8192})$/i.exec(header)?.[1];
  if (!token) throw unauthenticated('the authorization header is not a bearer token');
  const known = verified.get(token);
  if (known && known.until > ambient.now() && known.issuer === config.issuer) return known.caller;
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key =
          typeof kid === 'string' && kid.length <= 128
            ? await verificationKey(() => new Database(env.DB), kid)
            : undefined;
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
    if (!tenant || !UUID_V4.test(payload.sub ?? '')) throw unauthenticated('the token is not valid');
    const caller: Caller = { tenant, issuer: APPLICATION_ISSUER, subject: payload.sub! };
    if (verified.size >= VERIFIED_MAX) verified.clear();
    const until = Math.min(payload.exp! * 1000, ambient.now() + VERIFIED_MS);
    verified.set(token, { caller, issuer: config.issuer, until });
    return caller;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated('the token has expired');
    if (error instanceof errors.JOSEError) throw unauthenticated('the token is not valid');
    throw error;
  }
}
