import * as OxHex from 'ox/Hex';
import { EncodingError } from './rlp.ts';

/** 0x and hexadecimal digits: bytes and numbers in JSON-RPC. */
export type Hex = `0x${string}`;

export const hexOf = (bytes: Uint8Array): Hex => OxHex.fromBytes(bytes);

/** A number in JSON-RPC: hexadecimal without leading zeros. */
export const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** The bytes of a JSON-RPC value. Throws EncodingError where it is not valid or does not have `size` bytes. */
export function bytesOf(value: unknown, what: string, size?: number): Uint8Array {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value))
    throw new EncodingError(`${what} must be 0x and pairs of hexadecimal digits`);
  const bytes = OxHex.toBytes(value as Hex);
  if (size !== undefined && bytes.length !== size) throw new EncodingError(`${what} must have ${size} bytes`);
  return bytes;
}

/** A number in JSON-RPC or decimal notation. Throws EncodingError. */
export function numberOf(value: unknown, what: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value !== 'string' || !/^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i.test(value))
    throw new EncodingError(`${what} must be a number`);
  return BigInt(value);
}
