import type { HashedEvent } from '../core/simplehash.ts';

/** An event as the API shows it: what SIMPLEHASHV1 covers, and where it was recorded. */
export type ProvenEvent = Omit<HashedEvent, 'confirmation_status'> & {
  confirmation_status: 'PENDING' | 'CONFIRMED' | 'FAILED';
  transaction_id: string;
  block_number: number;
  transaction_index: number;
};

/**
 * All that is needed to check one event with nothing but this document: that its bytes lead to a hash, the hash
 * to a transaction, the transaction to a block, and the block to whoever vouches for it. Bytes are hexadecimal
 * with 0x.
 */
export type Proof = {
  format: 'asset-evidence-proof/1';
  mechanism: 'SIMPLE_HASH' | 'KHIPU';
  /** As whom the events are shown: as the tenant's administrators see them, or as everybody does (blank principals). */
  view: 'tenant' | 'public';
  event: ProvenEvent;
  /** SIMPLE_HASH: the anchor, and all events of its window in the order of their identities. */
  anchor?: AnchorDetails;
  events?: ProvenEvent[];
  /** KHIPU: what was hashed. */
  khipu?: KhipuDetails;
  chain: {
    chain_id: string;
    /** The chain of this deployment, or an outside one. */
    kind: 'embedded' | 'external';
    /** The hash of block 0. */
    genesis_hash: string;
    /** The signed transaction, and its place in the block. */
    transaction: string;
    transaction_index: number;
    /** The nodes of the block's transactions trie from the root down to the transaction. */
    inclusion: string[];
    /** RLP of the block's header, and its hash. */
    block_header: string;
    block_hash: string;
    /** The address of the validator that sealed the block (embedded chain); else empty. */
    validator_address: string;
    /**
     * Embedded chain, where the validator was rotated before the block: from the first validator to the one that
     * sealed it, RLP of the headers in which each authorizes the next (EIP-225).
     */
    rotations?: string[];
    /** How the block was judged final, in words. */
    finality: string;
  };
};

/** `simple_hash_details` of the spec; `tenant` is the scope, the zero uuid for what is public. */
export type AnchorDetails = {
  tenant: string;
  api_query: string;
  start_time: string;
  end_time: string;
  hash_schema_version: number;
  anchor_hash: string;
  event_count: number;
};

/** `khipu_details`. `preimage` (base64) holds all of the event and its salt. */
export type KhipuDetails = {
  schema_version: number;
  hash_alg: string;
  event_hash: string;
  previous_event_hash: string;
  sequence: number;
  preimage: string;
};
