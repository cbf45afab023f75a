import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EXPORT_BOUNDS, MANIFEST_FILE } from '../../core/exports/format.ts';
import type { Manifest } from '../../core/exports/manifest.ts';
import { readManifest } from '../../proof/exports/manifest.ts';
import { reasonOf } from '../../proof/report.ts';
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

/** The bytes of the manifest. Throws an Error if it is missing or too large. */
export function manifestBytes(directory: string): Buffer {
  const file = openSync(join(directory, MANIFEST_FILE), 'r');
  try {
    const bytes = Buffer.alloc(EXPORT_BOUNDS.manifest + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
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
  const known = new Set([MANIFEST_FILE, ...files.map(({ name }) => name)]);
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

/** Reads a file completely. */
export async function digestOf(path: string): Promise<FileDigest> {
  const digest = new FileDigest();
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) digest.add(chunk as Buffer);
  return digest;
}

const CHUNK = 1 << 18;

/**
 * The lines of a file of JSON Lines that is compressed with gzip. Holds one line at a time. `onBytes` gets the bytes of the file
 * itself. Throws DamagedFile for a file that is not gzip, that has a line or lines above the bounds, or that is not UTF-8.
 */
export async function* gzipLines(
  path: string,
  onBytes?: (bytes: Uint8Array) => void,
): AsyncGenerator<{ line: number; text: string }> {
  const source = createReadStream(path, { highWaterMark: CHUNK });
  if (onBytes) source.on('data', (chunk) => onBytes(chunk as Buffer));
  const gunzip = createGunzip({ chunkSize: CHUNK });
  // The loop below throws the errors.
  pipeline(source, gunzip, () => undefined);
  let [line, total] = [0, 0];
  try {
    for await (const { text, size } of splitLines(gunzip, EXPORT_BOUNDS.line)) {
      total += size;
      if (total > EXPORT_BOUNDS.file)
        throw new DamagedFile(`must have at most ${EXPORT_BOUNDS.file} bytes of uncompressed lines`, line);
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
