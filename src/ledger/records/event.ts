import type { Attributes } from '../../formats/records/attributes.ts';
import { chainHashV1, chainHashV2, chainHashV3 } from '../../formats/chain-hash.ts';
import { contentCommitment } from '../../formats/content-commitment.ts';
import { BLANK_PRINCIPAL, type AssetFamily, type PrincipalInfo } from '../../lib/identifiers.ts';
import { statementDigest } from '../../formats/statement/statement.ts';
import { EPOCH, formatMicros, type Micros } from '../../lib/time.ts';
import { erasedJson, type Erased } from '../erasure/erasure.ts';

export const PROOF_MECHANISMS = ['SIMPLE_HASH', 'KHIPU', 'MERKLE_LOG'] as const;
export type ProofMechanism = (typeof PROOF_MECHANISMS)[number];

/** The proof mechanism of an asset whose creation names none, unless its tenancy has a default of its own. */
export const DEFAULT_MECHANISM: ProofMechanism = 'SIMPLE_HASH';

/**
 * What a creation asks for: a proof mechanism, or with `TENANT_STORAGE` any but KHIPU. The older field
 * `storage_integrity` has this value for SIMPLE_HASH and for MERKLE_LOG, so it does not name one of them.
 */
export type AskedMechanism = ProofMechanism | 'TENANT_STORAGE';

/**
 * The proof mechanism of a new asset. `ofTenancy`: the default of its tenancy, null for none. It decides where the
 * creation leaves a choice.
 */
export function chosenMechanism(asked: AskedMechanism | undefined, ofTenancy: string | null): ProofMechanism {
  if (asked !== undefined && asked !== 'TENANT_STORAGE') return asked;
  const preferred = mechanismOf(ofTenancy);
  return asked === 'TENANT_STORAGE' && preferred === 'KHIPU' ? DEFAULT_MECHANISM : preferred;
}

/** The proof mechanism that a tenancy has as its default; null: none of its own. */
export const mechanismOf = (ofTenancy: string | null): ProofMechanism =>
  PROOF_MECHANISMS.find((mechanism) => mechanism === ofTenancy) ?? DEFAULT_MECHANISM;

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
  /** Set if the event was erased: then it has neither attributes nor principals. */
  erased?: Erased;
};

/** The event as the API shows it, to the public without principals; clients rely on the order of the fields. */
export function eventJson(event: EventRecord, family: AssetFamily = 'assets') {
  const isPublic = family === 'publicassets';
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
    principal_declared: isPublic ? BLANK_PRINCIPAL : event.principalDeclared,
    principal_accepted: isPublic ? BLANK_PRINCIPAL : event.principalAccepted,
    confirmation_status: event.confirmation,
    transaction_id: event.transactionId,
    block_number: event.blockNumber,
    transaction_index: event.transactionIndex,
    from: event.from,
    tenant_identity: `tenant/${event.tenant}`,
    ...(event.erased ? { erased: erasedJson(event.erased, event.asset, family) } : {}),
  };
}

/** Where a log has an event: the UUID of the log, the index of the leaf, and the size of the latest signed tree. */
export type LogEntry = { log: string; index: number; size: number };

/** An event as a read of one event returns it: with its entry in a log if it is of MERKLE_LOG and in the log. */
export type EventWithEntry = EventRecord & { logEntry: LogEntry | undefined };

/** As `eventJson`, with the entry in the log if there is one. */
export const eventJsonWithEntry = ({ logEntry, ...event }: EventWithEntry, family: AssetFamily = 'assets') => ({
  ...eventJson(event, family),
  ...(logEntry ? { log_entry: logEntry } : {}),
});

/**
 * An event with the seed of its content commitment: 32 random bytes, or null for an event of ASSETCHAINV1. Anyone who
 * has the seed can test guesses of the content, so only the commit and the verification read it.
 */
export type SeededEvent = EventRecord & {
  seed: Uint8Array | null;
  /** The statement of the author with its payload (COSE_Sign1); absent: the event is not signed. */
  statement?: Uint8Array | undefined;
};

/**
 * The hash that chains an asset's events: ASSETCHAINV3 for a signed event, ASSETCHAINV2 for another one with a seed,
 * and ASSETCHAINV1 without.
 */
export function chainHash(event: Omit<SeededEvent, 'hash'>, previous: string): string {
  const json = eventJson({ ...event, hash: '' });
  const link = {
    previous_hash: previous,
    sequence: event.seq,
    proof_mechanism: event.proofMechanism,
    public: event.public,
  };
  if (event.seed === null) return chainHashV1(json, link);
  const content = contentCommitment(json, event.seed);
  return event.statement
    ? chainHashV3(json, content, statementDigest(event.statement), link)
    : chainHashV2(json, content, link);
}
