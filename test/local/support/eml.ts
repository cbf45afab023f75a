/** One part of a mail: its headers by lower-case name, and its content, decoded. */
export type Part = { headers: Record<string, string>; content: string; parts: Part[] };

/**
 * Reads a mail (RFC 5322, RFC 2045 to 2047) of the kinds that the service writes. Throws for lines that are too long.
 */
export function parseMail(text: string): Part {
  const long = text.split('\r\n').find((line) => Buffer.byteLength(line) > 998);
  if (long !== undefined) throw new Error(`a line of ${long.length} characters`);
  return partOf(text);
}

function partOf(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([!-9;-~]+): ?(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`no header: ${line}`);
      return [name.toLowerCase(), words(value)];
    }),
  );
  const body = text.slice(end + 4);
  const boundary = /^multipart\/.*boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined)
    return { headers, content: decoded(body, headers['content-transfer-encoding'] ?? '7bit'), parts: [] };
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (!parts.at(-1)!.startsWith('--')) throw new Error('the last boundary is missing');
  return { headers, content: '', parts: parts.slice(1, -1).map((part) => partOf(part.slice(2))) };
}

/** Encoded words (RFC 2047). */
function words(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? decoded(word, 'base64') : decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    );
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === '7bit') return body;
  if (encoding !== 'quoted-printable') throw new Error(`the encoding ${encoding}`);
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
