import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributeSize, leavesOf, matchKey } from '../../src/formats/records/attributes.ts';
import { bencode, type Bencodable } from '../../src/formats/bencode.ts';
import { canonicalJson, sha256Hex } from '../../src/lib/digest.ts';
import { parseAlternatives, parseFilter } from '../../src/formats/records/filters.ts';
import { derivedUuid, UUID_V4, uuidOf } from '../../src/lib/identifiers.ts';
import { KeyRing } from '../../src/lib/seal.ts';
import { compareUtf8, fromHex } from '../../src/lib/text.ts';
import { formatMicros, formatSeconds, parseTimestamp } from '../../src/lib/time.ts';
import { walletAddress, walletOf } from '../../src/formats/ethereum/wallet.ts';

type Event = Record<string, Bencodable>;
const simplehash = JSON.parse(readFileSync(join(import.meta.dirname, '../vectors/simplehash.json'), 'utf8')) as {
  hashed_fields: string[];
  events: Record<string, Event>;
  bencode: Record<string, string>;
  digests: { events: string[]; sha256: string }[];
};
const hashed = (name: string): Uint8Array =>
  bencode(Object.fromEntries(simplehash.hashed_fields.map((field) => [field, simplehash.events[name]![field]!])));

test('bencode returns the bytes of the test vector for a whole event', () => {
  expect(Buffer.from(hashed('A')).toString()).toBe(simplehash.bencode['A']);
  expect(hashed('A')).toHaveLength(877);
});

test.each(simplehash.digests)(
  'the digest of the events $events equals that of the public tool',
  ({ events, sha256 }) => {
    expect(sha256Hex(Buffer.concat(events.map(hashed)))).toBe(sha256);
  },
);

test.each<[string, Bencodable, string]>([
  ['nothing', {}, 'de'],
  ['an empty list', [], 'le'],
  ['empty text', '', '0:'],
  ['lengths in bytes', 'é✓😀', '9:é✓😀'],
  ['upper case before lower case before accents', { é: '', a: '', Z: '' }, 'd1:Z0:1:a0:2:é0:e'],
  ['keys by bytes, not by UTF-16 units', { '\u{1F600}': '', '\uFF5E': '' }, 'd3:\uFF5E0:4:\u{1F600}0:e'],
  ['order at every level', { b: [{ d: 'x', c: 'y' }], a: '1' }, 'd1:a1:11:bld1:c1:y1:d1:xeee'],
])('bencode encodes %s', (_name, value, text) => {
  expect(Buffer.from(bencode(value)).toString()).toBe(text);
});

test('bencode throws for values without a canonical form', () => {
  for (const value of [1, null, true, undefined]) expect(() => bencode({ a: value } as never)).toThrow(TypeError);
});

const TENANT = '0dc854f5-5eab-4ad8-9d75-1ea9b24d0db4';
const ASSET = '5f5f2c6a-9d94-4ee0-835e-9d234e882c9e';

test('the address of a public key equals that of the test vector', () => {
  const key =
    '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321' +
    'a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c';
  expect(walletAddress(key)).toBe('0x99Fa4AAB0AF2B53f158083D8f244bb4523388197');
});

test('a wallet depends only on the seed and the tenant', () => {
  const seed = fromHex('5e'.repeat(32));
  const wallet = walletOf(seed, TENANT);
  expect(walletOf(fromHex('5e'.repeat(32)), TENANT)).toEqual(wallet);
  expect(wallet.publicKey).toMatch(/^04[0-9a-f]{128}$/);
  expect(wallet.address).toBe(walletAddress(wallet.publicKey));
  expect(walletOf(seed, ASSET).address).not.toBe(wallet.address);
  expect(walletOf(fromHex('5f'.repeat(32)), TENANT).address).not.toBe(wallet.address);
});

const SECOND = 1_574_865_859_000_000; // 2019-11-27T14:44:19Z
test.each<[string, number, number, string]>([
  ['2019-11-27T14:44:19Z', SECOND, SECOND + 999_999, '2019-11-27T14:44:19Z'],
  ['2019-11-27T14:44:19.5Z', SECOND + 500_000, SECOND + 500_000, '2019-11-27T14:44:19.5Z'],
  ['2019-11-27T14:44:19.000001Z', SECOND + 1, SECOND + 1, '2019-11-27T14:44:19.000001Z'],
  ['2019-11-27T14:44:19.123456789Z', SECOND + 123_456, SECOND + 123_456, '2019-11-27T14:44:19.123456789Z'],
  ['2019-11-27T15:44:19+01:00', SECOND, SECOND + 999_999, '2019-11-27T14:44:19Z'],
  ['2019-11-27T09:14:19.25-05:30', SECOND + 250_000, SECOND + 250_000, '2019-11-27T14:44:19.25Z'],
  ['1969-12-31T23:59:59.999999Z', -1, -1, '1969-12-31T23:59:59.999999Z'],
  ['2020-02-29T00:00:00Z', 1_582_934_400_000_000, 1_582_934_400_999_999, '2020-02-29T00:00:00Z'],
])('parseTimestamp reads %s', (input, us, lastUs, text) => {
  expect(parseTimestamp(input)).toMatchObject({ us, lastUs, text });
});

