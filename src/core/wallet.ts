import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex, toHex, utf8 } from './text.ts';

/** A tenant's wallet as others see it. */
export type Wallet = {
  /** EIP-55 address, 0x and 40 hexadecimal digits. */
  address: string;
  /** Uncompressed secp256k1 point: 130 hexadecimal digits that start with 04. */
  publicKey: string;
};

/**
 * The wallet of a tenant: HKDF-SHA-256 of the seed with the info `wallet|<tenant uuid>`, 48 bytes taken
 * modulo n-1, plus 1. The private key is never stored; it comes from the seed again when needed.
 */
export function walletOf(seed: Uint8Array, tenant: string): Wallet {
  const order = secp256k1.Point.CURVE().n;
  const material = BigInt(`0x${toHex(hkdf(sha256, seed, undefined, utf8(`wallet|${tenant}`), 48))}`);
  const scalar = (material % (order - 1n)) + 1n;
  const publicKey = toHex(secp256k1.getPublicKey(fromHex(scalar.toString(16).padStart(64, '0')), false));
  return { publicKey, address: walletAddress(publicKey) };
}

/** The address of a public key (compat 7): the last 20 bytes of keccak-256 of x||y, in EIP-55 mixed case. */
export function walletAddress(publicKey: string): string {
  const digest = toHex(keccak_256(fromHex(publicKey.slice(2))).slice(-20));
  const casing = toHex(keccak_256(utf8(digest)));
  return `0x${[...digest].map((c, i) => (Number.parseInt(casing[i]!, 16) >= 8 ? c.toUpperCase() : c)).join('')}`;
}
