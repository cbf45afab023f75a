import { fileNamed, MANIFEST_FILE, type FileKind } from '../exports/format.ts';
import { canonicalJson } from '../../lib/digest.ts';

/**
 * The names and bounds of an auditor's package: a ZIP file with a report for people, tables, the files of an export and
 * a page that verifies all of them. docs/export.md defines the format.
 */

export const PACKAGE_FORMAT = 'asset-evidence-package';
export const PACKAGE_VERSION = 1;
/**
 * The version of the report and the tables: raised with every change of their bytes, because verifiers make them again
 * and compare them.
 */
export const REPORT_VERSION = 3;
/** The versions that programs can make again. */
export const REPORT_VERSIONS: readonly number[] = [2, REPORT_VERSION];

export const INFO_FILE = 'package.json';
export const INDEX_FILE = 'index.html';
export const VERIFIER_FILE = 'verify.html';
/** The folders of the report of each asset, of the files that events name, and of the other files of the export. */
export const FOLDERS = { assets: 'assets/', files: 'files/', proofs: 'proofs/' } as const;

/**
 * What a package can have, so that one browser can make and verify it in its memory: `characters` are those of all
 * events, `entries` and `bytes` those of the ZIP file, whose form has no larger ones.
 */
export const PACKAGE_BOUNDS = {
  assets: 20_000,
  events: 200_000,
  characters: 256 * 2 ** 20,
  entries: 60_000,
  bytes: 2 ** 32 - 2 ** 20,
} as const;

/** What a package says of itself. */
export type PackageInfo = {
  format: typeof PACKAGE_FORMAT;
  version: typeof PACKAGE_VERSION;
  /** REPORT_VERSION of the program that made it. */
  report: number;
  /** Its name for people. */
  name: string;
  /** The report has the state at this time (RFC 3339, UTC, microseconds); null: at the end of the log. */
  as_of: string | null;
  /** The SHA-256 of its verifier, 64 lower-case hexadecimal digits. */
  verifier_sha256: string;
};

/** The text of INFO_FILE. */
export const infoText = (info: PackageInfo): string => `${canonicalJson(info)}\n`;

/** Types of files that programs open without running anything, with the end of their names. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
};

/** Types that pages show as pictures. */
export const isPicture = (mime: string): boolean => /^image\/(?:jpeg|png|gif|webp)$/.test(mime);

/** A file that events name, as the report shows it. */
export type PackagedFile = {
  uuid: string;
  mime: string;
  bytes: number;
  sha256: string;
  /** Whether the package has its bytes. */
  isIncluded: boolean;
  /** Whether the scan found malware. */
  isBad: boolean;
};

/** The name of the file in the package. Only harmless types have an extension of their own. */
export const packagedName = ({ uuid, mime, isBad }: PackagedFile): string => {
  const extension = Object.hasOwn(EXTENSIONS, mime) && !isBad ? EXTENSIONS[mime]! : 'bin';
  return `${FOLDERS.files}${uuid}.${extension}`;
};

/** The name in a package of a file of the export other than the bytes of a blob. */
export const proofName = (name: string): string => `${FOLDERS.proofs}${name}`;

/**
 * The file of an export that an entry of a package is; undefined for other entries. The extension of a file that events
 * name is not checked.
 */
export function exportNameOf(entry: string): { name: string; kind: FileKind | 'manifest' } | undefined {
  if (entry === proofName(MANIFEST_FILE)) return { name: MANIFEST_FILE, kind: 'manifest' };
  const isFile = entry.startsWith(FOLDERS.files);
  if (!isFile && !entry.startsWith(FOLDERS.proofs)) return undefined;
  const name = isFile
    ? `blob-${entry.slice(FOLDERS.files.length).replace(/\.[a-z0-9]{1,5}$/, '')}`
    : entry.slice(FOLDERS.proofs.length);
  const named = fileNamed(name);
  return named && (named.kind === 'blob') === isFile ? { name, kind: named.kind } : undefined;
}
