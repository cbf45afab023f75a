import { expect, test } from 'vitest';
import { readDer } from '../../src/formats/certificates/der.ts';
import { nameText } from '../../src/formats/certificates/name.ts';
import { der, nameOf, oid, utf8String } from '../support/certificates.ts';

const textOf = (name: Buffer): string => nameText(name, readDer(name));
const CN = '2.5.4.3';

test('a name lists the last RDN first and joins the attributes of a multi-valued one with +', () => {
  const pair = (type: string, text: string): Buffer => der(0x30, oid(type), utf8String(text));
  const name = der(
    0x30,
    der(0x31, pair('0.9.2342.19200300.100.1.25', 'net')),
    der(0x31, pair('0.9.2342.19200300.100.1.25', 'example')),
    der(0x31, pair('2.5.4.11', 'Sales'), pair(CN, 'J.  Smith')),
  );
  // The second example of RFC 4514, section 4.
  expect(textOf(name)).toBe('OU=Sales+CN=J.  Smith,DC=example,DC=net');
  expect(textOf(der(0x30))).toBe('');
});

test.each([
  ['James "Jim" Smith, III', String.raw`CN=James \"Jim\" Smith\, III`],
  ['Before\rAfter', String.raw`CN=Before\0dAfter`],
  ['Lučić', 'CN=Lučić'],
  [' x ', String.raw`CN=\ x\ `],
  [' ', String.raw`CN=\ `],
  ['#x#', String.raw`CN=\#x#`],
  ['a=b+c;d\\', String.raw`CN=a=b\+c\;d\\`],
  ['\\ ', String.raw`CN=\\\ `],
  ['', 'CN='],
  ['\u0000', String.raw`CN=\00`],
  ['\ufeff', String.raw`CN=\ef\bb\bf`],
])('RFC 4514 escapes %j', (value, text) => {
  expect(textOf(nameOf([CN, utf8String(value)]))).toBe(text);
});

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
test.each<[string, Buffer, string]>([
  ['PrintableString', der(0x13, 'Example'), 'CN=Example'],
  ['IA5String', der(0x16, 'a@example.com'), 'CN=a@example.com'],
  ['TeletexString', der(0x14, Buffer.from('Zürich', 'latin1')), 'CN=Zürich'],
  ['BMPString', der(0x1e, utf16('Łódź')), 'CN=Łódź'],
  ['BMPString of surrogates', der(0x1e, utf16('😀')), 'CN=😀'],
  ['UniversalString', der(0x1c, Buffer.from('0001f600', 'hex')), 'CN=😀'],
  ['ill-formed UTF-8', der(0x0c, Buffer.of(0x61, 0xff)), 'CN=#0c0261ff'],
  ['PrintableString beyond ASCII', der(0x13, Buffer.of(0xe9)), 'CN=#1301e9'],
  ['half a BMPString', der(0x1e, Buffer.of(0)), 'CN=#1e0100'],
  ['a lone surrogate', der(0x1e, Buffer.of(0xd8, 0)), 'CN=#1e02d800'],
  ['beyond Unicode', der(0x1c, Buffer.alloc(4, 0xff)), 'CN=#1c04ffffffff'],
  ['no text', der(0x02, Buffer.of(1)), 'CN=#020101'],
  ['no text but parts', der(0x30, der(0x05)), 'CN=#30020500'],
])('a value that is %s', (_name, value, text) => {
  expect(textOf(nameOf([CN, value]))).toBe(text);
});

test('attribute types without a short name are shown as OIDs with the DER of the value', () => {
  // The last example of RFC 4514, section 4.
  expect(textOf(nameOf(['1.3.6.1.4.1.1466.0', der(0x04, 'Hi')]))).toBe('1.3.6.1.4.1.1466.0=#04024869');
  expect(textOf(nameOf(['1.2.840.113549.1.9.1', der(0x16, 'a@b.example')]))).toBe('emailAddress=a@b.example');
  const huge = Buffer.concat([Buffer.of(0x55), Buffer.alloc(60, 0xff), Buffer.of(0x7f)]);
  const name = der(0x30, der(0x31, der(0x30, der(0x06, huge), utf8String('x'))));
  expect(textOf(name)).toMatch(/^2\.5\.\d{120,}=#0c0178$/);
});
