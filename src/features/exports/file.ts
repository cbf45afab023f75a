import type { Blob } from '../blobs/tables.ts';
import { utf8, toHex } from '../../lib/text.ts';
import type { OtherEntry } from '../../formats/exports/manifest.ts';
import type { Cursor } from '../../lib/paging.ts';
import type { ExportLine, RecordReader, ExportRun } from './content.ts';

/** Bounds of a file: lines, and bytes before compression, unless a single line is longer. */
const LINES = 5000;
const BYTES = 8 * 2 ** 20;
/** Lines that are read at once. */
const AT_ONCE = 100;

/** A file of JSON Lines. `next`: where the next file of the kind starts; undefined: at the end of the kind. */
export type RecordFile = {
  /** Compressed with gzip. */
  bytes: Uint8Array;
  lines: number;
  blobs: Blob[];
  entries: OtherEntry[];
  hasStatements: boolean;
  next: Cursor | undefined;
};

/** Composes the file that starts at a cursor. It has no lines if the kind has no more records. */
export async function composeFile(
  running: ExportRun,
  read: RecordReader,
  start: Cursor | undefined,
): Promise<RecordFile> {
  const lines: ExportLine[] = [];
  const entries: OtherEntry[] = [];
  const gzip = new Gzip();
  let bytes = 0;
  let next = start;
  do {
    const page = await read(running, next ?? [], Math.min(AT_ONCE, LINES - lines.length));
    // Entries behind the end of the file are found again with the next one.
    let isFull = false;
    for (const line of page.lines) {
      const text = utf8(line.text);
      if (lines.length > 0 && bytes + text.length > BYTES) {
        isFull = true;
        break;
      }
      bytes += text.length;
      lines.push(line);
      await gzip.add(text);
    }
    next = isFull ? lines.at(-1)!.after : page.next;
    entries.push(...(page.entries ?? []).filter(({ index }) => !isFull || index < Number(next![0])));
    // Each blob is a file of its own, and a row that is written with this one.
    if (isFull || lines.length >= LINES || lines.some(({ blob }) => blob)) break;
  } while (next);
  return {
    bytes: await gzip.end(),
    lines: lines.length,
    blobs: lines.flatMap(({ blob }) => blob ?? []),
    entries,
    hasStatements: lines.some(({ hasStatement }) => hasStatement),
    next,
  };
}

/** Compresses with gzip (RFC 1952). */
class Gzip {
  readonly #stream = new CompressionStream('gzip');
  readonly #writer = this.#stream.writable.getWriter();
  readonly #out = new Response(this.#stream.readable).arrayBuffer();

  add(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes as BufferSource);
  }

  async end(): Promise<Uint8Array> {
    await this.#writer.close();
    return new Uint8Array(await this.#out);
  }
}

/** The SHA-256 of bytes, in lower-case hexadecimal. */
export const sha256Of = async (bytes: Uint8Array): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)));
