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
import type { ExportFile, Manifest } from '../../../src/formats/exports/manifest.ts';
import type { FileName } from '../../../src/lib/file-name.ts';
import { readManifest } from '../../../src/proof/exports/manifest.ts';
import { must, reasonOf } from '../../../src/proof/report.ts';
import { splitLines } from '../import/lines.ts';

/** A file of an export cannot be read completely. `line` is the last one that was read, from 1; 0: none. */
export class DamagedFile extends Error {
  readonly line: number;
  constructor(message: string, line: number, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

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
export function sizeOf(directory: string, name: FileName): number {
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
export function manifestBytes(directory: string): Buffer {
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
export function unknownFiles(directory: string, { files }: Manifest): string[] {
  const known = new Set<string>([MANIFEST_FILE, ...files.map(({ name }) => name)]);
  return readdirSync(directory)
    .filter((name) => !known.has(name))
    .toSorted();
}

/** The SHA-256 of what is added, and its length. */
export class FileDigest {
  readonly #hash = createHash('sha256');
  bytes = 0;

  readonly add = (chunk: Uint8Array): void => {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
  };

  /** 64 hexadecimal digits. Ends the digest. */
  end(): string {
    return this.#hash.digest('hex');
  }
}

const CHUNK = 1 << 18;

const streamOf = (directory: string, name: FileName): ReadStream =>
  createReadStream('', { fd: openForeignFile(directory, name).descriptor, highWaterMark: CHUNK });

/** Reads a file of an export completely. */
export async function digestOf(directory: string, name: FileName): Promise<FileDigest> {
  const digest = new FileDigest();
  for await (const chunk of streamOf(directory, name)) digest.add(chunk as Buffer);
  return digest;
}

/**
 * How a file differs from what the manifest says; undefined if it does not. `digest` may be that of its first bytes. A
 * file of another size is not read.
 */
export async function differenceOf(
  directory: string,
  { name, bytes, sha256 }: Pick<ExportFile, 'name' | 'bytes' | 'sha256'>,
  digest = new FileDigest(),
): Promise<string | undefined> {
  const size = sizeOf(directory, name);
  if (size !== bytes) return `must have ${bytes} bytes, not ${size}`;
  const read = (digest.bytes === size ? digest : await digestOf(directory, name)).end();
  return read === sha256 ? undefined : `the SHA-256 must be ${sha256}, not ${read}`;
}

/** A file that is uploaded, and its SHA-256. Nothing can be read of it any more after the file was changed. */
export type HashedFile = { blob: Blob; sha256: string };

/** Reads a file to upload. */
export async function hashedFile(path: string): Promise<HashedFile> {
  const blob = await openAsBlob(path);
  const digest = new FileDigest();
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

/**
 * The lines of a file of JSON Lines that is compressed with gzip. Holds one line at a time. `onBytes` gets the bytes of
 * the file itself. Throws DamagedFile for a file that is not gzip, that has a line or lines above the bounds, or that
 * is not UTF-8. The bound of the compressed bytes limits the gzip members, of which each has at least 20.
 */
export async function* gzipLines(
  directory: string,
  name: FileName,
  onBytes?: (bytes: Uint8Array) => void,
): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  if (sizeOf(directory, name) > EXPORT_BOUNDS.file)
    throw new DamagedFile(`must have at most ${EXPORT_BOUNDS.file} bytes`, line);
  const source = streamOf(directory, name);
  if (onBytes) source.on('data', (chunk) => onBytes(chunk as Buffer));
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // The loop below throws the errors.
  pipeline(source, gunzip, () => undefined);
  const bounded = async function* (): AsyncGenerator<Buffer> {
    let total = 0;
    for await (const chunk of gunzip) {
      total += (chunk as Buffer).length;
      if (total > EXPORT_BOUNDS.file)
        throw new DamagedFile(`must have at most ${EXPORT_BOUNDS.file} bytes of uncompressed lines`, line);
      yield chunk as Buffer;
    }
  };
  try {
    for await (const { text } of splitLines(bounded(), EXPORT_BOUNDS.line)) {
      if (line === EXPORT_BOUNDS.lines) throw new DamagedFile(`must have at most ${line} lines`, line);
      line += 1;
      if (text === undefined)
        throw new DamagedFile(`line ${line} must be UTF-8 with at most ${EXPORT_BOUNDS.line} bytes`, line - 1);
      yield { line, text };
    }
  } catch (error) {
    if (error instanceof DamagedFile) throw error;
    throw new DamagedFile(`cannot be decompressed after line ${line}: ${reasonOf(error)}`, line, error);
  }
}
