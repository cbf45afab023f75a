import type { Clock } from './ambient.ts';
import { EvidenceError } from './errors.ts';

/** Where the access tokens of requests come from. */
export type Tokens = {
  /** The token for the next request; undefined for requests without one. */
  token: () => Promise<string | undefined>;
  /** The service has rejected this token. Returns whether another one can be obtained. */
  reject: (token: string) => boolean;
};

export type Credentials = { clientId: string; clientSecret: string };

/** A token is replaced this long before it expires, or after nine tenths of its lifetime if it is short. */
const MARGIN_MS = 60_000;

/** A token that the caller manages. A function is called for each request. */
export const givenTokens = (given: string | (() => string | Promise<string>)): Tokens => ({
  token: async () => (typeof given === 'string' ? given : given()),
  reject: () => false,
});

export const noTokens: Tokens = { token: () => Promise.resolve(undefined), reject: () => false };

/**
 * Tokens of client credentials (RFC 6749, section 4.4). A token is kept until shortly before it expires, or until the
 * service rejects it. Requests that need one at the same time share one request for it.
 */
export function credentialTokens(issue: () => Promise<unknown>, clock: Clock): Tokens {
  let kept: { token: string; until: number } | undefined;
  let pending: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    const asked = clock.now();
    const { access_token: token, expires_in: seconds } = ((await issue()) ?? {}) as Record<string, unknown>;
    if (typeof token !== 'string' || token === '')
      throw new EvidenceError('INTERNAL', 'the token endpoint responded without an access token');
    const lifetime = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0;
    kept = { token, until: asked + Math.max(lifetime - MARGIN_MS, lifetime * 0.9) };
    return token;
  };
  return {
    token: () => {
      if (kept && clock.now() < kept.until) return Promise.resolve(kept.token);
      return (pending ??= renew().finally(() => {
        pending = undefined;
      }));
    },
    reject: (token) => {
      if (kept?.token === token) kept = undefined;
      return true;
    },
  };
}
