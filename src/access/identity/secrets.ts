import { sha256Hex } from '../../lib/digest.ts';
import { toHex, utf8 } from '../../lib/text.ts';
import { ambient, type Micros } from '../../lib/time.ts';

/** A secret is valid for one year of 365 days, as existing clients expect. */
const YEAR: Micros = 365 * 86_400_000_000;

export type NewSecret = { secret: string; secretHash: string; secretFromUs: Micros; secretUntilUs: Micros };

/**
 * Makes a client secret: 256 random bits as 64 hexadecimal characters. Only the hash is stored. It is valid from a
 * whole second.
 */
export function newSecret(now: Micros): NewSecret {
  const secret = toHex(ambient.bytes(32));
  const from = Math.floor(now / 1_000_000) * 1_000_000;
  return { secret, secretHash: sha256Hex(secret), secretFromUs: from, secretUntilUs: from + YEAR };
}

/** The columns of an application's secrets. */
export type Secrets = {
  secretHash: string;
  secretFromUs: Micros;
  secretUntilUs: Micros;
  previousSecretHash: string;
  previousFromUs: Micros;
  previousUntilUs: Micros;
};

/**
 * Replaces an application's secret. The replaced one stays valid until `previousUntil`, but never longer than before;
 * an older one ends now.
 */
export function rotated(before: Secrets, now: Micros, previousUntil: Micros): Secrets & { secret: string } {
  const until = Math.floor(Math.min(previousUntil, before.secretUntilUs) / 1_000_000) * 1_000_000;
  const previous =
    until > now
      ? { previousSecretHash: before.secretHash, previousFromUs: before.secretFromUs, previousUntilUs: until }
      : { previousSecretHash: '', previousFromUs: 0, previousUntilUs: 0 };
  return { ...newSecret(now), ...previous };
}

/** Whether a secret is one of an application's that are valid now. Runs in constant time. */
export function isValidSecret(given: string, secrets: Secrets | undefined, now: Micros): boolean {
  const known = secrets ?? NO_SECRETS;
  const present = secretMatches(given, known.secretHash);
  const previous = secretMatches(given, known.previousSecretHash || NO_HASH);
  return (
    (present && now >= known.secretFromUs && now < known.secretUntilUs) ||
    (previous && now >= known.previousFromUs && now < known.previousUntilUs)
  );
}

/** Compared with when an application has no secret, so that every path does the same work. */
const NO_HASH = '0'.repeat(64);
const NO_SECRETS: Secrets = {
  secretHash: NO_HASH,
  secretFromUs: 0,
  secretUntilUs: 0,
  previousSecretHash: NO_HASH,
  previousFromUs: 0,
  previousUntilUs: 0,
};

/** Compares a given secret with a stored hash in constant time. */
function secretMatches(given: string, storedHash: string): boolean {
  const [a, b] = [utf8(sha256Hex(given)), utf8(storedHash)];
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ (b[i] ?? 0);
  return difference === 0;
}
