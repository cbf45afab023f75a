import { createHash } from 'node:crypto';
import { createReadStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileName } from '../../../../src/lib/file-name.ts';
import { EvidenceError } from '../index.ts';

/** A file to download, with its size and hash. */
export type ExportedFile = { name: FileName; bytes: number; sha256: string };

/** Downloads that break off are resumed this often in a row without a byte of progress. */
const ATTEMPTS = 5;
/** Milliseconds before the first repetition; it doubles with each further one. */
const PAUSE = 500;

/** The end of the name of a file while it is incomplete. */
export const PART = '.part';

/**
 * Downloads a file into a directory, unless it is there. What an earlier run has received of it is kept. `fetch`
 * returns the bytes from an offset, `onBytes` is called with the bytes that the directory has. Throws DATA_LOSS if the
 * file does not have its size or its hash, and leaves nothing of it.
 */
export async function download(
  directory: string,
  { name, bytes, sha256 }: ExportedFile,
  fetch: (from: number) => Promise<Response>,
  onBytes: (received: number) => void,
): Promise<void> {
  const [file, part] = [join(directory, name), join(directory, `${name}${PART}`)];
  if (existsSync(file)) {
    if (statSync(file).size === bytes && (await hashOf(file)) === sha256) return onBytes(bytes);
    rmSync(file);
  }
  let failures = 0;
  // A part of another file, or a damaged one, is replaced once.
  for (let isFresh = !existsSync(part); ; isFresh = true) {
    while (sizeOf(part) < bytes) {
      const from = Math.max(0, sizeOf(part));
      try {
        await receive(await fetch(from), part, { from, most: bytes }, onBytes);
        if (sizeOf(part) < bytes) throw new EvidenceError('UNAVAILABLE', `the download of ${name} ended early`);
        failures = 0;
      } catch (error) {
        if (error instanceof EvidenceError && error.code === 'DATA_LOSS') rmSync(part, { force: true });
        failures = sizeOf(part) > from ? 0 : failures + 1;
        if (!isTemporary(error) || failures >= ATTEMPTS) throw error;
        await sleep(PAUSE * 2 ** failures);
      }
    }
    if (bytes === 0) await receive(new Response(''), part, { from: 0, most: 0 }, onBytes);
    if (sizeOf(part) === bytes && (await hashOf(part)) === sha256) break;
    rmSync(part);
    if (isFresh)
      throw new EvidenceError('DATA_LOSS', `${name} does not have the SHA-256 ${sha256}: it changed on the way`);
  }
  renameSync(part, file);
  onBytes(bytes);
}

/**
 * Writes the body of a response behind the first `from` bytes of a file. Throws DATA_LOSS if the file would have more
 * than `most`.
 */
async function receive(
  response: Response,
  file: string,
  { from, most }: { from: number; most: number },
  onBytes: (received: number) => void,
): Promise<void> {
  // A server that ignores the range sends the whole file.
  const start = response.status === 206 ? from : 0;
  let received = start;
  // Nothing may open the file after this returned: the caller removes it.
  const part = await open(file, start > 0 ? 'a' : 'w');
  try {
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      if (received > most)
        throw new EvidenceError(
          'DATA_LOSS',
          `${basename(file, PART)}: the service sent more than the ${most} bytes that it has`,
        );
      await part.writeFile(chunk);
      onBytes(received);
    }
  } finally {
    await part.close();
  }
}

/** Whether the file system refused something. */
export const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && !(error instanceof EvidenceError) && 'syscall' in error;

/** Whether a later attempt can succeed: bodies that break off are errors of the runtime. */
const isTemporary = (error: unknown): boolean =>
  error instanceof EvidenceError ? error.code === 'UNAVAILABLE' : !isOfFiles(error);

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : -1);

/** The SHA-256 of a file, in hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
