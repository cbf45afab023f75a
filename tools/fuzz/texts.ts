import * as fc from 'fast-check';

const KB64 = 65_536;

/** Texts that often cause errors. None exceeds the maximum length of a URL. */
const BOUNDARY_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '-0',
  '1e999',
  'NaN',
  'Infinity',
  '9007199254740992',
  '9007199254740993',
  '18446744073709551616',
  '999999999999999999999999999999',
  'null',
  'undefined',
  'true',
  '*',
  '**',
  '!',
  '!=',
  '=',
  "'",
  "''",
  "' OR 1=1 --",
  '"',
  '`',
  '\\',
  '%',
  '%00',
  '%2F',
  '%3A',
  '%ZZ',
  '..',
  '../..',
  '.',
  '/',
  '//',
  ':',
  '-',
  '{uuid}',
  '$ref',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[]',
  'a[].b',
  'a.b.c',
  'a..b',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  'a\ud800b',
  '\ufeff',
  '\u2028',
  '\u202e',
  '\uffff',
  '😀',
  'e\u0301',
  'İ',
  'ß',
  '\t\r\n',
  '\x7f',
  '<script>alert(1)</script>',
  '${7*7}',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(1024),
  'x'.repeat(1025),
  'é'.repeat(512),
];

/** Generates one of two kinds of values, with a ratio of `weight` to 1. */
export function mostly<T>(weight: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/** Percent-encodes any text; encodes a lone surrogate as three bytes. */
export function encode(value: string): string {
  return [...value]
    .map((c) =>
      c.isWellFormed()
        ? encodeURIComponent(c).replaceAll('%7B', '{').replaceAll('%7D', '}')
        : `%ED%${(0xa0 + ((c.charCodeAt(0) >> 6) & 0x1f)).toString(16)}%80`,
    )
    .join('');
}

const BOUNDARY_TIMES = [
  '1970-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000001Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-02-29T00:00:00Z',
  '2024-02-29T23:59:60Z',
  '2026-11-21T08:46:00+14:00',
  '2026-11-21T08:46:00-23:59',
  '2026-11-21T24:00:00Z',
  '2026-11-21',
  '2026-11-21 08:46:00Z',
  '2026-11-21t08:46:00z',
  '+012026-11-21T08:46:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-W47-6',
  '1700000000',
];

/** Names of attributes, also in filters; only a few, so that filters match. */
export const NAMES = ['arc_display_name', 'arc_description', 'colour', 'parts', 'owner', 'a', 'b', 'é', '__proto__'];

export const plainName = fc.constantFrom(...NAMES.slice(0, -1));
/** Names of attributes, and texts that are not valid names. */
export const name: fc.Arbitrary<string> = mostly(8, plainName, fc.constantFrom(...BOUNDARY_TEXTS));
export const word = fc.constantFrom('red', 'blue', 'x', '1', 'some text', 'été');

/** A text that is valid in most fields, and sometimes one that is valid in none. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: word },
  { weight: 3, arbitrary: fc.constantFrom(...BOUNDARY_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom('{{own.asset.1}}', '{{other.asset.1}}', '{{own.client}}', '{{issuer}}') },
);

export const plainTime = fc.constantFrom('2020-01-01T00:00:00Z', '2099-01-01T00:00:00.123456Z');
export const time: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 2, arbitrary: plainTime },
  { weight: 2, arbitrary: fc.constantFrom(...BOUNDARY_TIMES) },
);

/** Texts of the maximum length, one character longer, and much longer. */
export const longText = fc.constantFrom('x'.repeat(4096), 'x'.repeat(4097), 'x'.repeat(KB64), '\u20ac'.repeat(KB64));
