import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { MANIFEST_FILE } from '../../../../src/formats/exports/format.ts';
import type { FileName } from '../../../../src/lib/file-name.ts';
import { hashedFile, verifiedFile, type HashedFile } from '../../exports/files.ts';
import type { BatchService } from '../batch-service.ts';
import type { ImportState } from '../state.ts';
import { uploadFile } from './service.ts';
import type { ExportSource } from './source.ts';

/**
 * The files that the records of an import name. Each is uploaded when the first record needs it, and noted in the
 * state. Without a service, they have the names of the files.
 */
export class Uploads {
  readonly #source: ExportSource;
  readonly #state: ImportState;
  readonly #service: BatchService | undefined;

  constructor(source: ExportSource, state: ImportState, service: BatchService | undefined) {
    this.#source = source;
    this.#state = state;
    this.#service = service;
  }

  /** The identity of the uploaded manifest. */
  manifest(): Promise<string> {
    const { directory, manifestSha256: sha256 } = this.#source;
    return this.#uploaded(MANIFEST_FILE, () => verifiedFile(directory, { name: MANIFEST_FILE, sha256 }));
  }

  /**
   * The identity of an uploaded file with the proofs of a file of events: one in each line, with the index and the
   * identity of the event, and without its content, so that an erasure of the new event leaves nothing of it.
   */
  async proofs(file: FileName): Promise<string> {
    const name = file.replace(/^events/, 'proofs');
    let directory: string | undefined;
    try {
      return await this.#uploaded(name, async () => {
        directory = mkdtempSync(join(tmpdir(), 'import-proofs-'));
        const path = join(directory, name);
        await pipeline(Readable.from(proofLines(this.#source.lines(file))), createGzip(), createWriteStream(path));
        return hashedFile(path);
      });
    } finally {
      if (directory !== undefined) rmSync(directory, { recursive: true });
    }
  }

  /**
   * The identity that the file of a blob has in the service; undefined if the export does not have it. Throws an Error
   * before the upload if the file is not the one that the line of the blob names.
   */
  async blob(identity: string): Promise<string | undefined> {
    const found = this.#source.blobOf(identity);
    return found && this.#uploaded(identity, () => verifiedFile(this.#source.directory, found));
  }

  async #uploaded(name: string, make: () => Promise<HashedFile>): Promise<string> {
    const noted = this.#state.noted(name);
    if (noted !== undefined) return noted;
    if (!this.#service) return name.startsWith('blobs/') ? name : SOME_BLOB;
    const file = await make();
    const identity = await uploadFile(this.#service, file, name.replaceAll('/', '-'));
    this.#state.note(name, identity);
    return identity;
  }
}

/** Stands for a file that a dry run does not upload. */
const SOME_BLOB = 'blobs/00000000-0000-4000-8000-000000000000';

async function* proofLines(lines: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
  for await (const { text } of lines) {
    const { index, event, proof } = JSON.parse(text) as { index: number; event: { identity: string }; proof: object };
    yield `${JSON.stringify({ index, event: event.identity, proof })}\n`;
  }
}
