import type { FileName } from '../../lib/file-name.ts';
import type { AuthorKey } from '../statement/key.ts';

/** The lines of the files of an export, each with a newline at its end. */

/**
 * The proof of an event in an export: that of `GET .../events/UUID:proof` without what the line and the manifest have
 * (`format`, `view`, `event`, `index` and `checkpoint`) and without the anchor.
 */
export type ExportedProof = {
  /** What the entry has beside the event. */
  entry: {
    sequence: number;
    proof_mechanism: string;
    public: boolean;
    chain_commitment: string;
    author_statement?: string;
  };
  /** What leads from the content to the content commitment: the seed, or for an erased event the commitment. */
  content: { seed: string } | { commitment: string };
  /** The chain hash with its salt; absent for an erased event. */
  chain_hash?: { value: string; salt: string };
  /** The inclusion proof in the tree of the checkpoint of the manifest: base64url of hashes of 32 bytes each. */
  path: string;
  /** Only of an event that is signed and not erased. */
  author?: ExportedAuthor;
};

/**
 * The statement of the author of an event: `author` of its proof without the entries of the log, which the manifest and
 * the files of maps have.
 */
export type ExportedAuthor = {
  /** Padded base64: the COSE_Sign1 with a detached payload, and the payload. */
  signature: string;
  payload: string;
  /** The seed of the commitments, base64url of 32 bytes. */
  seed: string;
  key: AuthorKey;
  /** Whether the author has enrolled the key in the tenancy, in an entry before that of the event. */
  enrolled: boolean;
  /** base64url: the consistency proof from the tree that the author has seen to that of the checkpoint. */
  consistency?: string;
};

/** An event as the API shows it to administrators, without `log_entry`. */
type ExportedEvent = { identity: string };

/** A line of a file of events. */
export type EventLine<Event extends ExportedEvent = ExportedEvent> = {
  /** The index of the entry in the log. Lines are in its order. */
  index: number;
  event: Event;
  proof: ExportedProof;
};

/** A line of a file of blobs. `file` is null if the bytes are not in the export. */
export type BlobLine = {
  /** The blob as the API shows it. */
  blob: { identity: string };
  file: FileName | null;
  bytes: number;
  /** 64 lower-case hexadecimal digits. */
  sha256: string;
};

/** A line of a file of anchors: a final transaction that states the size and the root of a tree of the log. */
export type AnchorLine<Chain = unknown> = {
  /** Lines are in the order of sizes, each larger than the one before, and none larger than the tree of the export. */
  size: number;
  /** 64 lower-case hexadecimal digits. */
  root: string;
  /** The transaction, its block and what identifies the chain: `anchor.chain` of a proof. */
  chain: Chain;
};

/** A line of a file of maps: an entry LOGMAPV1 of the log. Lines are in the order of the indexes. */
export type MapLine = {
  index: number;
  /** Padded base64. */
  entry: string;
};

/** A line of a file of stamps: a time stamp of a tree of the log, as `stamps` of a proof. */
export type StampLine<Renewal = object> = {
  /** The size of the tree, at most that of the export. */
  size: number;
  /** Its root, 64 lower-case hexadecimal digits. */
  root: string;
  salt: string;
  index: number;
  stamp_path: string;
  token: string;
  renewals?: Renewal[];
};

export const stampLine = (stamp: StampLine): string => line(stamp);

export const mapLine = ({ index, entry }: MapLine): string => line({ index, entry });

export const anchorLine = ({ size, root, chain }: AnchorLine): string => line({ size, root, chain });

/** The line of an event. `proof` may be the whole document. */
export function eventLine(event: ExportedEvent, { index, proof }: { index: number; proof: ExportedProof }): string {
  const shown = { ...event, log_entry: undefined };
  const { entry, content, chain_hash, path, author } = proof;
  const of = { entry, content, ...(chain_hash && { chain_hash }), path, ...(author && { author }) };
  return line({ index, event: shown, proof: of });
}

/** The line of an asset, a policy or a location, which is the record as the API shows it to administrators. */
export const recordLine = (record: { identity: string }): string => line(record);

export const blobLine = ({ blob, file, bytes, sha256 }: BlobLine): string => line({ blob, file, bytes, sha256 });

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
