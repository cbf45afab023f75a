import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/lib/text.ts';

const SETTINGS = { seed: 20_261_124, numRuns: 2000 };

test('bytes in hexadecimal are the same as in Node.js', () => {
  const property = fc.property(fc.uint8Array(), (bytes) => {
    const hex = Buffer.from(bytes).toString('hex');
    expect(toHex(bytes)).toBe(hex);
    expect(fromHex(hex)).toEqual(new Uint8Array(bytes));
    expect(fromHex(hex.toUpperCase())).toEqual(new Uint8Array(bytes));
  });
  fc.assert(property, SETTINGS);
});

test('text that is not hexadecimal is refused', () => {
  const isHex = (text: string): boolean => /^(?:[0-9a-fA-F]{2})*$/.test(text);
  const text = fc.string({
    unit: fc.constantFrom(...'09afAFgG /:@`é٣K𝟘'),
  });
  const property = fc.property(
    text.filter((each) => !isHex(each)),
    (each) => {
      expect(() => fromHex(each)).toThrow('not hexadecimal');
    },
  );
  fc.assert(property, SETTINGS);
});
