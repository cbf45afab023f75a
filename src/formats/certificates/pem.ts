import { printable } from '../../lib/text.ts';

const BEGIN = '-----BEGIN ';
const FIRST = '-----BEGIN CERTIFICATE-----';
const LAST = '-----END CERTIFICATE-----';

/**
 * Normalizes line breaks to LF: CR LF, CR, and the two characters backslash and n, which clients send that escape a PEM
 * twice.
 */
export function withLineBreaks(text: string): string {
  return text.replaceAll(/\\r\\n|\\n|\r\n?/g, '\n');
}

/**
 * Decodes a PEM (RFC 7468) with one CERTIFICATE. Text around the block is allowed, because OpenSSL writes some. Returns
 * a string that describes the error; it quotes only labels of the input.
 */
export function readPem(given: string): Uint8Array<ArrayBuffer> | string {
  const lines = withLineBreaks(given)
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.some(beginsPrivateKey))
    return 'contains a private key; send only the certificate. The request was not stored';
  const labels = lines.flatMap(labelsIn);
  if (labels.length === 0) return `must be PEM: a certificate between the lines ${FIRST} and ${LAST}`;
  const others = labels.filter((each) => each !== 'CERTIFICATE');
  if (others.includes('TRUSTED CERTIFICATE'))
    return 'contains a TRUSTED CERTIFICATE, a format of OpenSSL; convert it with `openssl x509 -in FILE`';
  if (others.length > 0) {
    const kinds = [...new Set(others)].slice(0, 3).map(named);
    return `must contain exactly one CERTIFICATE; it contains ${kinds.join(', ')}`;
  }
  if (labels.length > 1) return `contains ${labels.length} certificates; send one at a time`;
  // A boundary is a line of its own (RFC 7468, section 2).
  const first = lines.indexOf(FIRST);
  const last = lines.indexOf(LAST, first);
  if (first >= 0 && last >= 0)
    return fromBase64(
      lines
        .slice(first + 1, last)
        .join('')
        .replaceAll(/\s/g, ''),
    );
  return given.includes(LAST)
    ? `must have the lines ${FIRST} and ${LAST}; its line breaks are missing`
    : `is cut off: the line ${LAST} is missing`;
}

function beginsPrivateKey(line: string): boolean {
  const upper = line.toUpperCase();
  const begin = upper.indexOf('BEGIN');
  return begin >= 0 && upper.includes('PRIVATE KEY', begin);
}

/** The labels of the blocks that begin in a line. */
function labelsIn(line: string): string[] {
  return line
    .split(BEGIN)
    .slice(1)
    .flatMap((rest) => {
      const end = rest.indexOf('-----');
      return end < 0 ? [] : [rest.slice(0, end)];
    });
}

const named = (label: string): string => (label === '' ? 'a block without a label' : printable(label));

function fromBase64(base64: string): Uint8Array<ArrayBuffer> | string {
  if (base64 === '') return 'contains an empty block';
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return 'contains characters that are not base64';
  if (base64.length % 4 !== 0) return 'is cut off or damaged: its base64 is incomplete';
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
