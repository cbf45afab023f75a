import type { Manifest } from '../exports/manifest.ts';
import { exportLines, type ExportFiles } from '../exports/files.ts';
import { MANIFEST_FILE } from '../exports/format.ts';
import { joinBytes } from '../../lib/bytes.ts';
import type { FileName } from '../../lib/file-name.ts';
import { Fleet } from './fleet.ts';
import {
  INFO_FILE,
  infoText,
  PACKAGE_BOUNDS,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  packagedName,
  proofName,
  REPORT_VERSION,
  VERIFIER_FILE,
} from './format.ts';
import { reportFiles } from './report.ts';
import { TOO_LARGE, ZipWriter } from './zip.ts';

/** What a package is made of. */
export type PackageSource = {
  /** The manifest of the export, as the service lists its files, and its bytes. */
  manifest: Manifest;
  manifestBytes: Uint8Array;
  /** The bytes of a file of the export. */
  open: (name: FileName) => AsyncIterable<Uint8Array>;
  /** The verifier of the package, and its SHA-256. */
  verifier: { text: string; sha256: string };
} & Pick<ExportFiles, 'digest' | 'gunzip'>;

/** `name`: for people. `asOf`: the time whose state the report has (RFC 3339, UTC, microseconds); null: the end. */
export type PackageOptions = { name: string; asOf: string | null };

/**
 * Makes the package of an export: the bytes of its ZIP file, which are the same for equal exports and options. Reads
 * each file once, and holds the events in memory. Throws RangeError above the bounds of a package, and an Error for a
 * file that is not that of the manifest.
 */
export async function* packageOf(source: PackageSource, { name, asOf }: PackageOptions): AsyncGenerator<Uint8Array> {
  const { manifest, verifier } = source;
  if (manifest.files.reduce((sum, file) => sum + file.bytes, 0) > PACKAGE_BOUNDS.bytes) throw new RangeError(TOO_LARGE);
  const zip = new ZipWriter(manifest.created_at);
  const fleet = new Fleet();
  yield* zip.store(proofName(MANIFEST_FILE), once(source.manifestBytes));
  // The lines of blobs name the files, which come after them in a manifest of the service, but need not.
  const isFirst = ({ kind }: Manifest['files'][number]): boolean => kind !== 'blob';
  for (const file of [...manifest.files.filter(isFirst), ...manifest.files.filter((each) => !isFirst(each))]) {
    if (file.kind === 'blob') {
      const named = fleet.files.get(file.name.slice('blob-'.length));
      if (named) yield* zip.store(packagedName(named), checked(source, file));
      continue;
    }
    const parts: Uint8Array[] = [];
    for await (const chunk of checked(source, file)) parts.push(chunk);
    const bytes = joinBytes(parts);
    const lines = { sizeOf: () => bytes.length, chunksOf: () => once(bytes), gunzip: source.gunzip };
    for await (const { text } of exportLines(lines, file.name)) fleet.add(file.kind, text);
    yield* zip.store(proofName(file.name), once(bytes));
  }
  const info = {
    format: PACKAGE_FORMAT,
    version: PACKAGE_VERSION,
    report: REPORT_VERSION,
    name,
    as_of: asOf,
    verifier_sha256: verifier.sha256,
  } as const;
  yield* zip.add(INFO_FILE, [infoText(info)]);
  yield* zip.add(VERIFIER_FILE, [verifier.text]);
  for (const file of reportFiles(fleet, { manifest, info })) yield* zip.add(file.name, file.texts);
  yield* zip.end();
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The bytes of a file. Throws an Error at its end unless they are those of the manifest. */
async function* checked(source: PackageSource, file: Manifest['files'][number]): AsyncGenerator<Uint8Array> {
  const digest = source.digest();
  for await (const chunk of source.open(file.name)) {
    digest.add(chunk);
    if (digest.bytes > file.bytes) break;
    yield chunk;
  }
  if (digest.bytes !== file.bytes || digest.end() !== file.sha256)
    throw new Error(`${file.name} is not the file of the manifest: it changed on the way`);
}
