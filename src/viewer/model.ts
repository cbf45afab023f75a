import type { Attributes } from '../core/attributes.ts';

/** An asset as the API shows it. */
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

/** An event as the API shows it to everybody. */
export type ShownEvent = {
  identity: string;
  asset_identity: string;
  event_attributes: Attributes;
  asset_attributes: Attributes;
  operation: string;
  behaviour: string;
  timestamp_declared: string;
  timestamp_accepted: string;
  timestamp_committed: string;
  confirmation_status: string;
  transaction_id: string;
  block_number: number;
  transaction_index: number;
  from: string;
  tenant_identity: string;
};

/** What the service knows of a file that a record names. */
export type KnownFile = { blob: string; sha256: string; size: number; type: string; scan: ScanStatus };
export type ScanStatus = 'NOT_SCANNED' | 'SCANNED_OK' | 'SCANNED_BAD';

/** Whether events of a kind of asset have proofs that everybody may have. */
export const provable = (mechanism: string): boolean => mechanism === 'SIMPLE_HASH';
