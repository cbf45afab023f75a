import type { ChainEvidence, ProvenEvent } from './format.ts';

/**
 * A proof of one event by its entry in a transparency log, which can be verified offline: from the event to the hash of
 * its leaf, from there to the root of a signed checkpoint and, once the log is anchored, to a transaction. It contains
 * nothing of other events. docs/log-entries.md defines the entry.
 */
export type LogProof = {
  format: 'asset-evidence-proof/2';
  /** The log: that of the tenancy that owns the event, or that of all public events (without principals). */
  view: 'tenant' | 'public';
  /**
   * The event as the reader may see it: asset attributes that the reader may not see are absent. The proof does not
   * show its transaction.
   */
  event: ProvenEvent;
  /** What the entry has beside the event. Its `log` is the last segment of the origin of the checkpoint. */
  entry: {
    sequence: number;
    proof_mechanism: string;
    public: boolean;
    /** 64 hexadecimal digits. */
    chain_commitment: string;
  };
  content: ContentOpening;
  /** Only for readers of all of the event and of the event before. */
  chain_hash?: {
    /** The chain hash of the event, 64 hexadecimal digits. */
    value: string;
    /** The chain salt, 32 hexadecimal digits. */
    salt: string;
  };
  /** The index of the leaf, from 0. */
  index: number;
  /** base64url: the inclusion proof of RFC 9162, section 2.1.3.1, hashes of 32 bytes one after the other. */
  path: string;
  /** The tree, a signed note (C2SP tlog-checkpoint), with cosignatures of witnesses. */
  checkpoint: string;
  /** Only once the log is anchored: a transaction that states the root of a tree with the leaf. */
  anchor?: {
    /** The size of that tree. */
    size: number;
    /** base64url: the hashes of the inclusion proof in that tree that `path` does not have (`pathDifference`). */
    path: string;
    chain: ChainEvidence;
  };
  /** Only if they were asked for: time stamps of trees with the leaf, at most one of each authority. */
  stamps?: LogStamp[];
};

/** A time stamp of a tree of the log by an authority (RFC 3161). */
export type LogStamp = {
  /** The size of the tree of the log. */
  size: number;
  /** base64url: the hashes of the inclusion proof in that tree that `path` of the proof does not have. */
  path: string;
  /** base64url: the salt of the leaf of the log in the stamped tree (`stampLeaf`), 32 bytes. */
  salt: string;
  /** The index of this leaf. */
  index: number;
  /** base64url: the inclusion proof in the stamped tree, which has 2^n leaves if these are n hashes. */
  stamp_path: string;
  /** base64: the TimeStampToken, DER, of the root of the stamped tree, in the normal form of `encodeToken`. */
  token: string;
};

/** What leads from the content of an event to the content commitment of its entry. */
export type ContentOpening =
  /** For readers of all of the content: the content seed, base64url of 32 bytes. */
  | { seed: string }
  /** For readers of a part: the disclosure of the visible fields (`Disclosure`). */
  | { salts: string; hidden: string }
  /** For an erased event, which has no content: the commitment itself, 64 hexadecimal digits. */
  | { commitment: string };
