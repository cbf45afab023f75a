import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { printable, toBase64Url } from '../../lib/text.ts';
import type { Algorithm, X509 } from './certificate.ts';
import { childrenOf, oidOf, readDer, unsigned } from './der.ts';
import { readKey, type PublicKey } from './key.ts';

export type Hash = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';
export const HASHES = { 'SHA-1': sha1, 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 };

/** A signature algorithm. Except for EdDSA it has a separate hash. */
export type SignatureAlgorithm =
  | { kind: 'RSA'; hash: Hash }
  | { kind: 'ECDSA'; hash: Hash }
  | { kind: 'RSA-PSS'; hash: Hash; salt: number }
  | { kind: 'EdDSA'; oid: string };

/** RFC 4055, RFC 5758, RFC 8410. */
const KNOWN: Record<string, SignatureAlgorithm> = {
  '1.2.840.113549.1.1.5': { kind: 'RSA', hash: 'SHA-1' },
  '1.2.840.113549.1.1.11': { kind: 'RSA', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { kind: 'RSA', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { kind: 'RSA', hash: 'SHA-512' },
  '1.2.840.10045.4.1': { kind: 'ECDSA', hash: 'SHA-1' },
  '1.2.840.10045.4.3.2': { kind: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { kind: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { kind: 'ECDSA', hash: 'SHA-512' },
  '1.3.101.112': { kind: 'EdDSA', oid: '1.3.101.112' },
  '1.3.101.113': { kind: 'EdDSA', oid: '1.3.101.113' },
};
const BROKEN: Record<string, string> = {
  '1.2.840.113549.1.1.2': 'MD2',
  '1.2.840.113549.1.1.3': 'MD4',
  '1.2.840.113549.1.1.4': 'MD5',
};
export const HASH_OIDS: Record<string, Hash> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
const RSA_PSS = '1.2.840.113549.1.1.10';

/** Reads the signature algorithm of a certificate. Returns a string that describes why it is refused. */
export function readSignatureAlgorithm(algorithm: Algorithm): SignatureAlgorithm | string {
  const broken = BROKEN[algorithm.oid];
  if (broken) return `is signed with ${broken}, which is insecure`;
  const known = algorithm.oid === RSA_PSS ? readPss(algorithm.parameters) : KNOWN[algorithm.oid];
  return known ?? `is signed with an unsupported algorithm (${printable(algorithm.oid)})`;
}

/** RSASSA-PSS-params (RFC 4055, section 3.1). Undefined for two different hashes, which are not supported. */
function readPss(parameters: Uint8Array): SignatureAlgorithm | undefined {
  try {
    const given = new Map(
      childrenOf(parameters, readDer(parameters)).map((field) => [field.tag, childrenOf(parameters, field)[0]!]),
    );
    const [hashField, maskField, saltField] = [given.get(0xa0), given.get(0xa1), given.get(0xa2)];
    const hashOf = (field: typeof hashField): Hash | undefined =>
      field ? HASH_OIDS[oidOf(parameters, childrenOf(parameters, field)[0]!)] : 'SHA-1';
    const hash = hashOf(hashField);
    const maskHash = hashOf(maskField && childrenOf(parameters, maskField)[1]);
    const salt = saltField ? unsigned(parameters, saltField) : Uint8Array.of(20);
    return hash && hash === maskHash && salt.length === 1 ? { kind: 'RSA-PSS', hash, salt: salt[0]! } : undefined;
  } catch {
    return undefined;
  }
}

/** What a signature covers, and the signature. */
type Signed = Pick<X509, 'signed' | 'signature'>;

/**
 * Verifies the signature of a self-signed certificate. Returns a string that describes the error; undefined when it is
 * valid. Key and algorithm must be ones that `readKey` and `readSignatureAlgorithm` accept.
 */
export async function signatureProblem(x509: X509): Promise<string | undefined> {
  const [by, how] = [readKey(x509.key), readSignatureAlgorithm(x509.signatureAlgorithm)];
  if (typeof by === 'string' || typeof how === 'string')
    throw new TypeError('a key or an algorithm that is not supported');
  const verified = await verifies(x509, by, how);
  if (verified === undefined) return 'has an RSA key that cannot verify signatures';
  return verified ? undefined : 'is damaged: it is self-signed, but its signature does not match its key';
}

/** Whether a signature is by this key with this algorithm. Undefined: the runtime does not support the key. */
export const verifies = async (of: Signed, by: PublicKey, how: SignatureAlgorithm): Promise<boolean | undefined> =>
  by.kind === 'RSA' ? verifiesRsa(of, by, how) : verifiesPoint(of, by, how);

type KeyOf<K extends PublicKey['kind']> = Extract<PublicKey, { kind: K }>;

function verifiesPoint({ signed, signature }: Signed, by: KeyOf<'ECDSA' | 'EdDSA'>, how: SignatureAlgorithm): boolean {
  try {
    if (by.kind === 'EdDSA')
      return how.kind === 'EdDSA' && how.oid === by.oid && by.curve.verify(signature, signed, by.point);
    const options = { prehash: false, lowS: false, format: 'der' } as const;
    return how.kind === 'ECDSA' && by.curve.verify(signature, HASHES[how.hash](signed), by.point, options);
  } catch {
    // The signature is malformed.
    return false;
  }
}

/** Undefined: the runtime does not support the key. */
async function verifiesRsa(
  { signed, signature }: Signed,
  by: KeyOf<'RSA'>,
  how: SignatureAlgorithm,
): Promise<boolean | undefined> {
  if (how.kind !== 'RSA-PSS' && (how.kind !== 'RSA' || by.pss)) return false;
  const name = how.kind === 'RSA' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS';
  const jwk = { kty: 'RSA', n: toBase64Url(by.modulus), e: toBase64Url(by.exponent) };
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, { name, hash: how.hash }, false, ['verify']);
    const parameters = how.kind === 'RSA' ? { name } : { name, saltLength: how.salt };
    return await crypto.subtle.verify(parameters, key, signature, signed);
  } catch {
    return undefined;
  }
}
