import { parse as parseDisposition } from 'content-disposition';
import { find } from '../lib/bytes.ts';
import { invalid, type ServiceError } from '../lib/errors.ts';
import { isStorable, printable, utf8 } from '../lib/text.ts';
import { received } from './input.ts';
import { requireIdentity, unsupportedType } from './media-type.ts';

/** The file of a form, read as a stream. */
export type FormFile = {
  /** The file name that the client sent; may be empty. */
  fileName: string;
  /** The media type that the client sent; may be empty. */
  type: string;
  /**
   * The bytes. Each chunk is overwritten by the next. After the last chunk the end of the form is validated: a second
   * file or a truncated body throws 400. When reading ends, also early or with an error, the rest of the body is read
   * and discarded.
   */
  chunks: AsyncIterable<Uint8Array>;
};

/** Size of the read buffer in bytes; larger than the headers of a part and than any delimiter. */
const WINDOW = 256 * 1024;
const MAX_HEADERS = 16 * 1024;
/** Bytes of an unwanted body that are read: a client may miss a response that arrives while it is still sending. */
export const FORM_DRAINED = 128 * 1024 * 1024;

const [CR, LF] = [13, 10];

/**
 * Streams the file of a multipart/form-data body (RFC 7578), which must have `field` as its only field. Holds at most
 * WINDOW bytes. Throws 415 for another content type, 400 for another form.
 */
export async function readFormFile(request: Request, field: string): Promise<FormFile> {
  const delimiter = utf8(`\r\n--${boundaryOf(request)}`);
  const window = new Window(request);
  try {
    // Text before the first delimiter is ignored (RFC 2046, section 5.1.1).
    for await (const _ of window.until(delimiter));
    const headers = await nextPart(window);
    if (!headers || headers.name !== field) throw badField(headers?.name, field);
    return { ...headers, chunks: chunksOf(window, delimiter, field) };
  } catch (error) {
    await window.discard();
    throw error;
  }
}

async function* chunksOf(window: Window, delimiter: Uint8Array, field: string): AsyncGenerator<Uint8Array> {
  try {
    yield* window.until(delimiter);
    const next = await nextPart(window);
    if (next)
      throw next.name === field ? invalid([{ field, description: 'must be given once' }]) : badField(next.name, field);
  } finally {
    await window.discard();
  }
}

const badField = (name: string | undefined, field: string): ServiceError =>
  invalid(
    name === undefined
      ? [{ field, description: 'is required: the form has no file' }]
      : [{ field: printable(name), description: `is not a known field; the form must have one field, ${field}` }],
  );

const malformed = (why: string): ServiceError =>
  invalid([{ field: 'body', description: `is not a valid form: ${why}` }]);

function boundaryOf(request: Request): string {
  requireIdentity(request);
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw unsupportedType('multipart/form-data');
  const boundary = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i.exec(type);
  if (!boundary) throw invalid([{ field: 'content-type', description: 'must name a boundary of 1 to 70 characters' }]);
  return boundary[1] ?? boundary[2]!;
}

type PartHeaders = { name: string; fileName: string; type: string };

/** The headers of the part that follows a delimiter; undefined after the last. */
async function nextPart(window: Window): Promise<PartHeaders | undefined> {
  const mark = await window.line();
  if (mark.startsWith('--')) return undefined;
  if (mark.trim() !== '') throw malformed('a delimiter is followed by text');
  let [disposition, type]: [string | undefined, string] = [undefined, ''];
  let length = 0;
  for (let line = await window.line(); line !== ''; line = await window.line()) {
    length += line.length;
    if (length > MAX_HEADERS) throw malformed('the headers of a part are too long');
    const name = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):/.exec(line)?.[1]?.toLowerCase();
    if (name === undefined || /[\r\n]/.test(line)) throw malformed('a header of a part does not parse');
    const value = line.slice(name.length + 1).trim();
    if (name === 'content-disposition') disposition ??= value;
    if (name === 'content-type') type = value;
    if (name === 'content-transfer-encoding' && !/^(7bit|8bit|binary)$/i.test(value))
      throw malformed('a part is transfer-encoded');
  }
  const parsed = disposition === undefined ? undefined : dispositionOf(disposition);
  const name = parsed?.['name'];
  if (name === undefined) throw malformed('a part has no name');
  return { name, fileName: parsed?.['filename'] ?? '', type };
}

