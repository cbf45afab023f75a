import type { FileName } from '../../lib/file-name.ts';
import { splitLines } from '../../lib/lines.ts';
import { printable } from '../../lib/text.ts';
import { EXPORT_BOUNDS } from './format.ts';
import type { ExportFile, Manifest } from './manifest.ts';

/** The SHA-256 of what is added, and its length. */
export type FileDigest = {
  readonly bytes: number;
  add: (chunk: Uint8Array) => void;
  /** 64 hexadecimal digits. Ends the digest. */
  end: () => string;
};

/** Where an export is read from, with what a platform has of its own to read it. */
export type ExportFiles = {
  /** The bytes of the manifest; of a larger one than readers accept, only the first ones. */
  manifest: () => Uint8Array | Promise<Uint8Array>;
  /** The size of a file in bytes. Throws an Error with what is wrong if there is no such file. */
  sizeOf: (name: FileName) => number;
  /** The bytes of a file that has a size. */
  chunksOf: (name: FileName) => AsyncIterable<Uint8Array>;
  /** The names that the manifest does not have. */
  unknownFiles: (manifest: Manifest) => string[];
  digest: () => FileDigest;
  /** Decompresses gzip. Throws for anything else. */
  gunzip: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
};

/** A file of an export cannot be read completely. `line` is the last one that was read, from 1; 0: none. */
export class DamagedFile extends Error {
  readonly line: number;
  constructor(message: string, line: number, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

/** Reads a file of an export completely. */
async function digestOf(source: ExportFiles, name: FileName): Promise<FileDigest> {
  const digest = source.digest();
  for await (const chunk of source.chunksOf(name)) digest.add(chunk);
  return digest;
}

/**
 * How a file differs from what the manifest says; undefined if it does not. `digest` may be that of its first bytes. A
 * file of another size is not read.
 */
export async function differenceOf(
  source: ExportFiles,
  { name, bytes, sha256 }: Pick<ExportFile, 'name' | 'bytes' | 'sha256'>,
  digest = source.digest(),
): Promise<string | undefined> {
  const size = source.sizeOf(name);
  if (size !== bytes) return `must have ${bytes} bytes, not ${size}`;
  const read = (digest.bytes === size ? digest : await digestOf(source, name)).end();
  return read === sha256 ? undefined : `the SHA-256 must be ${sha256}, not ${read}`;
}

/**
 * The lines of a file of JSON Lines that is compressed with gzip. Holds one line at a time. `onBytes` gets the bytes of
 * the file itself. Throws DamagedFile for a file that is not gzip, that has a line or lines above the bounds, or that
 * is not UTF-8. The bound of the compressed bytes limits the gzip members, of which each has at least 20.
 */
export async function* exportLines(
  source: Pick<ExportFiles, 'sizeOf' | 'chunksOf' | 'gunzip'>,
  name: FileName,
  onBytes?: (bytes: Uint8Array) => void,
): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  if (source.sizeOf(name) > EXPORT_BOUNDS.file)
    throw new DamagedFile(`must have at most ${EXPORT_BOUNDS.file} bytes`, line);
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.chunksOf(name)) {
      onBytes?.(chunk);
      yield chunk;
    }
  };
  const bounded = async function* (): AsyncGenerator<Uint8Array> {
    let total = 0;
    for await (const chunk of source.gunzip(watched())) {
      total += chunk.length;
      if (total > EXPORT_BOUNDS.file)
        throw new DamagedFile(`must have at most ${EXPORT_BOUNDS.file} bytes of uncompressed lines`, line);
      yield chunk;
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
    const reason = printable((error as Error).message.split('\n')[0]!);
    throw new DamagedFile(`cannot be decompressed after line ${line}: ${reason}`, line, error);
  }
}
