import { expect, test } from 'vitest';
import { JsonValidator } from '../../src/features/blobs/json.ts';

/** Whether a text that arrives in chunks of `size` bytes is valid. */
function isValid(text: string, size: number): boolean {
  const bytes = Buffer.from(text);
  const validator = new JsonValidator();
  for (let at = 0; at < bytes.length; at += size) validator.add(bytes.subarray(at, at + size));
  return validator.end();
}

/** A generator of numbers below a bound, always the same. */
function numbers(): (below: number) => number {
  let seed = 1;
  return (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
}

test('JSON is valid as for JSON.parse, in chunks of any size', () => {
  const base = '{"a":[1,2.5e3,"x\\u0041\\"é",null,true,{"b":{}}],"c":-0,"d":false,"e":[]}';
  const next = numbers();
  const valid = { true: 0, false: 0 };
  for (let n = 0; n < 3000; n++) {
    let text = base;
    for (let k = next(3); k >= 0; k--) {
      const at = next(text.length);
      const insert = next(2) === 0 ? '' : '{}[],:"0.-e+tn \\'[next(16)]!;
      text = text.slice(0, at) + insert + text.slice(at + (insert === '' ? 1 : 0));
    }
    const expected = parsed(text);
    valid[`${expected}`] += 1;
    expect(isValid(text, 1 + next(9)), text).toBe(expected);
  }
  expect(valid.true).toBeGreaterThan(50);
  expect(valid.false).toBeGreaterThan(500);
});

/** Whether a text is JSON of an object or a list. */
function parsed(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

test('JSON that is nested more than 1,024 times is not validated', () => {
  expect(isValid('['.repeat(1024) + ']'.repeat(1024), 100)).toBe(true);
  expect(isValid('['.repeat(1025) + ']'.repeat(1025), 100)).toBe(false);
});
