import { isLoopback } from '../lib/loopback.ts';

/** The relying party of passkeys (WebAuthn 2, section 5.1.3): its id, and the only origin whose pages use them. */
export type RelyingParty = { id: string; origin: string };

/**
 * The relying party of a service at `origin`, the setting ORIGIN. Browsers accept names only, so that a service at a
 * loopback address has the name `localhost` at the same port. Undefined if browsers have no passkeys there: an IP
 * address of another machine, or http without loopback.
 */
export function relyingPartyAt(origin: string): RelyingParty | undefined {
  const url = new URL(origin);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  else if (url.protocol !== 'https:' || url.hostname.startsWith('[') || /^[\d.]+$/.test(url.hostname)) return undefined;
  return { id: url.hostname, origin: url.origin };
}
