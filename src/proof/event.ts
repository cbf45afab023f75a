import { checksum } from 'ox/Address';
import type { Hex } from '../ethereum/hex.ts';
import { uuidOf, type AssetFamily } from '../core/identity.ts';
import { parseTimestamp, type Micros } from '../core/time.ts';
import type { Proof, ProvenEvent } from './format.ts';
import { must, type Found } from './report.ts';

/**
 * What the identities of a proof start with: `publicassets` as the public sees events. Proofs made before the public
 * paths had identities of their own have `assets` there too. The hash is the same for both.
 */
export const familyOf = ({ view, event }: Proof): AssetFamily =>
  view === 'public' && event.asset_identity.startsWith('publicassets/') ? 'publicassets' : 'assets';

/** Whether an event's names are what they should be, and agree with each other. */
export function mustBeNamed(
  { identity, asset_identity, tenant_identity }: ProvenEvent,
  which: string,
  family: AssetFamily,
): void {
  must(uuidOf(family, asset_identity) !== undefined, `asset_identity of ${which} is not ${family}/<uuid>`);
  must(
    uuidOf(`${asset_identity}/events`, identity) !== undefined,
    `identity of ${which} is not asset_identity/events/<uuid>`,
  );
  must(uuidOf('tenant', tenant_identity) !== undefined, `tenant_identity of ${which} is not tenant/<uuid>`);
}

/** The moment in a field of an event. */
export function momentOf(
  event: ProvenEvent,
  field: 'timestamp_declared' | 'timestamp_accepted' | 'timestamp_committed',
): Micros {
  const moment = parseTimestamp(event[field]);
  must(moment !== undefined && moment.text === event[field], `${field} is not a time in UTC`);
  return moment.us;
}

/** That an event is a whole one, and settled. A KHIPU event is confirmed by its block, or not at all. */
export function checkEvent(proof: Proof): Found {
  const { event, mechanism } = proof;
  mustBeNamed(event, 'the event', familyOf(proof));
  for (const field of ['timestamp_declared', 'timestamp_accepted', 'timestamp_committed'] as const)
    momentOf(event, field);
  must(event.confirmation_status !== 'PENDING', 'the event is pending');
  must(mechanism !== 'KHIPU' || event.confirmation_status === 'CONFIRMED', 'the event is not confirmed');
  must(isChecksummed(event.from), 'from is not an address with its checksum');
  return `${event.identity} of ${event.tenant_identity}, accepted ${event.timestamp_accepted}, is ${event.confirmation_status}`;
}

/** EIP-55: upper and lower case are a checksum. */
function isChecksummed(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address) && checksum(address.toLowerCase() as Hex) === address;
}
