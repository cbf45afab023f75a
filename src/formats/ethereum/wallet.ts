import { x25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { fromHex, toHex, utf8 } from '../../lib/text.ts';

/** The public part of a tenant's wallet. */
export type Wallet = {
  /** EIP-55 address, 0x and 40 hexadecimal digits. */
  address: string;
  /** Uncompressed secp256k1 point: 130 hexadecimal digits that start with 04. */
  publicKey: string;
};

/**
 * The wallet of a tenant. Its private key is derived from the seed with the info `wallet|<tenant uuid>` whenever it is
 * needed, and is never stored.
 */
export function walletOf(seed: Uint8Array, tenant: string): Wallet {
  const publicKey = toHex(secp256k1.getPublicKey(privateKeyOf(seed, `wallet|${tenant}`), false));
  return { publicKey, address: walletAddress(publicKey) };
}

/** Derives a secp256k1 private key from the seed: HKDF-SHA-256 with this info, 48 bytes modulo n-1, plus 1. */
export function privateKeyOf(seed: Uint8Array, info: string): Uint8Array {
  const order = secp256k1.Point.CURVE().n;
  const material = BigInt(`0x${toHex(hkdf(sha256, seed, undefined, utf8(info), 48))}`);
  return fromHex(((material % (order - 1n)) + 1n).toString(16).padStart(64, '0'));
}

/**
 * The private keys of a chain's validators, newest first. The entry `seed` is the key that is derived from the seed for
 * this chain, which is also the default.
 */
export function validatorKeysOf(
  keys: readonly (Uint8Array | 'seed')[] = ['seed'],
  seed: Uint8Array,
  chainId: string,
): [Uint8Array, ...Uint8Array[]] {
  const made = keys.map((key) => (key === 'seed' ? privateKeyOf(seed, `validator|${chainId}`) : key));
  return made as [Uint8Array, ...Uint8Array[]];
}

/** Whether 32 bytes are a valid secp256k1 private key: a number from 1 to n-1. */
export const isPrivateKey = (bytes: Uint8Array): boolean => secp256k1.utils.isValidSecretKey(bytes);

/** The address of a public key: the last 20 bytes of keccak-256 of x||y, in EIP-55 mixed case. */
export function walletAddress(publicKey: string): string {
  const digest = toHex(keccak_256(fromHex(publicKey.slice(2))).slice(-20));
  const casing = toHex(keccak_256(utf8(digest)));
  return `0x${[...digest].map((c, i) => (Number.parseInt(casing[i]!, 16) >= 8 ? c.toUpperCase() : c)).join('')}`;
}

/**
 * The tessera key of a tenant: base64 of the 32 bytes of the X25519 public key whose private key is HKDF-SHA-256 of the
 * seed with the info `tessera|<tenant uuid>`.
 */
export function tesseraKeyOf(seed: Uint8Array, tenant: string): string {
  return base64(x25519.getPublicKey(hkdf(sha256, seed, undefined, utf8(`tessera|${tenant}`), 32)));
}

/** Whether a key is an uncompressed secp256k1 point on the curve: 130 hexadecimal digits that start with 04. */
export function isWalletKey(key: string): boolean {
  if (!/^04[0-9a-f]{128}$/i.test(key)) return false;
  try {
    secp256k1.Point.fromHex(key.toLowerCase()).assertValidity();
    return true;
  } catch {
    return false;
  }
}

/** Whether a key is padded base64 of 32 bytes. */
export function isTesseraKey(key: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(key) && btoa(atob(key)) === key;
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
