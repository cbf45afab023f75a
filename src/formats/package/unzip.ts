import { Inflate } from 'fflate';
import { PACKAGE_BOUNDS } from './format.ts';

/** A file that is read in parts. */
export type ByteSource = { size: number; read: (from: number, to: number) => Promise<Uint8Array> };

/** An entry of a ZIP file: `start` and `length` are of its data as they are, `size` is that of its content. */
type ZipEntry = { name: string; header: number; length: number; size: number; isDeflated: boolean };

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES, DESCRIPTOR_BYTES] = [30, 46, 22, 16];
/** The lengths are behind the data. */
const DESCRIPTOR = 8;
const CHUNK = 1 << 20;
/** Names without anything that another program could read as a path outside of the directory. */
const NAME = /^(?:[a-z0-9][a-z0-9_-]*\/)?[a-z0-9][a-z0-9_.-]{0,127}$/;

/** Why a file is no package. */
export class NotAPackage extends Error {}

function must(holds: boolean, why: string): asserts holds {
  if (!holds) throw new NotAPackage(why);
}

const REPACKED = 'the ZIP file is not as it was made: use the original, not one that was unpacked and packed again';

/**
 * Reads a ZIP file as `ZipWriter` writes it, and no other one: entries follow one another without gaps, each name is
 * there once, and there is nothing that programs read differently. Throws NotAPackage with what is wrong.
 */
export class ZipReader {
  readonly #source: ByteSource;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(source: ByteSource, entries: ReadonlyMap<string, ZipEntry>) {
    this.#source = source;
    this.#entries = entries;
  }

  static async open(source: ByteSource): Promise<ZipReader> {
    must(source.size >= END_BYTES, 'the file is not a ZIP file');
    must(source.size <= PACKAGE_BOUNDS.bytes + 2 ** 20, 'the file has more than 4 GiB');
    const end = viewOf(await source.read(source.size - END_BYTES, source.size));
    must(end.getUint32(0, true) === END, 'the file is not a ZIP file, or its end is missing');
    const count = end.getUint16(10, true);
    const [length, start] = [end.getUint32(12, true), end.getUint32(16, true)];
    must(count === end.getUint16(8, true) && end.getUint32(4, true) === 0 && end.getUint16(20, true) === 0, REPACKED);
    must(start + length === source.size - END_BYTES, REPACKED);
    const bytes = await source.read(start, start + length);
    const entries = new Map<string, ZipEntry>();
    let [at, next] = [0, 0];
    for (let n = 0; n < count; n++) {
      const { entry, bytes: read, isDescribed } = centralEntry(bytes.subarray(at));
      must(!entries.has(entry.name), `the ZIP file has two entries with the name ${entry.name}`);
      must(entry.header === next, REPACKED);
      entries.set(entry.name, entry);
      at += read;
      next += LOCAL_BYTES + entry.name.length + entry.length + (isDescribed ? DESCRIPTOR_BYTES : 0);
    }
    must(at === length && next === start, REPACKED);
    return new ZipReader(source, entries);
  }

  /** The names of all entries. */
  names(): Iterable<string> {
    return this.#entries.keys();
  }

  /** The size of the content of an entry; undefined if there is none. */
  sizeOf(name: string): number | undefined {
    return this.#entries.get(name)?.size;
  }

  /** The content of an entry that exists. Throws NotAPackage if it does not have its size. */
  async *chunksOf(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)!;
    const start = await this.#startOf(entry);
    let size = 0;
    let inflated: Uint8Array[] = [];
    const inflate = new Inflate((chunk) => inflated.push(chunk));
    for (let at = 0; at < entry.length; at += CHUNK) {
      const until = Math.min(entry.length, at + CHUNK);
      const bytes = await this.#source.read(start + at, start + until);
      if (entry.isDeflated) inflate.push(bytes, until === entry.length);
      for (const chunk of entry.isDeflated ? inflated : [bytes]) {
        size += chunk.length;
        must(size <= entry.size, `${name} has more bytes than the ZIP file says`);
        yield chunk;
      }
      inflated = [];
    }
    must(size === entry.size, `${name} has fewer bytes than the ZIP file says`);
  }

  /** Where the data of an entry start. What precedes them must be that of the directory of the file. */
  async #startOf({ name, header, isDeflated }: ZipEntry): Promise<number> {
    const start = header + LOCAL_BYTES + name.length;
    const bytes = await this.#source.read(header, start);
    const view = viewOf(bytes);
    const isSame =
      view.getUint32(0, true) === LOCAL &&
      view.getUint16(8, true) === (isDeflated ? 8 : 0) &&
      view.getUint16(26, true) === name.length &&
      view.getUint16(28, true) === 0 &&
      textOf(bytes.subarray(LOCAL_BYTES)) === name;
    must(isSame, REPACKED);
    return start;
  }
}

/** The first entry of the directory of the file, and its length there. */
function centralEntry(bytes: Uint8Array): { entry: ZipEntry; bytes: number; isDescribed: boolean } {
  must(bytes.length >= CENTRAL_BYTES, REPACKED);
  const view = viewOf(bytes);
  const [flags, method, length] = [view.getUint16(8, true), view.getUint16(10, true), view.getUint16(28, true)];
  const name = textOf(bytes.subarray(CENTRAL_BYTES, CENTRAL_BYTES + length));
  must(view.getUint32(0, true) === CENTRAL && (method === 0 || method === 8) && (flags & ~DESCRIPTOR) === 0, REPACKED);
  must(view.getUint32(30, true) === 0 && view.getUint16(34, true) === 0, REPACKED);
  must(NAME.test(name), 'the ZIP file has an entry with a name that a package cannot have');
  return {
    entry: {
      name,
      header: view.getUint32(42, true),
      length: view.getUint32(20, true),
      size: view.getUint32(24, true),
      isDeflated: method === 8,
    },
    bytes: CENTRAL_BYTES + length,
    isDescribed: (flags & DESCRIPTOR) !== 0,
  };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
