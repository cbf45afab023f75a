import * as Rlp from 'ox/Rlp';
import { equalBytes } from '../../lib/bytes.ts';

/** An RLP item (Yellow Paper, appendix B): bytes, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Bytes or a JSON value are not a valid encoding. */
export class EncodingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EncodingError';
  }
}

export function encodeRlp(item: RlpItem): Uint8Array {
  return Rlp.fromBytes(item as Uint8Array, { as: 'Bytes' });
}

/** Decodes one item. Throws EncodingError for anything except its canonical encoding. */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  let item: RlpItem;
  try {
    item = Rlp.toBytes(bytes) as RlpItem;
  } catch {
    throw new EncodingError('not RLP');
  }
  if (!equalBytes(encodeRlp(item), bytes)) throw new EncodingError('not canonical RLP');
  return item;
}

/** The fields of a list of at least `count` byte strings. Throws EncodingError. */
export function fieldsOf(item: RlpItem, what: string, count: number): Uint8Array[] {
  if (item instanceof Uint8Array || item.length < count) throw new EncodingError(`${what} must have ${count} fields`);
  return item.map((field, i) => {
    if (!(field instanceof Uint8Array)) throw new EncodingError(`field ${i} of ${what} must be bytes`);
    return field;
  });
}

/** The RLP bytes of a number: big-endian without leading zeros; zero is empty. */
export function scalar(value: bigint | number): Uint8Array {
  const digits = value.toString(16);
  if (value < 0) throw new RangeError('a scalar must not be negative');
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const bytes = new Uint8Array(value === 0n || value === 0 ? 0 : even.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(even.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** The number encoded by `scalar`. Throws EncodingError for leading zeros and for more than `size` bytes. */
export function scalarOf(bytes: Uint8Array, what: string, size = 32): bigint {
  if (bytes.length > size || bytes[0] === 0)
    throw new EncodingError(`${what} must be a number of at most ${size} bytes without leading zeros`);
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/** The RLP length of a list whose elements have a total length of `payload` bytes. */
export function listLength(payload: number): number {
  return payload < 56 ? payload + 1 : payload + 1 + scalar(payload).length;
}
