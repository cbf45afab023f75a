import { createHmac, createPrivateKey, sign, type JsonWebKey } from 'node:crypto';
import { KeyRing } from '../../src/lib/seal.ts';
import { ORIGIN, SECRETS, type Service, type Tenant } from '../support/service.ts';

export type Json = Record<string, unknown>;
/** The header and claims of a token. */
export type Parts = { header: Json; claims: unknown };

export const ISSUER = `${ORIGIN}/appidpv1`;
export const AUDIENCE = `${ORIGIN}/archivist`;

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
export const partsOf = (token: string): [string, string, string] => token.split('.') as [string, string, string];
export const claimsOf = (token: string): Json => decode(partsOf(token)[1]);
export const headerOf = (token: string): Json => decode(partsOf(token)[0]);

export const signingInput = ({ header, claims }: Parts): string => `${encode(header)}.${encode(claims)}`;

/** Signs with a private JWK as ES256; keys of other kinds with SHA-256. */
export function signToken(parts: Parts, key: JsonWebKey, dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363'): string {
  const input = signingInput(parts);
  const signature = sign('sha256', Buffer.from(input), {
    key: createPrivateKey({ key, format: 'jwk' }),
    dsaEncoding,
  });
  return `${input}.${signature.toString('base64url')}`;
}

export function hmacToken(parts: Parts, secret: string | Buffer): string {
  const input = signingInput(parts);
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

export const seconds = (): number => Math.floor(Date.now() / 1000);

/** The header and claims of a token that the service could have issued to the administrator of this tenant. */
export function genuine(kid: string, tenant: Pick<Tenant, 'client_id' | 'tenant_identity'>): Parts & { claims: Json } {
  return {
    header: { alg: 'ES256', typ: 'at+jwt', kid },
    claims: {
      iss: ISSUER,
      aud: AUDIENCE,
      sub: tenant.client_id,
      client_id: tenant.client_id,
      iat: seconds(),
      exp: seconds() + 3600,
      jti: crypto.randomUUID(),
      name: 'Administrator',
      jit_tenant_id: tenant.tenant_identity,
      jit_tier: 'PREMIUM',
    },
  };
}

export type KeyRow = {
  kid: string;
  public_jwk: string;
  private_sealed: string;
  signs_from_us: number;
  signs_until_us: number;
  verifies_until_us: number;
};

export async function keyRows(service: Pick<Service, 'db'>): Promise<KeyRow[]> {
  return (await service.db.prepare('SELECT * FROM signing_keys ORDER BY signs_from_us').all<KeyRow>()).results;
}

/** Decrypts the private key of a row with the key-encryption keys of the service. */
export async function openKey(row: KeyRow, keys: string = SECRETS.KEY_ENCRYPTION_KEYS): Promise<JsonWebKey> {
  const plain = await KeyRing.parse(keys).open(`signing_key ${row.kid}`, row.private_sealed);
  if (plain === undefined) throw new Error(`the signing key ${row.kid} does not open`);
  return JSON.parse(plain) as JsonWebKey;
}
