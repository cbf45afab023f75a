import { Inflate } from 'fflate';
import { equalBytes } from '../../lib/bytes.ts';
import { PACKAGE_BOUNDS } from './format.ts';

/** A file that is read in parts. */
export type ByteSource = { size: number; read: (from: number, to: number) => Promise<Uint8Array> };

/**
 * An entry of a ZIP file: `header` is where it starts, `length` is of its data as they are, `size` is that of its
 * content. `common`: what both of its headers have. `lengths`: its checksum, length and size, as they follow the data.
 */
type ZipEntry = {
  name: string;
  header: number;
  length: number;
  size: number;
  isDeflated: boolean;
  common: Uint8Array;
  lengths: Uint8Array;
};

const [LOCAL, CENTRAL, END, DESCRIBED] = [0x04034b50, 0x02014b50, 0x06054b50, 0x08074b50];
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES, DESCRIPTOR_BYTES] = [30, 46, 22, 16];
/** The version and the flags of each entry: its lengths are behind its data. */
const [VERSION, DESCRIPTOR] = [20, 8];
/** Bytes that are read at once; of compressed data fewer, because they can become a thousand times as many. */
const [CHUNK, DEFLATED] = [1 << 20, 1 << 16];
/** More than what a decompressor keeps of data that it needs. */
const KEPT = 1 << 18;
/** More characters than a name can have. */
const LONGEST_NAME = 256;
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
    must(length <= count * (CENTRAL_BYTES + LONGEST_NAME), REPACKED);
    const bytes = await source.read(start, start + length);
    const entries = new Map<string, ZipEntry>();
    let [at, next] = [0, 0];
    for (let n = 0; n < count; n++) {
      const entry = centralEntry(bytes.subarray(at));
      must(!entries.has(entry.name), `the ZIP file has two entries with the name ${entry.name}`);
      must(entry.header === next, REPACKED);
      entries.set(entry.name, entry);
      at += CENTRAL_BYTES + entry.name.length;
      next += LOCAL_BYTES + entry.name.length + entry.length + DESCRIPTOR_BYTES;
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

  /** The content of an entry that exists. Throws NotAPackage if the file has it in another form, or not all of it. */
  async *chunksOf(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)!;
    const start = await this.#startOf(entry);
    const atOnce = entry.isDeflated ? DEFLATED : CHUNK;
    let size = 0;
    let inflated: Uint8Array[] = [];
    const inflate = new Inflate((chunk) => inflated.push(chunk));
    for (let at = 0; at < entry.length; at += atOnce) {
      const until = Math.min(entry.length, at + atOnce);
      const bytes = await this.#source.read(start + at, start + until);
      if (entry.isDeflated) {
        push(inflate, bytes, until === entry.length);
        // Programs that read a file from its beginning would find further entries behind the end of the data.
        must(isAtEnd(inflate, until === entry.length), REPACKED);
      }
      for (const chunk of entry.isDeflated ? inflated : [bytes]) {
        size += chunk.length;
        must(size <= entry.size, `${name} has more bytes than the ZIP file says`);
        yield chunk;
      }
      inflated = [];
    }
    must(size === entry.size, `${name} has fewer bytes than the ZIP file says`);
  }

  /** Where the data of an entry start. What is before and behind them must be that of the directory of the file. */
  async #startOf({ name, header, length, common, lengths }: ZipEntry): Promise<number> {
    const start = header + LOCAL_BYTES + name.length;
    const bytes = await this.#source.read(header, start);
    const view = viewOf(bytes);
    const isSame =
      view.getUint32(0, true) === LOCAL &&
      equalBytes(bytes.subarray(4, 14), common) &&
      equalBytes(bytes.subarray(14, 26), new Uint8Array(12)) &&
      view.getUint16(26, true) === name.length &&
      view.getUint16(28, true) === 0 &&
      textOf(bytes.subarray(LOCAL_BYTES)) === name;
    const end = await this.#source.read(start + length, start + length + DESCRIPTOR_BYTES);
    must(isSame && viewOf(end).getUint32(0, true) === DESCRIBED && equalBytes(end.subarray(4), lengths), REPACKED);
    return start;
  }
}

function push(inflate: Inflate, bytes: Uint8Array, isLast: boolean): void {
  try {
    inflate.push(bytes, isLast);
  } catch {
    throw new NotAPackage(REPACKED);
  }
}

/** Whether a decompressor has no data behind the end of those that it decompresses. `isLast`: it has got all. */
function isAtEnd(inflate: Inflate, isLast: boolean): boolean {
  // What is left of its input, from a bit of the first byte on. fflate has no other way to ask.
  const { p: left, s: state } = inflate as unknown as { p: Uint8Array; s: { p: number } };
  return isLast ? left.length === (state.p > 0 ? 1 : 0) : left.length < KEPT;
}

/** The first entry of the directory of the file. */
function centralEntry(bytes: Uint8Array): ZipEntry {
  must(bytes.length >= CENTRAL_BYTES, REPACKED);
  const view = viewOf(bytes);
  const [flags, method, length] = [view.getUint16(8, true), view.getUint16(10, true), view.getUint16(28, true)];
  const name = textOf(bytes.subarray(CENTRAL_BYTES, CENTRAL_BYTES + length));
  must(view.getUint32(0, true) === CENTRAL && (method === 0 || method === 8) && flags === DESCRIPTOR, REPACKED);
  must(view.getUint16(4, true) === VERSION && view.getUint16(6, true) === VERSION, REPACKED);
  // No further fields, comments and attributes of a file system.
  must(equalBytes(bytes.subarray(30, 42), new Uint8Array(12)), REPACKED);
  must(NAME.test(name), 'the ZIP file has an entry with a name that a package cannot have');
  return {
    name,
    header: view.getUint32(42, true),
    length: view.getUint32(20, true),
    size: view.getUint32(24, true),
    isDeflated: method === 8,
    common: bytes.slice(6, 16),
    lengths: bytes.slice(16, 28),
  };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
