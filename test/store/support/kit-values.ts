/** A value that JSON does not have, as the JavaScript that makes it. */
export type Value = string | number | null | { is: keyof typeof VALUES };

const VALUES = {
  undefined,
  true: true,
  bigint: 7n,
  date: new Date(0),
  object: {},
  infinity: Infinity,
  nan: NaN,
  'minus zero': -0,
  'lone surrogate': 'a\ud800b',
  nul: 'a\0b',
  buffer: Uint8Array.of(1, 2, 255).buffer,
  bytes: Uint8Array.of(1, 2, 255).subarray(1),
  list: [1, 2, 255],
  'list of texts': ['a'],
  '2 MB of text': 'a'.repeat(2_000_000),
  '2 MB of wide text': '€'.repeat(666_666),
  'more than 2 MB of text': 'a'.repeat(2_000_001),
  'more than 2 MB of wide text': '€'.repeat(666_667),
  'more than 2 MB of bytes': new Uint8Array(2_000_001),
};

export const valueOf = (value: Value): unknown =>
  typeof value === 'object' && value !== null ? VALUES[value.is] : value;