test.each([
  ['2019-11-27T14:44:19Z', SECOND],
  ['2019-11-27T14:44:19.123456Z', SECOND + 123_456],
  ['2019-11-27T14:44:19.123456000Z', SECOND + 123_456],
  ['2019-11-27T14:44:19.1234561Z', SECOND + 123_457],
  ['2019-11-27T14:44:19.999999001Z', SECOND + 1_000_000],
  ['1969-12-31T23:59:59.999999999Z', 0],
])('parseTimestamp finds the first microsecond that is not before %s', (input, nextUs) => {
  expect(parseTimestamp(input)!.nextUs).toBe(nextUs);
});

test.each([
  '',
  'now',
  '2019-11-27',
  '2019-11-27T14:44:19',
  '2019-11-27 14:44:19Z',
  '2019-11-27T14:44Z',
  '2019-11-27T14:44:19.Z',
  '2019-11-27T14:44:19.1234567890Z',
  '2019-11-27T14:44:19+0100',
  '2019-11-27T14:44:19+24:00',
  '2019-02-29T00:00:00Z',
  '2019-04-31T00:00:00Z',
  '2019-13-01T00:00:00Z',
  '2019-00-01T00:00:00Z',
  '2019-01-00T00:00:00Z',
  '2019-11-27T24:00:00Z',
  '2019-11-27T23:60:00Z',
  '2019-11-27T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '2256-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  ' 2019-11-27T14:44:19Z',
  '2019-11-27T14:44:19Z\n',
  '٢٠١٩-11-27T14:44:19Z',
])('parseTimestamp rejects %j', (input) => {
  expect(parseTimestamp(input)).toBeUndefined();
});

test('times are formatted with six decimal digits, and parsing returns the same time', () => {
  expect(formatMicros(SECOND)).toBe('2019-11-27T14:44:19.000000Z');
  expect(formatMicros(SECOND + 7)).toBe('2019-11-27T14:44:19.000007Z');
  expect(formatMicros(-1)).toBe('1969-12-31T23:59:59.999999Z');
  expect(formatSeconds(SECOND + 999_999)).toBe('2019-11-27T14:44:19Z');
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800_000_000, max: 8_990_000_000_000_000 }), (us) => {
      expect(parseTimestamp(formatMicros(us))!.us).toBe(us);
    }),
    { seed: 20_261_121 },
  );
});

test('a derived UUID has version 4 and depends on its parts and their boundaries', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (parts) => {
      expect(derivedUuid(...parts)).toMatch(UUID_V4);
      expect(derivedUuid(...parts)).toBe(derivedUuid(...parts));
    }),
    { seed: 20_261_121 },
  );
  const all = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['a', 'b', 'c'], ['1:a', 'bc']].map((p) =>
    derivedUuid(...p),
  );
  expect(new Set(all).size).toBe(all.length);
  expect(uuidOf('assets', `assets/${ASSET}`)).toBe(ASSET);
  expect(uuidOf('assets', `locations/${ASSET}`)).toBeUndefined();
});

test.each<[string, string, object]>([
  ['attributes.a', 'v', { name: 'a', path: 'a', op: 'equal', value: 'v' }],
  ['attributes.a!', 'v', { name: 'a', path: 'a', op: 'unequal', value: 'v' }],
  ['attributes.a', '*', { name: 'a', path: 'a', op: 'present' }],
  ['attributes.a!', '*', { name: 'a', path: 'a', op: 'absent' }],
  ['attributes.a', '**', { name: 'a', path: 'a', op: 'equal', value: '**' }],
  ['attributes.a', '', { name: 'a', path: 'a', op: 'equal', value: '' }],
  ['attributes.map.key', 'v', { name: 'map', path: 'map.key', op: 'equal', value: 'v' }],
  ['attributes.list[].key', '*', { name: 'list', path: 'list[].key', op: 'present' }],
])('parseFilter reads %s=%s', (key, value, expected) => {
  expect(parseFilter(['attributes'], key, value)).toEqual({ scope: 'attributes', ...expected });
});

test.each([
  'a',
  'attributes',
  'attributes.',
  'attributes.a.',
  'attributes..a',
  'attributes.a..b',
  'attributes.a.b.c',
  'attributes.a[]',
  'event_attributes.a',
])('parseFilter rejects %s', (key) => {
  expect(parseFilter(['attributes'], key, 'v')).toBeTypeOf('string');
});

