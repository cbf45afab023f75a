import { fromBase64, toBase64Url, utf8 } from '../../lib/text.ts';
import { sha256 } from '../../lib/sha256.ts';
import { EDDSA, ES256 } from '../cose.ts';

/** The keys with which authors sign: ECDSA with P-256 and SHA-256 (ES256), and Ed25519 (EdDSA). */

/** The public key of an author as a JWK (RFC 7517), without further members. */
export type AuthorKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string } | { kty: 'OKP'; crv: 'Ed25519'; x: string };

const COORDINATE_BYTES = 32;
/** r | s, or R | S: both algorithms have signatures of this length. */
export const SIGNATURE_BYTES = 64;

/**
 * The members of a public JWK that are part of the key. Others are left out. Throws RangeError for other keys, for a
 * private key, and for coordinates with another spelling than base64url of 32 bytes.
 */
export function readAuthorKey(jwk: Readonly<Record<string, unknown>>): AuthorKey {
  const { kty, crv, x, y } = jwk;
  if ('d' in jwk) throw new RangeError('d: must be absent: only the public key is sent');
  if (kty === 'EC' && crv === 'P-256') return { kty, crv, x: coordinate('x', x), y: coordinate('y', y) };
  if (kty === 'OKP' && crv === 'Ed25519') return { kty, crv, x: coordinate('x', x) };
  throw new RangeError('kty, crv: must be EC with P-256, or OKP with Ed25519');
}

function coordinate(name: string, value: unknown): string {
  const bytes = typeof value === 'string' ? fromBase64(value) : undefined;
  if (bytes?.length !== COORDINATE_BYTES || toBase64Url(bytes) !== value)
    throw new RangeError(`${name}: must be base64url without padding, of ${COORDINATE_BYTES} bytes`);
  return value;
}

/** The thumbprint of a key (RFC 7638, with SHA-256), 32 bytes. */
export function thumbprintOf(key: AuthorKey): Uint8Array {
  const { crv, kty, x } = key;
  return sha256(utf8(JSON.stringify(key.kty === 'EC' ? { crv, kty, x, y: key.y } : { crv, kty, x })));
}

/** The COSE algorithm of a key. */
export const algorithmOf = ({ kty }: AuthorKey): number => (kty === 'EC' ? ES256 : EDDSA);

/** The parameters of WebCrypto for keys of a kind. */
export const IMPORT = { EC: { name: 'ECDSA', namedCurve: 'P-256' }, OKP: { name: 'Ed25519' } } as const;
/** The parameters of WebCrypto for signatures of a key. */
export const SIGNING = { EC: { name: 'ECDSA', hash: 'SHA-256' }, OKP: { name: 'Ed25519' } } as const;

/**
 * Verifies a signature with WebCrypto. Returns false for a key that is not a point of its curve. Rejects with
 * NotSupportedError in a browser without the algorithm.
 */
export async function isSignedBy(key: AuthorKey, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  if (signature.length !== SIGNATURE_BYTES) return false;
  try {
    const imported = await crypto.subtle.importKey('jwk', key, IMPORT[key.kty], false, ['verify']);
    return await crypto.subtle.verify(SIGNING[key.kty], imported, signature as BufferSource, message as BufferSource);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') throw error;
    return false;
  }
}
