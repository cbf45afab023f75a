import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import type { FileName } from '../../lib/file-name.ts';
import {
  EXPORT_FORMAT,
  RECORD_KINDS,
  type ExportVersion,
  type FileKind,
  type LaterKind,
  type RecordKind,
} from './format.ts';

/** A file of an export. */
export type ExportFile = {
  /** `recordsFile` or `blobFile`. */
  name: FileName;
  kind: FileKind;
  /** The number of lines, each with a record; 0 for a blob. */
  lines: number;
  /** The size of the file as it is, compressed. */
  bytes: number;
  /** The SHA-256 of these bytes, 64 lower-case hexadecimal digits. */
  sha256: string;
};

/** An entry of the log that is not of an event, except the first one. The entry is in padded base64. */
export type OtherEntry = { index: number; entry: string };

/** The log whose entries prove the events. */
export type ExportLog = {
  /** The UUID of the log. */
  id: string;
  /** The first line of its checkpoints. */
  origin: string;
  /** The entry with index 0, in padded base64. */
  genesis: string;
  /** `keys` of the response of `GET /v1/logs/{log}/keys`. */
  keys: unknown[];
  /** The entries from 1 to `size` - 1 that are of keys (LOGKEYSV1, LOGAUTHORKEYV1), in ascending order of the index. */
  entries: OtherEntry[];
  /** The size of the tree of the checkpoint. The export has every event whose index is smaller. */
  size: number;
  /** The signed note of the tree to which all proofs lead. */
  checkpoint: string;
};

export type Manifest = {
  format: typeof EXPORT_FORMAT;
  version: ExportVersion;
  /** The public origin of the service: `https://evidence.example.com`. */
  service: string;
  /** `tenant/<uuid>`. */
  tenancy: string;
  /** `exports/<uuid>`. */
  export: string;
  /** When the export was made (RFC 3339, UTC). */
  created_at: string;
  /** null for a tenancy without events. */
  log: ExportLog | null;
  /** The records of each kind. Those of earlier versions lack `anchors`, those without maps or stamps lack these. */
  counts: ManifestCounts;
  /** All files except the manifest. */
  files: ExportFile[];
  /** The SHA-256 of the canonical JSON of the manifest without this field, 64 lower-case hexadecimal digits. */
  digest: string;
};

export type ManifestCounts = Record<Exclude<RecordKind, LaterKind>, number> & Partial<Record<LaterKind, number>>;

/** The digest of a manifest. Ignores the digest that it has. */
export const manifestDigest = (manifest: Omit<Manifest, 'digest'>): string =>
  sha256Hex(canonicalJson({ ...manifest, digest: undefined }));

/** The text of `manifest.json`: canonical JSON (RFC 8785) and a newline. Every other text is refused. */
export const manifestText = (manifest: Manifest): string => `${canonicalJson(manifest)}\n`;

/** The numbers of records that the files of JSON Lines have. */
export const countsOf = (files: readonly ExportFile[]): Record<RecordKind, number> =>
  Object.fromEntries(
    RECORD_KINDS.map((kind) => [
      kind,
      files.filter((file) => file.kind === kind).reduce((sum, { lines }) => sum + lines, 0),
    ]),
  ) as Record<RecordKind, number>;

/** The version of an export. */
export function exportVersion(of: { stamps: number; maps: number; hasStatements: boolean }): ExportVersion {
  if (of.stamps > 0) return 4;
  if (of.hasStatements) return 3;
  return of.maps > 0 ? 2 : 1;
}

/**
 * Completes a manifest: with format, version, counts and digest. `hasStatements`: whether a line has a statement of an
 * author. Returns the text of `manifest.json` and the SHA-256 of this text as well, which is what `--manifest-sha256`
 * of the verifier takes.
 */
export function sealManifest(
  of: Omit<Manifest, 'format' | 'version' | 'counts' | 'digest'>,
  hasStatements: boolean,
): {
  manifest: Manifest;
  text: string;
  sha256: string;
} {
  const { maps, stamps, ...counts } = countsOf(of.files);
  const rest = {
    format: EXPORT_FORMAT,
    version: exportVersion({ stamps, maps, hasStatements }),
    ...of,
    counts: { ...counts, ...(maps > 0 ? { maps } : {}), ...(stamps > 0 ? { stamps } : {}) },
  } as const;
  const manifest: Manifest = { ...rest, digest: manifestDigest(rest) };
  const text = manifestText(manifest);
  return { manifest, text, sha256: sha256Hex(text) };
}