/** A quoted string. A quote after a backslash ends it only if another parameter or nothing follows. */
const QUOTED = /"((?:[^"\\]|\\(?="\s*(?:;\s*[\w*-]+\s*=|$))|\\(?!"\s*(?:;\s*[\w*-]+\s*=|$))[\s\S])*)(?:"|$)/g;

/**
 * A Content-Disposition with its quotes as browsers write them, `%22`. Go and older versions of curl write quoted pairs
 * (RFC 2183), `\"` and `\\`. Browsers write a backslash as it is, so a text in which some backslash is no pair keeps
 * them all: `C:\dir\file.pdf` and `\\server\file.pdf` are names that old browsers send.
 */
function browserForm(text: string): string {
  return text.replace(QUOTED, (whole, content: string) => {
    const plain = content.replace(/\\(["\\])/g, '');
    const hasQuote = content.includes('"');
    if (!hasQuote && (plain.includes('\\') || content.startsWith('\\\\'))) return whole;
    return `"${content.replace(/\\(["\\])/g, '$1').replaceAll('"', '%22')}"`;
  });
}

function dispositionOf(text: string): Record<string, string> | undefined {
  const { type, parameters } = parseDisposition(browserForm(text), { multipart: true });
  return type.toLowerCase() === 'form-data' && Object.values(parameters).every(isStorable) ? parameters : undefined;
}

/** A buffer over the part of a body that is being read. */
class Window {
  readonly #reader: ReadableStreamBYOBReader | undefined;
  // Every delimiter follows a line end. The buffer starts with one, because the first delimiter may start the body.
  #bytes = new Uint8Array(WINDOW);
  #start = 0;
  #end = 2;

  constructor(request: Request) {
    this.#reader = request.body?.getReader({ mode: 'byob' });
    this.#bytes.set([CR, LF]);
  }

  /** Reads more of the body. Returns false at its end. */
  async #more(): Promise<boolean> {
    if (!this.#reader) return false;
    this.#bytes.copyWithin(0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
    // The read transfers the buffer; `value` is a view of the returned one.
    const { done, value } = await received(this.#reader.read(this.#bytes.subarray(this.#end)));
    if (value) this.#bytes = new Uint8Array(value.buffer as ArrayBuffer);
    if (done || !value) return false;
    this.#end += value.byteLength;
    return true;
  }

  /** Reads and discards the rest of the body, up to FORM_DRAINED bytes. */
  async discard(): Promise<void> {
    let length = 0;
    do {
      length += this.#end - this.#start;
      this.#start = this.#end;
    } while (length < FORM_DRAINED && (await this.#more().catch(() => false)));
  }

  /** Yields the bytes before the next delimiter and skips it. Throws 400 if the body ends first. */
  async *until(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = find(this.#bytes, delimiter, this.#start, this.#end);
      // Without a delimiter, everything except the bytes at the end that may start one.
      const upTo = at ?? Math.max(this.#start, this.#end - delimiter.length + 1);
      if (upTo > this.#start) {
        const chunk = this.#bytes.subarray(this.#start, upTo);
        this.#start = upTo;
        yield chunk;
      }
      if (at !== undefined) {
        this.#start = at + delimiter.length;
        return;
      }
      if (!(await this.#more())) throw malformed('it ends before its closing boundary');
    }
  }

  /** Returns the text before the next line end and skips it; at the end of the body, the rest. */
  async line(): Promise<string> {
    for (;;) {
      const at = find(this.#bytes, LINE_END, this.#start, this.#end);
      if (at === undefined && this.#end - this.#start > MAX_HEADERS)
        throw malformed('the headers of a part are too long');
      const ended = at === undefined && !(await this.#more());
      if (at === undefined && !ended) continue;
      const text = new TextDecoder().decode(this.#bytes.subarray(this.#start, at ?? this.#end));
      // Only the closing delimiter may end the body without a line end.
      if (ended && !text.startsWith('--')) throw malformed('it ends before its closing boundary');
      this.#start = at === undefined ? this.#end : at + LINE_END.length;
      return text;
    }
  }
}

const LINE_END = new Uint8Array([CR, LF]);
