import { fileTypeFromBuffer } from 'file-type';
import { log } from '../../platform/log.ts';
import { describe } from '../../lib/describe.ts';
import { mapInSlices } from '../../platform/pacing/slices.ts';
import { JsonValidator } from './json.ts';

/** Bytes at the start of a file that determine its type. Office formats identify themselves early in their archive. */
const HEAD = 1024 * 1024;
/** Bytes at the start of a text file that are read. */
const TEXT_HEAD = 64 * 1024;

const BINARY = 'application/octet-stream';

/** Bytes of JSON that are validated before other requests may run: a few milliseconds. */
const SLICE = 64 * 1024;
const slicesOf = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / SLICE) }, (_, n) => bytes.subarray(n * SLICE, (n + 1) * SLICE));

const JSON_TYPE = 'application/json';

/**
 * Detects the media type of a file from its bytes: by how it begins, and JSON by validating the whole file. The type
 * that the client declares is ignored.
 */
export class TypeDetector {
  #type: string | undefined;
  #json: JsonValidator | undefined;

  /** Takes the next bytes. The first must be at least HEAD bytes, or the whole file. */
  async add(bytes: Uint8Array): Promise<void> {
    if (this.#type === undefined) {
      this.#type = await sniff(bytes);
      if (this.#type === JSON_TYPE) this.#json = new JsonValidator();
    }
    const json = this.#json;
    if (json) await mapInSlices(slicesOf(bytes), (slice) => json.add(slice), { most: 1, cost: () => 1 });
  }

  /** The type, after the last bytes. */
  end(): string {
    if (this.#json && !this.#json.end()) return 'text/plain';
    return this.#type ?? BINARY;
  }
}

/** The type by how a file begins. JSON: it begins like an object or a list. */
async function sniff(bytes: Uint8Array): Promise<string> {
  const head = bytes.subarray(0, HEAD);
  const found = await fileTypeFromBuffer(head).catch((error: unknown) => {
    log('warn', 'the type of a file could not be detected', { error: describe(error) });
    return undefined;
  });
  // Text has no magic numbers, except XML, which includes SVG.
  if (found && found.mime !== 'application/xml') return found.mime;
  return sniffText(head.subarray(0, TEXT_HEAD), head.length === bytes.length) ?? found?.mime ?? BINARY;
}

/** Detects the format of a text by how it begins (the tags of the WHATWG MIME Sniffing Standard, 7.1). */
function sniffText(head: Uint8Array, whole: boolean): string | undefined {
  if (head.length === 0) return undefined;
  let text: string;
  try {
    // The end of the sample may split a character.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(head, {
      stream: !whole || head.length === TEXT_HEAD,
    });
  } catch {
    return undefined;
  }
  // oxlint-disable-next-line no-control-regex -- these are the bytes that make a file binary
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return undefined;
  const body = text.replace(/^(?:\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/, '');
  if (/^(?:<!doctype\s+svg[\s\S]*?>\s*)?<svg[\s>]/i.test(body)) return 'image/svg+xml';
  if (/^\s*<\?xml\s/.test(text)) return /^<(?:!doctype\s+html|html)[\s>]/i.test(body) ? 'text/html' : 'application/xml';
  if (HTML.test(body)) return 'text/html';
  if (/^[{[]/.test(body)) return JSON_TYPE;
  return 'text/plain';
}

const HTML = /^<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)(?:[\s>/]|$)/i;
