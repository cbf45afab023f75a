import type { PrincipalInfo } from '../lib/identifiers.ts';
import type { HashedEvent } from '../formats/simple-hash.ts';

/** An event in the form of the API: the fields that SIMPLEHASHV1 covers, and the position of its transaction. */
export type ProvenEvent = Omit<HashedEvent, 'confirmation_status'> & {
  confirmation_status: 'PENDING' | 'CONFIRMED' | 'FAILED';
  transaction_id: string;
  block_number: number;
  transaction_index: number;
  /**
   * Only of an erased event, whose attributes and principals are blank: what the window recorded cannot be hashed any
   * more.
   */
  erased?: ErasedDetails;
};

/** `erased` of an event in the API. */
export type ErasedDetails = { timestamp: string; principal: PrincipalInfo; reason: string; event_identity: string };

/**
 * A proof of one event that can be verified offline: from the event to a hash, from the hash to a transaction, from the
 * transaction to a block, and from the block to the validator or the chain. Bytes are hexadecimal with 0x.
 */
export type Proof = {
  format: 'asset-evidence-proof/1';
  mechanism: 'SIMPLE_HASH' | 'KHIPU';
  /** The view of the events: that of the tenant's administrators, or the public one (with blank principals). */
  view: 'tenant' | 'public';
  event: ProvenEvent;
  /** SIMPLE_HASH: the anchor, and all events of its window in the order of their identities. */
  anchor?: AnchorDetails;
  events?: ProvenEvent[];
  /** KHIPU: the hashes and the preimage. */
  khipu?: KhipuDetails;
  chain: ChainEvidence;
};

/** A transaction on the chain, its block, and what identifies the chain. */
export type ChainEvidence = {
  chain_id: string;
  /** The embedded chain of the deployment, or an external one. */
  kind: 'embedded' | 'external';
  /** The hash of block 0. */
  genesis_hash: string;
  /** The signed transaction, and its index in the block. */
  transaction: string;
  transaction_index: number;
  /** The nodes of the block's transactions trie from the root down to the transaction. */
  inclusion: string[];
  /** RLP of the block's header, and its hash. */
  block_header: string;
  block_hash: string;
  /** The address of the validator that sealed the block (embedded chain); otherwise empty. */
  validator_address: string;
  /**
   * Only on an embedded chain whose validator was rotated before the block: RLP of the headers in which each
   * validator authorizes the next (EIP-225), from the first one to the one that sealed the block.
   */
  rotations?: string[];
  /** A text that says how finality was determined. */
  finality: string;
};

/** `simple_hash_details` of the API. `tenant` is the UUID of the tenant, or the nil UUID for public events. */
export type AnchorDetails = {
  tenant: string;
  api_query: string;
  start_time: string;
  end_time: string;
  hash_schema_version: number;
  anchor_hash: string;
  event_count: number;
};

/** `khipu_details` of the API. `preimage` (base64) contains the whole event and its salt. */
export type KhipuDetails = {
  schema_version: number;
  hash_alg: string;
  event_hash: string;
  previous_event_hash: string;
  sequence: number;
  preimage: string;
};
