import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import type { AuthorKey } from '../../src/formats/statement/key.ts';
import { fromBase64, toBase64Url, utf8 } from '../../src/lib/text.ts';

/** For whom a key is enrolled: the claims that bind an enrolment to a caller. */
export type EnrolmentClaims = { iss: string; sub: string; tenant_identity: string };

/** The claims for the caller with an access token, in a tenancy `tenant/<uuid>`. */
export function claimsOf(token: string, tenant_identity: string): EnrolmentClaims {
  const { iss, sub } = JSON.parse(new TextDecoder().decode(fromBase64(token.split('.')[1]!)));
  return { iss, sub, tenant_identity };
}

/** A key of an author in tests. */
export type TestKey = {
  key: AuthorKey;
  /** The JWT by which a caller enrols it at a base URL. */
  enrolment: (
    audience: string,
    owner: EnrolmentClaims,
    changes?: { typ?: string; age?: number; jwk?: object },
  ) => string;
  sign: (message: Uint8Array) => Promise<Uint8Array>;
};

const part = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));

export function newAuthorKey(alg: 'ES256' | 'EdDSA' = 'ES256'): TestKey {
  const curve = alg === 'ES256' ? p256 : ed25519;
  const secret = curve.utils.randomSecretKey();
  const sign = (message: Uint8Array): Uint8Array => curve.sign(message, secret);
  let key: AuthorKey;
  if (alg === 'ES256') {
    const point = p256.getPublicKey(secret, false);
    const [x, y] = [toBase64Url(point.subarray(1, 33)), toBase64Url(point.subarray(33))];
    key = { kty: 'EC', crv: 'P-256', x, y };
  } else key = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(ed25519.getPublicKey(secret)) };
  return {
    key,
    enrolment: (audience, owner, { typ = 'signing-key+jwt', age = 0, jwk = key } = {}) => {
      const iat = Math.floor(Date.now() / 1000) - age;
      const signed = `${part({ alg, typ, jwk })}.${part({ aud: audience, iat, ...owner })}`;
      return `${signed}.${toBase64Url(sign(utf8(signed)))}`;
    },
    sign: async (message) => sign(message),
  };
}
