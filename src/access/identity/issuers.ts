import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import type { Person } from '../principal.ts';
import { unauthenticated } from '../errors.ts';
import type { Config } from '../../settings/config.ts';
import { retryLater, ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { describe } from '../../lib/describe.ts';
import { ask } from '../../lib/remote.ts';
import { ambient } from '../../lib/time.ts';
import { isEmail, isSafeAddress, speaksForEmail, type TrustedIssuer } from '../../lib/trusted-issuers.ts';
import { personIn } from './people.ts';

/**
 * Accepted types of token: ID tokens and access tokens (RFC 9068). Providers sign other types too, such as logout
 * tokens.
 */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Milliseconds between two looks at whether another request has fetched the keys. */
const LOOK_EVERY = 25;
/** Accepted clock skew of a provider, in seconds. */
const SKEW = 60;
/** Seconds until a request to a provider times out, and the size limit of its response. */
const PATIENCE = 5;
const MAX_BYTES = 1_000_000;

/** The trusted issuer that a token names in `iss`. Does not verify the token. */
export function issuerNamedIn(token: string, config: Config): TrustedIssuer | undefined {
  try {
    const { iss } = decodeJwt(token);
    return config.trustedIssuers.find(({ issuer }) => issuer === iss);
  } catch {
    return undefined;
  }
}

/**
 * Verifies a person's token by the keys of its issuer (OpenID Connect Core 3.1.3.7): signature by a pinned
 * algorithm, issuer, audience, times, and a verified e-mail address of a domain for which the issuer is trusted.
 * Throws 401 that names the check that failed, and 503 when the keys could not be fetched.
 */
export async function verifyPerson(
  token: string,
  issuer: TrustedIssuer,
  config: Config,
): Promise<{ person: Person; expires: number }> {
  const { payload, protectedHeader } = await jwtVerify(token, keysOf(issuer, config).find, {
    algorithms: issuer.algorithms,
    issuer: issuer.issuer,
    audience: issuer.audience,
    requiredClaims: ['exp', 'iat', 'sub'],
    clockTolerance: SKEW,
    currentDate: new Date(ambient.now()),
  }).catch((error: unknown) => {
    // The runtime throws its own error for a key that it cannot use, such as a short one. The token that names the key
    // is refused.
    throw error instanceof ServiceError || error instanceof errors.JOSEError ? error : new errors.JWSInvalid();
  });
  const { typ }: { typ?: unknown } = protectedHeader;
  if (typ !== undefined && !(typeof typ === 'string' && TYPES.has(typ.toLowerCase())))
    throw unauthenticated('the token has an unsupported type: send an ID token or an access token');
  const { email, email_verified: verified, iat = 0 } = payload;
  const sub: unknown = payload.sub;
  if (iat > ambient.now() / 1000 + SKEW) throw unauthenticated('the token was issued in the future');
  if (typeof sub !== 'string' || sub.length > 255 || !/^[\x20-\x7e]+$/.test(sub))
    throw unauthenticated('the subject of the token is not valid');
  if (typeof email !== 'string' || !isEmail(email)) throw unauthenticated('the token has no e-mail address');
  if (verified !== true && verified !== 'true')
    throw unauthenticated('the e-mail address of the token is not verified');
  if (!speaksForEmail(issuer, email))
    throw unauthenticated('the issuer of the token is not trusted for this e-mail address');
  const claims = payload as JWTPayload & { sub: string; iat: number };
  return { person: personIn(claims, email, issuer), expires: payload.exp! };
}

/** The keys of an issuer, cached in this isolate. They grant no rights by themselves. */
class IssuerKeys {
  readonly #issuer: TrustedIssuer;
  readonly #jwks: Config['jwks'];
  #remote: RemoteKeys | undefined;
  #local: JWTVerifyGetKey | undefined;
  /** No request is sent before this time. */
  #pausedUntil = 0;
  /** Until this time at most, one request fetches the keys, and others wait. */
  #fetchingUntil = 0;

  constructor(issuer: TrustedIssuer, jwks: Config['jwks']) {
    this.#issuer = issuer;
    this.#jwks = jwks;
  }

  /**
   * The key that a token names. Fetches the issuer's keys when they are too old, and for an unknown key at most once
   * per cool-down. Throws 503 when there are no fresh keys. Any other error concerns only this token.
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (!this.#remote?.fresh) await this.#reload();
    try {
      return await this.#local!(header, token);
    } catch (error) {
      const unknown = error instanceof errors.JWKSNoMatchingKey;
      if (!unknown || this.#remote?.coolingDown !== false || ambient.now() < this.#pausedUntil) throw noKey();
    }
    // When newer keys cannot be fetched, the cached ones stay in use.
    await this.#reload().catch(() => {
      throw noKey();
    });
    return this.#local!(header, token);
  };

  /** Fetches the keys, or waits while another request does, so that the issuer receives one request at a time. */
  async #reload(): Promise<void> {
    const cached = this.#local;
    // A request must not await the I/O of another (the runtime refuses it): it waits on timers of its own.
    while (ambient.now() < this.#fetchingUntil) await scheduler.wait(LOOK_EVERY);
    if (this.#local !== cached) return;
    if (ambient.now() < this.#pausedUntil) throw keysMissing(this.#pausedUntil - ambient.now());
    // The discovery and the keys.
    this.#fetchingUntil = ambient.now() + 2 * PATIENCE * 1000;
    const { maxAgeSeconds, cooldownSeconds } = this.#jwks;
    try {
      const remote =
        this.#remote ??
        createRemoteJWKSet(new URL(this.#issuer.jwksUri ?? (await discover(this.#issuer))), {
          cacheMaxAge: maxAgeSeconds * 1000,
          cooldownDuration: cooldownSeconds * 1000,
          timeoutDuration: PATIENCE * 1000,
          [customFetch]: async (url, { headers }) => {
            const { status, text } = await asked(url, headers);
            return new Response(text, { status });
          },
        });
      await remote.reload();
      this.#local = createLocalJWKSet(remote.jwks()!);
      this.#remote = remote;
      this.#pausedUntil = 0;
    } catch (error) {
      log('warn', 'the keys of an issuer could not be fetched', {
        issuer: this.#issuer.issuer,
        error: describe(error),
      });
      // Once the cached keys are too old, their address is discovered again too.
      if (!this.#remote?.fresh) this.#remote = undefined;
      // Later requests do not wait for an issuer that is down.
      this.#pausedUntil = ambient.now() + cooldownSeconds * 1000;
      throw keysMissing(cooldownSeconds * 1000);
    } finally {
      this.#fetchingUntil = 0;
    }
  }
}

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

const noKey = (): Error => new errors.JWKSNoMatchingKey();
const keysMissing = (milliseconds: number): ServiceError =>
  retryLater('unavailable', 'the keys of the issuer could not be fetched; try again', Math.max(1, milliseconds / 1000));

const known = new Map<string, IssuerKeys>();

function keysOf(issuer: TrustedIssuer, { jwks }: Config): IssuerKeys {
  const key = JSON.stringify([issuer.issuer, issuer.jwksUri, jwks]);
  const keys = known.get(key) ?? new IssuerKeys(issuer, jwks);
  known.set(key, keys);
  return keys;
}

const asked = (url: string, headers: HeadersInit) =>
  ask(url, { headers }, { name: 'the issuer', seconds: PATIENCE, maxBytes: MAX_BYTES });

/** Where the issuer's keys are (OpenID Connect Discovery 1.0, 4). */
async function discover({ issuer }: TrustedIssuer): Promise<string> {
  const { status, text } = await asked(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    accept: 'application/json',
  });
  if (status !== 200) throw new Error(`the discovery document responded with ${status}`);
  const document = JSON.parse(text) as Record<string, unknown> | null;
  if (document?.['issuer'] !== issuer) throw new Error('the discovery document is of another issuer');
  const uri = document['jwks_uri'];
  if (typeof uri !== 'string' || !isSafeAddress(uri)) throw new Error('the discovery document names no safe jwks_uri');
  return uri;
}
