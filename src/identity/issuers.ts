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
import type { Person } from '../access/principal.ts';
import { unauthenticated } from '../access/scope.ts';
import type { Config } from '../config.ts';
import { retryLater, ServiceError } from '../core/errors.ts';
import { log } from '../core/log.ts';
import { describe } from '../core/describe.ts';
import { ask } from '../core/remote.ts';
import { ambient } from '../core/time.ts';
import { isEmail, isSafeAddress, speaksForEmail, type TrustedIssuer } from '../core/trust.ts';
import { personIn } from './people.ts';

/** Tokens of a person: an ID token, or an access token (RFC 9068). Others that a provider signs (logout) are for other ends. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Seconds by which a provider's clock may differ. */
const SKEW = 60;
/** Seconds for a provider to answer, and how much it may say. */
const PATIENCE = 5;
const MAX_BYTES = 1_000_000;

/** The trusted issuer that a token says it is of. Nothing of the token is verified by that. */
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
 * algorithm, issuer, audience, times, a verified e-mail address of a domain that the issuer may speak for.
 * Throws 401 that says which of these failed; 503 when the keys cannot be had.
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
    // A key with which nothing can be verified (a short one) is the runtime's error, and the token's fault.
    throw error instanceof ServiceError || error instanceof errors.JOSEError ? error : new errors.JWSInvalid();
  });
  const { typ }: { typ?: unknown } = protectedHeader;
  if (typ !== undefined && !(typeof typ === 'string' && TYPES.has(typ.toLowerCase())))
    throw unauthenticated('the token is of another type');
  const { email, email_verified: verified, iat = 0 } = payload;
  const sub: unknown = payload.sub;
  if (iat > ambient.now() / 1000 + SKEW) throw unauthenticated('the token is issued in the future');
  if (typeof sub !== 'string' || sub.length > 255 || !/^[\x20-\x7e]+$/.test(sub))
    throw unauthenticated('the subject of the token is not valid');
  if (typeof email !== 'string' || !isEmail(email)) throw unauthenticated('the token has no e-mail address');
  if (verified !== true && verified !== 'true')
    throw unauthenticated('the e-mail address of the token is not verified');
  if (!speaksForEmail(issuer, email))
    throw unauthenticated('the issuer of the token may not speak for this e-mail address');
  const claims = payload as JWTPayload & { sub: string; iat: number };
  return { person: personIn(claims, email, issuer), expires: payload.exp! };
}

/** The keys of an issuer as this isolate has them. They are facts of the issuer, not rights. */
class IssuerKeys {
  readonly #issuer: TrustedIssuer;
  readonly #jwks: Config['jwks'];
  #remote: RemoteKeys | undefined;
  #local: JWTVerifyGetKey | undefined;
  /** No other request goes out before. */
  #pausedUntil = 0;

  constructor(issuer: TrustedIssuer, jwks: Config['jwks']) {
    this.#issuer = issuer;
    this.#jwks = jwks;
  }

  /**
   * The key that a token names. Asks the issuer where the keys are too old, and for a key that is not known no
   * oftener than the cool-down says. Throws 503 where there are no keys that are fresh; whatever is wrong with the
   * token or with one of the keys is the token's fault alone.
   */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (!this.#remote?.fresh) await this.#reload();
    try {
      return await this.#local!(header, token);
    } catch (error) {
      const unknown = error instanceof errors.JWKSNoMatchingKey;
      if (!unknown || this.#remote?.coolingDown !== false || ambient.now() < this.#pausedUntil) throw noKey();
    }
    // Those that are there go on to serve when no newer ones can be had.
    await this.#reload().catch(() => {
      throw noKey();
    });
    return this.#local!(header, token);
  };

  async #reload(): Promise<void> {
    const { maxAgeSeconds, cooldownSeconds } = this.#jwks;
    if (ambient.now() < this.#pausedUntil) throw keysMissing(this.#pausedUntil - ambient.now());
    const before = this.#remote;
    try {
      // Several may ask at once, each for itself: what one request waits for, another must not depend on.
      const remote =
        before ??
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
      // Another has got them meanwhile.
      if (this.#remote !== before && this.#remote?.fresh) return;
      log('warn', 'the keys of an issuer cannot be had', { issuer: this.#issuer.issuer, error: describe(error) });
      // Where they are is asked anew too, once those that are there no longer serve.
      if (!this.#remote?.fresh) this.#remote = undefined;
      // Whoever comes next does not wait for an issuer that is down.
      this.#pausedUntil = ambient.now() + cooldownSeconds * 1000;
      throw keysMissing(cooldownSeconds * 1000);
    }
  }
}

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

const noKey = (): Error => new errors.JWKSNoMatchingKey();
const keysMissing = (milliseconds: number): ServiceError =>
  retryLater('unavailable', 'the keys of the issuer cannot be had; try again', Math.max(1, milliseconds / 1000));

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
  if (status !== 200) throw new Error(`the discovery document answers ${status}`);
  const document = JSON.parse(text) as Record<string, unknown> | null;
  if (document?.['issuer'] !== issuer) throw new Error('the discovery document is of another issuer');
  const uri = document['jwks_uri'];
  if (typeof uri !== 'string' || !isSafeAddress(uri)) throw new Error('the discovery document names no safe jwks_uri');
  return uri;
}
