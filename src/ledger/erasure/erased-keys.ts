import { canonicalJson, sha256Hex } from '../../lib/digest.ts';

/**
 * The row of an idempotency key whose event was erased keeps the slot of the key until the key expires, so that a repeated
 * request does not record the content again. It has no fingerprint of the request, and instead of the key, which a client may
 * have made of the content, its SHA-256. No other key has a line end at its start.
 */
export const erasedKey = (tenant: string, principal: string, key: string): string =>
  `\n${sha256Hex(canonicalJson([tenant, principal, key]))}`;

/** The rows that a key may have: tenant, principal, key. */
export const keysOf = (tenant: string, principal: string, key: string): [string, string, string][] => [
  [tenant, principal, key],
  [tenant, principal, erasedKey(tenant, principal, key)],
];
