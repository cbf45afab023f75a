import { printable } from '../core/text.ts';

const BEGIN = '-----BEGIN ';
const FIRST = '-----BEGIN CERTIFICATE-----';
const LAST = '-----END CERTIFICATE-----';

/**
 * Text with its line breaks as LF: those that come as CR LF or CR, and those that come as the two characters
 * backslash and n (some clients escape a PEM twice).
 */
export function withLineBreaks(text: string): string {
  return text.replaceAll(/\\r\\n|\\n|\r\n?/g, '\n');
}

/**
 * PEM (RFC 7468) with one CERTIFICATE -> the bytes in it. Text around it is taken, as OpenSSL writes some. A text
 * is what is wrong, said of the field; it quotes nothing but labels.
 */
export function readPem(given: string): Uint8Array<ArrayBuffer> | string {
  const lines = withLineBreaks(given)
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.some(beginsPrivateKey))
    return 'holds a private key, which nobody else may have; send the certificate alone. Nothing of it was kept';
  const labels = lines.flatMap(labelsIn);
  if (labels.length === 0) return `must be PEM: a certificate between the lines ${FIRST} and ${LAST}`;
  const others = labels.filter((each) => each !== 'CERTIFICATE');
  if (others.includes('TRUSTED CERTIFICATE'))
    return "holds a TRUSTED CERTIFICATE, a form of OpenSSL's own; `openssl x509 -in FILE` writes it as CERTIFICATE";
  if (others.length > 0)
    return `must hold a CERTIFICATE and nothing else; it holds ${[...new Set(others)].slice(0, 3).map(named).join(', ')}`;
  if (labels.length > 1) return `holds ${labels.length} certificates; create one for each`;
  // Each boundary fills its line (RFC 7468 section 2).
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
    ? `must have the lines ${FIRST} and ${LAST} for themselves; line breaks are missing`
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
  if (base64 === '') return 'holds an empty block';
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return 'holds characters that are no base64';
  if (base64.length % 4 !== 0) return 'is cut off or damaged: its base64 is not whole';
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
