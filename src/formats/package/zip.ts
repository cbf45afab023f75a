import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { utf8 } from '../../lib/text.ts';
import { PACKAGE_BOUNDS } from './format.ts';

const NONE = new Uint8Array();
/** Characters that are compressed at once. */
const AT_ONCE = 1 << 18;

/**
 * Writes a ZIP file whose bytes follow from its entries. Its functions return bytes as soon as they are known. Throws
 * RangeError above the bounds of a package: the form of the file has no larger ones.
 */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #time: Date;
  #chunks: Uint8Array[] = [];
  #entries = 0;
  #bytes = 0;

  /** `time`: of all entries, RFC 3339 in UTC. */
  constructor(time: string) {
    const [year, month, day, hour, minute, second] = time.match(/\d+/g)!.map(Number) as [number, number, ...number[]];
    // The form has no time zone: the fields are those of UTC on every machine.
    this.#time = new Date(year, month - 1, day, hour, minute, second);
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error;
      this.#bytes += chunk.length;
      this.#chunks.push(chunk);
    });
  }

  /** Adds a compressed entry. */
  *add(name: string, texts: Iterable<string>): Generator<Uint8Array> {
    const entry = this.#begin(new ZipDeflate(name, { level: 6 }));
    for (const text of texts)
      for (let at = 0; at < text.length || at === 0;) {
        // Never between the halves of a character.
        const end = at + AT_ONCE - (isHigh(text.charCodeAt(at + AT_ONCE - 1)) ? 1 : 0);
        entry.push(utf8(text.slice(at, end)));
        at = end;
        yield* this.#take();
      }
    entry.push(NONE, true);
    yield* this.#take();
  }

  /** Adds an entry as it is. */
  async *store(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const entry = this.#begin(new ZipPassThrough(name));
    for await (const chunk of chunks) {
      entry.push(chunk);
      yield* this.#take();
    }
    entry.push(NONE, true);
    yield* this.#take();
  }

  *end(): Generator<Uint8Array> {
    this.#zip.end();
    yield* this.#take();
  }

  #begin<T extends ZipDeflate | ZipPassThrough>(entry: T): T {
    this.#entries += 1;
    if (this.#entries > PACKAGE_BOUNDS.entries)
      throw new RangeError(`a package can have at most ${PACKAGE_BOUNDS.entries.toLocaleString('en')} files`);
    entry.mtime = this.#time;
    this.#zip.add(entry);
    return entry;
  }

  #take(): Uint8Array[] {
    if (this.#bytes > PACKAGE_BOUNDS.bytes) throw new RangeError(TOO_LARGE);
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }
}

/** Why there is no package of more than 4 GiB. */
export const TOO_LARGE =
  'a package can have at most 4 GiB: use the files of the export instead, or export without the contents of files';

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
