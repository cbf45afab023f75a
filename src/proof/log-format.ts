import type { AuthorKey } from '../formats/statement/key.ts';
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
    /** Only in the log of the tenancy, if the author has signed the event: 64 hexadecimal digits. */
    author_statement?: string;
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
  /** Only if the author has signed the event, in the log of the tenancy. */
  author?: AuthorPart;
  /** Only of an imported event that its author has signed in another deployment, in the log of the tenancy. */
  imported_author?: ImportedAuthorPart;
  /** Only if they were asked for: time stamps of trees with the leaf, at most one of each authority. */
  stamps?: LogStamp[];
};

/** The statement of the author of an event (docs/statements.md), and what opens its visible part. */
export type AuthorPart = StatementOpening & {
  /** base64: the COSE_Sign1 with a detached payload, and the payload. */
  signature: string;
  payload: string;
  /** The public key: the payload names its thumbprint. */
  key: AuthorKey;
  /**
   * Entries of the log: of the key; LOGMAPV1, the last one in the tree that the author has seen; LOGGENESISV1, if the
   * log replaces another one. In the order of their indexes, without duplicates.
   */
  entries: LogEntryPart[];
  /** base64url: the consistency proof from the tree that the author has seen to that of the checkpoint. */
  consistency?: string;
};

/**
 * The statement of the author of the event that an import has made this one of, and their key as the import has it: no
 * log that this service keeps has its enrolment. `asset`: the identity of the original asset, as the first event of the
 * imported one names it.
 */
export type ImportedAuthorPart = StatementOpening &
  Pick<AuthorPart, 'signature' | 'payload' | 'key'> & { asset: string };

/** What leads from the content of an event to the commitments of its statement. */
export type StatementOpening =
  /** If `content` has the content seed: the seed of the statement, base64url of 32 bytes. */
  | { seed: string }
  /**
   * base64url: the salts of the visible attributes, and of the declared principal if the author has signed it. Empty
   * for an erased event.
   */
  | { salts: string };

/** An entry of the log, base64, and base64url: its inclusion proof in the tree of the checkpoint. */
export type LogEntryPart = { index: number; entry: string; path: string };

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
  /** Only once it is renewed: its renewal, then that of the renewal, and so on. */
  renewals?: StampRenewal[];
};

/** A renewal of a time stamp (RFC 4998): a later token over the token before, in a tree of `renewalLeaf`. */
export type StampRenewal = {
  /** The index of the leaf of the token before. */
  index: number;
  /** base64url: its inclusion proof, in a tree of 2^n leaves if these are n hashes. */
  path: string;
  /** base64: the TimeStampToken of the root of this tree, as above. */
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
