import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openAsBlob,
  openSync,
  readdirSync,
  readSync,
  statSync,
  type ReadStream,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EXPORT_BOUNDS, MANIFEST_FILE } from '../../../src/formats/exports/format.ts';
import type { Manifest } from '../../../src/formats/exports/manifest.ts';
import type { FileName } from '../../../src/lib/file-name.ts';
import { readManifest } from '../../../src/proof/exports/manifest.ts';
import { exportLines, type ExportFiles, type FileDigest } from '../../../src/formats/exports/files.ts';
import { must, reasonOf } from '../../../src/proof/report.ts';

/** The directory of an export; undefined if the path is neither a directory nor a file `manifest.json`. */
export function exportDirectory(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return path;
  return found?.isFile() && basename(path) === MANIFEST_FILE ? dirname(path) : undefined;
}

/**
 * Opens a file of a directory that others have made, and returns its descriptor, which the caller closes, and its size.
 * Follows no symbolic link, and does not wait for the writer of a FIFO. Throws an Error for anything other than a
 * regular file.
 */
function openForeignFile(directory: string, name: FileName): { descriptor: number; bytes: number } {
  let descriptor: number;
  try {
    descriptor = openSync(join(directory, name), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    // A symbolic link, and a socket.
    if (!['ELOOP', 'EMLINK', 'ENXIO', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new Error(NOT_REGULAR, { cause: error });
  }
  const status = fstatSync(descriptor);
  if (status.isFile()) return { descriptor, bytes: status.size };
  closeSync(descriptor);
  throw new Error(NOT_REGULAR);
}

const NOT_REGULAR = 'must be a regular file';

/** The size of a file of an export. Throws an Error with what is wrong if there is no such regular file. */
function sizeOf(directory: string, name: FileName): number {
  try {
    const { descriptor, bytes } = openForeignFile(directory, name);
    closeSync(descriptor);
    return bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error('the file is missing', { cause: error });
    throw error;
  }
}

/** The bytes of the manifest. Throws an Error if it is missing, not a regular file, or too large. */
function manifestBytes(directory: string): Buffer {
  const { descriptor } = openForeignFile(directory, MANIFEST_FILE);
  try {
    const bytes = Buffer.alloc(EXPORT_BOUNDS.manifest + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads the manifest of an export. Throws an Error for the user that names the file and the field. */
export function openExport(directory: string): { manifest: Manifest; sha256: string } {
  try {
    const bytes = manifestBytes(directory);
    return { manifest: readManifest(bytes), sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    throw new Error(`${join(directory, MANIFEST_FILE)}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The names in the directory that the manifest does not have. */
function unknownFiles(directory: string, { files }: Manifest): string[] {
  const known = new Set<string>([MANIFEST_FILE, ...files.map(({ name }) => name)]);
  return readdirSync(directory)
    .filter((name) => !known.has(name))
    .toSorted();
}

/** The SHA-256 of what is added. */
function fileDigest(): FileDigest {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
    },
    end: () => hash.digest('hex'),
  };
}

const CHUNK = 1 << 18;

const streamOf = (directory: string, name: FileName): ReadStream =>
  createReadStream('', { fd: openForeignFile(directory, name).descriptor, highWaterMark: CHUNK });

/** The digest of node, and its decompression. */
export const platform: Pick<ExportFiles, 'digest' | 'gunzip'> = {
  digest: fileDigest,
  gunzip(chunks) {
    const gunzip = createGunzip({ chunkSize: CHUNK });
    // The reader of the result gets the errors.
    pipeline(chunks, gunzip, () => undefined);
    return gunzip;
  },
};

/** The export in a directory that others have made. */
export const directorySource = (directory: string): ExportFiles => ({
  ...platform,
  manifest: () => manifestBytes(directory),
  sizeOf: (name) => sizeOf(directory, name),
  chunksOf: (name) => streamOf(directory, name),
  unknownFiles: (manifest) => unknownFiles(directory, manifest),
});

/** A file that is uploaded, and its SHA-256. Nothing can be read of it any more after the file was changed. */
export type HashedFile = { blob: Blob; sha256: string };

/** Reads a file to upload. */
export async function hashedFile(path: string): Promise<HashedFile> {
  const blob = await openAsBlob(path);
  const digest = fileDigest();
  for await (const chunk of blob.stream()) digest.add(chunk);
  return { blob, sha256: digest.end() };
}

/**
 * As `hashedFile`, for a file of an export. Throws an Error unless it is a regular file with this size and this
 * SHA-256.
 */
export async function verifiedFile(
  directory: string,
  { name, bytes, sha256 }: { name: FileName; bytes?: number; sha256: string },
): Promise<HashedFile> {
  const path = join(directory, name);
  try {
    const size = sizeOf(directory, name);
    must(bytes === undefined || size === bytes, `must have ${bytes} bytes, not ${size}`);
    const file = await hashedFile(path);
    must(file.sha256 === sha256, `the SHA-256 must be ${sha256}, not ${file.sha256}`);
    return file;
  } catch (error) {
    throw new Error(`${path}: ${reasonOf(error)}`, { cause: error });
  }
}

/** The lines of a file of an export in a directory, as the verifier reads them. */
export const gzipLines = (directory: string, name: FileName): AsyncGenerator<{ line: number; text: string }> =>
  exportLines(directorySource(directory), name);
