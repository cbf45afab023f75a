import { sha256Hex } from '../core/digest.ts';
import { toHex, utf8 } from '../core/text.ts';
import { ambient, type Micros } from '../core/time.ts';

/** A secret is valid for one year of 365 days (compat 3). */
const YEAR: Micros = 365 * 86_400_000_000;

export type NewSecret = { secret: string; secretHash: string; secretFromUs: Micros; secretUntilUs: Micros };

/** A client secret: 256 random bits as 64 hexadecimal characters, of which only the hash is kept. Valid from a whole second on. */
export function newSecret(now: Micros): NewSecret {
  const secret = toHex(ambient.bytes(32));
  const from = Math.floor(now / 1_000_000) * 1_000_000;
  return { secret, secretHash: sha256Hex(secret), secretFromUs: from, secretUntilUs: from + YEAR };
}

/** Compares a given secret with a stored hash in constant time. */
export function secretMatches(given: string, storedHash: string): boolean {
  const [a, b] = [utf8(sha256Hex(given)), utf8(storedHash)];
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ (b[i] ?? 0);
  return difference === 0;
}
