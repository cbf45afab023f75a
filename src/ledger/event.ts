import type { Attributes } from '../core/attributes.ts';
import { bencode, type Bencodable } from '../core/bencode.ts';
import { sha256Hex } from '../core/digest.ts';
import type { AssetFamily, PrincipalInfo } from '../core/identity.ts';
import { EPOCH, formatMicros, type Micros } from '../core/time.ts';

export const PROOF_MECHANISMS = ['SIMPLE_HASH', 'KHIPU'] as const;
export type ProofMechanism = (typeof PROOF_MECHANISMS)[number];

/** The states of records. Filters accept further ones that clients send. */
export type Confirmation = 'PENDING' | 'CONFIRMED' | 'FAILED';

/** One event of a ledger as stored. `seq` counts from 1 within the asset. */
export type EventRecord = {
  asset: string;
  seq: number;
  id: string;
  tenant: string;
  public: boolean;
  proofMechanism: ProofMechanism;
  operation: string;
  behaviour: string;
  eventAttributes: Attributes;
  assetAttributes: Attributes;
  declared: string;
  acceptedUs: Micros;
  committedUs: Micros | null;
  principalDeclared: PrincipalInfo;
  principalAccepted: PrincipalInfo;
  confirmation: Confirmation;
  transactionId: string;
  blockNumber: number;
  transactionIndex: number;
  from: string;
  hash: string;
};

/** The event as the API shows it; clients rely on the order of the fields. */
export function eventJson(event: EventRecord, family: AssetFamily = 'assets') {
  return {
    identity: `${family}/${event.asset}/events/${event.id}`,
    asset_identity: `${family}/${event.asset}`,
    event_attributes: event.eventAttributes,
    asset_attributes: event.assetAttributes,
    operation: event.operation,
    behaviour: event.behaviour,
    timestamp_declared: event.declared,
    timestamp_accepted: formatMicros(event.acceptedUs),
    timestamp_committed: event.committedUs === null ? EPOCH : formatMicros(event.committedUs),
    principal_declared: event.principalDeclared,
    principal_accepted: event.principalAccepted,
    confirmation_status: event.confirmation,
    transaction_id: event.transactionId,
    block_number: event.blockNumber,
    transaction_index: event.transactionIndex,
    from: event.from,
    tenant_identity: `tenant/${event.tenant}`,
  };
}

export const GENESIS_HASH = '0'.repeat(64);

/**
 * ASSETCHAINV1: the hash that chains an asset's events. SHA-256 over the bencode of the map below: every field that is
 * fixed at acceptance, the sequence number, and the hash of the previous event (64 zeros for the first event).
 * Confirmation and transaction fields are not included because they change.
 */
export function chainHash(event: Omit<EventRecord, 'hash'>, previous: string): string {
  const json = eventJson({ ...event, hash: '' });
  const form: Bencodable = {
    schema: 'ASSETCHAINV1',
    previous_hash: previous,
    sequence: String(event.seq),
    proof_mechanism: event.proofMechanism,
    public: String(event.public),
    identity: json.identity,
    asset_identity: json.asset_identity,
    event_attributes: json.event_attributes,
    asset_attributes: json.asset_attributes,
    operation: json.operation,
    behaviour: json.behaviour,
    timestamp_declared: json.timestamp_declared,
    timestamp_accepted: json.timestamp_accepted,
    principal_declared: json.principal_declared,
    principal_accepted: json.principal_accepted,
    from: json.from,
    tenant_identity: json.tenant_identity,
  };
  return sha256Hex(bencode(form));
}
