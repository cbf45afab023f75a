import { fileTypeFromBuffer } from 'file-type';
import { log } from '../core/log.ts';
import { describe } from '../core/describe.ts';

/** Bytes at the start of a file that determine its type. Office formats identify themselves early in their archive. */
const HEAD = 1024 * 1024;
/** Bytes at the start of a text file that are read. */
const TEXT_HEAD = 64 * 1024;

const BINARY = 'application/octet-stream';

/** Detects the media type of a file from its bytes. The type that the client declares is ignored. */
export async function sniff(file: Uint8Array): Promise<string> {
  const head = file.subarray(0, HEAD);
  const found = await fileTypeFromBuffer(head).catch((error: unknown) => {
    log('warn', 'the type of a file could not be detected', { error: describe(error) });
    return undefined;
  });
  // Text has no magic numbers, except XML, which includes SVG.
  if (found && found.mime !== 'application/xml') return found.mime;
  return sniffText(head.subarray(0, TEXT_HEAD), head.length === file.length) ?? found?.mime ?? BINARY;
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
