import type { Attributes } from '../../formats/records/attributes.ts';
import type { HashedEvent } from '../../formats/simple-hash.ts';

/** An asset in responses of the API. */
export type ShownAsset = {
  identity: string;
  attributes: Attributes;
  tracked: string;
  owner: string;
  at_time: string;
  proof_mechanism: string;
  chain_id: string;
  tenant_identity: string;
};

/** An event in public responses of the API. */
export type ShownEvent = Omit<HashedEvent, 'principal_accepted' | 'principal_declared'> & {
  transaction_id: string;
  block_number: number;
  transaction_index: number;
  /** Where the public transparency log has the event; only on the page of the event. */
  log_entry?: { log: string; index: number; size: number };
  /** How the event was erased; then it has no attributes. */
  erased?: { timestamp: string; reason: string; event_identity: string };
};

/** The organization that owns an asset: the name that it gave itself, and its verified domain; both may be empty. */
export type Organization = { name: string; domain: string };

/** A stored file that a record names. */
export type KnownFile = { blob: string; sha256: string; size: number; type: string; scan: ScanStatus };
export type ScanStatus = 'NOT_SCANNED' | 'SCANNED_OK' | 'SCANNED_BAD';

/** Whether events of assets with this proof mechanism have public proofs. */
export const provable = (mechanism: string): boolean => mechanism === 'SIMPLE_HASH';
/** Whether a transparency log confirms the events of assets with this proof mechanism. */
export const isLogged = (mechanism: string): boolean => mechanism === 'MERKLE_LOG';