test.each<[string, [string, string][]]>([
  ['attributes.a=1', [['a', '1']]],
  [
    'attributes.a=1 OR attributes.b=2',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  [
    'attributes.a=1 or attributes.b=2 Or attributes.c=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ],
  ],
  [
    "attributes.a='x OR y' OR attributes.b='it''s'",
    [
      ['a', 'x OR y'],
      ['b', "it's"],
    ],
  ],
  ["attributes.a=''", [['a', '']]],
  ['attributes.a=', [['a', '']]],
  [
    'attributes.a= OR attributes.b=2',
    [
      ['a', ''],
      ['b', '2'],
    ],
  ],
  ['attributes.a= OR', [['a', 'OR']]],
  ['attributes.a=OREGON', [['a', 'OREGON']]],
])('parseAlternatives reads %s', (text, terms) => {
  const parsed = parseAlternatives(['attributes'], text);
  expect(parsed).toEqual(terms.map(([name, value]) => ({ scope: 'attributes', name, path: name, op: 'equal', value })));
});

test.each([
  '',
  ' ',
  'attributes.a',
  '=1',
  'a=1',
  'attributes.a=1 OR',
  'attributes.a=1 OR ',
  'OR attributes.a=1',
  'attributes.a=1 OR OR attributes.b=2',
  "attributes.a='1",
  "attributes.a='1' attributes.b='2'",
  "attributes.a=it's",
  'attributes.a=1 OR b=2',
])('parseAlternatives rejects %j', (text) => {
  expect(parseAlternatives(['attributes'], text)).toBeTypeOf('string');
});

test('a value never has the match key of a hashed value', () => {
  const long = 'x'.repeat(65);
  expect(matchKey('x'.repeat(64))).toBe('x'.repeat(64));
  expect(matchKey(long)).toBe(`sha256:${sha256Hex(long)}`);
  expect(matchKey(matchKey(long))).not.toBe(matchKey(long));
  expect(
    leavesOf('l', [{ k: '1' }, { k: '1' }, { k: '' }]).map(({ path, key, present }) => [path, key, present]),
  ).toEqual([
    ['l', expect.any(String), 1],
    ['l[].k', '1', 1],
    ['l[].k', '', 0],
  ]);
  expect(attributeSize([{ é: 'ü', m: { k: '✓' }, l: [{ k: '1' }, {}] }, { x: null }])).toEqual({
    bytes: 4 + 5 + 3 + 2 + 1,
    values: 4,
  });
  expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[{"d":1}]}');
});

const RING = `k2:${Buffer.alloc(32, 2).toString('base64')},k1:${Buffer.alloc(32, 1).toString('base64')}`;

test('a sealed text opens only for its purpose, undamaged, and while its key is in the ring', async () => {
  const ring = KeyRing.parse(RING);
  const old = KeyRing.parse(RING.split(',')[1]!);
  for (const plain of ['', 'secret', 'é✓😀'.repeat(100)]) {
    const sealed = await ring.seal('purpose', plain);
    expect(KeyRing.keyOf(sealed)).toBe('k2');
    expect(await ring.open('purpose', sealed)).toBe(plain);
    expect(await ring.open('other', sealed)).toBeUndefined();
    expect(await old.open('purpose', sealed)).toBeUndefined();
    expect(await ring.open('purpose', sealed.replace('k2.', 'k1.'))).toBeUndefined();
    const at = Math.floor(sealed.length / 2);
    const damaged = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(await ring.open('purpose', damaged)).toBeUndefined();
    expect(await ring.open('purpose', sealed.slice(0, -4))).toBeUndefined();
  }
  expect(await ring.open('purpose', await old.seal('purpose', 'before the rotation'))).toBe('before the rotation');
  for (const text of ['', '.', 'k2', 'k2.', 'k2.!!', 'k9.AAAA'])
    expect(await ring.open('purpose', text)).toBeUndefined();
  expect(await ring.seal('purpose', 'x')).not.toBe(await ring.seal('purpose', 'x'));
});

test.each(['', 'k1', 'k1:AAAA', `k1:${'A'.repeat(44)}!`, `${RING},k1:${Buffer.alloc(32).toString('base64')}`])(
  'KeyRing rejects %j',
  (text) => {
    expect(() => KeyRing.parse(text)).toThrow(RangeError);
  },
);

test('compareUtf8 orders texts by their bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});

test('rejecting an invalid filter takes time linear in its length', () => {
  for (const text of [
    `event_attributes.a=b${' '.repeat(200_000)}x'`,
    ' '.repeat(200_000),
    `a${'='.repeat(200_000)}`,
    `event_attributes.a='${"''".repeat(100_000)}`,
  ]) {
    expect(typeof parseAlternatives(['event_attributes'], text)).toBe('string');
  }
});

test.each([
  ['0001-01-01T00:00:00+14:00', undefined],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['2254-12-31T23:59:59-01:00', undefined],
  ['2254-12-31T23:59:59.999999Z', '2254-12-31T23:59:59.999999Z'],
])('parseTimestamp checks the range of the year in UTC: %s', (text, expected) => {
  const parsed = parseTimestamp(text);
  expect(parsed?.text).toBe(expected);
  expect(parsed === undefined || Number.isSafeInteger(parsed.us) || parsed.us < 0).toBe(true);
});
