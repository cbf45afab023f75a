import { fileTypeFromBuffer } from 'file-type';
import { log } from '../core/log.ts';
import { describe } from '../core/describe.ts';

/** Bytes of a file's beginning from which its type is told: office formats name themselves early in their archive. */
const HEAD = 1024 * 1024;
/** Bytes of a text that are looked at. */
const TEXT_HEAD = 64 * 1024;

const BINARY = 'application/octet-stream';

/** The media type of a file, from its bytes: what the client calls it says nothing. */
export async function sniff(file: Uint8Array): Promise<string> {
  const head = file.subarray(0, HEAD);
  const found = await fileTypeFromBuffer(head).catch((error: unknown) => {
    log('warn', 'the type of a file was not told', { error: describe(error) });
    return undefined;
  });
  // Text has no magic numbers but for XML's, of which SVG is one.
  if (found && found.mime !== 'application/xml') return found.mime;
  return sniffText(head.subarray(0, TEXT_HEAD), head.length === file.length) ?? found?.mime ?? BINARY;
}

/** Names a text's language by how it begins (the tags are those of the WHATWG MIME Sniffing Standard, 7.1). */
function sniffText(head: Uint8Array, whole: boolean): string | undefined {
  if (head.length === 0) return undefined;
  let text: string;
  try {
    // A cut at the end of what is looked at may split a character.
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
  if (/^[{[]/.test(body) && isJson(text, whole)) return 'application/json';
  return 'text/plain';
}

const HTML = /^<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)(?:[\s>/]|$)/i;

function isJson(text: string, whole: boolean): boolean {
  if (!whole) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
