import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bencode, bencodeWellFormed, parseBencode, type Bencodable } from '../../src/formats/bencode.ts';

/** The same by the plain rule, without shared memory. */
function naive(value: Bencodable): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from(`${Buffer.byteLength(value)}:`), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([Buffer.from('l'), ...value.map(naive), Buffer.from('e')]);
  const map = value as Record<string, Bencodable>;
  const keys = Object.keys(map).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const entries = keys.flatMap((key) => [naive(key), naive(map[key]!)]);
  return Buffer.concat([Buffer.from('d'), ...entries, Buffer.from('e')]);
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'ä', '\uffff', '😀', '\u0000', 'e', '1:x'),
  fc.nat(1500).map((n) => 'x'.repeat(n)),
  fc.nat(400).map((n) => `${'x'.repeat(n)}ß`),
);
const { value } = fc.letrec<{ value: Bencodable }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 6 }),
    fc.dictionary(fc.string({ maxLength: 3 }), text, { minKeys: 30, maxKeys: 40 }),
  ),
}));

describe('bencode', () => {
  it('has the bytes of the plain rule for any value, and the value can be read from them', () => {
    fc.assert(
      fc.property(value, (of) => {
        const bytes = bencode(of);
        expect(Buffer.from(bytes).equals(naive(of))).toBe(true);
        expect(bencode(parseBencode(bytes))).toEqual(bytes);
      }),
      { seed: 20_261_201 },
    );
  });

  it('is not changed by a later call', () => {
    const first = bencode(['a', 'b']);
    bencode(['c', 'd']);
    expect(Buffer.from(first).toString()).toBe('l1:a1:be');
  });

  it('has the right bytes after a call that threw, and after one with a large value', () => {
    expect(() => bencode(['x', 7 as unknown as string])).toThrow(TypeError);
    expect(Buffer.from(bencode({ a: 'x' })).toString()).toBe('d1:a1:xe');
    const large = 'x'.repeat(1_000_000);
    expect(Buffer.from(bencode([large])).toString()).toBe(`l1000000:${large}e`);
    expect(Buffer.from(bencode({ a: 'x' })).toString()).toBe('d1:a1:xe');
  });

  it('refuses text that is not well-formed, with the name of the value, and only then', () => {
    for (const bad of ['\ud800', 'x\udc00', `${'x'.repeat(300)}\ud800`])
      for (const of of [bad, [bad], { a: { [bad]: 'x' } }])
        expect(() => bencodeWellFormed('note', of)).toThrow(new RangeError('note must be well-formed Unicode'));
    expect(Buffer.from(bencodeWellFormed('note', ['😀', 'ä'])).toString()).toBe('l4:😀2:äe');
  });
});
