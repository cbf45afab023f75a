/**
 * The names and bounds of an export: a directory with `manifest.json`, files of JSON Lines that are compressed with
 * gzip, and files with the bytes of blobs. docs/export.md defines the format.
 */

import { fileName, type FileName } from '../../lib/file-name.ts';

export const EXPORT_FORMAT = 'asset-evidence-export';
/**
 * Version 4 has files of time stamps, version 3 statements of authors, version 2 files of maps. An export has the
 * lowest version that it can have, for the sake of earlier programs.
 */
export const EXPORT_VERSIONS = [1, 2, 3, 4] as const;
export type ExportVersion = (typeof EXPORT_VERSIONS)[number];
export const MANIFEST_FILE = 'manifest.json' as FileName;

/**
 * The kinds of records, in the order in which the manifest lists their files. Append further ones: a running export
 * stores the index of its kind. Exports from before a kind was added have no count of it.
 */
export const RECORD_KINDS = [
  'assets',
  'events',
  'access_policies',
  'locations',
  'compliance_policies',
  'blobs',
  'anchors',
  'maps',
  'stamps',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const LATER = ['anchors', 'maps', 'stamps'] as const;
/** Kinds of which a manifest may lack the count. */
export type LaterKind = (typeof LATER)[number];
export const LATER_KINDS: readonly RecordKind[] = LATER;
/** Kinds whose lines are records as the API shows them. */
export type ApiKind = Exclude<RecordKind, LaterKind | 'events' | 'blobs'>;

/** What a file has: records of one kind as JSON Lines, or the bytes of one blob. */
export type FileKind = RecordKind | 'blob';

/**
 * What readers accept, so that their memory is bounded: `line` and `file` are bytes of uncompressed JSON Lines, `lines`
 * those of a file, `files`, `anchors`, `maps` and `stamps` those of an export, `manifest` the bytes of the manifest.
 */
export const EXPORT_BOUNDS = {
  line: 8 * 2 ** 20,
  file: 256 * 2 ** 20,
  lines: 100_000,
  files: 50_000,
  anchors: 1_000_000,
  maps: 5_000_000,
  stamps: 5_000_000,
  manifest: 64 * 2 ** 20,
} as const;

const NUMBER_DIGITS = 5;

/** The name of a file of records. `number` counts from 1 within the kind. */
export const recordsFile = (kind: RecordKind, number: number): FileName =>
  `${kind}-${String(number).padStart(NUMBER_DIGITS, '0')}.jsonl.gz` as FileName;

/** The name of the file with the bytes of a blob. `uuid` is the last segment of its identity. */
export const blobFile = (uuid: string): FileName => `blob-${uuid}` as FileName;

const RECORDS_FILE = new RegExp(`^(${RECORD_KINDS.join('|')})-(\\d{5,9})\\.jsonl\\.gz$`);
const BLOB_FILE = /^blob-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The file with this name: its kind, and its number within the kind (0 of a blob); undefined for other names. */
export function fileNamed(text: string): { name: FileName; kind: FileKind; number: number } | undefined {
  const name = fileName(text);
  if (name === undefined) return undefined;
  if (BLOB_FILE.test(name)) return { name, kind: 'blob', number: 0 };
  const [, kind, digits] = RECORDS_FILE.exec(name) ?? [];
  const number = Number(digits);
  return kind !== undefined && recordsFile(kind as RecordKind, number) === name
    ? { name, kind: kind as RecordKind, number }
    : undefined;
}
