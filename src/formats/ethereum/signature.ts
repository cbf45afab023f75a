import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexOf, type Hex } from './hex.ts';
import { EncodingError } from './rlp.ts';

/** An Ethereum signature (secp256k1 over keccak256): r, s and the parity of y. */
export type Signature = { r: bigint; s: bigint; yParity: 0 | 1 };

const { Point, getPublicKey, sign: signDigest } = secp256k1;
const { n: ORDER } = Point.CURVE();

/** Signs deterministically (RFC 6979) with the low s value (EIP-2). */
export function sign(digest: Uint8Array, privateKey: Uint8Array): Signature {
  const bytes = signDigest(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' });
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered');
  return { r, s, yParity: recovery === 1 ? 1 : 0 };
}

/** Recovers the uncompressed public key (65 bytes) of a signature. Throws EncodingError where it is not valid. */
export function recover(digest: Uint8Array, { r, s, yParity }: Signature): Uint8Array {
  if (r <= 0n || r >= ORDER || s <= 0n || s >= ORDER) throw new EncodingError('the signature is out of range');
  if (s > ORDER / 2n) throw new EncodingError('the signature must have the low s value (EIP-2)');
  try {
    return new secp256k1.Signature(r, s, yParity).recoverPublicKey(digest).toBytes(false);
  } catch {
    throw new EncodingError('the signature does not recover to a public key');
  }
}

/** The uncompressed public key (65 bytes) of a private key. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return getPublicKey(privateKey, false);
}

/** The address, in lower case, of an uncompressed public key. */
export function addressOf(publicKey: Uint8Array): Hex {
  return hexOf(keccak_256(publicKey.slice(1)).slice(-20));
}
