import { toHex, utf8 } from '../../lib/text.ts';
import { childrenOf, contentOf, encodingOf, oidOf, TAG, type Element } from './der.ts';

/**
 * Attribute types with a short name: the table of RFC 4514, section 3, and registered descriptors (RFC 4519, RFC 2985).
 */
const SHORT: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.6': 'C',
  '2.5.4.9': 'STREET',
  '0.9.2342.19200300.100.1.25': 'DC',
  '0.9.2342.19200300.100.1.1': 'UID',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.12': 'title',
  '2.5.4.13': 'description',
  '2.5.4.42': 'givenName',
  '2.5.4.43': 'initials',
  '2.5.4.44': 'generationQualifier',
  '2.5.4.46': 'dnQualifier',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

/**
 * A Name in the form of RFC 4514, the last RDN first: `CN=Root CA,O=Example\, Inc.,C=DE`. Invisible characters are
 * escaped too. Values of unknown types, and values that are not text, are `#` and the hex of their DER.
 */
export function nameText(bytes: Uint8Array, name: Element): string {
  return childrenOf(bytes, name)
    .toReversed()
    .map((part) =>
      childrenOf(bytes, part)
        .map((pair) => pairText(bytes, pair))
        .join('+'),
    )
    .join(',');
}

function pairText(bytes: Uint8Array, pair: Element): string {
  const [type, value] = childrenOf(bytes, pair) as [Element, Element];
  const oid = oidOf(bytes, type);
  const short = SHORT[oid];
  const text = short === undefined ? undefined : decode(value.tag, contentOf(bytes, value));
  return `${short ?? oid}=${text === undefined ? `#${toHex(encodingOf(bytes, value))}` : escape(text)}`;
}

/** Decodes a string type. Undefined for other types and for malformed strings. */
function decode(tag: number, octets: Uint8Array): string | undefined {
  switch (tag) {
    case TAG.utf8String:
      return decoded('utf-8', octets);
    case TAG.numericString:
    case TAG.printableString:
    case TAG.ia5String:
    case TAG.visibleString:
      return octets.every((octet) => octet < 0x80) ? decoded('utf-8', octets) : undefined;
    case TAG.teletexString:
      // Declared as T.61; in practice ISO 8859-1.
      return String.fromCharCode(...octets);
    case TAG.bmpString:
      return octets.length % 2 === 0 ? wide(octets, 2) : undefined;
    case TAG.universalString:
      return octets.length % 4 === 0 ? wide(octets, 4) : undefined;
    default:
      return undefined;
  }
}

function decoded(encoding: string, octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return undefined;
  }
}

/** Decodes big-endian code units of `size` octets. */
function wide(octets: Uint8Array, size: 2 | 4): string | undefined {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  let text = '';
  for (let at = 0; at < octets.length; at += size) {
    const unit = size === 2 ? view.getUint16(at) : view.getUint32(at);
    if (unit > 0x10ffff) return undefined;
    text += size === 2 ? String.fromCharCode(unit) : String.fromCodePoint(unit);
  }
  return text.isWellFormed() ? text : undefined;
}

/**
 * Escapes a value (RFC 4514, section 2.4). Invisible and bidirectional control characters become the hex of their
 * UTF-8.
 */
function escape(value: string): string {
  const characters = [...value];
  return characters
    .map((character, i) => {
      if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character))
        return utf8(character).reduce((out, octet) => `${out}\\${hex(octet)}`, '');
      const edge = (i === 0 && /[ #]/.test(character)) || (i === characters.length - 1 && character === ' ');
      return edge || /["+,;<>\\]/.test(character) ? `\\${character}` : character;
    })
    .join('');
}

const hex = (octet: number): string => octet.toString(16).padStart(2, '0');
