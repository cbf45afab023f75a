import type { Caller } from '../principal.ts';
import { invalid } from '../../lib/errors.ts';
import { KeyRing } from '../../lib/seal.ts';
import { toBase64Url } from '../../lib/text.ts';
import { ambient } from '../../lib/time.ts';

/** A key that encrypts what a device keeps for a caller, and the same sealed by the service, which the device keeps. */
export type DeviceKey = { key: string; wrapped: string };

/**
 * Makes a key for a device of the caller, or opens the one that a device has kept sealed. The service stores neither.
 * A key that was sealed for another person or tenancy, or under a key that has left the ring, is refused with 400.
 */
export async function deviceKey(ring: KeyRing, caller: Caller, wrapped: string | undefined): Promise<DeviceKey> {
  const purpose = `device_key ${JSON.stringify([caller.tenant, caller.issuer, caller.subject])}`;
  const key = wrapped === undefined ? toBase64Url(ambient.bytes(32)) : await ring.open(purpose, wrapped);
  if (key === undefined)
    throw invalid([
      { field: 'wrapped_key', description: 'must be one that this service has sealed for the caller in this tenancy' },
    ]);
  const isCurrent = wrapped !== undefined && KeyRing.keyOf(wrapped) === ring.current;
  return { key, wrapped: isCurrent ? wrapped : await ring.seal(purpose, key) };
}
