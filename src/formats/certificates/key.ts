import type { EdDSA } from '@noble/curves/abstract/edwards.js';
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { ed448 } from '@noble/curves/ed448.js';
import { brainpoolP256r1, brainpoolP384r1, brainpoolP512r1 } from '@noble/curves/misc.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { printable, toHex } from '../../lib/text.ts';
import type { Algorithm } from './certificate.ts';
import { childrenOf, DerError, oidOf, readDer, unsigned } from './der.ts';

/** A key of a kind that TLS supports (RFC 8446, section 4.2.3; RFC 8734). */
export type PublicKey =
  | { kind: 'RSA'; bits: number; modulus: Uint8Array; exponent: Uint8Array; pss: boolean }
  | { kind: 'ECDSA'; curve: ECDSA; point: Uint8Array }
  | { kind: 'EdDSA'; curve: EdDSA; oid: string; point: Uint8Array };

const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const EC = '1.2.840.10045.2.1';

const CURVES: Record<string, [name: string, curve: ECDSA]> = {
  '1.2.840.10045.3.1.7': ['P-256', p256],
  '1.3.132.0.34': ['P-384', p384],
  '1.3.132.0.35': ['P-521', p521],
  '1.3.36.3.3.2.8.1.1.7': ['brainpoolP256r1', brainpoolP256r1],
  '1.3.36.3.3.2.8.1.1.11': ['brainpoolP384r1', brainpoolP384r1],
  '1.3.36.3.3.2.8.1.1.13': ['brainpoolP512r1', brainpoolP512r1],
};
const EDWARDS: Record<string, [name: string, curve: EdDSA]> = {
  '1.3.101.112': ['Ed25519', ed25519],
  '1.3.101.113': ['Ed448', ed448],
};
/** Kinds of key that are refused, by their common names. */
const REFUSED: Record<string, string> = {
  '1.2.840.10040.4.1': 'DSA',
  '1.3.132.0.10': 'ECDSA on secp256k1',
  '1.2.840.10045.3.1.1': 'ECDSA on P-192',
  '1.3.132.0.33': 'ECDSA on P-224',
};
const SUPPORTED =
  'RSA from 2048 bits, ECDSA on P-256, P-384, P-521 or a brainpool curve, Ed25519 and Ed448 are supported';

const UNREADABLE = 'has a public key that cannot be read';

/** Bits of an RSA key: at least as NIST SP 800-131A requires; at most, because verification gets slow above. */
const RSA_BITS = { least: 2048, most: 16_384 };

/** Reads the key of a certificate. Returns a string that describes why it is refused. */
export function readKey({ algorithm, bits }: { algorithm: Algorithm; bits: Uint8Array }): PublicKey | string {
  try {
    if (algorithm.oid === RSA || algorithm.oid === RSA_PSS) return readRsa(bits, algorithm.oid === RSA_PSS);
    if (algorithm.oid === EC) return readPoint(algorithm.parameters, bits);
    const edwards = EDWARDS[algorithm.oid];
    if (!edwards) return refusal(algorithm.oid);
    const [name, curve] = edwards;
    return isPoint(curve, bits)
      ? { kind: 'EdDSA', curve, oid: algorithm.oid, point: bits }
      : `has an invalid ${name} key`;
  } catch (error) {
    if (error instanceof DerError) return UNREADABLE;
    throw error;
  }
}

const refusal = (oid: string): string =>
  `has an unsupported kind of key (${REFUSED[oid] ?? printable(oid)}); ${SUPPORTED}`;

function readRsa(bits: Uint8Array, pss: boolean): PublicKey | string {
  const [modulus, exponent] = childrenOf(bits, readDer(bits)).map((part) => unsigned(bits, part));
  if (!modulus || !exponent) return UNREADABLE;
  const length = modulus.length * 8 - Math.clz32(modulus[0]!) + 24;
  if (length < RSA_BITS.least)
    return `has an RSA key of ${length} bits, which is too weak; at least ${RSA_BITS.least} are required`;
  if (length > RSA_BITS.most) return `has an RSA key of ${length} bits; at most ${RSA_BITS.most} are allowed`;
  const odd = modulus.at(-1)! % 2 === 1 && exponent.at(-1)! % 2 === 1;
  if (!odd || toHex(exponent) === '01' || exponent.length > 4) return 'has an invalid RSA key';
  return { kind: 'RSA', bits: length, modulus, exponent, pss };
}

function readPoint(parameters: Uint8Array, bits: Uint8Array): PublicKey | string {
  const named = readDer(parameters);
  if (named.tag === 0x30) return `has a key on an unnamed curve; ${SUPPORTED}`;
  const oid = oidOf(parameters, named);
  const known = CURVES[oid];
  if (!known) return refusal(oid);
  const [name, curve] = known;
  return isPoint(curve, bits) ? { kind: 'ECDSA', curve, point: bits } : `has an invalid key for ${name}`;
}

function isPoint(curve: ECDSA | EdDSA, bits: Uint8Array): boolean {
  try {
    curve.Point.fromBytes(bits).assertValidity();
    return true;
  } catch {
    return false;
  }
}
