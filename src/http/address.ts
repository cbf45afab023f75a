import { unauthenticated } from '../access/errors.ts';
import type { Caller } from '../access/principal.ts';
import type { KeyRing } from '../lib/seal.ts';
import { ambient } from '../lib/time.ts';

/** Seconds for which an address with a token is valid. */
export const ADDRESS_SECONDS = 3600;

const purposeOf = (resource: string): string => `address ${resource}`;

/**
 * A token for the query of addresses below a resource, for clients that send no header. It names the caller, whose
 * rights are read at each use, and it is encrypted and authenticated, so that nobody else can make one.
 */
export const sealAddress = (keys: KeyRing, resource: string, { tenant, issuer, subject }: Caller): Promise<string> =>
  keys.seal(purposeOf(resource), JSON.stringify([ambient.now() + ADDRESS_SECONDS * 1000, tenant, issuer, subject]));

/** The caller that a token names. Throws 401 for a token of another resource, and for one that has expired. */
export async function openAddress(keys: KeyRing, resource: string, token: string): Promise<Caller> {
  const opened = await keys.open(purposeOf(resource), token);
  if (opened === undefined)
    throw unauthenticated(`token: is not valid for this address; read ${resource} for a new one`);
  const [until, tenant, issuer, subject] = JSON.parse(opened) as [number, string, string, string];
  if (until <= ambient.now()) throw unauthenticated(`token: has expired; read ${resource} for a new address`);
  return { tenant, issuer, subject };
}
