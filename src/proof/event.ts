import { checksum } from 'ox/Address';
import type { Hex } from '../formats/ethereum/hex.ts';
import { BLANK_PRINCIPAL, uuidOf, type AssetFamily } from '../lib/identifiers.ts';
import { parseTimestamp, type Micros } from '../lib/time.ts';
import type { Proof, ProvenEvent } from './format.ts';
import { must, type StepOutcome } from './report.ts';

/**
 * The first segment of the identities of a proof. The public view has `publicassets`; public proofs of earlier versions
 * have `assets`. The hash is the same for both.
 */
export const familyOf = ({ view, event }: Proof): AssetFamily =>
  view === 'public' && event.asset_identity.startsWith('publicassets/') ? 'publicassets' : 'assets';

/** Checks the format and the consistency of the identities of an event. `which` names the event in errors. */
export function mustBeNamed(
  { identity, asset_identity, tenant_identity }: Pick<ProvenEvent, 'identity' | 'asset_identity' | 'tenant_identity'>,
  which: string,
  family: AssetFamily,
): void {
  must(uuidOf(family, asset_identity) !== undefined, `asset_identity of ${which} must be ${family}/<uuid>`);
  must(
    uuidOf(`${asset_identity}/events`, identity) !== undefined,
    `identity of ${which} must be its asset_identity and /events/<uuid>`,
  );
  must(uuidOf('tenant', tenant_identity) !== undefined, `tenant_identity of ${which} must be tenant/<uuid>`);
}

const PRINCIPAL_FIELDS = Object.keys(BLANK_PRINCIPAL) as (keyof typeof BLANK_PRINCIPAL)[];

/** Whether a principal is that of a record without one. */
export const isBlank = (principal: typeof BLANK_PRINCIPAL): boolean =>
  PRINCIPAL_FIELDS.every((field) => principal[field] === '');

/**
 * Checks that an event that is marked as erased has the form of an erased one. No proof shows that it was erased.
 * `which` names the event in errors.
 */
export function mustBeErased(event: ProvenEvent, which: string): void {
  const { erased, asset_identity, event_attributes, asset_attributes } = event;
  if (!erased) return;
  const isEmpty = [event_attributes, asset_attributes].every((map) => Object.keys(map).length === 0);
  must(
    isEmpty && isBlank(event.principal_declared) && isBlank(event.principal_accepted),
    `${which} is marked as erased, so it must have no attributes and no principals`,
  );
  must(
    uuidOf(`${asset_identity}/events`, erased.event_identity) !== undefined,
    `erased.event_identity of ${which} must be an event of its asset`,
  );
  must(
    parseTimestamp(erased.timestamp)?.text === erased.timestamp,
    `erased.timestamp of ${which} must be a time in UTC`,
  );
}

/** The time in a field of an event. */
export function momentOf(
  event: ProvenEvent,
  field: 'timestamp_declared' | 'timestamp_accepted' | 'timestamp_committed',
): Micros {
  const moment = parseTimestamp(event[field]);
  must(moment !== undefined && moment.text === event[field], `${field} must be a time in UTC`);
  return moment.us;
}

/** Checks that the event is complete and not pending. A KHIPU event must be CONFIRMED. */
export function checkEvent(proof: Proof): StepOutcome {
  const { event, mechanism } = proof;
  mustBeNamed(event, 'the event', familyOf(proof));
  mustBeErased(event, 'the event');
  for (const field of ['timestamp_declared', 'timestamp_accepted', 'timestamp_committed'] as const)
    momentOf(event, field);
  must(event.confirmation_status !== 'PENDING', 'confirmation_status of the event must not be PENDING');
  must(
    mechanism !== 'KHIPU' || event.confirmation_status === 'CONFIRMED',
    'confirmation_status of a KHIPU event must be CONFIRMED',
  );
  must(isChecksummed(event.from), 'from must be an address with a valid checksum (EIP-55)');
  const { identity, tenant_identity, timestamp_accepted, confirmation_status } = event;
  return `${identity} of ${tenant_identity}, accepted at ${timestamp_accepted}, is ${confirmation_status}`;
}

/** Whether the case of the digits is the checksum of the address (EIP-55). */
export function isChecksummed(address: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(address) && checksum(address.toLowerCase() as Hex) === address;
}
