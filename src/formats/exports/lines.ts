import type { FileName } from '../../lib/file-name.ts';

/** The lines of the files of an export, each with a newline at its end. */

/**
 * The proof of an event in an export: that of `GET .../events/UUID:proof` without what the line and the manifest have
 * (`format`, `view`, `event`, `index` and `checkpoint`) and without the anchor.
 */
export type ExportedProof = {
  /** What the entry has beside the event. */
  entry: { sequence: number; proof_mechanism: string; public: boolean; chain_commitment: string };
  /** What leads from the content to the content commitment: the seed, or for an erased event the commitment. */
  content: { seed: string } | { commitment: string };
  /** The chain hash with its salt; absent for an erased event. */
  chain_hash?: { value: string; salt: string };
  /** The inclusion proof in the tree of the checkpoint of the manifest: base64url of hashes of 32 bytes each. */
  path: string;
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

export const anchorLine = ({ size, root, chain }: AnchorLine): string => line({ size, root, chain });

/** The line of an event. `proof` may be the whole document. */
export function eventLine(event: ExportedEvent, { index, proof }: { index: number; proof: ExportedProof }): string {
  const shown = { ...event, log_entry: undefined };
  const { entry, content, chain_hash, path } = proof;
  return line({ index, event: shown, proof: { entry, content, ...(chain_hash && { chain_hash }), path } });
}

/** The line of an asset, a policy or a location, which is the record as the API shows it to administrators. */
export const recordLine = (record: { identity: string }): string => line(record);

export const blobLine = ({ blob, file, bytes, sha256 }: BlobLine): string => line({ blob, file, bytes, sha256 });

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
