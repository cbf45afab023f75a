import { Inflate, Unzip, type UnzipDecoder, type UnzipFile } from 'fflate';
import { find, startsWith } from '../../../lib/bytes.ts';
import { utf8 } from '../../../lib/text.ts';
import type { Scanner, ScannedFile, ScanResult } from './scanner.ts';

/** The EICAR test string, in two parts so that scanners do not find it in this file. */
const EICAR = utf8(['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));
/** SHA-256 of the four files that EICAR distributes: plain, with a line break, in an archive, in a nested archive. */
const EICAR_FILES = [
  '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f',
  '131f95c51cc819465fa1797f6ccacf9d494aaaff46fa3eac73ae63ffbdfd8267',
  '2546dcffc5ad854d4ddc64fbf056871cd5a00f2471cb7a5bfd4ac23b6e9eedad',
  'e1105070ba828007508566e28a2b8d4c65d192e9eaf3b7868382b7cae747b397',
];

/** Levels of nested archives that are opened. */
const DEPTH = 4;
/** Maximum bytes that the archives of one file may unpack to; above it the file is not scanned. */
const UNPACKED = 512 * 1024 * 1024;
/** Above this many bytes, unpacking to more than `RATIO` times the file's size marks an archive bomb. */
const BOMB = 64 * 1024 * 1024;
const RATIO = 100;
/** Bytes that are unpacked at once. Deflate expands to at most 1,032 times as many. */
const STEP = 4 * 1024;
/** Bytes of deflate without any output after which the entry counts as invalid. */
const BARREN = 256 * 1024;
/** Maximum number of files in all archives of one file. */
const ENTRIES = 50_000;

/** File names and media types of documents and pictures, which an executable never has. */
const DOCUMENT_NAME = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|md|png|jpe?g|gif|tiff?|webp|svg)$/i;
const DOCUMENT_TYPE =
  /^(?:image\/|text\/|application\/(?:pdf|rtf|msword|vnd\.(?:ms-(?:excel|powerpoint)|openxmlformats|oasis)))/i;
const TEXT_NAME = /\.(?:txt|csv|md|svg)$/i;

/**
 * The built-in scanner. It detects known files by their hash, the EICAR test string (also inside zip archives, such as
 * office documents), and executables that are declared as documents. It detects no other malware and does not open
 * encrypted archives or other formats.
 */
export class EmbeddedScanner implements Scanner {
  readonly #bad: ReadonlySet<string>;

  constructor(bad: readonly string[]) {
    this.#bad = new Set([...EICAR_FILES, ...bad]);
  }

  async scan(file: ScannedFile, bytes: AsyncIterable<Uint8Array>): Promise<ScanResult> {
    if (this.#bad.has(file.sha256)) return { status: 'bad', reason: 'known by its SHA-256' };
    const budget: Budget = { unpacked: 0, entries: 0, size: file.size };
    const whole = new Content(budget, DEPTH);
    let head = new Uint8Array();
    try {
      for await (const chunk of bytes) {
        if (head.length < HEAD) {
          head = concat(head, chunk.subarray(0, HEAD - head.length));
          const disguise = disguised(file, head);
          if (disguise) return { status: 'bad', reason: disguise };
        }
        whole.add(chunk);
      }
    } catch (error) {
      if (error instanceof ScanEnd) return error.verdict;
      throw error;
    }
    return { status: 'ok' };
  }
}

/** Thrown to end a scan when the verdict is known. */
class ScanEnd extends Error {
  readonly verdict: ScanResult;
  constructor(verdict: ScanResult) {
    super(verdict.status);
    this.verdict = verdict;
  }
}

/** How much the archives of one file have unpacked to so far, and the size of the file. */
type Budget = { unpacked: number; entries: number; size: number };

const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** Scans the stream of a file, or of an entry in an archive. Throws Found. */
class Content {
  readonly #budget: Budget;
  readonly #depth: number;
  #tail = new Uint8Array();
  #archive: Unzip | undefined;
  #begun = false;

  constructor(budget: Budget, depth: number) {
    this.#budget = budget;
    this.#depth = depth;
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    // A match may begin at the end of the previous chunk.
    const window = concat(this.#tail, chunk);
    if (find(window, EICAR) !== undefined) throw new ScanEnd({ status: 'bad', reason: 'EICAR test file' });
    this.#tail = window.slice(Math.max(0, window.length - EICAR.length + 1));
    if (!this.#begun && window.length >= ZIP.length) {
      this.#begun = true;
      if (startsWith(window, ZIP)) this.#open(window);
    } else if (this.#archive) {
      this.#unpack(chunk);
    }
  }

  #open(beginning: Uint8Array): void {
    if (this.#depth === 0) throw new ScanEnd({ status: 'unscanned', reason: 'archives are nested too deeply' });
    const archive = new Unzip((file) => this.#enter(archive, file));
    archive.register(Inflating);
    this.#archive = archive;
    this.#unpack(beginning);
  }

  #enter(archive: Unzip, file: UnzipFile): void {
    if (++this.#budget.entries > ENTRIES)
      throw new ScanEnd({ status: 'unscanned', reason: `archives of more than ${ENTRIES} files` });
    // The library would buffer entries in other formats whole.
    if (file.compression !== 0 && file.compression !== 8) archive.register(ignoring(file.compression));
    const content = new Content(this.#budget, this.#depth - 1);
    file.ondata = (_error, data) => {
      this.#spend(data.length);
      content.add(data);
    };
    file.start();
  }

  #unpack(chunk: Uint8Array): void {
    try {
      for (let at = 0; at < chunk.length; at += STEP) this.#archive?.push(chunk.slice(at, at + STEP));
    } catch (error) {
      if (error instanceof ScanEnd) throw error;
      // It is not an archive.
      this.#archive = undefined;
    }
  }

  #spend(bytes: number): void {
    const budget = this.#budget;
    budget.unpacked += bytes;
    if (budget.unpacked > BOMB && budget.unpacked > RATIO * budget.size)
      throw new ScanEnd({ status: 'bad', reason: 'an archive that unpacks to more than a hundred times its size' });
    if (budget.unpacked > UNPACKED)
      throw new ScanEnd({ status: 'unscanned', reason: `archives that unpack to more than ${UNPACKED} bytes` });
  }
}

/** Unpacks deflate. Entries that cannot be unpacked (encrypted or damaged) are skipped. */
class Inflating implements UnzipDecoder {
  static readonly compression = 8;
  ondata!: UnzipDecoder['ondata'];
  #barren = 0;
  #inflate: Inflate | undefined = new Inflate((data, final) => {
    if (data.length > 0) this.#barren = 0;
    this.ondata(null, data, final);
  });

  push(chunk: Uint8Array, final: boolean): void {
    // After the end of the stream the library would buffer further input and scan all of it each time.
    this.#barren += chunk.length;
    if (this.#barren > BARREN) this.#inflate = undefined;
    try {
      this.#inflate?.push(chunk, final);
    } catch (error) {
      if (error instanceof ScanEnd) throw error;
      this.#inflate = undefined;
    }
  }
}

/** Discards entries in unsupported formats. */
const ignoring = (compression: number) =>
  class implements UnzipDecoder {
    static readonly compression = compression;
    ondata!: UnzipDecoder['ondata'];
    push(): void {}
  };

/** Bytes at the start of a file from which an executable is detected. */
const HEAD = 4096;

/** The reason to reject an executable whose name or declared type is that of a document; else undefined. */
function disguised({ fileName, declaredType }: ScannedFile, head: Uint8Array): string | undefined {
  if (!DOCUMENT_NAME.test(fileName) && !DOCUMENT_TYPE.test(declaredType)) return undefined;
  const kind = programKind(head);
  if (kind === undefined) return undefined;
  // A script is text and may be declared as text.
  const isText = DOCUMENT_NAME.test(fileName) ? TEXT_NAME.test(fileName) : /^text\//i.test(declaredType);
  if (kind === 'script' && isText) return undefined;
  return `a program (${kind}) that is declared as a document`;
}

function programKind(head: Uint8Array): string | undefined {
  if (startsWith(head, [0x7f, 0x45, 0x4c, 0x46])) return 'ELF';
  if (startsWith(head, [0xcf, 0xfa, 0xed, 0xfe]) || startsWith(head, [0xce, 0xfa, 0xed, 0xfe])) return 'Mach-O';
  if (startsWith(head, [0x23, 0x21])) return 'script';
  if (!startsWith(head, [0x4d, 0x5a]) || head.length < 0x40) return undefined;
  // The offset of the PE header (PE Format, MS-DOS stub).
  const at = new DataView(head.buffer, head.byteOffset).getUint32(0x3c, true);
  return startsWith(head.subarray(at), [0x50, 0x45, 0, 0]) ? 'PE' : undefined;
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
